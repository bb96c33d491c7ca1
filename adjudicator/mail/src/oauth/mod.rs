//! OAuth 2, for mail accounts that take no password: somebody logs in once in a browser, we keep a *refresh token*, and get with it, as
//! often as it is needed, a short-lived *access token*, which is what mail servers are shown.
//!
//! | file | what |
//! |---|---|
//! | this | who asks whom: a club's own client at a provider |
//! | `keyring` | the tokens in a file of their own; renewing them |
//! | `consent` | how somebody logs in: device code, or authorization code with PKCE |
//! | `http` | talking to the provider |
//!
//! No token is ever in an error, a log or what `Debug` prints.

mod consent;
mod http;
mod keyring;

pub use consent::{Asking, log_in};
pub use keyring::Keyring;

use crate::secret::PasswordSource;
use crate::trouble::{Trouble, Which};
use oauth2::basic::BasicClient;
use oauth2::{
    AuthType, AuthUrl, ClientId, ClientSecret, DeviceAuthorizationUrl, EndpointMaybeSet, EndpointNotSet,
    ErrorResponseType, RequestTokenError, StandardErrorResponse, TokenUrl,
};
use std::fmt::Display;
use std::path::PathBuf;

/// What is said when a person has to do something about it.
pub const LOG_IN: &str = "run `tabellarius login`";

/// Who asks whom for tokens: the club, as its provider knows it, and the provider's addresses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Client {
    /// The number that the provider gave the club's program.
    pub id: String,
    /// The word that goes with it, where the provider wants one.
    pub secret: Option<PasswordSource>,
    /// Where a browser is sent.
    pub authorize: Option<String>,
    /// Where tokens are made.
    pub token: String,
    /// Where a code for another device is made.
    pub device: Option<String>,
    /// What is asked for.
    pub scopes: Vec<String>,
    /// Whom to trust there instead of the system's certificates.
    pub ca: Option<PathBuf>,
}

type Made = BasicClient<EndpointMaybeSet, EndpointMaybeSet, EndpointNotSet, EndpointNotSet, EndpointMaybeSet>;

impl Client {
    /// The client as the crate knows it.
    fn made(&self) -> Result<Made, Trouble> {
        let wrong = |what: &str, error: oauth2::url::ParseError| {
            Trouble::new(Which::Name, format!("the {what} address is none: {error}"))
        };
        let authorize = self.authorize.clone().map(AuthUrl::new).transpose().map_err(|e| wrong("authorization", e))?;
        let device =
            self.device.clone().map(DeviceAuthorizationUrl::new).transpose().map_err(|e| wrong("device", e))?;
        let token = TokenUrl::new(self.token.clone()).map_err(|e| wrong("token", e))?;
        let mut client = BasicClient::new(ClientId::new(self.id.clone()))
            // Google and Microsoft know clients by words in the body.
            .set_auth_type(AuthType::RequestBody)
            .set_auth_uri_option(authorize)
            .set_device_authorization_url_option(device)
            .set_token_uri_option(Some(token));
        if let Some(secret) = &self.secret {
            client = client.set_client_secret(ClientSecret::new(secret.read()?.reveal().to_owned()));
        }
        Ok(client)
    }
}

/// A request for tokens that came to nothing.
enum Refused {
    /// A person has withdrawn the consent, or it has run out: only a person can give it again. The provider's words.
    Consent(String),
    /// Anything else.
    Other(Trouble),
}

/// What came of a request, in our words: neither the body nor the request, which hold secrets.
fn heard<T, E: ErrorResponseType + Display + 'static>(
    answer: Result<T, RequestTokenError<http::Failed, StandardErrorResponse<E>>>,
) -> Result<T, Refused> {
    answer.map_err(|error| match error {
        RequestTokenError::ServerResponse(said) => {
            let name = said.error().to_string();
            let words = said.error_description().map_or(name.clone(), |words| format!("{name} ({words})"));
            match name.as_str() {
                "invalid_grant" => Refused::Consent(words),
                _ => Refused::Other(Trouble::new(Which::Token, format!("the provider gives no token: {words}"))),
            }
        }
        RequestTokenError::Request(failed) => Refused::Other(failed.0),
        RequestTokenError::Parse(..) => Refused::Other(Trouble::new(Which::Token, "the provider's answer is no token")),
        RequestTokenError::Other(what) => Refused::Other(Trouble::new(Which::Token, what)),
    })
}

#[cfg(test)]
#[path = "../../../../tests/servers/oauth.rs"]
pub(crate) mod stub;
#[cfg(test)]
mod tests;
