//! Passwords, and to be forgotten.

use crate::desk::asking::{Asked, ask};
use crate::desk::handling::Handling;
use crate::desk::identity::Means;
use crate::desk::reply::{Answer, Reply, decline, need};
use crate::desk::secrets::hash_of;
use crate::desk::sentences::Identity;
use crate::desk::work::Work;
use crate::store::Asking;

/// `password blue horse`
pub fn password(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    need(work.club.identity.counts(Means::Password), || decline(Identity::PasswordNotUsed))?;
    let secret = mail.secret.take().ok_or_else(|| decline(Identity::PasswordNothing))?;
    let hash = hash_of(&secret)?.ok_or_else(|| decline(Identity::PasswordShort))?;
    work.store.set_password(mail.person.id, Some(&hash))?;
    Ok(Reply::say(Identity::PasswordSet)?)
}

/// `forget me`
pub fn forget_me(work: &mut Work<'_>, mail: &mut Handling<'_>) -> Answer<Reply> {
    let person = &mail.person;
    for old in work.store.requests_about(person.id)?.iter().filter(|old| old.kind == Asking::Forget) {
        work.store.drop_request(old.id)?;
    }
    let request = work.store.add_request(Asking::Forget, Some(person.id), &person.address, "", work.now, None)?;
    let tables = work.store.boards_of(person.id)?;
    ask(work, Asking::Forget, request, person, &Asked::about_tables(tables), None)?;
    Ok(Reply::say(Identity::ForgetAsked)?)
}
