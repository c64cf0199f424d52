"""The canonical projection dump and the six state words."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any, Iterator

from . import frontier
from .crypto import sha256
from .encoding import encode_json
from .ledger import Expense, Ledger, Settlement
from .roles import Payload
from .wire import Event

_WORDS = Path(__file__).with_name("bip39_english.txt")
_HIDDEN = ("PENDING", "AFTER_REMOVAL")


def dump(ledger: Ledger, group: bytes, long: bool = False) -> bytes:
    """The dump; the long form also lists labels that devices may differ in."""
    lines: list[dict[str, Any]] = [_group(ledger, group)]
    lines += _keys(ledger)
    lines += _members(ledger)
    lines += _guests(ledger)
    lines += _invites(ledger)
    lines += _rates(ledger)
    lines += [_log(frontier.log(ledger, author)) for author in ledger.members.admitted()]
    lines += _labels(ledger, long)
    lines += _entries(ledger)
    lines += [
        {"amount": str(amount), "id": party.hex(), "line": "balance"}
        for party, amount in sorted(ledger.balances().items())
        if amount
    ]
    return b"".join(encode_json(line) + b"\n" for line in lines)


def state_words(dumped: bytes) -> list[str]:
    """The first 66 bits of the dump's SHA-256 as six BIP-39 words."""
    words = _WORDS.read_text("ascii").split()
    bits = int.from_bytes(sha256(dumped), "big") >> (256 - 66)
    return [words[bits >> (11 * (5 - index)) & 2047] for index in range(6)]


def _present(line: dict[str, Any]) -> dict[str, Any]:
    """Optional fields are left out."""
    return {name: value for name, value in line.items() if value is not None}


def _group(ledger: Ledger, group: bytes) -> dict[str, Any]:
    return _present({
        "closed": ledger.is_closed,
        "currency": ledger.currency,
        "deputy": _deputy(ledger),
        "edit": ledger.setting("edit") or "creator",
        "fmt": 1,
        "founder": ledger.roles.founder.hex(),
        "group": str(uuid.UUID(bytes=group)),
        "lab": ledger.head_payload.get("lab", False),
        "line": "group",
        "name": ledger.setting("name"),
        "organiser": ledger.roles.organiser.hex(),
    })


def _deputy(ledger: Ledger) -> str | None:
    tenure = ledger.roles.tenures[-1]
    named = [
        event
        for event in ledger.facts.of("DeputyNamed")
        if event.author == tenure.holder and event.lamport > tenure.start
    ]
    return ledger.facts.payload(named[-1]).get("member") if named else None


def _keys(ledger: Ledger) -> Iterator[dict[str, Any]]:
    for epoch, key_id in sorted(ledger.announced):
        yield {"epoch": epoch, "key": key_id.hex(), "line": "key"}


def _members(ledger: Ledger) -> Iterator[dict[str, Any]]:
    for member in ledger.members.admitted():
        successor = ledger.members.successor.get(member)
        yield _present({
            "id": member.hex(),
            "line": "member",
            "name": ledger.name(member),
            "status": ledger.members.status(member),
            "successor": successor.hex() if successor else None,
        })


def _guests(ledger: Ledger) -> Iterator[dict[str, Any]]:
    for guest, event in sorted(ledger.guests.items()):
        claimed = ledger.claims.get(guest)
        yield _present({
            "author": event.author.hex(),
            "claimed": claimed.hex() if claimed else None,
            "id": guest.hex(),
            "line": "guest",
            "name": ledger.facts.payload(event)["name"],
        })


def _invites(ledger: Ledger) -> Iterator[dict[str, Any]]:
    issued: dict[str, Payload] = {}
    used: dict[str, str] = {}
    for event in ledger.counted("InviteIssued"):
        payload = ledger.facts.payload(event)
        issued.setdefault(payload["invite_id"], payload)
    for event in ledger.counted_as_membership("MemberAdmitted"):
        payload = ledger.facts.payload(event)
        if "invite_id" in payload:
            used.setdefault(payload["invite_id"], payload["member"])
    revoked = {ledger.facts.payload(e)["invite_id"] for e in ledger.counted("InviteRevoked")}
    for invite_id, payload in sorted(issued.items()):
        yield _present({
            "expires_at": payload["expires_at"],
            "id": invite_id,
            "line": "invite",
            "name": payload["name"],
            "revoked": invite_id in revoked,
            "used_by": used.get(invite_id),
        })


