//! Talking to a provider over HTTPS: small requests, small answers, no detours.

use crate::trouble::{Trouble, Which};
use oauth2::{HttpRequest, HttpResponse};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// How long a provider may think.
const PATIENCE: Duration = Duration::from_secs(30);
/// No answer is longer.
const LONGEST: u64 = 1 << 20;

/// A request that failed.
#[derive(Debug)]
pub(super) struct Failed(pub Trouble);

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Failed {}

/// Who makes requests; `ca`: whom to trust instead of the system's certificates.
pub(super) fn speaker(
    ca: Option<&Path>,
) -> Result<impl Fn(HttpRequest) -> Result<HttpResponse, Failed> + use<>, Trouble> {
    let tls = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .root_certs(roots(ca)?)
        .build();
    let config = ureq::Agent::config_builder()
        .tls_config(tls)
        .timeout_global(Some(PATIENCE))
        // A refusal is an answer too; and a token goes nowhere but where it was meant to.
        .http_status_as_error(false)
        .max_redirects(0)
        .max_redirects_will_error(false)
        .build();
    let agent = ureq::Agent::new_with_config(config);
    Ok(move |request| ask(&agent, request).map_err(Failed))
}

fn ask(agent: &ureq::Agent, request: HttpRequest) -> Result<HttpResponse, Trouble> {
    let host = request.uri().host().unwrap_or_default().to_owned();
    let is_safe =
        request.uri().scheme_str() == Some("https") || matches!(host.as_str(), "localhost" | "127.0.0.1" | "[::1]");
    if !is_safe {
        return Err(Trouble::new(
            Which::Certificate,
            format!("{host} is asked without https: everybody on the way could read the tokens"),
        ));
    }
    let trouble = |error: ureq::Error| {
        let which = match &error {
            ureq::Error::Timeout(_) => Which::Time,
            ureq::Error::HostNotFound => Which::Name,
            ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::Pem(_) => Which::Certificate,
            ureq::Error::ConnectionFailed => Which::Port,
            _ => Which::Cut,
        };
        Trouble::new(which, format!("no token from {host}: {error}"))
    };
    let answer = agent.run(request).map_err(trouble)?;
    let (head, mut body) = answer.into_parts();
    let body = body.with_config().limit(LONGEST).read_to_vec().map_err(trouble)?;
    Ok(HttpResponse::from_parts(head, body))
}

fn roots(ca: Option<&Path>) -> Result<RootCerts, Trouble> {
    let kept = |one: &CertificateDer<'_>| Certificate::from_der(one).to_owned();
    let all: Vec<Certificate<'static>> = match ca {
        None => rustls_native_certs::load_native_certs().certs.iter().map(kept).collect(),
        Some(file) => {
            let cannot = |error| {
                Trouble::new(Which::Certificate, format!("cannot read certificates from {}: {error}", file.display()))
            };
            let read = CertificateDer::pem_file_iter(file).map_err(cannot)?;
            read.map(|one| one.map(|one| kept(&one))).collect::<Result<_, _>>().map_err(cannot)?
        }
    };
    Ok(RootCerts::Specific(Arc::new(all)))
}
