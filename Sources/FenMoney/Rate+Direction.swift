extension Rate {
    /// How a rate stands to another one of the same two currencies.
    package enum Standing: Hashable, Sendable {
        /// Near it, or at least nothing says that it was meant the other way round.
        case alike
        /// So much nearer to one over the other that it was surely meant that way round.
        case inverted
        /// More than three times as large, or as small.
        case far
    }

    /// Compares with a rate known to be right.
    ///
    /// With a the factor between the two (1 or more) and b the factor between this one and the
    /// inverse of the other, it counts as inverted from a = 1.05 on, where b⁴ ≤ a: one is then at
    /// most a quarter as far from the inverse as from the rate itself, as factors go.
    package func standing(to known: Rate) -> Standing {
        let ratio = Self.factor(numerator(over: known), known.numerator(over: self))
        // Both products stay below 10^24.
        let product = Self.factor(
            Int128(digits) * Int128(known.digits), PowersOfTen.int128[scale + known.scale])
        // With b up to 30: b⁴ is below 10^6, and a is cut off there.
        if ratio * 100 >= 105 * Self.unit, product <= 30 * Self.unit {
            let square = product * product
            let fourth = square * square
            let bounded = min(ratio, 1_000_000 * Self.unit)
            if fourth <= bounded * Self.unit * Self.unit * Self.unit { return .inverted }
        }
        return ratio > 3 * Self.unit ? .far : .alike
    }

    /// How many times the larger of the two rates is the smaller, in tenths, cut off.
    package func tenfoldFactor(to known: Rate) -> Int128 {
        Self.factor(numerator(over: known), known.numerator(over: self)) * 10 / Self.unit
    }

    /// Whether a typed text is a number alone, which does not say which way round it is meant.
    package static func isBareNumber(_ typed: String) -> Bool {
        !typed.contains { $0.isLetter || $0 == "/" || $0 == "=" }
    }

    /// The parts of one in which factors are counted here.
    private static let unit: Int128 = 10_000

    /// This rate as a numerator over the same denominator as the other's: below 10^24.
    private func numerator(over other: Rate) -> Int128 {
        Int128(digits) * PowersOfTen.int128[other.scale]
    }

    /// The larger over the smaller, in ten-thousandths; each is below 10^24, so that the product
    /// stays below 10^28.
    private static func factor(_ first: Int128, _ second: Int128) -> Int128 {
        max(first, second) * unit / min(first, second)
    }
}

extension Rate {
    /// Whether one unit is worth more at this rate than at the other.
    package func isLarger(than other: Rate) -> Bool {
        numerator(over: other) > other.numerator(over: self)
    }
}
