/// Bars beside figures: one character a step, so that they read without colour.
package struct Bars: Sendable {
    private let largest: UInt128
    private let width: Int
    private let mark: String

    /// Bars in proportion to the largest of `values`, at most `width` columns long.
    package init(_ values: some Sequence<Int128>, width: Int, plain: Bool) {
        largest = values.reduce(0) { max($0, $1.magnitude) }
        self.width = max(width, 1)
        mark = plain ? "#" : "█"
    }

    /// The bar of one value: empty for zero, at least one mark for anything else.
    package func bar(_ value: Int128) -> String {
        guard largest > 0, value != 0 else { return "" }
        let (high, low) = value.magnitude.multipliedFullWidth(by: UInt128(width))
        // The quotient fits: value ≤ largest, so the product over largest is at most width.
        let length = largest.dividingFullWidth((high, low)).quotient
        return String(repeating: mark, count: max(1, Int(length)))
    }
}
