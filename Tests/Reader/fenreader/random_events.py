"""What authors of a random group write next."""

from __future__ import annotations

from collections import Counter
from typing import Any, Callable

from . import crypto, encoding
from .crypto import GroupKey
from .random_group import NAMES, Payload, World

CURRENCIES = ("CHF", "USD", "JPY", "XXZ")
RATES = ("0.9215", "1.1", "0.00615", "3", "123456789012", "0.000000000001")


def begin(world: World) -> None:
    """The founder creates the group; others come in."""
    world.write(0, created(world))
    for _ in range(world.rng.between(2, 3)):
        join(world)


def step(world: World) -> None:
    """One more thing happens."""
    if world.rng.chance(5):
        world.look()
    if world.rng.chance(world.moods.odd_payload):
        odd(world)
        return
    world.rng.weighted(ACTIONS)(world)


def created(world: World) -> Payload:
    """The founder's first event."""
    payload: Payload = {
        "kind": "GroupCreated", "name": "Random", "currency": "EUR", "organiser_name": NAMES[0],
        "edit": world.rng.pick(("creator", "any_member")), "check": world.keys[0].check.hex(),
    }
    if world.rng.chance(20):
        payload["lab"] = True
    return payload


# People


def create_again(world: World) -> None:
    """The founder's log forks at its first event."""
    payload = created(world) | {"name": "Again", "edit": "any_member"}
    if world.rng.chance(30):
        payload["currency"] = "CHF"
    world.write(0, payload, anew=True)


def join(world: World) -> None:
    """Somebody new: invited, joined, admitted, or some of these."""
    if world.fresh >= len(world.authors):
        return
    who, rng = world.fresh, world.rng
    world.fresh += 1
    invite_id = rng.bytes(16) if not world.invites or rng.chance(85) else rng.pick(world.invites)
    if rng.chance(90):
        world.invites.append(invite_id)
        world.write(world.boss(), {
            "kind": "InviteIssued", "invite_id": invite_id.hex(), "name": NAMES[who % len(NAMES)],
            "expires_at": 1_796_013_000_000, "digest": rng.bytes(32).hex(),
        })
    if rng.chance(90):
        world.write(who, {
            "kind": "MemberJoined", "invite_id": invite_id.hex(), "name": NAMES[who % len(NAMES)],
            "proof": world.proof(who),
        })
    if rng.chance(30):
        world.write(who, expense(world))
    if rng.chance(88):
        payload = {"kind": "MemberAdmitted", "member": world.key_of(who)}
        if rng.chance(85):
            payload["invite_id"] = invite_id.hex()
        world.write(world.boss(), payload)
        world.members.append(who)


def remove(world: World) -> None:
    """The organiser removes somebody."""
    others = [who for who in world.members if who != world.organiser]
    who = world.rng.pick(others) if others and world.rng.chance(90) else world.anyone()
    payload: Payload = {"kind": "MemberRemoved", "member": world.key_of(who)}
    if world.rng.chance(96):
        payload["heads"] = world.heads(payload["member"])
    world.write(world.boss(), payload)
    go_on(world, who)
    if world.rng.chance(50):
        forget(world, who)
    if world.rng.chance(50):
        rotate(world)


def leave(world: World) -> None:
    """Somebody leaves, and may go on writing."""
    who = world.member()
    payload: Payload = {"kind": "MemberRemoved", "member": world.key_of(who)}
    if world.rng.chance(5):
        payload["heads"] = world.heads(payload["member"])
    world.write(who, payload)
    go_on(world, who)
    if world.rng.chance(60):
        forget(world, who)


def go_on(world: World, who: int) -> None:
    """Somebody gone does not know it yet, or does not care."""
    if world.rng.chance(50):
        for _ in range(world.rng.between(1, 3)):
            world.write(who, expense(world))


def come_back(world: World) -> None:
    """Somebody removed or gone is let in again."""
    gone = {world.payloads[e.id]["member"] for e in world.of("MemberRemoved")}
    member = world.rng.pick(sorted(gone)) if gone else world.key_of(world.anyone())
    numbers = [event.seq for event in world.by(bytes.fromhex(member))] or [0]
    payload: Payload = {"kind": "MemberAdmitted", "member": member}
    if world.rng.chance(92):
        payload["from"] = max(1, max(numbers) + world.rng.pick((1, 1, 1, 2, 0, -1, -2)))
    world.write(world.boss(), payload)
    who = [author.key.hex() for author in world.authors].index(member)
    if who not in world.members:
        world.members.append(who)


