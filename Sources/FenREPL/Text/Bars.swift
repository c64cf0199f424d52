/// Lengths in proportion to the largest of some figures, for bars and charts.
package struct Proportion: Sendable {
    private let largest: UInt128

    /// A scale on which the largest of `values`, whatever its sign, is as long as can be.
    package init(_ values: some Sequence<Int128>) {
        largest = values.reduce(0) { max($0, $1.magnitude) }
    }

    /// How long a value is where the largest is `whole`: 0 for zero, at least 1 for anything else.
    package func length(of value: Int128, whole: Int) -> Int {
        guard largest > 0, value != 0 else { return 0 }
        let (high, low) = value.magnitude.multipliedFullWidth(by: UInt128(max(whole, 1)))
        // The quotient fits: value ≤ largest, so the product over largest is at most whole.
        return max(1, Int(largest.dividingFullWidth((high, low)).quotient))
    }
}

/// Bars beside figures: one character a step, so that they read without colour.
package struct Bars: Sendable {
    private let proportion: Proportion
    private let width: Int
    private let mark: String

    /// Bars in proportion to the largest of `values`, at most `width` columns long.
    package init(_ values: some Sequence<Int128>, width: Int, plain: Bool) {
        proportion = Proportion(values)
        self.width = width
        mark = plain ? "#" : "█"
    }

    /// The bar of one value: empty for zero, at least one mark for anything else.
    package func bar(_ value: Int128) -> String {
        String(repeating: mark, count: proportion.length(of: value, whole: width))
    }
}
