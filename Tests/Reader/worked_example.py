#!/usr/bin/env python3
"""Computes the worked examples of the protocol pages.

    worked_example.py                  prints every value
    worked_example.py --check FOLDER   looks for every value in the *.md files below FOLDER
"""

from __future__ import annotations

import re
import sys
import uuid
from dataclasses import replace
from pathlib import Path

from nacl import bindings

from fenreader import back, crypto, encoding, wire, writer
from fenreader.crypto import GroupKey
from fenreader.invite import Invite, parse

GROUP = uuid.UUID("00112233-4455-4677-8899-aabbccddeeff").bytes


def run(start: int, count: int) -> bytes:
    """Bytes counting up: the secrets of the example."""
    return bytes(range(start, start + count))


def values() -> dict[str, str]:
    """Every value by the name the pages give it."""
    result: dict[str, str] = {}
    _event(result)
    _invite(result)
    _wrap(result)
    _back(result)
    words = Path(__file__).with_name("fenreader").joinpath("bip39_english.txt").read_text().split()
    phrase, seed = writer.seed_from_entropy(bytes(16), words)
    result["phrase of 16 zero bytes"] = phrase
    result["ed25519 seed"] = seed.hex()
    result["member id of the phrase"] = writer.Author(seed).key.hex()
    return result


def _event(result: dict[str, str]) -> None:
    alice, key = writer.Author(run(0, 32)), GroupKey(GROUP, 0, run(64, 32))
    payload = encoding.encode_json({
        "kind": "GroupCreated", "name": "Trip", "currency": "EUR", "organiser_name": "Zoë",
        "edit": "creator", "check": key.check.hex(),
    })
    event = writer.seal(
        alice, payload, key, seq=1, lamport=1, created_at=1_796_011_200_000, prev=wire.ZERO,
        nonce=run(128, 24),
    )
    assert event.open(key) == encoding.decode_json(payload) and event.signature_is_valid()
    line = wire.encode_line(event)
    assert wire.decode_line(line[:-1], GROUP).id == event.id
    result["alice"] = alice.key.hex()
    result["content"] = key.subkey("content").hex()
    result["check"] = key.check.hex()
    result["key_id"] = key.key_id.hex()
    result["payload"] = payload.decode("utf-8")
    result["payload length"] = str(len(payload))
    result["header"] = event.header.hex()
    result["ct"] = event.ciphertext.hex()
    result["SHA-256(ct)"] = crypto.sha256(event.ciphertext).hex()
    result["event_id"] = event.id.hex()
    result["sig"] = event.signature.hex()
    result["line"] = line.decode("utf-8").rstrip("\n")


def _invite(result: dict[str, str]) -> None:
    alice, bob = writer.Author(run(0, 32)), writer.Author(run(32, 32))
    invite = Invite(
        group=GROUP, key=GroupKey(GROUP, 0, run(64, 32)), join_token=run(96, 16),
        descriptor=[2, "usb"], founder=alice.key, expiry=1_796_013_000, name="Trip",
        currency="EUR", inviter="Zoë", members=1, addresses=[], digest=b"",
    )
    body, secret = writer.invite_body(invite), run(112, 16)
    package = writer.invite_package(body, secret)
    link, qr = writer.link(package, secret), writer.qr_text(package, secret)
    assert parse(link) == parse(qr)
    result["body"] = body.hex()
    result["digest"] = crypto.sha256(body).hex()
    result["package"] = package.hex()
    result["link"] = link
    result["qr"] = qr
    result["invite_id"] = invite.invite_id.hex()
    result["bob"] = bob.key.hex()
    result["proof"] = invite.join_proof(bob.key).hex()
    invite = replace(
        invite, key=GroupKey(GROUP, 2, run(224, 32)),
        older_keys=(GroupKey(GROUP, 0, run(64, 32)), GroupKey(GROUP, 1, run(192, 32))))
    body = writer.invite_body(invite)
    link = writer.link(writer.invite_package(body, secret), secret)
    assert parse(link).keys == invite.keys
    result["body with older keys"] = body.hex()
    result["link with older keys"] = link


def _wrap(result: dict[str, str]) -> None:
    bob, ephemeral = writer.Author(run(32, 32)), run(160, 32)
    box = crypto.wrap(run(192, 32), ephemeral, bob.key, GROUP, b"epoch/" + (1).to_bytes(4, "big"))
    result["bob x25519"] = bindings.crypto_sign_ed25519_pk_to_curve25519(bob.key).hex()
    result["box"] = box.hex()


def _back(result: dict[str, str]) -> None:
    new, helper = writer.Author(run(0, 32)), writer.Author(run(32, 32))
    name, number = run(64, 16), run(80, 32)
    request = back.message(1, name, {
        2: back.commitment(name, new.key, number), 3: "Bob", 4: 1_796_013_000,
        5: [bytes((192, 0, 2, 1)) + (7117).to_bytes(2, "big")],
    })
    answer = back.message(2, name, {2: helper.key, 3: run(112, 32)})
    said = back.transcript(request, answer, new.key, number)
    result["back request"] = request.hex()
    result["back link"] = back.link(request)
    result["back answer"] = answer.hex()
    result["back transcript"] = said.hex()
    result["back reveal"] = back.message(
        3, name, {2: new.key, 3: number, 4: back.reveal_signature(said, run(0, 32))},
    ).hex()
    result["back code"] = back.code(said)


def missing_from(folder: Path) -> list[str]:
    """Names of values that no page under a folder contains, however it breaks lines."""
    pages = "".join(path.read_text("utf-8") for path in folder.rglob("*.md"))
    text = re.sub(r"[\s>`]+", "", pages)
    return [name for name, value in values().items() if re.sub(r"[\s>`]+", "", value) not in text]


def main(arguments: list[str]) -> int:
    """Prints or checks."""
    if arguments[:1] == ["--check"] and len(arguments) == 2:
        missing = missing_from(Path(arguments[1]))
        print("\n".join(f"not on any page: {name}" for name in missing) or "all values found")
        return 1 if missing else 0
    for name, value in values().items():
        print(f"{name}: {value}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
