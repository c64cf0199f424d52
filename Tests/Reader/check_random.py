#!/usr/bin/env python3
"""Checks what must hold of every group, over random ones, with the reader alone.

    check_random.py [--seed N] [--count C] [--events K]

The order of lines changes nothing; more copies of lines change nothing; balances sum to zero; the
plan brings everyone to zero; both forms of the link read the same. Prints the seed of a failure.
"""

from __future__ import annotations

import argparse
import sys

from fenreader import dump, invite, money, reader, store
from fenreader.ledger import Ledger
from fenreader.random_group import World
from fenreader.rng import Rng
from fenreader.store import Lines
from make_group import make_world, spread


def lines_of(world: World, files: list[list[bytes]]) -> Lines:
    """Files' lines as a reader takes them in."""
    lines = Lines()
    for file in files:
        store.add_lines(lines, b"".join(file), world.group)
    return lines


def check(seed: int, events: int) -> list[str]:
    """What does not hold for one seed."""
    world = make_world(seed, events)
    files = list(spread(world).values())
    _, link, qr_text = world.invite(world.keys[-1])
    opened = invite.parse(link)
    ledger = reader.evaluate(lines_of(world, files), opened)
    expected = dump.dump(ledger, world.group, long=True)
    rng = Rng(f"again {seed}")
    problems = []
    if invite.parse(qr_text) != opened:
        problems.append("the two forms of the link differ")
    whole = [[line for line in file if line.endswith(b"\n")] for file in files]
    mixed = [rng.shuffled(file) for file in rng.shuffled(whole + whole[:2])]
    again = reader.evaluate(lines_of(world, mixed), opened)
    if dump.dump(again, world.group, long=True) != expected:
        problems.append("the order or number of lines matters")
    return problems + money_problems(ledger)


def money_problems(ledger: Ledger) -> list[str]:
    """Sums and plans."""
    balances = ledger.balances()
    if sum(balances.values()):
        return ["balances do not sum to zero"]
    plan = money.plan(balances)
    for transfer in plan.transfers:
        if transfer.amount <= 0:
            return ["a transfer of nothing"]
        balances[transfer.debtor] += transfer.amount
        balances[transfer.creditor] -= transfer.amount
    return ["the plan does not settle"] if any(balances.values()) else []


def main(arguments: list[str]) -> int:
    """Runs the seeds."""
    parser = argparse.ArgumentParser(description="Check random groups.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--events", type=int, default=120)
    options = parser.parse_args(arguments)
    failed = 0
    for seed in range(options.seed, options.seed + options.count):
        for problem in check(seed, options.events):
            failed += 1
            print(f"seed {seed}: {problem}")
    print(f"{options.count} groups, {failed} problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