def rekey(world: World) -> None:
    """A member's key is replaced."""
    others = [who for who in world.members if who != world.organiser] or [world.anyone()]
    old = world.organiser if world.rng.chance(8) else world.rng.pick(others)
    if world.fresh < len(world.authors) and world.rng.chance(80):
        new, world.fresh = world.fresh, world.fresh + 1
    else:
        new = world.anyone()
    member = world.key_of(old)
    earlier = [world.payloads[event.id]["member"] for event in world.of("MemberRekeyed")]
    if earlier and world.rng.chance(25):
        member = world.rng.pick(earlier)
    world.write(world.boss(), {
        "kind": "MemberRekeyed", "member": member, "successor": world.key_of(new),
        "heads": world.heads(member),
    })
    if world.rng.chance(80):
        forget(world, old)
        if new not in world.members:
            world.members.append(new)


def vouch(world: World) -> None:
    """Somebody says that a new key is a member's; it grants nothing."""
    successor = world.rng.pick(world.authors).key.hex()
    world.write(world.anyone(), {
        "kind": "MemberVouched", "member": world.key_of(world.member()), "successor": successor,
    })


def forget(world: World, who: int) -> None:
    """The writer thinks of somebody as gone."""
    if who in world.members and who != world.organiser and len(world.members) > 1:
        world.members.remove(who)


def rename(world: World) -> None:
    """A new name."""
    world.write(world.member(), {"kind": "MemberRenamed", "name": world.rng.pick(NAMES)})


def deputy(world: World) -> None:
    """A deputy is named, or nobody."""
    payload: Payload = {"kind": "DeputyNamed"}
    if world.rng.chance(90):
        payload["member"] = world.key_of(world.member())
    world.write(world.boss(), payload)


def hand_over(world: World) -> None:
    """The role moves: handed over or taken over."""
    rng = world.rng
    outgoing = world.key_of(world.organiser)
    named = [world.payloads[e.id].get("member") for e in world.of("DeputyNamed")]
    keys = [author.key.hex() for author in world.authors]
    if named and named[-1] and rng.chance(60):
        who = keys.index(named[-1])
        member = named[-1]
    else:
        who, member = world.boss(), world.key_of(world.member())
    world.write(who, {"kind": "OrganiserChanged", "member": member, "heads": world.heads(outgoing)})
    if rng.chance(75):
        world.organiser = keys.index(member)
    if world.organiser not in world.members:
        world.members.append(world.organiser)


def take_over(world: World) -> None:
    """A deputy takes over, perhaps after or before being removed, perhaps let in again."""
    rng, boss = world.rng, world.organiser
    who = rng.pick(world.members)
    member = world.key_of(who)
    removal: Payload = {"kind": "MemberRemoved", "member": member, "heads": world.heads(member)}
    world.write(boss, {"kind": "DeputyNamed", "member": member})
    if rng.chance(50):
        world.write(boss, removal)
        if rng.chance(75):
            numbers = [event.seq for event in world.by(world.authors[who].key)] or [0]
            world.write(boss, {
                "kind": "MemberAdmitted", "member": member, "from": max(numbers) + 1,
            })
    if rng.chance(15):
        world.write(boss, {"kind": "DeputyNamed"})
    heads = world.heads(world.key_of(boss))
    if rng.chance(50):
        go_on(world, boss)
    world.write(who, {"kind": "OrganiserChanged", "member": member, "heads": heads})
    if rng.chance(30):
        world.write(boss, removal)
    go_on(world, boss)
    if rng.chance(30):
        heads = world.heads(world.key_of(boss))
        world.write(who, {"kind": "MemberRemoved", "member": world.key_of(boss), "heads": heads})
    world.look()


def acknowledge(world: World) -> None:
    """A fork is acknowledged, rightly or not."""
    rng = world.rng
    places = Counter((event.author, event.prev) for event in world.events)
    forked = [event for event in world.events if places[(event.author, event.prev)] > 1]
    author = rng.pick(forked).author if forked else rng.pick(world.authors).key
    mine = world.by(author)
    if len(mine) < 2:
        return
    branches = [e for e in forked if e.author == author] or mine
    chosen = branches[:4] if len(branches) > 1 else mine[-2:]
    pairs = sorted({(event.seq, event.id.hex()) for event in chosen})[:8]
    who = world.boss() if rng.chance(60) else world.anyone()
    world.write(who, {
        "kind": "ForkAcknowledged", "author": author.hex(),
        "heads": [{"id": event_id, "seq": seq} for seq, event_id in pairs],
    })