def _rates(ledger: Ledger) -> Iterator[dict[str, Any]]:
    rates = {}
    for event in ledger.counted("RateSet"):
        payload = ledger.facts.payload(event)
        rates[payload["currency"]] = payload
    for currency, payload in sorted(rates.items()):
        yield {
            "currency": currency,
            "date": payload["date"],
            "line": "rate",
            "rate": payload["rate"],
            "source": payload["source"],
        }


def _log(log: frontier.Log) -> dict[str, Any]:
    return {
        "author": log.author.hex(),
        "claimed": log.claimed,
        "contiguous": log.contiguous,
        "line": "log",
        "missing": [list(pair) for pair in log.missing],
        "tips": [{"id": tip.id.hex(), "seq": tip.seq} for tip in log.tips],
    }


def _labels(ledger: Ledger, long: bool) -> Iterator[dict[str, Any]]:
    for event_id, label in sorted(ledger.labels.items()):
        if label is not None and (long or label not in _HIDDEN):
            yield {"id": event_id.hex(), "label": label, "line": "label"}


def _entries(ledger: Ledger) -> list[dict[str, Any]]:
    entries: list[tuple[Event, dict[str, Any]]] = []
    for expense in ledger.expenses.values():
        entries.append((expense.event, _expense(ledger, expense)))
    for settlement in ledger.settlements.values():
        entries.append((settlement.event, _settlement(settlement)))
    for event in ledger.counted("MessagePosted"):
        entries.append((event, _message(event, ledger.facts.payload(event))))
    return [line for event, line in sorted(entries, key=lambda entry: entry[0].order)]


def _expense(ledger: Ledger, expense: Expense) -> dict[str, Any]:
    payload = ledger.facts.payload(expense.event)
    values = expense.values
    line = {
        **_unit(values.get("unit", {})),
        "author": expense.event.author.hex(),
        "date": values["date"],
        "deleted": expense.is_deleted,
        "description": values["description"],
        "id": expense.event.id.hex(),
        "imported": payload.get("imported"),
        "line": "expense",
        "on_behalf_of": payload.get("on_behalf_of"),
        "uploaded": sorted(set(expense.uploads)) or None,
        "waiting": expense.waits and not expense.is_deleted,
    }
    for name in ("blob", "category", "note"):
        line[name] = values.get(name) or None
    return _present(line)


def _unit(unit: dict[str, Any]) -> dict[str, Any]:
    """Known fields only, also inside the lists."""
    known = dict(unit)
    if known:
        known["paid_by"] = [
            {"amount": p["amount"], "member": p["member"]} for p in unit["paid_by"]
        ]
        known["split"] = {
            "mode": unit["split"]["mode"],
            "parts": [
                {"member": p["member"], "value": p["value"]} for p in unit["split"]["parts"]
            ],
        }
    return known


def _settlement(settlement: Settlement) -> dict[str, Any]:
    payload = settlement.payload
    voided = settlement.voided_by is not None
    return _present({
        "amount": payload["amount"],
        "author": settlement.event.author.hex(),
        "currency": payload["currency"],
        "from": payload["from"],
        "id": settlement.event.id.hex(),
        "line": "settlement",
        "note": payload.get("note") or None,
        "on_behalf_of": payload.get("on_behalf_of"),
        "rate": payload.get("rate"),
        "settlement_amount": payload["settlement_amount"],
        "to": payload["to"],
        "voided": voided,
        "waiting": settlement.waits and not voided,
    })


def _message(event: Event, payload: Payload) -> dict[str, Any]:
    return _present({
        "author": event.author.hex(),
        "id": event.id.hex(),
        "line": "message",
        "reply_to": payload.get("reply_to"),
        "text": payload["text"],
    })
