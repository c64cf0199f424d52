"""Layers 2 and 3 of what counts: who is the organiser, who is a member, whose events fell away."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from .chains import Chains, Heads
from .store import Stored
from .wire import Event

Order = tuple[int, bytes]
Payload = dict[str, Any]


@dataclass(frozen=True)
class Tenure:
    """One holder's time as organiser; `closing` is the event that ended it."""

    holder: bytes
    start: int
    opened_by: Event | None
    closing: Event | None = None
    closing_heads: Heads = field(default_factory=list)


class Facts:
    """The opened events in canonical order, by kind."""

    def __init__(self, stored: Stored):
        self.stored = stored
        self.chains = Chains(stored.events)
        self.ordered = sorted(
            (stored.events[event_id] for event_id in stored.payloads), key=lambda e: e.order
        )
        self.by_kind: dict[str, list[Event]] = defaultdict(list)
        for event in self.ordered:
            self.by_kind[self.payload(event)["kind"]].append(event)

    def payload(self, event: Event) -> Payload:
        """The opened payload of an event of `ordered`."""
        return self.stored.payloads[event.id]

    def of(self, *kinds: str) -> list[Event]:
        """All opened events of some kinds, in order."""
        return sorted((e for kind in kinds for e in self.by_kind[kind]), key=lambda e: e.order)


class Roles:
    """Layer 2: the organiser's role as a row of tenures."""

    def __init__(self, facts: Facts, founder: bytes):
        self.facts = facts
        self.founder = founder
        self.tenures: list[Tenure] = []
        self.movers: set[bytes] = set()
        holder, start, opened_by = founder, 0, None
        while True:
            closing = self._end_of_tenure(holder, start)
            if closing is None:
                self.tenures.append(Tenure(holder, start, opened_by))
                return
            payload = facts.payload(closing)
            self.tenures.append(Tenure(holder, start, opened_by, closing, payload["heads"]))
            self.movers.add(closing.id)
            holder = bytes.fromhex(payload["member"])
            start, opened_by = closing.lamport, closing

    def governing(self) -> set[bytes]:
        """Every key that has held the role, or that a holder has named deputy."""
        keys = {tenure.holder for tenure in self.tenures}
        for event in self.facts.of("DeputyNamed"):
            member = self.facts.payload(event).get("member")
            if member is not None and any(
                tenure.holder == event.author and event.lamport > tenure.start
                for tenure in self.tenures
            ):
                keys.add(bytes.fromhex(member))
        return keys

    @property
    def organiser(self) -> bytes:
        """Who holds the role now."""
        return self.tenures[-1].holder

    def _end_of_tenure(self, holder: bytes, start: int) -> Event | None:
        for event in self.facts.of("OrganiserChanged"):
            if event.author == holder and event.lamport > start:
                return event
            if self._is_take_over(event, holder, start):
                return event
        return None

    def _is_take_over(self, event: Event, holder: bytes, start: int) -> bool:
        member = bytes.fromhex(self.facts.payload(event)["member"])
        if member != event.author or event.author != self._deputy(event, holder, start):
            return False
        return not self._is_shut_out(event, holder, start)

    def _deputy(self, place: Event, holder: bytes, start: int) -> bytes | None:
        named = [
            event
            for event in self.facts.of("DeputyNamed")
            if event.author == holder and event.lamport > start and event.order < place.order
        ]
        member = self.facts.payload(named[-1]).get("member") if named else None
        return None if member is None else bytes.fromhex(member)

    def _is_shut_out(self, event: Event, holder: bytes, start: int) -> bool:
        """Whether a removal by the holder leaves the take-over outside its heads."""
        lifts: list[tuple[int, Order]] = []
        removals: list[tuple[Order, Heads]] = []
        for other in self.facts.of("MemberAdmitted", "MemberRemoved", "MemberRekeyed"):
            payload = self.facts.payload(other)
            if other.author != holder or other.lamport <= start:
                continue
            if payload["member"] != event.author.hex():
                continue
            if payload["kind"] == "MemberAdmitted":
                if "from" in payload:
                    lifts.append((payload["from"], other.order))
            elif "heads" in payload:
                removals.append((other.order, payload["heads"]))
        return any(
            not self.facts.chains.covered(event, event.author, heads)
            and not is_lifted(lifts, largest(heads), order, event.seq)
            for order, heads in removals
        )

    def has_right(self, event: Event) -> bool:
        """Whether an event has the organiser's right."""
        return any(self._within(event, tenure) for tenure in self.tenures)

    def _within(self, event: Event, tenure: Tenure) -> bool:
        if event.author != tenure.holder or event.lamport <= tenure.start:
            return False
        if tenure.closing is None or event.id == tenure.closing.id:
            return True
        return self.facts.chains.covered(event, tenure.holder, tenure.closing_heads)

    def holder_at(self, event: Event) -> bytes:
        """Who holds the role at an event's place in the order."""
        holder = self.founder
        for tenure in self.tenures:
            if tenure.opened_by is not None and tenure.opened_by.order < event.order:
                holder = tenure.holder
        return holder


def largest(heads: Heads) -> int:
    """The largest number among heads, 0 for none."""
    return max((head["seq"] for head in heads), default=0)