def guest(world: World) -> None:
    """Somebody without a device."""
    world.write(world.member(), {"kind": "GuestAdded", "name": world.rng.pick(NAMES)})


def claim(world: World) -> None:
    """A guest turns out to be a member."""
    who = world.member() if world.rng.chance(90) else world.anyone()
    world.write(world.boss(), {
        "kind": "GuestClaimed", "guest": world.target("GuestAdded"), "member": world.key_of(who),
    })


# Keys


def rotate(world: World) -> None:
    """A new epoch with boxes and the older keys."""
    rng, organiser = world.rng, world.boss()
    epoch = world.keys[-1].epoch + 1
    key = GroupKey(world.group, epoch, rng.bytes(32))
    context = b"epoch/" + epoch.to_bytes(4, "big")
    wrapped = [
        {
            "member": world.key_of(who),
            "box": encoding.encode_base64url(
                crypto.wrap(key.key, rng.bytes(32), world.authors[who].key, world.group, context)
            ),
        }
        for who in world.members
    ]
    previous = [k for k in world.keys if k.epoch == epoch - 1]
    world.write(organiser, {
        "kind": "KeyEpochUpdate", "epoch": epoch, "check": key.check.hex(),
        "wrapped": sorted(wrapped, key=lambda entry: entry["member"]),
    }, previous[-1] if previous and rng.chance(92) else rng.pick(world.keys))
    older = list(world.keys)
    world.keys.append(key)
    for old in older:
        if rng.chance(93):
            world.write(organiser, {
                "kind": "KeyHistory", "epoch": old.epoch,
                "key": encoding.encode_base64url(old.key),
            }, key if rng.chance(92) else rng.pick(world.keys))


def rewrap(world: World) -> None:
    """A key is asked for and sent."""
    epoch = world.rng.pick(world.keys).epoch
    asked = world.write(world.member(), {"kind": "KeyRewrapRequest", "epoch": epoch})
    world.write(world.member(), {
        "kind": "KeyRewrapped", "epoch": epoch, "member": asked.author.hex(),
        "box": encoding.encode_base64url(world.rng.bytes(80)), "request": asked.id.hex(),
    })


# Money


def party(world: World) -> str:
    """Somebody for a money field: members, guests, rarely someone unheard of."""
    rng = world.rng
    how = rng.weighted({"member": 84, "guest": 12, "anyone": 3, "unknown": 1})
    if how == "guest" and world.of("GuestAdded"):
        return rng.pick(world.of("GuestAdded")).id.hex()
    if how == "unknown":
        return world.unknown()
    return world.key_of(world.anyone() if how == "anyone" else rng.pick(world.members))


def amount(world: World, least: int) -> int:
    """From cents to the largest."""
    most = world.rng.pick((99, 9_999, 9_999, 9_999, 10**7, 10**15))
    return max(least, world.rng.between(1, most))


def parts_of(world: World, total: int, parties: list[str]) -> list[int]:
    """Positive integers that sum to a total."""
    left, result = total - len(parties), []
    for _ in parties[1:]:
        share = world.rng.between(0, max(left, 0))
        result.append(1 + share)
        left -= share
    return [*result, 1 + left]


def unit(world: World) -> Payload:
    """A money unit, sometimes against the currency rule."""
    rng = world.rng
    payers = sorted({party(world) for _ in range(rng.pick((1, 1, 1, 2, 3)))})
    people = sorted({party(world) for _ in range(rng.between(1, 6))})
    total = amount(world, max(len(payers), len(people)))
    mode = rng.pick(("equal", "equal", "amount", "percent", "shares"))
    values = {
        "equal": lambda: [1] * len(people),
        "amount": lambda: parts_of(world, total, people),
        "percent": lambda: parts_of(world, 10_000, people),
        "shares": lambda: [rng.between(1, rng.pick((3, 100, 10**6))) for _ in people],
    }[mode]()
    paid = parts_of(world, total, payers)
    payload: Payload = {
        "amount": total,
        "paid_by": [{"amount": a, "member": m} for a, m in zip(paid, payers)],
        "split": {
            "mode": mode, "parts": [{"member": m, "value": v} for m, v in zip(people, values)],
        },
        **currency(world, total),
    }
    if rng.chance(10):
        payload["refund"] = True
    if rng.chance(10):
        payload["typed"] = rng.pick(("", "21.60 Guinness", "“half” \\ \u0007 🍺"))
    return payload


