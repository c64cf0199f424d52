/// Powers of ten as table look-ups.
package enum PowersOfTen {
    /// 10^0 … 10^18, all that fit 64 bits.
    package static let int64: [Int64] = (0...18).map { power in
        (0..<power).reduce(1) { value, _ in value * 10 }
    }

    /// 10^0 … 10^38, all that fit 128 bits.
    package static let int128: [Int128] = (0...38).map { power in
        (0..<power).reduce(1) { value, _ in value * 10 }
    }
}
