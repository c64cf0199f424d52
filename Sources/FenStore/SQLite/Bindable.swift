package import FenEncoding

/// A value that can stand for a `?` of a statement.
package protocol Bindable {
    /// Binds the value to the parameter with this number, counted from 1.
    func bind(to statement: Statement, at index: Int32)
}

extension Int64: Bindable {
    /// Binds an integer.
    package func bind(to statement: Statement, at index: Int32) { statement.bind(self, at: index) }
}

extension Int: Bindable {
    /// Binds an integer.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(Int64(self), at: index)
    }
}

extension UInt64: Bindable {
    /// Binds an integer; all of ours are below 2^53, a larger one keeps its bits.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(Int64(bitPattern: self), at: index)
    }
}

extension UInt32: Bindable {
    /// Binds an integer.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(Int64(self), at: index)
    }
}

extension UInt8: Bindable {
    /// Binds an integer.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(Int64(self), at: index)
    }
}

extension Bool: Bindable {
    /// Binds 1 or 0.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(self ? 1 : 0, at: index)
    }
}

extension String: Bindable {
    /// Binds text.
    package func bind(to statement: Statement, at index: Int32) { statement.bind(self, at: index) }
}

extension [UInt8]: Bindable {
    /// Binds bytes.
    package func bind(to statement: Statement, at index: Int32) {
        withUnsafeBytes { statement.bind(copying: $0, at: index) }
    }
}

extension Optional: Bindable where Wrapped: Bindable {
    /// Binds the value, or NULL.
    package func bind(to statement: Statement, at index: Int32) {
        if let self { self.bind(to: statement, at: index) } else { statement.bindNull(at: index) }
    }
}

extension Bytes16: Bindable {
    /// Binds the bytes.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(fixed: self, at: index)
    }
}

extension Bytes24: Bindable {
    /// Binds the bytes.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(fixed: self, at: index)
    }
}

extension Bytes32: Bindable {
    /// Binds the bytes.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(fixed: self, at: index)
    }
}

extension Bytes64: Bindable {
    /// Binds the bytes.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(fixed: self, at: index)
    }
}

/// A number that the database gave to a row, kept apart from all other numbers.
package protocol RowNumber: Bindable, Hashable, Comparable, Sendable {
    /// The number itself.
    var rawValue: Int64 { get }

    /// Takes a number that a column held.
    init(rawValue: Int64)
}

extension RowNumber {
    /// Binds the number.
    package func bind(to statement: Statement, at index: Int32) {
        statement.bind(rawValue, at: index)
    }

    /// Orders by number.
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