def currency(world: World, total: int) -> Payload:
    """Currency, settlement amount and rate."""
    rng = world.rng
    if rng.chance(75):
        fields: Payload = {"currency": "EUR", "settlement_amount": total}
    else:
        fields = {
            "currency": rng.pick(CURRENCIES), "settlement_amount": amount(world, 1),
            "rate": rng.pick(RATES),
        }
    if rng.chance(2 * world.moods.odd_payload):
        how = rng.pick(("amount", "rate", "no rate", "currency"))
        if how == "amount":
            fields["settlement_amount"] = amount(world, 1)
        elif how == "rate":
            fields["rate"] = rng.pick(RATES)
        elif how == "no rate":
            fields.pop("rate", None)
        else:
            fields["currency"] = rng.pick((*CURRENCIES, "EUR"))
    return fields


def expense(world: World) -> Payload:
    """A new expense."""
    rng = world.rng
    payload: Payload = {
        "kind": "ExpenseLogged", **unit(world), "description": rng.pick(("Guinness", "Käse", "🚕")),
        "date": rng.pick(("2026-11-30", "2024-02-29", "1900-01-01", "9999-12-31")),
    }
    extra(world, payload, 15)
    if rng.chance(7):
        payload["on_behalf_of"] = world.target("ExpenseLogged", "SettlementRecorded")
    if rng.chance(5):
        payload["imported"] = "row 17"
    return payload


def extra(world: World, payload: Payload, percent: float) -> None:
    """The registers that may be left out."""
    rng = world.rng
    if rng.chance(percent):
        payload["note"] = rng.pick(("", "a\nb", "€"))
    if rng.chance(percent):
        payload["category"] = rng.pick(("food", "", "lodging"))
    if rng.chance(percent / 2):
        payload["blob"] = rng.bytes(32).hex()


def log_expense(world: World) -> None:
    """An expense by a member, or by the organiser on somebody's behalf."""
    payload = expense(world)
    behalf = "on_behalf_of" in payload and world.rng.chance(75)
    world.write(world.organiser if behalf else world.member(), payload)


def editor(world: World, target: str) -> int:
    """Mostly the author of what is changed."""
    keys = [author.key for author in world.authors]
    author = [e.author for e in world.events if e.id.hex() == target]
    return keys.index(author[0]) if author and world.rng.chance(70) else world.member()


def update_expense(world: World) -> None:
    """Some registers change."""
    rng, target = world.rng, world.target("ExpenseLogged")
    payload: Payload = {"kind": "ExpenseUpdated", "expense": target}
    if rng.chance(50):
        payload |= unit(world)
    if rng.chance(40):
        payload["description"] = rng.pick(("Stew", "Guinness and stew"))
    if rng.chance(20):
        payload["date"] = "2026-11-29"
    extra(world, payload, 20)
    if rng.chance(5):
        payload["blob"] = ""
    world.write(editor(world, target), payload)


def delete_expense(world: World) -> None:
    """Deleted, or restored."""
    target = world.target("ExpenseLogged")
    kind = world.rng.pick(("ExpenseDeleted", "ExpenseDeleted", "ExpenseRestored"))
    world.write(editor(world, target), {"kind": kind, "expense": target})


def settle(world: World) -> None:
    """Somebody paid somebody."""
    first, second = party(world), party(world)
    if first == second:
        return
    total = amount(world, 1)
    payload: Payload = {
        "kind": "SettlementRecorded", "from": first, "to": second, "amount": total,
        **currency(world, total),
    }
    if world.rng.chance(20):
        payload["note"] = world.rng.pick(("Revolut", ""))
    if world.rng.chance(7):
        payload["on_behalf_of"] = world.target("ExpenseLogged", "SettlementRecorded")
    world.write(world.member(), payload)


def void(world: World) -> None:
    """A settlement is voided."""
    target = world.target("SettlementRecorded")
    who = editor(world, target) if world.rng.chance(50) else world.member()
    world.write(who, {"kind": "SettlementVoided", "settlement": target})


def attach(world: World) -> None:
    """An attachment was uploaded."""
    world.write(world.member(), {
        "kind": "AttachmentUploaded", "expense": world.target("ExpenseLogged"),
        "blob": world.rng.bytes(32).hex(),
    })


# The group


def settings(world: World) -> None:
    """Name or edit permission."""
    payload: Payload = {"kind": "GroupSettingsChanged"}
    if world.rng.chance(50):
        payload["name"] = world.rng.pick(("Dublin", "Random 2"))
    if world.rng.chance(70):
        payload["edit"] = world.rng.pick(("creator", "any_member"))
    world.write(world.boss(), payload)


