/// SplitMix64: the same group in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// Starts from a seed.
    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var word = state
        word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
        word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
        return word ^ (word >> 31)
    }

    /// A number from 0 to `bound` - 1.
    mutating func below(_ bound: Int) -> Int {
        Int.random(in: 0..<bound, using: &self)
    }

    /// True so many times in a hundred.
    mutating func chance(_ percent: Int) -> Bool {
        below(100) < percent
    }

    /// One of several.
    mutating func pick<Value>(_ values: [Value]) -> Value {
        values[below(values.count)]
    }
}
