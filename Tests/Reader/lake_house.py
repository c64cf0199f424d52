#!/usr/bin/env python3
"""The whole group that the protocol pages publish: thirty-odd events of three people and a guest.

    lake_house.py OUT            writes the group's folder, links, every event and the dump
    lake_house.py --check OUT    compares what is there with what this would write
    lake_house.py --page         prints the page of the documentation

Every secret is made of a label, so that another implementation can write the same bytes.
"""

from __future__ import annotations

import json
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

from fenreader import crypto, dump, encoding, reader, wire, writer
from fenreader.crypto import GroupKey
from fenreader.invite import Invite, parse
from fenreader.wire import Event

GROUP = uuid.UUID("1a6e4005-e000-4000-8000-00000000fe01").bytes
START = 1_796_011_200_000
EXPIRY = 1_796_013_000
PEOPLE = ("Alice", "Bob", "May")
Payload = dict[str, Any]


def secret(label: str, length: int = 32) -> bytes:
    """`SHA-256("lake house/" || label)`, cut."""
    return crypto.sha256(b"lake house/" + label.encode())[:length]


class LakeHouse:
    """The group while it is written: one clock, everybody online."""

    def __init__(self) -> None:
        self.authors = {name: writer.Author(secret(name)) for name in PEOPLE}
        self.key = GroupKey(GROUP, 0, secret("group key"))
        self.events: list[tuple[str, Event, Payload]] = []
        self.invites = {name: self._invite(name, members) for name, members in (("Bob", 1), ("May", 2))}

    def id_of(self, name: str) -> str:
        """A person's member id."""
        return self.authors[name].key.hex()

    def write(self, name: str, payload: Payload) -> str:
        """Appends an event and returns its id."""
        own = [event for who, event, _ in self.events if who == name]
        number = len(self.events) + 1
        event = writer.seal(
            self.authors[name], encoding.encode_json(payload), self.key, seq=len(own) + 1,
            lamport=number, created_at=START + 60_000 * number,
            prev=own[-1].id if own else wire.ZERO, nonce=secret(f"nonce {number}", 24),
        )
        self.events.append((name, event, payload))
        return event.id.hex()

    def _invite(self, name: str, members: int) -> Invite:
        return Invite(
            group=GROUP, key=self.key, join_token=secret(f"token {name}", 16),
            descriptor=[2, "lake"], founder=self.authors["Alice"].key, expiry=EXPIRY,
            name="Lake house", currency="CHF", inviter="Alice", members=members, addresses=[],
            digest=b"",
        )

    def link(self, name: str) -> tuple[str, str]:
        """Link and QR text of a person's invite."""
        own = secret(f"secret {name}", 16)
        package = writer.invite_package(writer.invite_body(self.invites[name]), own)
        return writer.link(package, own), writer.qr_text(package, own)

    # What people do

    def let_in(self, name: str) -> None:
        """An invite, the joining, the admission."""
        invite, author = self.invites[name], self.authors[name]
        self.write("Alice", {
            "kind": "InviteIssued", "invite_id": invite.invite_id.hex(), "name": name,
            "expires_at": EXPIRY * 1_000,
            "digest": crypto.sha256(writer.invite_body(invite)).hex(),
        })
        self.write(name, {
            "kind": "MemberJoined", "invite_id": invite.invite_id.hex(), "name": name,
            "proof": invite.join_proof(author.key).hex(),
        })
        self.write("Alice", {
            "kind": "MemberAdmitted", "invite_id": invite.invite_id.hex(),
            "member": author.key.hex(),
        })

    def unit(
        self, amount: int, paid: dict[str, int], mode: str, parts: dict[str, int], **more: Any
    ) -> Payload:
        """A money unit; names stand for ids."""
        def named(values: dict[str, int], field: str) -> list[Payload]:
            ids = {(self.id_of(who) if who in self.authors else who): value
                   for who, value in values.items()}
            return [{"member": key, field: ids[key]} for key in sorted(ids)]
        return {
            "amount": amount, "currency": "CHF", "paid_by": named(paid, "amount"),
            "settlement_amount": amount, "split": {"mode": mode, "parts": named(parts, "value")},
        } | more


