#!/usr/bin/env python3
"""A mail client that shares no code with Tabellarius: only what Python brings along.

client.py send          reads a JSON list of {"from", "to", "id", "text", "subject"?, "reply"?} and submits them by SMTP
client.py imap NAME [FOLDER]   prints every mail in a folder as JSON: id, answers, subject, kind, from, reply_to, text, flags
client.py pop3 NAME     the same by POP3, leaving the mails where they are
"""

import email
import email.policy
import email.utils
import imaplib
import json
import os
import poplib
import smtplib
import ssl
import sys
from email.message import EmailMessage

TRUST = ssl.create_default_context(cafile=os.environ["CERTIFICATE"])
DOMAIN = os.environ["DOMAIN"]


def composed(letter):
    mail = EmailMessage()
    mail["From"] = letter["from"]
    mail["To"] = letter["to"]
    mail["Subject"] = letter.get("subject", "hello")
    mail["Message-ID"] = f"<{letter['id']}>"
    mail["Date"] = email.utils.formatdate()
    if "reply" in letter:
        mail["In-Reply-To"] = f"<{letter['reply']}>"
    mail.set_content(letter["text"])
    return mail


def send():
    letters = json.load(sys.stdin)
    with smtplib.SMTP("localhost", int(os.environ["SMTP"]), timeout=60) as server:
        server.starttls(context=TRUST)
        for letter in letters:
            server.send_message(composed(letter), to_addrs=[letter["to"]])


def told(raw, flags=""):
    mail = email.message_from_bytes(raw, policy=email.policy.default)
    body = mail.get_body(("plain",))
    return {
        "id": (mail["Message-ID"] or "").strip("<> "),
        "answers": (mail["In-Reply-To"] or "").strip("<> "),
        "subject": mail["Subject"] or "",
        "kind": mail["Auto-Submitted"] or "",
        "from": mail["From"] or "",
        "reply_to": email.utils.parseaddr(str(mail["Reply-To"] or ""))[1],
        "text": body.get_content() if body else "",
        "flags": flags,
    }


def by_imap(name, folder="INBOX"):
    server = imaplib.IMAP4_SSL("localhost", int(os.environ["IMAPS"]), ssl_context=TRUST)
    server.login(f"{name}@{DOMAIN}", os.environ["PASSWORD"])
    found = []
    if server.select(folder, readonly=True)[0] == "OK":
        numbers = server.search(None, "ALL")[1][0].split()
        if numbers:
            for answer in server.fetch(b",".join(numbers), "(FLAGS BODY.PEEK[])")[1]:
                if isinstance(answer, tuple):
                    flags = " ".join(flag.decode() for flag in imaplib.ParseFlags(answer[0]))
                    found.append(told(answer[1], flags))
    server.logout()
    return found


def by_pop3(name):
    server = poplib.POP3_SSL("localhost", int(os.environ["POP3S"]), context=TRUST)
    server.user(f"{name}@{DOMAIN}")
    server.pass_(os.environ["PASSWORD"])
    count = len(server.list()[1])
    found = [told(b"\r\n".join(server.retr(number + 1)[1])) for number in range(count)]
    server.quit()
    return found


def main():
    what, *rest = sys.argv[1:]
    if what == "send":
        send()
    elif what == "imap":
        json.dump(by_imap(*rest), sys.stdout)
    elif what == "pop3":
        json.dump(by_pop3(*rest), sys.stdout)
    else:
        sys.exit(f"I cannot {what}")


main()
