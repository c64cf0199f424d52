"""Money: shares, contributions to balances, conversion, the settle-up plan. Integers only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Shares = dict[bytes, int]

MAX_EXACT = 20


def largest_remainder(total: int, weights: Shares) -> Shares:
    """Floors, then one each to the largest remainders (of equal ones the smallest id)."""
    whole = sum(weights.values())
    shares = {party: total * weight // whole for party, weight in weights.items()}
    rest = total - sum(shares.values())
    by_remainder = sorted(weights, key=lambda party: (-(total * weights[party] % whole), party))
    for party in by_remainder[:rest]:
        shares[party] += 1
    return shares


def allocate(total: int, mode: str, weights: Shares, paid: Shares) -> Shares:
    """What each participant owes of `total`."""
    payers = [party for party in weights if party in paid]
    if mode != "equal" or not payers:
        return largest_remainder(total, weights)
    shares = {party: total // len(weights) for party in weights}
    most = min(payers, key=lambda party: (-paid[party], party))
    shares[most] += total - sum(shares.values())
    return shares


def expense_contributions(unit: dict[str, Any]) -> Shares:
    """What a money unit adds to each id's balance, before claims and rekeys."""
    paid = {bytes.fromhex(entry["member"]): entry["amount"] for entry in unit["paid_by"]}
    weights = {bytes.fromhex(part["member"]): part["value"] for part in unit["split"]["parts"]}
    total = unit["settlement_amount"]
    result: Shares = dict(largest_remainder(total, paid))
    for party, share in allocate(total, unit["split"]["mode"], weights, paid).items():
        result[party] = result.get(party, 0) - share
    if unit.get("refund"):
        return {party: -amount for party, amount in result.items()}
    return result


def convert(amount: int, from_digits: int, to_digits: int, rate: str) -> int:
    """Minor units of another currency in minor units of the group's, half up."""
    whole, _, fraction = rate.partition(".")
    scale = 10 ** (len(fraction) + from_digits)
    return (2 * amount * int(whole + fraction) * 10**to_digits + scale) // (2 * scale)


@dataclass(frozen=True)
class Transfer:
    """`debtor` pays `creditor`."""

    debtor: bytes
    creditor: bytes
    amount: int


@dataclass(frozen=True)
class Plan:
    """Transfers that settle everything; `fewest` where no shorter plan exists."""

    transfers: list[Transfer]
    fewest: bool


def plan(balances: Shares) -> Plan:
    """Equal opposites first, then the most zero-sum groups, greedy inside each."""
    if sum(balances.values()):
        raise ValueError("balances do not sum to zero: a defect to report")
    rest = {party: balances[party] for party in sorted(balances) if balances[party]}
    transfers = []
    for party in list(rest):
        opposite = next((p for p in rest if party in rest and rest[p] == -rest[party]), None)
        if opposite is not None:
            transfers += _greedy({party: rest.pop(party), opposite: rest.pop(opposite)})
    exact = len(rest) <= MAX_EXACT
    for group in _zero_sum_groups(rest) if exact else [list(rest)]:
        transfers += _greedy({party: rest[party] for party in group})
    return Plan(transfers, exact)


def _greedy(balances: Shares) -> list[Transfer]:
    """Largest debtor to largest creditor, ties by id."""
    left = {party: amount for party, amount in balances.items() if amount}
    transfers = []
    while left:
        debtor = min(left, key=lambda party: (left[party], party))
        creditor = min(left, key=lambda party: (-left[party], party))
        amount = min(-left[debtor], left[creditor])
        transfers.append(Transfer(debtor, creditor, amount))
        left[debtor] += amount
        left[creditor] -= amount
        left = {party: value for party, value in left.items() if value}
    return transfers


def _zero_sum_groups(balances: Shares) -> list[list[bytes]]:
    """The partition into most zero-sum groups; of several the lexicographically smallest."""
    parties = sorted(balances)
    count = len(parties)
    sums, most = [0] * (1 << count), [0] * (1 << count)
    for mask in range(1, 1 << count):
        low = mask & -mask
        sums[mask] = sums[mask ^ low] + balances[parties[low.bit_length() - 1]]
        best, bits = 0, mask
        while bits:
            bit = bits & -bits
            best = max(best, most[mask ^ bit])
            bits ^= bit
        most[mask] = best + (sums[mask] == 0)
    groups, left = [], (1 << count) - 1
    while left:
        group = _first_group(left, sums, most)
        groups.append([parties[i] for i in range(count) if group >> i & 1])
        left ^= group
    return groups


def _first_group(left: int, sums: list[int], most: list[int]) -> int:
    """The lexicographically smallest group with the first party that costs no group."""

    def search(group: int, after: int) -> int:
        if sums[group] == 0 and most[left ^ group] == most[left] - 1:
            return group
        for index in range(after, left.bit_length()):
            if left >> index & 1:
                found = search(group | 1 << index, index + 1)
                if found:
                    return found
        return 0

    first = (left & -left).bit_length() - 1
    return search(1 << first, first + 1)