def story() -> LakeHouse:
    """Everything in the order in which it was written."""
    lake = LakeHouse()
    lake.write("Alice", {
        "kind": "GroupCreated", "name": "Lake house", "currency": "CHF",
        "organiser_name": "Alice", "edit": "creator", "check": lake.key.check.hex(),
    })
    lake.let_in("Bob")
    equal = {"Alice": 1, "Bob": 1}
    expense = {"kind": "ExpenseLogged", "date": "2026-07-01"}
    train = lake.write("Bob", expense | lake.unit(8_740, {"Bob": 8_740}, "equal", equal)
                       | {"description": "Train", "category": "transport"})
    lake.let_in("May")
    lake.write("May", {"kind": "MessagePosted", "text": "Grüezi! Which platform?"})
    lake.write("Bob", {"kind": "MessagePosted", "text": "Nine", "reply_to": lake.events[-1][1].id.hex()})
    all_three = equal | {"May": 1}
    lake.write("Alice", expense | lake.unit(100_000, {"Alice": 100_000}, "equal", all_three)
               | {"description": "The house, a week", "category": "lodging", "note": "key under the pot"})
    lake.write("Alice", {"kind": "RateSet", "currency": "EUR", "rate": "0.94", "source": "agreed",
                         "date": "2026-07-01"})
    lake.write("May", expense | lake.unit(
        3_000, {"May": 3_000}, "amount", {"Alice": 1_000, "Bob": 2_000}, currency="EUR",
        rate="0.94", settlement_amount=2_820) | {"description": "Strawberries and wine"})
    boat = lake.write("Bob", expense | lake.unit(
        12_000, {"Alice": 8_000, "Bob": 4_000}, "shares", {"Alice": 2, "Bob": 1, "May": 1},
        typed="shares Alice 2, Bob 1, May 1") | {"description": "Boat"})
    lake.write("Bob", {"kind": "ExpenseUpdated", "expense": boat, "description": "Boat and fuel"}
               | lake.unit(12_650, {"Alice": 8_000, "Bob": 4_650}, "shares",
                           {"Alice": 2, "Bob": 1, "May": 1}))
    lake.write("Alice", expense | lake.unit(1_001, {"Alice": 1_001}, "percent",
                                            {"Alice": 5_000, "Bob": 2_500, "May": 2_500})
               | {"description": "Ice cream"})
    lake.write("May", {"kind": "ExpenseUpdated", "expense": train, "description": "Not mine to change"})
    guest = lake.write("May", {"kind": "GuestAdded", "name": "Nina"})
    lake.write("May", expense | lake.unit(100, {"May": 100}, "equal", {"May": 1, "Bob": 1, guest: 1})
               | {"description": "Parking"})
    twice = lake.write("Bob", expense | lake.unit(640, {"Bob": 640}, "equal", all_three)
                       | {"description": "Bread"})
    lake.write("Bob", {"kind": "ExpenseDeleted", "expense": twice})
    lake.write("Bob", {"kind": "ExpenseRestored", "expense": twice})
    lake.write("Alice", {"kind": "GroupSettingsChanged", "edit": "any_member"})
    lake.write("May", {"kind": "ExpenseUpdated", "expense": twice, "category": "food", "note": ""})
    lake.write("Alice", expense | lake.unit(2_000, {"Alice": 2_000}, "equal", all_three, refund=True)
               | {"description": "Deposit came back short"})
    lake.write("May", {"kind": "SettlementRecorded", "from": lake.id_of("May"),
                       "to": lake.id_of("Alice"), "amount": 20_000, "currency": "CHF",
                       "settlement_amount": 20_000, "note": "Twint"})
    void = lake.write("Bob", {"kind": "SettlementRecorded", "from": lake.id_of("Bob"),
                              "to": lake.id_of("Alice"), "amount": 5_000, "currency": "CHF",
                              "settlement_amount": 5_000})
    lake.write("Bob", {"kind": "SettlementVoided", "settlement": void})
    lake.write("Bob", {"kind": "MemberRenamed", "name": "Bobby"})
    lake.write("Alice", {"kind": "FirstOfNextVersion", "field": "kept and relayed"})
    return lake


