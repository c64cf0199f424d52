"""Randomness from a printed seed: SHA-256 in counter mode, the same on every machine."""

from __future__ import annotations

import hashlib
from typing import Sequence, TypeVar

Item = TypeVar("Item")


class Rng:
    """A deterministic source of choices."""

    def __init__(self, seed: str):
        self._key = hashlib.sha256(seed.encode("utf-8")).digest()
        self._counter = 0
        self._buffer = b""

    def bytes(self, count: int) -> bytes:
        """The next bytes."""
        while len(self._buffer) < count:
            block = self._key + self._counter.to_bytes(8, "big")
            self._buffer += hashlib.sha256(block).digest()
            self._counter += 1
        result, self._buffer = self._buffer[:count], self._buffer[count:]
        return result

    def below(self, limit: int) -> int:
        """0 ..< limit (the bias is far below anything that matters here)."""
        return int.from_bytes(self.bytes(12), "big") % limit

    def between(self, least: int, most: int) -> int:
        """least ... most."""
        return least + self.below(most - least + 1)

    def chance(self, percent: float) -> bool:
        """Whether something of so many percent happens."""
        return self.below(100_000) < percent * 1_000

    def pick(self, items: Sequence[Item]) -> Item:
        """One of them."""
        return items[self.below(len(items))]

    def weighted(self, items: dict[Item, int]) -> Item:
        """One of them, by weight."""
        left = self.below(sum(items.values()))
        for item, weight in items.items():
            left -= weight
            if left < 0:
                return item
        raise ValueError("no weights")

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """All of them in another order."""
        result = list(items)
        for index in range(len(result) - 1, 0, -1):
            other = self.below(index + 1)
            result[index], result[other] = result[other], result[index]
        return result

    def some(self, items: Sequence[Item], most: int) -> list[Item]:
        """1 ... most different ones."""
        return self.shuffled(items)[: self.between(1, max(1, min(most, len(items))))]