def is_lifted(lifts: list[tuple[int, Order]], number: int, order: Order, seq: int) -> bool:
    """Whether an admission with `from` takes number `seq` out of an exclusion."""
    return any(seq >= start and number < start and order < place for start, place in lifts)


@dataclass
class Key:
    """What the log says about one key's membership."""

    admitted: bool = False
    lifts: list[tuple[int, Order]] = field(default_factory=list)
    removals: list[tuple[Order, Heads]] = field(default_factory=list)
    rekeys: set[Order] = field(default_factory=set)
    leavings: list[Event] = field(default_factory=list)

    def exclusions(self) -> list[tuple[Order, int, str]]:
        """`(place, number, how)` of every exclusion, in order."""
        removed = [
            (order, largest(heads), "rekeyed" if order in self.rekeys else "removed")
            for order, heads in self.removals
        ]
        return sorted(removed + [(e.order, e.seq, "left") for e in self.leavings])

    def lift(self, order: Order, number: int) -> int | None:
        """The smallest `from` that lifts an exclusion, if any does."""
        return min(
            (start for start, place in self.lifts if number < start and order < place),
            default=None,
        )


class Membership:
    """Layer 3: admissions, removals, leavings, rekeys."""

    def __init__(self, facts: Facts, roles: Roles):
        self.facts = facts
        self.roles = roles
        self.keys: dict[bytes, Key] = defaultdict(Key)
        self.successor: dict[bytes, bytes] = {}
        self.counted: set[bytes] = set()
        self.keys[roles.founder].admitted = True
        self._invites: dict[str, str] = {}
        for event in facts.of("MemberAdmitted", "MemberRemoved", "MemberRekeyed"):
            self._take(event, facts.payload(event))
        self._drop_idle_leavings()

    def _take(self, event: Event, payload: Payload) -> None:
        take = {
            "MemberAdmitted": self._admit,
            "MemberRemoved": self._remove,
            "MemberRekeyed": self._rekey,
        }
        if take[payload["kind"]](event, payload, bytes.fromhex(payload["member"])):
            self.counted.add(event.id)

    def _admit(self, event: Event, payload: Payload, member: bytes) -> bool:
        if not self.roles.has_right(event):
            return False
        invite = payload.get("invite_id")
        if invite is not None:
            if self._invites.setdefault(invite, payload["member"]) != payload["member"]:
                return False
        key = self.keys[member]
        key.admitted = True
        if "from" in payload:
            key.lifts.append((payload["from"], event.order))
        return True

    def _remove(self, event: Event, payload: Payload, member: bytes) -> bool:
        if member == self.roles.holder_at(event):
            return False
        if member == event.author:
            if "heads" in payload:
                return False
            self.keys[member].leavings.append(event)
            return True
        if not self.roles.has_right(event) or "heads" not in payload:
            return False
        self.keys[member].removals.append((event.order, payload["heads"]))
        return True

    def _rekey(self, event: Event, payload: Payload, member: bytes) -> bool:
        successor = bytes.fromhex(payload["successor"])
        if not self.roles.has_right(event) or member == self.roles.holder_at(event):
            return False
        if member in self.chain(successor):
            return False
        self.successor[member] = successor
        self.keys[member].removals.append((event.order, payload["heads"]))
        self.keys[member].rekeys.add(event.order)
        self.keys[successor].admitted = True
        return True

    def _drop_idle_leavings(self) -> None:
        """A leaving that fell away itself excludes nothing."""
        for member, key in self.keys.items():
            leavings, key.leavings = sorted(key.leavings, key=lambda e: (e.seq, e.id)), []
            for leaving in leavings:
                if not self.is_excluded(leaving):
                    key.leavings.append(leaving)

    def is_admitted(self, member: bytes) -> bool:
        """Whether the key was ever let in."""
        return member in self.keys and self.keys[member].admitted

    def is_excluded(self, event: Event) -> bool:
        """Whether the event lies outside a removal or after a leaving (`AFTER_REMOVAL`)."""
        key = self.keys.get(event.author)
        if key is None:
            return False
        covered, descends = self.facts.chains.covered, self.facts.chains.descends
        return any(
            not is_lifted(key.lifts, largest(heads), order, event.seq)
            and not covered(event, event.author, heads)
            for order, heads in key.removals
        ) or any(
            not is_lifted(key.lifts, leaving.seq, leaving.order, event.seq)
            and descends(event, leaving)
            for leaving in key.leavings
        )

    def status(self, member: bytes) -> str:
        """`active`, or how the key's last exclusion in force came about."""
        standing = [
            how
            for order, number, how in self.keys[member].exclusions()
            if self.keys[member].lift(order, number) is None
        ]
        return standing[-1] if standing else "active"

    def is_active(self, member: bytes) -> bool:
        """Whether the key is in the group now."""
        return self.is_admitted(member) and self.status(member) == "active"

    def admitted(self) -> list[bytes]:
        """Every key ever admitted, ascending."""
        return sorted(member for member, key in self.keys.items() if key.admitted)

    def chain(self, member: bytes) -> list[bytes]:
        """A key and the keys that replaced it, oldest first."""
        chain = [member]
        while chain[-1] in self.successor:
            chain.append(self.successor[chain[-1]])
        return chain
