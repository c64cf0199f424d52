"""Random groups: authors, what they write, and everything that can go wrong on the way.

The writer keeps a rough idea of who is organiser and who is a member, so that most events mean
something, and breaks every rule now and then. What the group adds up to is the reader's matter.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from . import crypto, encoding, opening, writer
from .crypto import GroupKey
from .invite import Invite
from .ledger import Ledger
from .rng import Rng
from .wire import ZERO, Event
from .writer import Author

START = 1_796_000_000_000
FAR_FUTURE = 4_102_444_800
NAMES = ("Alice", "Bob", "May", "Zoë", "Bob", "Lee May", "Никола", "O'Hara", "Ana 🍺", "Kim")
Payload = dict[str, Any]


@dataclass
class Moods:
    """How often things go wrong in one group, in percent."""

    fork: float
    lag: float
    wrong_author: float
    odd_payload: float
    odd_key: float

    @staticmethod
    def random(rng: Rng) -> Moods:
        """From calm to wild."""
        wild = rng.pick((0, 1, 1, 2, 4))
        return Moods(
            fork=1.5 * wild, lag=10 + 8 * wild, wrong_author=3 * wild, odd_payload=1.2 * wild,
            odd_key=0.8 * wild,
        )


@dataclass
class World:
    """Everything written so far."""

    rng: Rng
    moods: Moods
    group: bytes
    authors: list[Author]
    keys: list[GroupKey]
    join_token: bytes
    side: Rng
    events: list[Event] = field(default_factory=list)
    payloads: dict[bytes, Payload] = field(default_factory=dict)
    tips: dict[bytes, Event] = field(default_factory=dict)
    kinds: dict[str, list[Event]] = field(default_factory=dict)
    clock: int = 0
    organiser: int = 0
    members: list[int] = field(default_factory=lambda: [0])
    invites: list[bytes] = field(default_factory=list)
    fresh: int = 1

    @staticmethod
    def make(seed: str, count: int) -> World:
        """An empty world; the first author is the founder."""
        rng = Rng(seed)
        group = bytearray(rng.bytes(16))
        group[6], group[8] = group[6] & 15 | 64, group[8] & 63 | 128
        authors = [Author(rng.bytes(32)) for _ in range(count)]
        key = GroupKey(bytes(group), 0, rng.bytes(32))
        moods, token = Moods.random(rng), rng.bytes(16)
        return World(rng, moods, bytes(group), authors, [key], token, Rng(seed + " side"))

    @property
    def founder(self) -> Author:
        """Who created the group."""
        return self.authors[0]

    def of(self, *kinds: str) -> list[Event]:
        """Events written so far, by the kind they were meant to be."""
        return [event for kind in kinds for event in self.kinds.get(kind, [])]

    def by(self, author: bytes) -> list[Event]:
        """Events of one author."""
        return [event for event in self.events if event.author == author]

    # Writing

    def write(
        self, who: int, payload: Payload | bytes, key: GroupKey | None = None, anew: bool = False
    ) -> Event:
        """Seals and appends, mostly well; `anew` starts a second log at number 1."""
        author, rng = self.authors[who], self.rng
        key = key or self._key()
        body = payload if isinstance(payload, bytes) else encoding.encode_json(payload)
        before, tip = None if anew else self._previous(author.key), self.tips.get(author.key)
        seq = 1 if before is None else before.seq + 1
        lamport = self._lamport(before)
        if before is not None and rng.chance(self.moods.odd_payload / 4):
            lower = max(2, seq - 1)
            seq, lamport = rng.pick(((seq + 1, lamport), (seq, before.lamport), (lower, lamport)))
        is_odd = lamport > self.clock + 2**19 or (before is not None and seq != before.seq + 1)
        event = writer.seal(
            author, body, key, seq=seq, lamport=lamport,
            created_at=START + 1_000 * len(self.events),
            prev=ZERO if before is None else before.id, nonce=rng.bytes(24),
            epoch=key.epoch + 1 if rng.chance(self.moods.odd_key / 4) else None,
        )
        self._note(event, payload)
        if is_odd and tip is not None and rng.chance(70):
            self.tips[author.key] = tip
        return event

    def _note(self, event: Event, payload: Payload | bytes) -> None:
        self.events.append(event)
        self.tips[event.author] = event
        if event.lamport < self.clock + 2**21:
            self.clock = max(self.clock, event.lamport)
        if isinstance(payload, dict):
            self.payloads[event.id] = payload
            self.kinds.setdefault(str(payload.get("kind")), []).append(event)

    def _key(self) -> GroupKey:
        if self.rng.chance(self.moods.odd_key):
            epoch = self.rng.pick((0, 1, self.keys[-1].epoch + 1))
            return GroupKey(self.group, epoch, self.rng.bytes(32))
        return self.keys[-1] if self.rng.chance(80) else self.rng.pick(self.keys)

    def _previous(self, author: bytes) -> Event | None:
        mine = self.by(author)
        if not mine:
            return None
        if self.rng.chance(self.moods.fork):
            return None if self.rng.chance(10) else self.rng.pick(mine)
        if self.rng.chance(self.moods.odd_payload / 8):
            return self.rng.pick(self.events)
        return self.tips[author]

    def _lamport(self, before: Event | None) -> int:
        rng = self.rng
        seen = self.clock
        if self.events and rng.chance(self.moods.lag):
            seen = rng.pick(self.events[-12:]).lamport
        if rng.chance(self.moods.odd_payload / 4):
            seen += rng.pick((2**20, 2**20 * rng.between(1, len(self.events) + 1), 2**50))
        least = 0 if before is None else before.lamport
        return min(max(seen, least) + 1, 2**53 - 1)

    def look(self) -> None:
        """Corrects the rough idea of who is organiser and who is a member."""
        stored = opening.build(self.events, self.keys, self.founder.key)
        ledger = Ledger(stored, self.founder.key)
        keys = [author.key for author in self.authors]
        if ledger.roles.organiser in keys:
            self.organiser = keys.index(ledger.roles.organiser)
        active = [who for who, key in enumerate(keys) if ledger.members.is_active(key)]
        self.members = active or [0]
        good = [key for key in self.keys if (key.epoch, key.key_id) in ledger.announced]
        self.keys = good or self.keys[:1]

    # Choosing

    def boss(self) -> int:
        """The organiser, mostly."""
        return self.anyone() if self.rng.chance(self.moods.wrong_author) else self.organiser

    def member(self) -> int:
        """A member, mostly."""
        if self.rng.chance(self.moods.wrong_author):
            return self.anyone()
        return self.rng.pick(self.members)

    def anyone(self) -> int:
        """Any author at all, admitted or not."""
        return self.rng.below(len(self.authors))

    def key_of(self, who: int) -> str:
        """An author's member id in hex."""
        return self.authors[who].key.hex()

    def unknown(self) -> str:
        """An id that names nothing."""
        return self.rng.bytes(32).hex()

    def target(self, *kinds: str) -> str:
        """The id of an event of some kinds, mostly."""
        choices = self.of(*kinds)
        if not choices or self.rng.chance(2):
            return self.rng.pick(self.events).id.hex() if self.rng.chance(50) else self.unknown()
        recent = choices[-6:] if self.rng.chance(60) else choices
        return self.rng.pick(recent).id.hex()

    def heads(self, member: str) -> list[dict[str, Any]]:
        """Heads of a log: its tips, something lower, nothing, or something unheard of."""
        mine = self.by(bytes.fromhex(member))
        named = {event.prev for event in mine}
        tips = [event for event in mine if event.id not in named]
        how = self.rng.weighted({"tips": 60, "lower": 26, "none": 4, "unheard": 6, "wrong": 4})
        if how == "none" or not mine:
            return []
        if how == "unheard":
            return [{"id": self.unknown(), "seq": self.rng.between(1, 12)}]
        if how == "wrong":
            event = self.rng.pick(self.events if self.rng.chance(40) else mine)
            return [{"id": event.id.hex(), "seq": self.rng.between(1, 12)}]
        chosen = tips if how == "tips" else self.rng.some(mine[-8:], 2)
        pairs = sorted({(event.seq, event.id.hex()) for event in chosen})[:8]
        return [{"id": event_id, "seq": seq} for seq, event_id in pairs]

    def cut(self) -> list[dict[str, Any]]:
        """Heads of every admitted key, mostly."""
        members = [who for who in range(len(self.authors)) if self.by(self.authors[who].key)]
        if self.rng.chance(15):
            members = self.rng.some(members, len(members))
        keys = sorted(self.key_of(who) for who in members)
        return [{"heads": self.heads(key), "member": key} for key in keys]

    # The way in

    def invite(self, key: GroupKey) -> tuple[Invite, str, str]:
        """An invite with the key of one epoch, as link and as QR text."""
        invite = Invite(
            self.group, key, self.join_token, [2, "random"], self.founder.key,
            FAR_FUTURE, "Random", "EUR", "Alice", len(self.members), [], b"",
        )
        secret = self.rng.bytes(16)
        package = writer.invite_package(writer.invite_body(invite), secret)
        return invite, writer.link(package, secret), writer.qr_text(package, secret)

    def proof(self, who: int) -> str:
        """A joiner's proof for the world's one join token."""
        token = self.join_token
        return crypto.hmac_sha256(token, b"fen/1/join\x00", self.group, self.authors[who].key).hex()
