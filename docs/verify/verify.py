#!/usr/bin/env python3
"""Checks a table's record without Tabellarius: only `blake3` from PyPI is needed. What is checked, and how, is in docs/record.md.

verify.py record FILE              the commitment, and every seal where the record is an opened one (`tabellarius audit --open`)
verify.py record FILE SEAL...      the same, and that these seals, copied from your own mails, are among them
verify.py die FILE PATH N SIDES    what N dice of so many sides under this name showed, for each round in which it may have been rolled
verify.py receipts FILE            a seat's receipts, as the referee's answer to "receipts" brings them
"""

import json
import sys

from blake3 import blake3


def hashed(hasher, parts):
    """A length before each part: nothing can be moved from one into the next."""
    for part in parts:
        hasher.update(len(part).to_bytes(8, "little"))
        hasher.update(part)
    return hasher.digest()


def commitment(seed):
    return blake3(seed, derive_key_context="tabellarius 2026 seed commitment").hexdigest()


def first_salt(header):
    announced = [header["table"], header["game"], str(header["players"]), header.get("variant", ""), header["commitment"]]
    return blake3(" ".join(announced).encode()).digest()


def next_salt(salt, letters, seats):
    """Letters in the order of the seats; a letter that a moderator replaced still counts as it came."""
    hasher = blake3(key=salt)
    for seat in sorted(letters, key=seats.index):
        text = letters[seat].encode()
        hasher.update(bytes([seats.index(seat)]))
        hasher.update(len(text).to_bytes(8, "little"))
        hasher.update(text)
    return hasher.digest()


def salts(record):
    """The salt before the first round, and after each."""
    found = [first_salt(record["header"])]
    for played in record["rounds"]:
        is_correction = bool(played.get("corrected"))
        found.append(found[-1] if is_correction else next_salt(found[-1], played["letters"], record["seats"]))
    return found


def next_seal(seed, last, salt, opened):
    key = blake3(seed, derive_key_context="tabellarius 2026 seal").digest()
    parts = [last.encode(), salt.hex().encode(), opened["told"].encode(), opened["state"].encode()]
    return hashed(blake3(key=key), parts)[:16].hex()


def dice(seed, salt, path, count, sides):
    """Bytes from the hash of the name; those that would favour the low faces are thrown away."""
    stream = blake3(salt + path.encode(), key=seed).digest(length=64 * (count + 4))
    fair = 256 // sides * sides
    return [1 + byte % sides for byte in stream if byte < fair][:count]


def check_record(record, wanted):
    header, seed = record["header"], bytes.fromhex(record["seed"])
    if commitment(seed) != header["commitment"]:
        return f"the seed is not the one that table {header['table']} was announced with"
    print(f"Table {header['table']}: the seed is the one committed to.")
    sealed = {played["seal"] for played in record["rounds"]}
    if "opened" in record:
        if len(record["opened"]) != len(record["rounds"]) + 1:
            return "rounds are missing, or there are too many"
        last = header["commitment"]
        for number, (salt, opened) in enumerate(zip(salts(record), record["opened"])):
            last = next_seal(seed, last, salt, opened)
            if number and last != record["rounds"][number - 1]["seal"]:
                return f"round {number}: the seal is {last}, the record says {record['rounds'][number - 1]['seal']}"
        print(f"All {len(record['rounds'])} seals are those of these letters, events and positions.")
    else:
        print("The record is not an opened one, so its seals cannot be checked: `tabellarius audit --open` writes one.")
    for seal in wanted:
        beginning = seal.lower().replace("-", "")
        if len(beginning) < 16 or not any(one.startswith(beginning) for one in sealed):
            return f"the seal {seal} is not in this record"
    if wanted:
        print("The seals that you named are in it.")
    return None


def check_receipts(kept):
    last, seat = "", kept["seat"]
    for number, letter in enumerate(kept["letters"], 1):
        parts = [last, kept["table"], seat, str(number), str(letter["filed"]), letter["finality"], letter["text"]]
        last = hashed(blake3(derive_key_context="tabellarius receipt"), [part.encode() for part in parts])[:16].hex()
        if last != letter["receipt"]:
            return f"receipt {number} of {seat} is not what these letters make: {last}"
    print(f"All {len(kept['letters'])} receipts of {seat} are those of these letters.")
    return None


def main(words):
    if len(words) < 2 or words[0] not in ("record", "die", "receipts"):
        return __doc__
    with open(words[1], encoding="utf-8") as file:
        read = json.load(file)
    if words[0] == "record":
        return check_record(read, words[2:])
    if words[0] == "receipts":
        return check_receipts(read)
    path, count, sides = words[2], int(words[3]), int(words[4])
    for number, salt in enumerate(salts(read)):
        print(f"after round {number}: {dice(bytes.fromhex(read['seed']), salt, path, count, sides)}")
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
