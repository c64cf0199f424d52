import FenEncoding

/// A set of ids as an ascending array: for the few hundred people of a group a search by halves
/// beats hashing 32 bytes.
struct SortedKeys<Key: FixedBytes>: Hashable, Sendable {
    /// The ids, ascending.
    let all: [Key]

    init(_ keys: some Sequence<Key>) {
        all = keys.sorted()
    }

    /// Whether an id is in it.
    func contains(_ key: Key) -> Bool {
        let place = Self.place(of: key, in: all)
        return place < all.count && all[place] == key
    }

    /// Whether every id of it is in the other.
    func isSubset(of other: SortedKeys) -> Bool {
        all.allSatisfy(other.contains)
    }

    /// The first place whose id is not below the given one.
    static func place(of key: Key, in keys: [Key]) -> Int {
        var low = 0
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
