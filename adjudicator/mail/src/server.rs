//! A mail server: where it is, and whom we trust there. Each failure says in plain words what to look at: the name, the port, the
//! certificate. No text of this file ever holds a password.

use super::trouble::{Trouble, Which};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How a connection is kept secret.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// From the first byte; what mail providers recommend.
    #[default]
    Implicit,
    /// After a greeting in the clear.
    Starttls,
    /// Not at all; only to this very machine.
    None,
}

/// Where a server is.
#[derive(Clone, Debug)]
pub struct Server {
    pub host: String,
    pub port: u16,
    /// How the connection is kept secret.
    pub tls: Tls,
    /// Whom to trust instead of the system's certificates.
    pub ca: Option<PathBuf>,
    /// How long to wait for an answer.
    pub patience: Duration,
    trust: Arc<Mutex<Option<Arc<ClientConfig>>>>,
}

impl Server {
    /// A server that is given a minute for each answer.
    pub fn new(host: &str, port: u16, tls: Tls, ca: Option<PathBuf>) -> Server {
        Server { host: host.into(), port, tls, ca, patience: Duration::from_secs(60), trust: Arc::default() }
    }

    /// Its name and port, as we speak of it.
    pub(super) fn place(&self) -> String {
        format!("{} port {}", self.host, self.port)
    }

    /// Where its name leads.
    pub(super) fn addresses(&self) -> Result<Vec<SocketAddr>, Trouble> {
        let unknown =
            |why: &dyn Display| Trouble::new(Which::Name, format!("there is no server called {}: {why}", self.host));
        let found = (self.host.as_str(), self.port).to_socket_addrs().map_err(|error| unknown(&error))?;
        let addresses: Vec<_> = found.collect();
        if addresses.is_empty() { Err(unknown(&"it has no address")) } else { Ok(addresses) }
    }

    /// Nobody is at home.
    pub(super) fn silent(&self, error: &io::Error) -> Trouble {
        Trouble::new(Which::Port, format!("nobody answers at {}: {error}", self.place()))
    }

    /// TLS did not begin. An authority may have been renewed: whom we trust is read again before the next try.
    pub(super) fn open(&self, error: &dyn Display) -> Trouble {
        *self.trust.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let hint = match self.tls {
            Tls::Implicit => "is it the port for TLS, or should it be tls = \"starttls\"?",
            _ => "is the name the one in its certificate?",
        };
        Trouble::new(Which::Certificate, format!("no secret connection to {}: {error} ({hint})", self.place()))
    }

    /// How we speak TLS.
    pub(super) fn config(&self) -> Result<Arc<ClientConfig>, Trouble> {
        self.trust()
    }

