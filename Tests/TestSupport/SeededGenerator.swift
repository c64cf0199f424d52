import Foundation

/// SplitMix64: random numbers that can be had again. A property test prints the seed it used;
/// `FEN_SEED` in the environment makes every such test use that one.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// What the numbers follow from.
    package let seed: UInt64
    private var state: UInt64

    /// Starts from a seed.
    package init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    /// Starts from `FEN_SEED`, else from a fresh seed, and prints it with the test's name.
    package init(for test: String = #function) {
        let given = ProcessInfo.processInfo.environment["FEN_SEED"].flatMap { UInt64($0) }
        self.init(seed: given ?? UInt64.random(in: 0...UInt64.max))
        print("\(test): FEN_SEED=\(seed)")
    }

    /// The next number.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// So many random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }

    /// A number from 0 to `bound` - 1.
    package mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }

    /// The bytes with one to three of them changed, removed, doubled or put in.
    package mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...below(3) {
            let place = below(bytes.count + 1)
            switch below(4) {
            case 0 where place < bytes.count: bytes.remove(at: place)
            case 1 where place < bytes.count: bytes.insert(bytes[place], at: place)
            case 2: bytes.insert(UInt8(truncatingIfNeeded: next()), at: place)
            default:
                if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: next()) }
            }
        }
        return bytes
    }
}