def revoke(world: World) -> None:
    """An invite is revoked."""
    if world.invites:
        invite_id = world.rng.pick(world.invites).hex()
        world.write(world.boss(), {"kind": "InviteRevoked", "invite_id": invite_id})


def rate(world: World) -> None:
    """A rate for a currency."""
    world.write(world.boss(), {
        "kind": "RateSet", "currency": world.rng.pick(CURRENCIES), "rate": world.rng.pick(RATES),
        "source": "typed", "date": "2026-11-30",
    })


def close(world: World) -> None:
    """Closed with a cut, or opened again."""
    if world.rng.chance(60):
        world.write(world.boss(), {"kind": "GroupClosed", "cut": world.cut()})
    if world.rng.chance(70):
        for _ in range(world.rng.between(0, 3)):
            log_expense(world)
        world.write(world.boss(), {"kind": "GroupReopened"})


def snapshot(world: World) -> None:
    """Balances pinned over what can be proven."""
    cut = world.cut()
    world.write(world.boss(), {
        "kind": "SettlementSnapshot", "cut": cut,
        "overridden": [{"member": cut[0]["member"], "through": world.rng.between(1, 9)}],
        "balances": [{"member": entry["member"], "amount": "-5"} for entry in cut],
    })


def storage(world: World) -> None:
    """New credentials, or an invite to elsewhere."""
    world.write(world.boss(), {
        "kind": "StorageKeyRotated",
        "descriptor": encoding.encode_base64url(encoding.encode_cbor([2, "usb"])),
    })
    world.write(world.member(), {
        "kind": "GroupInviteRelayed", "to": world.key_of(world.anyone()),
        "box": encoding.encode_base64url(world.rng.bytes(200)),
    })


def message(world: World) -> None:
    """Something said."""
    payload: Payload = {"kind": "MessagePosted", "text": world.rng.pick(("hi", "Danke, Zoë! 🍺"))}
    if world.rng.chance(20):
        payload["reply_to"] = world.target("MessagePosted")
    world.write(world.member(), payload)


# What should not be


def odd(world: World) -> None:
    """A payload that is newer, broken, misplaced, or from a stranger."""
    rng = world.rng
    payload: Any = rng.pick((expense, message_payload, created))(world)
    how = rng.pick(("kind", "field", "no kind", "spaces", "sum", "type", "empty", "again"))
    if how == "kind":
        kind = rng.pick(("ExpenseLiked", "", "expenseLogged"))
        payload = {"kind": kind, "expense": world.unknown()}
        delete_what_is_newer(world, payload)
    elif how == "field":
        payload["zz_new"] = {"deep": [1, {"deeper": True}]}
        if "split" in payload:
            payload["split"]["parts"][0]["newer"] = "x"
    elif how == "no kind":
        del payload["kind"]
    elif how == "spaces":
        payload = encoding.encode_json(payload).replace(b":", b": ", 1)
    elif how == "sum" and "paid_by" in payload:
        payload["paid_by"][0]["amount"] += 1
    elif how == "type":
        payload[rng.pick(sorted(payload))] = rng.pick((0, True, "", [], {}, -1))
    elif how == "empty":
        lone = b'{"kind":"MessagePosted","text":"\\ud800"}'
        payload = rng.pick((b"", b"{}", b"[]", b"null", b"\xff", lone))
    world.write(world.member(), payload)


def delete_what_is_newer(world: World, payload: Payload) -> None:
    """Anybody, a stranger too, writes a newer kind, and a member deletes it.

    Its choices are drawn apart from all others, so that groups without it stay as they were.
    """
    main, world.rng = world.rng, world.side
    for _ in range(3):
        newer = world.write(world.anyone(), payload)
        world.write(world.member(), {"kind": "ExpenseDeleted", "expense": newer.id.hex()})
    world.rng = main


def message_payload(world: World) -> Payload:
    """A message's payload."""
    return {"kind": "MessagePosted", "text": world.rng.pick(("x", "y"))}


ACTIONS: dict[Callable[[World], None], int] = {
    log_expense: 200, update_expense: 90, delete_expense: 40, settle: 50, void: 20, attach: 10,
    message: 40, create_again: 2, rename: 10, guest: 14, claim: 12, join: 18, remove: 8, leave: 6, come_back: 12,
    rekey: 5, vouch: 3, deputy: 10, hand_over: 5, take_over: 4, acknowledge: 8, rotate: 5, rewrap: 3, settings: 14,
    revoke: 4, rate: 8, close: 6, snapshot: 3, storage: 3,
}
