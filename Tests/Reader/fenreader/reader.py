"""A link and a store folder in, a ledger out."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from . import store
from .invite import Invite
from .ledger import Ledger
from .store import Lines, Stored

MAX_PENDING = 64


def read(invite: Invite, folder: Path) -> Ledger:
    """Reads a group's folder with what an invite gives."""
    return evaluate(store.read_lines(folder, invite.group), invite)


def evaluate(lines: Lines, invite: Invite) -> Ledger:
    """Evaluates lines; what strangers wrote is not stored: it is taken out and the rest redone."""
    ledger = Ledger(store.build(lines, [invite.key]), invite.founder)
    unwanted = _unwanted(ledger, ledger.stored)
    if not unwanted:
        return ledger
    kept = Lines(refused=lines.refused)
    for event_id, copies in lines.copies.items():
        if event_id not in unwanted:
            kept.copies[event_id] = copies
    return Ledger(store.build(kept, [invite.key]), invite.founder)


def _unwanted(ledger: Ledger, stored: Stored) -> set[bytes]:
    """Events of strangers, and of a pending author what is beyond the first 64."""
    joined = {event.author for event in ledger.facts.of("MemberJoined")}
    waiting = defaultdict(list)
    for event in stored.events.values():
        if not ledger.members.is_admitted(event.author):
            waiting[event.author].append(event)
    unwanted: set[bytes] = set()
    for author, events in waiting.items():
        events.sort(key=lambda event: (event.seq, event.id))
        kept = MAX_PENDING if author in joined else 0
        unwanted |= {event.id for event in events[kept:]}
    return unwanted
