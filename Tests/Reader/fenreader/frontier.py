"""What is stored of every log, what is missing of it, and where it forks."""

from __future__ import annotations

from dataclasses import dataclass

from .chains import Heads
from .ledger import Ledger
from .wire import Event


@dataclass(frozen=True)
class Log:
    """One admitted key's log: its stored events that are not `AFTER_REMOVAL`."""

    author: bytes
    contiguous: int
    claimed: int
    missing: list[tuple[int, int]]
    tips: list[Event]

    @property
    def is_whole(self) -> bool:
        """Nothing of it is known to be missing."""
        return not self.missing


@dataclass(frozen=True)
class Fork:
    """Two or more events of one author after the same one."""

    author: bytes
    branches: list[Event]
    acknowledged: bool


def log(ledger: Ledger, author: bytes) -> Log:
    """How far a log is stored."""
    own = {
        event.id: event
        for event in ledger.stored.events.values()
        if event.author == author and not ledger.members.is_excluded(event)
    }
    bridged = _bridged(ledger, author)
    connected: dict[bytes, bool] = {}
    for event in sorted(own.values(), key=lambda e: e.seq):
        before = own.get(event.prev)
        if before is not None:
            connected[event.id] = connected[before.id]
        else:
            connected[event.id] = event.seq == 1 or event.seq - 1 in bridged
    claimed = max((event.seq for event in own.values()), default=0)
    missing = set(range(1, claimed + 1)) - {event.seq for event in own.values()}
    missing |= {e.seq - 1 for e in own.values() if e.prev not in own and e.seq > 1}
    missing |= _missing_heads(ledger, author, own)
    named = {event.prev for event in own.values()}
    tips = [event for event in own.values() if event.id not in named]
    return Log(
        author,
        max((own[event_id].seq for event_id, done in connected.items() if done), default=0),
        claimed,
        ranges(missing - bridged),
        sorted(tips, key=lambda event: (event.seq, event.id)),
    )


def _bridged(ledger: Ledger, author: bytes) -> set[int]:
    """Numbers that a lifted exclusion takes out: they are in nobody's log."""
    key = ledger.members.keys[author]
    numbers: set[int] = set()
    for order, number, _ in key.exclusions():
        start = key.lift(order, number)
        if start is not None:
            numbers |= set(range(number + 1, start))
    return numbers


def _missing_heads(ledger: Ledger, author: bytes, own: dict[bytes, Event]) -> set[int]:
    key = ledger.members.keys[author]
    standing = [n for order, n, _ in key.exclusions() if key.lift(order, n) is None]
    named = [h for member, heads in named_heads(ledger) if member == author for h in heads]
    return {
        head["seq"]
        for head in named
        if bytes.fromhex(head["id"]) not in own
        and head["seq"] <= min(standing, default=head["seq"])
    }


def named_heads(ledger: Ledger) -> list[tuple[bytes, Heads]]:
    """Every head that a counted event names, with whose log it is of."""
    payload = ledger.facts.payload
    result = []
    for event in ledger.counted("MemberRemoved", "MemberRekeyed"):
        result.append((bytes.fromhex(payload(event)["member"]), payload(event).get("heads", [])))
    for event in ledger.counted("ForkAcknowledged"):
        result.append((bytes.fromhex(payload(event)["author"]), payload(event)["heads"]))
    for event in ledger.counted("GroupClosed", "SettlementSnapshot"):
        for entry in payload(event)["cut"]:
            result.append((bytes.fromhex(entry["member"]), entry["heads"]))
    for tenure in ledger.roles.tenures:
        if tenure.closing is not None and ledger.labels[tenure.closing.id] is None:
            result.append((tenure.holder, tenure.closing_heads))
    return result


def ranges(numbers: set[int]) -> list[tuple[int, int]]:
    """Ascending ranges that do not touch each other."""
    result: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if result and result[-1][1] == number - 1:
            result[-1] = (result[-1][0], number)
        else:
            result.append((number, number))
    return result


def forks(ledger: Ledger) -> list[Fork]:
    """Every fork of an admitted key's log and whether it is acknowledged."""
    events = [
        event
        for event in ledger.stored.events.values()
        if ledger.members.is_admitted(event.author) and not ledger.members.is_excluded(event)
    ]
    acknowledgements = ledger.counted("ForkAcknowledged")
    result = []
    for (author, _), branches in sorted(ledger.facts.chains.forks(events).items()):
        heads = [
            head
            for event in acknowledgements
            if ledger.facts.payload(event)["author"] == author.hex()
            for head in ledger.facts.payload(event)["heads"]
        ]
        known = all(ledger.facts.chains.covered(b, author, heads) for b in branches)
        result.append(Fork(author, branches, known))
    return result