    /// Its name, as certificates write it.
    pub(super) fn certified(&self) -> Result<ServerName<'static>, Trouble> {
        ServerName::try_from(self.host.clone())
            .map_err(|_| Trouble::new(Which::Name, format!("\"{}\" cannot be the name of a server", self.host)))
    }

    /// Whom we trust, read once, and again after TLS has failed.
    fn trust(&self) -> Result<Arc<ClientConfig>, Trouble> {
        let mut kept = self.trust.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(trust) = &*kept {
            return Ok(trust.clone());
        }
        let wrong = |what: String| Trouble::new(Which::Certificate, what);
        let mut roots = RootCertStore::empty();
        match &self.ca {
            Some(file) => {
                let cannot = |error| wrong(format!("cannot read certificates from {}: {error}", file.display()));
                for certificate in CertificateDer::pem_file_iter(file).map_err(cannot)? {
                    let certificate = certificate.map_err(cannot)?;
                    roots.add(certificate).map_err(|error| wrong(format!("{}: {error}", file.display())))?;
                }
            }
            None => {
                // One odd certificate among the system's must not stop the mail.
                roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            }
        }
        if roots.is_empty() {
            let hint =
                "no certificates to trust were found; install ca-certificates, or name a file with `ca = \"...\"`";
            return Err(wrong(hint.into()));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config = config.map_err(|error| wrong(error.to_string()))?;
        let config = Arc::new(config.with_root_certificates(roots).with_no_client_auth());
        Ok(kept.insert(config).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two authorities; both have expired, which nobody asks for here.
    const OLD: &str = "-----BEGIN CERTIFICATE-----\n\
        MIIBgjCCASegAwIBAgIUEHF77VsVeU/CS0AMUhkxhothdMswCgYIKoZIzj0EAwIw\n\
        FjEUMBIGA1UEAwwLYXV0aG9yaXR5LTEwHhcNMjYxMTE5MjE1ODI2WhcNMjYxMTIw\n\
        MjE1ODI2WjAWMRQwEgYDVQQDDAthdXRob3JpdHktMTBZMBMGByqGSM49AgEGCCqG\n\
        SM49AwEHA0IABDogHWQKq89+B5ItBvg1nELrp4DlZ8gFTX4fITfm1orN2NbuaaIp\n\
        po569hUsIbMzp9fWoj7vaN/Q0ZXi0wWobd2jUzBRMB0GA1UdDgQWBBROHJWfZ6rs\n\
        2gPAQsTVHZgQvgF/uzAfBgNVHSMEGDAWgBROHJWfZ6rs2gPAQsTVHZgQvgF/uzAP\n\
        BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQC6bHSQr01i2NGGOuMk\n\
        78RscxmI7ZVxHZW56+ZCij+f2wIhAJRNcQlW+VxiBLrpwV2xffMe2IDrA0+fn9H/\n\
        GpEtn1xi\n\
        -----END CERTIFICATE-----\n";
    const NEW: &str = "-----BEGIN CERTIFICATE-----\n\
        MIIBgDCCASegAwIBAgIUZC3EYm7hhLl+e3T5YvddBXvLHgYwCgYIKoZIzj0EAwIw\n\
        FjEUMBIGA1UEAwwLYXV0aG9yaXR5LTIwHhcNMjYxMTE5MjE1ODI2WhcNMjYxMTIw\n\
        MjE1ODI2WjAWMRQwEgYDVQQDDAthdXRob3JpdHktMjBZMBMGByqGSM49AgEGCCqG\n\
        SM49AwEHA0IABL8V4HAogxKSOtlQ/zeoBTskQEaN7HUmK1lpfD7wnzt4mIF21PPw\n\
        XO2qtTPLgw6DMIL23CAbJUFI7pUi6gjvSFijUzBRMB0GA1UdDgQWBBSIMGLp+0Bz\n\
        OzwpiKf0COpwvTDIATAfBgNVHSMEGDAWgBSIMGLp+0BzOzwpiKf0COpwvTDIATAP\n\
        BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIF0Vhu7EWHuOPquoz/On\n\
        1f9eRKe3qml9/h8fXEpvcl2/AiAdZWL+oizvrsj/H3yKgMqT4mGHzfag/DSUM0Fs\n\
        N1LxMA==\n\
        -----END CERTIFICATE-----\n";

    #[test]
    fn a_renewed_authority_is_read_again_once_a_connection_has_failed() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("ca.pem");
        std::fs::write(&file, OLD).unwrap();
        let server = Server::new("mail.club.example", 993, Tls::Implicit, Some(file.clone()));
        let old = server.config().unwrap();
        std::fs::write(&file, NEW).unwrap();
        assert!(Arc::ptr_eq(&old, &server.config().unwrap()), "read once");
        server.open(&"unknown issuer");
        let new = server.config().unwrap();
        assert!(!Arc::ptr_eq(&old, &new), "read again");
        // Half written, or gone: trouble, and no end; mended it goes on.
        for broken in ["", "-----BEGIN CERTIFICATE-----\nAA"] {
            server.open(&"unknown issuer");
            std::fs::write(&file, broken).unwrap();
            assert_eq!(server.config().unwrap_err().which, Which::Certificate);
        }
        std::fs::write(&file, NEW).unwrap();
        assert!(server.config().is_ok());
    }
}
