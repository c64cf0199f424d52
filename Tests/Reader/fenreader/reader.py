"""A link and a store folder in, a ledger out."""

from __future__ import annotations

from pathlib import Path

from . import opening, schema, store
from .invite import Invite
from .ledger import Ledger
from .store import Lines
from .wire import Event

MAX_PENDING = 64


def read(invite: Invite, folder: Path) -> Ledger:
    """Reads a group's folder with what an invite gives."""
    return evaluate(store.read_lines(folder, invite.group), invite)


def evaluate(lines: Lines, invite: Invite) -> Ledger:
    """Strangers' lines are not stored, and read again when their author is let in: in rounds."""
    authentic = store.authentic(lines)
    known, waiting = {invite.founder}, set[bytes]()
    while True:
        events = _of(authentic, known, waiting - known)
        stored = opening.build(events, invite.keys, invite.founder)
        ledger = Ledger(stored, invite.founder)
        more_known = known | set(ledger.members.admitted()) | ledger.roles.governing()
        more_waiting = waiting | _joining(authentic, ledger)
        if (more_known, more_waiting) == (known, waiting):
            ledger.stored.held = set(lines.copies) - set(authentic)
            return ledger
        known, waiting = more_known, more_waiting


def _of(authentic: dict[bytes, Event], known: set[bytes], waiting: set[bytes]) -> list[Event]:
    """All events of known authors and the first 64 of each waiting one."""
    events = [event for event in authentic.values() if event.author in known]
    for author in waiting:
        mine = [event for event in authentic.values() if event.author == author]
        events += sorted(mine, key=lambda event: (event.seq, event.id))[:MAX_PENDING]
    return events


def _joining(authentic: dict[bytes, Event], ledger: Ledger) -> set[bytes]:
    """Authors with a `MemberJoined` that opens."""
    result: set[bytes] = set()
    for event in authentic.values():
        key = ledger.stored.keys.get((event.epoch, event.key_id))
        if event.author in result or key is None:
            continue
        payload = event.open(key)
        if payload is not None and schema.judge(payload) is None:
            if payload["kind"] == "MemberJoined":
                result.add(event.author)
    return result
