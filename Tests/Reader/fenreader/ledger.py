"""Layers 4 to 6 of what counts: a label for every event, expenses, settlements, balances."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from . import money
from .crypto import GroupKey
from .encoding import decode_base64url
from .roles import Facts, Membership, Payload, Roles
from .store import Stored
from .wire import Event

CLOCK_STEP = 2**20
ORGANISER_KINDS = {
    "GroupSettingsChanged", "InviteIssued", "InviteRevoked", "DeputyNamed", "GuestClaimed",
    "RateSet", "KeyEpochUpdate", "KeyHistory", "StorageKeyRotated", "SettlementSnapshot",
    "GroupClosed", "GroupReopened",
}
KEY_KINDS = {"GroupCreated", "KeyEpochUpdate", "KeyHistory"}
CLOSED_KINDS = {
    "ExpenseLogged", "ExpenseUpdated", "ExpenseDeleted", "ExpenseRestored", "SettlementRecorded",
    "SettlementVoided",
}
ROOT_KINDS = ("ExpenseLogged", "SettlementRecorded")
TARGETS = {
    "ExpenseUpdated": ("expense", "ExpenseLogged"),
    "ExpenseDeleted": ("expense", "ExpenseLogged"),
    "ExpenseRestored": ("expense", "ExpenseLogged"),
    "AttachmentUploaded": ("expense", "ExpenseLogged"),
    "SettlementVoided": ("settlement", "SettlementRecorded"),
    "GuestClaimed": ("guest", "GuestAdded"),
}
UNIT = (
    "amount", "currency", "paid_by", "split", "settlement_amount", "rate", "refund", "typed",
)
REGISTERS = ("description", "date", "category", "note", "blob")
STANDING = (None, "UNKNOWN_MEMBER")


@dataclass
class Expense:
    """The seven registers of an expense and who set each last."""

    event: Event
    values: dict[str, Any] = field(default_factory=dict)
    writers: dict[str, Event] = field(default_factory=dict)
    waits: bool = False
    uploads: list[str] = field(default_factory=list)

    @property
    def is_deleted(self) -> bool:
        """The seventh register."""
        return bool(self.values.get("deleted"))


@dataclass
class Settlement:
    """A settlement and whether it was voided."""

    event: Event
    payload: Payload
    voided_by: Event | None = None
    waits: bool = False


class Ledger:
    """The projection: a pure function of founder, stored events and keys held."""

    def __init__(self, stored: Stored, founder: bytes):
        self.stored = stored
        self.facts = Facts(stored)
        self.roles = Roles(self.facts, founder)
        self.members = Membership(self.facts, self.roles)
        self.labels: dict[bytes, str | None] = {}
        self.expenses: dict[bytes, Expense] = {}
        self.settlements: dict[bytes, Settlement] = {}
        self._find_head(founder)
        self._find_clock_bound()
        self._find_announced()
        self._label_control()
        self._label_roots()
        self._label_dependents()
        self._build_entries()

    # Layer 1 and 4

    def _find_head(self, founder: bytes) -> None:
        created = [e for e in self.facts.of("GroupCreated") if e.author == founder and e.seq == 1]
        self.head = created[0] if created else None
        self.head_payload = self.facts.payload(created[0]) if created else {}
        self.currency: str | None = self.head_payload.get("currency")

    def _find_clock_bound(self) -> None:
        count = sum(
            self.members.is_admitted(event.author) and not self.members.is_excluded(event)
            for event in self.stored.events.values()
        )
        self.clock_bound = CLOCK_STEP * max(count, 1)

    def is_clock_ahead(self, event: Event) -> bool:
        """Whether the lamport is further ahead than the group's size explains."""
        return event.lamport > self.clock_bound

    # Layer 5

    def _find_announced(self) -> None:
        self.announced: dict[tuple[int, bytes], Event] = {}
        for event in self.facts.of(*KEY_KINDS):
            if event is not self.head:
                if not self._may_announce(event) or not self._may_count(event):
                    continue
            payload = self.facts.payload(event)
            if payload["kind"] == "KeyHistory":
                key = GroupKey(event.group, payload["epoch"], decode_base64url(payload["key"]))
                name = (key.epoch, key.key_id)
            else:
                name = (payload.get("epoch", 0), bytes.fromhex(payload["check"])[:16])
            self.announced.setdefault(name, event)

    def _may_count(self, event: Event) -> bool:
        """Layers 3 and 4 let the event through."""
        return (
            self.members.is_admitted(event.author)
            and not self.members.is_excluded(event)
            and not self.is_clock_ahead(event)
        )

    def _may_announce(self, event: Event) -> bool:
        payload = self.facts.payload(event)
        if payload["kind"] == "GroupCreated" or not self.roles.has_right(event):
            return False
        if payload["kind"] == "KeyEpochUpdate":
            return event.epoch == payload["epoch"] - 1
        return event.epoch > payload["epoch"]

    def _is_announced(self, event: Event) -> bool:
        payload = self.stored.payloads.get(event.id)
        if payload is not None and payload["kind"] in KEY_KINDS and self.roles.has_right(event):
            return True
        return (event.epoch, event.key_id) in self.announced

    # Layer 6: labels

    def _label_before_kind(self, event: Event) -> str | None:
        if not self.members.is_admitted(event.author):
            return "PENDING"
        if self.members.is_excluded(event):
            return "AFTER_REMOVAL"
        if self.is_clock_ahead(event):
            return "CLOCK_AHEAD"
        reason = self.stored.unopened.get(event.id)
        if reason in ("UNKNOWN_EPOCH", "CORRUPT"):
            return reason
        return reason if self._is_announced(event) else "UNANNOUNCED_KEY"

    def _label_control(self) -> None:
        """Everything that names no target and carries no money."""
        for event in self.stored.events.values():
            self.labels[event.id] = self._label_before_kind(event)
        for event in self.facts.ordered:
            kind = self.facts.payload(event)["kind"]
            if self.labels[event.id] is None and kind not in TARGETS and kind not in ROOT_KINDS:
                self.labels[event.id] = None if self._may(event, kind) else "NO_RIGHT"
        self.guests = {event.id: event for event in self.counted("GuestAdded")}
        self._find_closing()

    def _may(self, event: Event, kind: str) -> bool:
        if kind == "GroupCreated":
            return event is self.head
        if kind == "OrganiserChanged":
            return event.id in self.roles.movers
        if kind in ("MemberAdmitted", "MemberRemoved", "MemberRekeyed"):
            return event.id in self.members.counted
        if kind in ("KeyEpochUpdate", "KeyHistory"):
            return self._may_announce(event)
        if kind in ORGANISER_KINDS:
            return self.roles.has_right(event)
        if kind == "ForkAcknowledged":
            author = self.facts.payload(event)["author"]
            return event.author.hex() == author or self.roles.has_right(event)
        return True

    def counted(self, *kinds: str) -> list[Event]:
        """Events of some kinds that count, in order."""
        return [event for event in self.facts.of(*kinds) if self.labels[event.id] is None]

    def counted_as_membership(self, kind: str) -> list[Event]:
        """Events of a kind that counted in layer 3, whatever a later layer says, in order."""
        return [event for event in self.facts.of(kind) if event.id in self.members.counted]

    def _find_closing(self) -> None:
        last = self.counted("GroupClosed", "GroupReopened")[-1:]
        payload = self.facts.payload(last[0]) if last else {"kind": "GroupReopened"}
        self.is_closed = payload["kind"] == "GroupClosed"
        self.cut = {bytes.fromhex(e["member"]): e["heads"] for e in payload.get("cut", [])}

    def _is_after_closing(self, event: Event) -> bool:
        if not self.is_closed:
            return False
        heads = self.cut.get(event.author, [])
        return not self.facts.chains.covered(event, event.author, heads)

    def _label_roots(self) -> None:
        """Expenses and settlements; of several on behalf of one event the first counts."""
        replaced: set[str] = set()
        for event in self.facts.of(*ROOT_KINDS):
            if self.labels[event.id] is None:
                payload = self.facts.payload(event)
                label = self._label_root(event, payload, replaced)
                self.labels[event.id] = label
                if label in STANDING and "on_behalf_of" in payload:
                    replaced.add(payload["on_behalf_of"])

    def _label_root(self, event: Event, payload: Payload, replaced: set[str]) -> str | None:
        behalf = payload.get("on_behalf_of")
        if behalf is not None and not self.roles.has_right(event):
            return "NO_RIGHT"
        if not self._currency_fits(payload):
            return "NO_RIGHT"
        if self._is_after_closing(event):
            return "AFTER_CLOSING"
        if behalf in replaced:
            return "NO_RIGHT"
        return None if self._ids_are_known(payload) else "UNKNOWN_MEMBER"

    def _currency_fits(self, payload: Payload) -> bool:
        if "currency" not in payload or self.currency is None:
            return True
        if payload["currency"] != self.currency:
            return "rate" in payload
        return "rate" not in payload and payload["settlement_amount"] == payload["amount"]

    def _ids_are_known(self, payload: Payload) -> bool:
        return all(
            self.members.is_admitted(party) or party in self.guests for party in ids_of(payload)
        )

    def _label_dependents(self) -> None:
        """Claims first: who may void depends on them."""
        self.claims: dict[bytes, bytes] = {}
        for event in self.facts.of("GuestClaimed"):
            if self.labels[event.id] is None:
                payload = self.facts.payload(event)
                self.labels[event.id] = self._label_claim(event, payload)
                if self.labels[event.id] is None:
                    self.claims[bytes.fromhex(payload["guest"])] = bytes.fromhex(payload["member"])
        for event in self.facts.of(*(TARGETS.keys() - {"GuestClaimed"})):
            if self.labels[event.id] is None:
                self.labels[event.id] = self._label_dependent(event, self.facts.payload(event))

    def _label_claim(self, event: Event, payload: Payload) -> str | None:
        if not self.roles.has_right(event):
            return "NO_RIGHT"
        label = self._label_target(event, payload)
        if label is not None:
            return label
        known = self.members.is_admitted(bytes.fromhex(payload["member"]))
        return None if known else "UNKNOWN_MEMBER"

    def _label_dependent(self, event: Event, payload: Payload) -> str | None:
        kind = payload["kind"]
        if not self._currency_fits(payload):
            return "NO_RIGHT"
        if kind in CLOSED_KINDS and self._is_after_closing(event):
            return "AFTER_CLOSING"
        label = self._label_target(event, payload)
        if label is not None:
            return label
        if not self._may_change(event, payload):
            return "NO_RIGHT"
        return None if self._ids_are_known(payload) else "UNKNOWN_MEMBER"

    def _label_target(self, event: Event, payload: Payload) -> str | None:
        field_name, kind = TARGETS[payload["kind"]]
        target_id = bytes.fromhex(payload[field_name])
        if self.labels.get(target_id) in ("PENDING", "AFTER_REMOVAL"):
            return "ORPHAN"
        target = self.stored.payloads.get(target_id)
        if target is None:
            newer = self.stored.unopened.get(target_id) == "NEWER_KIND"
            return "NO_RIGHT" if newer else "ORPHAN"
        stands = self.labels[target_id] in STANDING and target["kind"] == kind
        earlier = self.stored.events[target_id].lamport < event.lamport
        return None if stands and earlier else "NO_RIGHT"

    def _may_change(self, event: Event, payload: Payload) -> bool:
        kind = payload["kind"]
        if kind == "AttachmentUploaded":
            return True
        if kind == "SettlementVoided":
            return self._may_void(event, bytes.fromhex(payload["settlement"]))
        root = self.stored.events[bytes.fromhex(payload["expense"])]
        return self._edit_at(event) == "any_member" or self.stands_for(event.author, root.author)

    def _may_void(self, event: Event, settlement: bytes) -> bool:
        payload = self.stored.payloads[settlement]
        parties = [self.stored.events[settlement].author, *ids_of(payload)]
        return self.roles.has_right(event) or any(
            self.stands_for(event.author, party) for party in parties
        )

    def _edit_at(self, place: Event) -> str:
        return self.setting("edit", place) or "creator"

    def setting(self, name: str, place: Event | None = None) -> str | None:
        """The group's `name` or `edit` as in force before a place in order, or now."""
        value = self.head_payload.get(name)
        for event in self.counted("GroupSettingsChanged"):
            if place is None or event.order < place.order:
                value = self.facts.payload(event).get(name, value)
        return value

    def stands_for(self, member: bytes, party: bytes) -> bool:
        """Whether a key is a party, or replaced it, or the party is a guest it claimed."""
        return member in self.members.chain(self.claims.get(party, party))

    def person(self, party: bytes) -> bytes:
        """Whose money an id's money is: claims first, then rekeys."""
        return self.members.chain(self.claims.get(party, party))[-1]

    # Layer 6: entries

    def _build_entries(self) -> None:
        for event in self.facts.of(*ROOT_KINDS):
            if self.labels[event.id] in STANDING:
                payload = self.facts.payload(event)
                if payload["kind"] == "SettlementRecorded":
                    waits = self.labels[event.id] is not None
                    self.settlements[event.id] = Settlement(event, payload, None, waits)
                else:
                    self.expenses[event.id] = Expense(event)
                    self._set_registers(self.expenses[event.id], event, payload)
        for event in self.facts.of(*(TARGETS.keys() - {"GuestClaimed"})):
            if self.labels[event.id] in STANDING:
                self._apply(event, self.facts.payload(event))

    def _apply(self, event: Event, payload: Payload) -> None:
        if payload["kind"] == "SettlementVoided":
            settlement = self.settlements[bytes.fromhex(payload["settlement"])]
            settlement.voided_by = settlement.voided_by or event
            return
        expense = self.expenses[bytes.fromhex(payload["expense"])]
        if payload["kind"] == "ExpenseUpdated":
            self._set_registers(expense, event, payload)
        elif payload["kind"] == "AttachmentUploaded":
            expense.uploads.append(payload["blob"])
        else:
            expense.values["deleted"] = payload["kind"] == "ExpenseDeleted"
            expense.writers["deleted"] = event

    def _set_registers(self, expense: Expense, event: Event, payload: Payload) -> None:
        for name in REGISTERS:
            if name in payload:
                expense.values[name] = payload[name]
                expense.writers[name] = event
        if "amount" in payload:
            expense.waits = self.labels[event.id] is not None
            if not expense.waits:
                expense.values["unit"] = {name: payload[name] for name in UNIT if name in payload}
                expense.writers["unit"] = event

    # Answers

    def contributions(self) -> list[tuple[bytes, money.Shares]]:
        """What each expense and settlement in force adds to whose balance, by the ids written."""
        result = []
        for expense_id, expense in self.expenses.items():
            if not expense.is_deleted and "unit" in expense.values:
                result.append((expense_id, money.expense_contributions(expense.values["unit"])))
        for settlement_id, settlement in self.settlements.items():
            if settlement.voided_by is None and not settlement.waits:
                result.append((settlement_id, settlement_shares(settlement.payload)))
        return result

    def balances(self) -> money.Shares:
        """Everyone's balance in minor units of the group's currency."""
        result: money.Shares = {}
        for _, shares in self.contributions():
            for party, amount in shares.items():
                person = self.person(party)
                result[person] = result.get(person, 0) + amount
        return result

    def name(self, party: bytes) -> str:
        """A guest's name, the last a key or its predecessors wrote, or what the invite said."""
        if party in self.guests:
            return self.facts.payload(self.guests[party])["name"]
        return self._name_of_key(party, set())

    def _name_of_key(self, key: bytes, met: set[bytes]) -> str:
        if key in met:
            return ""
        met.add(key)
        for event in reversed(self.counted("GroupCreated", "MemberJoined", "MemberRenamed")):
            if event.author == key:
                payload = self.facts.payload(event)
                return payload.get("organiser_name") or payload["name"]
        for event in reversed(self.counted_as_membership("MemberRekeyed")):
            payload = self.facts.payload(event)
            if payload["successor"] == key.hex():
                inherited = self._name_of_key(bytes.fromhex(payload["member"]), met)
                return inherited or self._name_on_invite(key)
        return self._name_on_invite(key)

    def _name_on_invite(self, key: bytes) -> str:
        invite = None
        for event in self.counted_as_membership("MemberAdmitted"):
            payload = self.facts.payload(event)
            if payload["member"] == key.hex():
                invite = payload.get("invite_id", invite)
        for event in self.counted("InviteIssued"):
            if self.facts.payload(event)["invite_id"] == invite:
                return self.facts.payload(event)["name"]
        return ""


def ids_of(payload: Payload) -> set[bytes]:
    """Every id in the money fields of a payload."""
    ids = {payload[name] for name in ("from", "to") if name in payload}
    ids |= {entry["member"] for entry in payload.get("paid_by", [])}
    ids |= {part["member"] for part in payload.get("split", {}).get("parts", [])}
    return {bytes.fromhex(party) for party in ids}


def settlement_shares(payload: Payload) -> money.Shares:
    """`from` up, `to` down."""
    amount = payload["settlement_amount"]
    return {bytes.fromhex(payload["from"]): amount, bytes.fromhex(payload["to"]): -amount}