def files(lake: LakeHouse) -> dict[str, bytes]:
    """Everything that is published, by path."""
    root = f"groups/{uuid.UUID(bytes=GROUP)}/logs"
    result: dict[str, bytes] = {}
    for name in PEOPLE:
        lines = b"".join(wire.encode_line(event) for who, event, _ in lake.events if who == name)
        result[f"{root}/{lake.id_of(name)}.jsonl"] = lines
    for name in lake.invites:
        link, qr = lake.link(name)
        result[f"invite-{name.lower()}.txt"] = f"{link}\n{qr}\n".encode()
    dumped = _dump(result, lake)
    result["dump.jsonl"] = dumped
    result["words.txt"] = (" ".join(dump.state_words(dumped)) + "\n").encode()
    result["events.json"] = (json.dumps(_events(lake), indent=1, sort_keys=True) + "\n").encode()
    return result


def _dump(published: dict[str, bytes], lake: LakeHouse) -> bytes:
    """What the reader makes of the folder and Bob's link."""
    with tempfile.TemporaryDirectory() as folder:
        for name, data in published.items():
            path = Path(folder) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return dump.dump(reader.read(parse(lake.link("Bob")[0]), Path(folder)), GROUP)


def _events(lake: LakeHouse) -> Payload:
    return {
        "group": str(uuid.UUID(bytes=GROUP)),
        "group_key": lake.key.key.hex(),
        "content_key": lake.key.subkey("content").hex(),
        "check": lake.key.check.hex(),
        "seeds": {name: lake.authors[name].seed.hex() for name in PEOPLE},
        "events": [
            {
                "author": event.author.hex(), "by": who, "seq": event.seq,
                "lamport": event.lamport, "header": event.header.hex(),
                "payload": encoding.encode_json(payload).decode(), "ct": event.ciphertext.hex(),
                "ct_sha256": crypto.sha256(event.ciphertext).hex(), "id": event.id.hex(),
                "sig": event.signature.hex(),
            }
            for who, event, payload in lake.events
        ],
    }


def page(lake: LakeHouse) -> str:
    """The page of the documentation."""
    published = files(lake)
    rows = "\n".join(
        f"| {who.lower()}:{event.seq} | {event.lamport} | `{payload['kind']}` | `{event.id.hex()[:16]}…` |"
        for who, event, payload in lake.events
    )
    return f"""# A whole group

A weekend at a lake, {len(lake.events)} events of three people and a guest: with every input, every
intermediate and the dump, for anyone who writes another implementation.

## Overview

The files are in `Tests/Vectors/lake-house` of the repository. `groups/…/logs` is the store's folder
(<doc:Storage>), `invite-bob.txt` and `invite-may.txt` hold a link and a QR text (<doc:Invites>; both
expired long ago: read them with a clock of 2026), `events.json` has the group key, the seeds, and of
every event the header, the payload, the ciphertext, its hash, the id and the signature
(<doc:WireFormat>). `dump.jsonl` is the canonical dump of the projection and `words.txt` its six state
words: **{published["words.txt"].decode().strip()}**.

Every secret is `SHA-256("lake house/" || label)`, cut to its length: `Alice`, `Bob` and `May` are the
Ed25519 seeds, `group key` the key of epoch 0, `nonce N` the nonce of the N-th event, `token Bob` and
`secret Bob` the join token and secret of Bob's invite. `created_at` of the N-th event is
{START} + 60,000 · N.

| event | lamport | kind | id |
|---|---|---|---|
{rows}

Worth a look: may:4 has no right to change what Bob logged; under `any_member` may:7 has. bob:5 replaces
a whole money unit and keeps the words typed nowhere; alice:8, 10.01 at 50, 25 and 25 percent, shows
who gets the odd centime; alice:10 is a refund; bob:10 takes bob:9 back; alice:11 is of a kind that no
version knows: stored, relayed, labelled.

## The dump

```
{published["dump.jsonl"].decode().rstrip()}
```
"""


def main(arguments: list[str]) -> int:
    """Writes, checks or prints."""
    lake = story()
    if arguments == ["--page"]:
        print(page(lake), end="")
        return 0
    if arguments[:1] == ["--check"] and len(arguments) == 2:
        folder = Path(arguments[1])
        wrong = [name for name, data in files(lake).items() if (folder / name).read_bytes() != data]
        print("\n".join(f"differs: {name}" for name in wrong) or f"{len(lake.events)} events: all as published")
        return 1 if wrong else 0
    for name, data in files(lake).items():
        path = Path(arguments[0]) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
