package import FenCrypto
package import FenMoney

/// `ExpenseLogged`: an expense with its money unit (§5).
package struct ExpenseLogged: PayloadFields {
    package static let kind = EventKind.expenseLogged

    /// Amount, payers, split, and what the group's currency gets.
    package var money: MoneyUnit
    /// What it was for.
    package var description: String
    /// When it was.
    package var date: CalendarDate
    /// A word to group it by.
    package var category: String?
    /// More about it.
    package var note: String?
    /// The attachment, by the hash of its object (§9).
    package var blob: Hash32?
    /// The row of the file it was imported from.
    package var imported: String?
    /// The excluded event the organiser applies with this one (§5.2).
    package var onBehalfOf: EventID?

    /// Makes the payload.
    package init(
        money: MoneyUnit,
        description: String,
        date: CalendarDate,
        category: String? = nil,
        note: String? = nil,
        blob: Hash32? = nil,
        imported: String? = nil,
        onBehalfOf: EventID? = nil
    ) {
        self.money = money
        self.description = description
        self.date = date
        self.category = category
        self.note = note
        self.blob = blob
        self.imported = imported
        self.onBehalfOf = onBehalfOf
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        var unit = MoneyFields()
        try unit.readAmount(from: &fields)
        blob = try fields.optional("blob")
        category = try fields.optionalText("category", ProtocolLimits.category)
        try unit.readCurrency(from: &fields)
        date = try fields.required("date")
        description = try fields.text("description", ProtocolLimits.description)
        imported = try fields.optionalText("imported", ProtocolLimits.imported)
        note = try fields.optionalText("note", ProtocolLimits.note)
        onBehalfOf = try fields.optional("on_behalf_of")
        try unit.readRest(from: &fields)
        guard let money = try unit.whole() else {
            throw PayloadError("amount", .missing)
        }
        self.money = money
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("amount", money.amount)
        fields.write("blob", blob)
        fields.write("category", category)
        fields.write("currency", money.currency)
        fields.write("date", date)
        fields.write("description", description)
        fields.write("imported", imported)
        fields.kind(Self.kind)
        fields.write("note", note)
        fields.write("on_behalf_of", onBehalfOf)
        MoneyFields.writeRest(of: money, to: &fields)
    }
}

/// What an update does to an expense's attachment.
package enum BlobChange: Equatable, Sendable {
    /// The expense has none any more: `""` on the wire.
    case clear
    /// The expense has this one.
    case set(Hash32)

    /// The attachment after the change.
    package var hash: Hash32? {
        if case .set(let hash) = self { hash } else { nil }
    }
}

/// `ExpenseUpdated`: the registers it sets (§5, §5.2). Empty text clears category and note. One
/// that sets nothing is valid and changes nothing.
package struct ExpenseUpdated: PayloadFields {
    package static let kind = EventKind.expenseUpdated

    /// The expense.
    package var expense: EventID
    /// The money unit, whole.
    package var money: MoneyUnit?
    /// The description.
    package var description: String?
    /// The date.
    package var date: CalendarDate?
    /// The category; empty clears it.
    package var category: String?
    /// The note; empty clears it.
    package var note: String?
    /// The attachment.
    package var blob: BlobChange?

    /// Makes the payload.
    package init(
        expense: EventID,
        money: MoneyUnit? = nil,
        description: String? = nil,
        date: CalendarDate? = nil,
        category: String? = nil,
        note: String? = nil,
        blob: BlobChange? = nil
    ) {
        self.expense = expense
        self.money = money
        self.description = description
        self.date = date
        self.category = category
        self.note = note
        self.blob = blob
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        var unit = MoneyFields()
        try unit.readAmount(from: &fields)
        blob = try fields.optional("blob")
        category = try fields.optionalText("category", ProtocolLimits.category)
        try unit.readCurrency(from: &fields)
        date = try fields.optional("date")
        description = try fields.optionalText("description", ProtocolLimits.description)
        expense = try fields.required("expense")
        note = try fields.optionalText("note", ProtocolLimits.note)
        try unit.readRest(from: &fields)
        money = try unit.whole()
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("amount", money?.amount)
        fields.write("blob", blob)
        fields.write("category", category)
        fields.write("currency", money?.currency)
        fields.write("date", date)
        fields.write("description", description)
        fields.write("expense", expense)
        fields.kind(Self.kind)
        fields.write("note", note)
        if let money {
            MoneyFields.writeRest(of: money, to: &fields)
        }
    }
}

/// `ExpenseDeleted`: the expense no longer counts (§5).
package struct ExpenseDeleted: PayloadFields {
    package static let kind = EventKind.expenseDeleted

    /// The expense.
    package var expense: EventID

    /// Makes the payload.
    package init(expense: EventID) {
        self.expense = expense
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        expense = try fields.required("expense")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("expense", expense)
        fields.kind(Self.kind)
    }
}

/// `ExpenseRestored`: a deleted expense counts again (§5).
package struct ExpenseRestored: PayloadFields {
    package static let kind = EventKind.expenseRestored

    /// The expense.
    package var expense: EventID

    /// Makes the payload.
    package init(expense: EventID) {
        self.expense = expense
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        expense = try fields.required("expense")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("expense", expense)
        fields.kind(Self.kind)
    }
}

/// `AttachmentUploaded`: a file belongs to an expense (§5, §9).
package struct AttachmentUploaded: PayloadFields {
    package static let kind = EventKind.attachmentUploaded

    /// The expense.
    package var expense: EventID
    /// The hash of the attachment object.
    package var blob: Hash32

    /// Makes the payload.
    package init(expense: EventID, blob: Hash32) {
        self.expense = expense
        self.blob = blob
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        blob = try fields.required("blob")
        expense = try fields.required("expense")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("blob", blob)
        fields.write("expense", expense)
        fields.kind(Self.kind)
    }
}
