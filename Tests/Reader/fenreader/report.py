"""A ledger as JSON and as text."""

from __future__ import annotations

from collections import Counter
from typing import Any

from . import frontier, money
from .ledger import Ledger
from .wire import Event


def as_json(ledger: Ledger) -> dict[str, Any]:
    """Everything a reader can say about the group, with stable keys."""
    balances = ledger.balances()
    plan = money.plan(balances)
    return {
        "balances": {party.hex(): amount for party, amount in sorted(balances.items()) if amount},
        "closed": ledger.is_closed,
        "currency": ledger.currency,
        "events": [event_json(ledger, event) for event in in_order(ledger)],
        "forks": [
            {
                "acknowledged": fork.acknowledged,
                "author": fork.author.hex(),
                "branches": [branch.id.hex() for branch in fork.branches],
            }
            for fork in frontier.forks(ledger)
        ],
        "labels": labels(ledger),
        "logs": [log_json(ledger, member) for member in ledger.members.admitted()],
        "members": [member_json(ledger, member) for member in ledger.members.admitted()],
        "name": ledger.setting("name"),
        "organiser": ledger.roles.organiser.hex(),
        "plan": [
            {"amount": t.amount, "from": t.debtor.hex(), "to": t.creditor.hex()}
            for t in plan.transfers
        ],
        "plan_is_fewest": plan.fewest,
    }


def in_order(ledger: Ledger) -> list[Event]:
    """All stored events in canonical order."""
    return sorted(ledger.stored.events.values(), key=lambda event: event.order)


def labels(ledger: Ledger) -> dict[str, int]:
    """How many events carry which label."""
    counts = Counter(label or "counted" for label in ledger.labels.values())
    return dict(sorted(counts.items()))


def event_json(ledger: Ledger, event: Event) -> dict[str, Any]:
    """One event with its label."""
    return {
        "author": event.author.hex(),
        "id": event.id.hex(),
        "label": ledger.labels[event.id] or "counted",
        "lamport": event.lamport,
        "payload": ledger.stored.payloads.get(event.id),
        "seq": event.seq,
    }


def member_json(ledger: Ledger, member: bytes) -> dict[str, Any]:
    """One key ever admitted."""
    return {
        "active": ledger.members.is_active(member),
        "key": member.hex(),
        "name": ledger.name(member),
        "person": ledger.person(member).hex(),
    }


def log_json(ledger: Ledger, author: bytes) -> dict[str, Any]:
    """How far a log is stored."""
    log = frontier.log(ledger, author)
    return {
        "author": author.hex(),
        "claimed": log.claimed,
        "contiguous": log.contiguous,
        "missing": [list(pair) for pair in log.missing],
        "whole": log.is_whole,
    }


def is_partial(ledger: Ledger) -> list[str]:
    """Why totals are only partial; empty when they are not."""
    reasons = [
        f"{ledger.name(member)}'s log is not whole"
        for member in ledger.members.admitted()
        if not frontier.log(ledger, member).is_whole
    ]
    waiting = {
        "UNKNOWN_EPOCH", "ORPHAN", "UNKNOWN_MEMBER", "NEWER_KIND", "CLOCK_AHEAD", "CORRUPT",
        "UNANNOUNCED_KEY",
    }
    counts = labels(ledger)
    return reasons + [f"{counts[label]} {label}" for label in sorted(waiting & counts.keys())]


def as_text(ledger: Ledger) -> str:
    """Balances, plan and warnings for a person."""
    balances = {party: amount for party, amount in ledger.balances().items() if amount}
    lines = [f"{ledger.setting('name')} ({ledger.currency})", ""]
    for party, amount in sorted(balances.items(), key=lambda item: (-item[1], item[0])):
        lines.append(f"{ledger.name(party) or party.hex()[:8]:<20} {amount:>+12}")
    lines += ["", "to settle up (minor units):"]
    for transfer in money.plan(balances).transfers:
        debtor, creditor = ledger.name(transfer.debtor), ledger.name(transfer.creditor)
        lines.append(f"{debtor} pays {creditor} {transfer.amount}")
    counts = ", ".join(f"{count} {label}" for label, count in labels(ledger).items())
    lines += ["", f"{len(ledger.labels)} events: {counts}"]
    lines += [f"partial: {reason}" for reason in is_partial(ledger)]
    return "\n".join(lines)
