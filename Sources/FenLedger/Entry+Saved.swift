import FenCrypto
import FenEncoding
import FenMoney
package import FenProtocol

/// The compact form entries are saved in. It is a cache's: a changed form goes with a changed
/// version, and whoever finds another version rebuilds.
extension Entry {
    /// The version of the saved form.
    package static let savedVersion: UInt8 = 1

    /// The saved form: all but the id, lamport, author and number, which the store keeps beside.
    package func saved() -> [UInt8] {
        var writer = StateWriter(capacity: 512)
        writer.byte(Self.savedVersion)
        writer.number(createdAt)
        writer.optional(label) { $0.text($1.rawValue) }
        writer.number(UInt64(edits.count))
        for edit in edits {
            writer.byte(edit.register.rawValue)
            writer.fixed(edit.event)
            writer.fixed(edit.author)
        }
        switch body {
        case .expense(let expense):
            writer.byte(1)
            expense.write(to: &writer)
        case .settlement(let settlement):
            writer.byte(2)
            settlement.write(to: &writer)
        case .message(let message):
            writer.byte(3)
            writer.text(message.text)
            writer.optional(message.replyTo) { $0.fixed($1) }
        }
        return writer.bytes
    }

    /// Reads the saved form.
    package init(
        id: EventID,
        lamport: UInt64,
        author: MemberID,
        seq: UInt64,
        saved: UnsafeRawBufferPointer
    ) throws(DamagedEntry) {
        var reader = StateReader(saved)
        guard try reader.byte() == Self.savedVersion else { throw DamagedEntry() }
        self.id = id
        self.lamport = lamport
        self.author = author
        self.seq = seq
        createdAt = try reader.number()
        label = try reader.optional { (reader) throws(DamagedEntry) in
            guard let label = RefusalReason(rawValue: try reader.text()) else {
                throw DamagedEntry()
            }
            return label
        }
        edits = try reader.list { (reader) throws(DamagedEntry) in
            guard let register = Register(rawValue: try reader.byte()) else {
                throw DamagedEntry()
            }
            return RegisterEdit(
                register: register, event: try reader.fixed(), author: try reader.fixed())
        }
        switch try reader.byte() {
        case 1: body = .expense(try ExpenseState(from: &reader))
        case 2: body = .settlement(try SettlementState(from: &reader))
        case 3:
            body = .message(
                MessagePosted(
                    text: try reader.text(),
                    replyTo: try reader.optional { (reader) throws(DamagedEntry) in
                        try reader.fixed()
                    }
                ))
        default: throw DamagedEntry()
        }
        guard reader.isAtEnd else { throw DamagedEntry() }
    }

    /// Reads the saved form.
    package init(
        id: EventID,
        lamport: UInt64,
        author: MemberID,
        seq: UInt64,
        saved: [UInt8]
    ) throws(DamagedEntry) {
        self = try saved.span.withUnsafeBytes { (bytes) throws(DamagedEntry) in
            try Entry(id: id, lamport: lamport, author: author, seq: seq, saved: bytes)
        }
    }
}

extension ExpenseState {
    fileprivate func write(to writer: inout StateWriter) {
        writer.text(description)
        writer.day(date)
        writer.optional(category) { $0.text($1) }
        writer.optional(note) { $0.text($1) }
        writer.optional(blob) { $0.fixed($1) }
        writer.optional(money) { $1.write(to: &$0) }
        writer.optional(waitingMoney) { $1.write(to: &$0) }
        writer.byte(isDeleted ? 1 : 0)
        writer.number(UInt64(uploaded.count))
        for blob in uploaded { writer.fixed(blob) }
        writer.optional(imported) { $0.text($1) }
        writer.optional(onBehalfOf) { $0.fixed($1) }
    }

    fileprivate init(from reader: inout StateReader) throws(DamagedEntry) {
        func text(_ reader: inout StateReader) throws(DamagedEntry) -> String {
            try reader.text()
        }
        func unit(_ reader: inout StateReader) throws(DamagedEntry) -> MoneyUnit {
            try MoneyUnit(from: &reader)
        }
        description = try reader.text()
        date = try reader.day()
        category = try reader.optional(text)
        note = try reader.optional(text)
        blob = try reader.optional { (reader) throws(DamagedEntry) in try reader.fixed() }
        money = try reader.optional(unit)
        waitingMoney = try reader.optional(unit)
        isDeleted = try reader.byte() != 0
        uploaded = try reader.list { (reader) throws(DamagedEntry) in try reader.fixed() }
        imported = try reader.optional(text)
        onBehalfOf = try reader.optional { (reader) throws(DamagedEntry) in try reader.fixed() }
    }
}

extension SettlementState {
    fileprivate func write(to writer: inout StateWriter) {
        writer.fixed(record.from)
        writer.fixed(record.to)
        writer.number(UInt64(max(0, record.amount)))
        writer.text(record.currency.code)
        writer.number(UInt64(max(0, record.settlementAmount)))
        writer.optional(record.rate) { $0.text($1.text) }
        writer.optional(record.note) { $0.text($1) }
        writer.optional(record.onBehalfOf) { $0.fixed($1) }
        writer.byte(isVoided ? 1 : 0)
    }

    fileprivate init(from reader: inout StateReader) throws(DamagedEntry) {
        record = SettlementRecorded(
            from: try reader.fixed(), to: try reader.fixed(), amount: try reader.amount(),
            currency: try Currency(from: &reader), settlementAmount: try reader.amount(),
            rate: try reader.optional { (reader) throws(DamagedEntry) in try Rate(from: &reader) },
            note: try reader.optional { (reader) throws(DamagedEntry) in try reader.text() },
            onBehalfOf: try reader.optional { (reader) throws(DamagedEntry) in
                try reader.fixed()
            }
        )
        isVoided = try reader.byte() != 0
    }
}
