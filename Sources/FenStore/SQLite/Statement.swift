import CSQLite
package import FenEncoding

/// Owns one prepared statement.
///
/// Parameters are counted from 1, columns from 0, as SQLite does. A value of fixed length is
/// copied into a slot that the statement owns, so that binding it allocates nothing. Binding
/// cannot fail in any way but by our own mistake or for want of memory; such a failure is
/// remembered and thrown by the next ``step()``.
package final class Statement {
    private static let slotSize = 64

    private let handle: OpaquePointer
    private let connection: OpaquePointer
    private let parameters: Int32
    private let slots: UnsafeMutableRawPointer
    private var bindResult: Int32 = SQLITE_OK

    /// Whether somebody is between getting it from the cache and giving it back.
    var isBusy = false

    /// Prepares UTF-8 text for a connection; `persistent` says that it will be used many times.
    init(
        _ text: UnsafeBufferPointer<UInt8>, on connection: OpaquePointer, persistent: Bool
    ) throws(StoreError) {
        var handle: OpaquePointer?
        let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        let result = text.withMemoryRebound(to: CChar.self) { characters in
            sqlite3_prepare_v3(
                connection, characters.baseAddress, Int32(characters.count), flags, &handle, nil)
        }
        guard result == SQLITE_OK, let handle else {
            throw SQLiteErrors.error(result, connection)
        }
        self.handle = handle
        self.connection = connection
        parameters = sqlite3_bind_parameter_count(handle)
        slots = .allocate(byteCount: max(1, Int(parameters)) * Self.slotSize, alignment: 16)
    }

    deinit {
        sqlite3_finalize(handle)
        slots.deallocate()
    }

    /// Runs to the next row; false when there is none.
    package func step() throws(StoreError) -> Bool {
        guard bindResult == SQLITE_OK else { throw SQLiteErrors.error(bindResult, connection) }
        let result = sqlite3_step(handle)
        if result == SQLITE_ROW { return true }
        if result == SQLITE_DONE { return false }
        throw SQLiteErrors.error(result, connection)
    }

    /// Runs to the end and collects every row.
    func rows<Row>(
        _ row: (Statement) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        var rows: [Row] = []
        while try step() { rows.append(try row(self)) }
        return rows
    }

    /// Runs a statement that gives no rows, and makes it ready for the next values.
    package func run() throws(StoreError) {
        defer { reset() }
        _ = try step()
    }

    /// Back to before the first row; what is bound stays bound.
    package func reset() {
        sqlite3_reset(handle)
        bindResult = SQLITE_OK
    }

    /// Gives the statement back to the cache it came from.
    package func finish() {
        reset()
        sqlite3_clear_bindings(handle)
        isBusy = false
    }
}

extension Statement {
    /// Binds values in order, the first to parameter 1.
    package func bind<each Value: Bindable>(_ value: repeat each Value) {
        var index: Int32 = 0
        for value in repeat each value {
            index += 1
            value.bind(to: self, at: index)
        }
    }

    /// Binds an integer.
    package func bind(_ value: Int64, at index: Int32) {
        note(sqlite3_bind_int64(handle, index, value))
    }

    /// Binds NULL.
    package func bindNull(at index: Int32) {
        note(sqlite3_bind_null(handle, index))
    }

    /// Binds text.
    package func bind(_ text: String, at index: Int32) {
        var text = text
        let result = text.withUTF8 { buffer in
            buffer.withMemoryRebound(to: CChar.self) {
                fen_bind_text_copied(handle, index, $0.baseAddress, Int64($0.count))
            }
        }
        note(result)
    }

    /// Binds bytes of fixed length, through this statement's own slot.
    package func bind(fixed value: some FixedBytes, at index: Int32) {
        value.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress, bytes.count <= Self.slotSize, index >= 1,
                index <= parameters
            else { return note(SQLITE_RANGE) }
            let slot = slots + Int(index - 1) * Self.slotSize
            slot.copyMemory(from: source, byteCount: bytes.count)
            note(fen_bind_blob_borrowed(handle, index, slot, Int64(bytes.count)))
        }
    }

    /// Binds bytes that SQLite copies.
    package func bind(copying bytes: UnsafeRawBufferPointer, at index: Int32) {
        note(fen_bind_blob_copied(handle, index, bytes.baseAddress, Int64(bytes.count)))
    }

    /// Binds bytes in place. They must stay where they are until the parameter is bound anew or
    /// the statement is finished, so call this only inside `withUnsafeBytes` and end there with
    /// ``run()`` and ``bindNull(at:)``.
    func bind(borrowing bytes: UnsafeRawBufferPointer, at index: Int32) {
        note(fen_bind_blob_borrowed(handle, index, bytes.baseAddress, Int64(bytes.count)))
    }

    private func note(_ result: Int32) {
        if result != SQLITE_OK { bindResult = result }
    }
}

extension Statement {
    /// Whether a column holds NULL.
    package func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    /// Whether a column holds an integer.
    package func isInteger(_ column: Int32) -> Bool {
        sqlite3_column_type(handle, column) == SQLITE_INTEGER
    }

    /// An integer.
    package func int(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    /// An integer that cannot be negative.
    package func unsigned(_ column: Int32) -> UInt64 {
        UInt64(bitPattern: sqlite3_column_int64(handle, column))
    }

    /// 1 or 0.
    package func bool(_ column: Int32) -> Bool { sqlite3_column_int64(handle, column) != 0 }

    /// A row's number.
    package func number<Number: RowNumber>(_ column: Int32) -> Number {
        Number(rawValue: int(column))
    }

    /// Text; empty for NULL.
    package func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Text, or nil for NULL.
    package func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    /// Bytes in place, valid until the next step.
    package func raw(_ column: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(
            start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(handle, column)))
    }

    /// A copy of bytes; empty for NULL.
    package func bytes(_ column: Int32) -> [UInt8] { [UInt8](raw(column)) }

    /// A copy of bytes, or nil for NULL.
    package func optionalBytes(_ column: Int32) -> [UInt8]? {
        isNull(column) ? nil : bytes(column)
    }

    /// Bytes of fixed length; another length means that the database is damaged.
    package func fixed<Value: FixedBytes>(_ column: Int32) throws(StoreError) -> Value {
        guard let value = Value(raw(column)) else {
            throw .corrupt("column \(column) has a wrong length")
        }
        return value
    }

    /// Bytes of fixed length, or nil for NULL.
    package func optionalFixed<Value: FixedBytes>(
        _ column: Int32
    ) throws(StoreError) -> Value? {
        isNull(column) ? nil : try fixed(column)
    }
}
