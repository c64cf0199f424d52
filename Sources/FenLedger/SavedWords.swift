/// What people wrote into a saved entry, in place: for finding a few entries among many without
/// reading all that is saved of each.
package struct SavedWords {
    /// The description of an expense, the text of a message, as UTF-8; like the others valid as
    /// long as the saved form is.
    package private(set) var title: UnsafeRawBufferPointer?
    /// The category of an expense.
    package private(set) var category: UnsafeRawBufferPointer?
    /// The note of an expense or a payment.
    package private(set) var note: UnsafeRawBufferPointer?

    /// Whether one of the texts is wanted.
    package func contains(where isWanted: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        title.map(isWanted) ?? false || category.map(isWanted) ?? false
            || note.map(isWanted) ?? false
    }

    /// Finds the texts in a saved form.
    package init(_ saved: UnsafeRawBufferPointer) throws(DamagedEntry) {
        var reader = StateReader(saved)
        try reader.skip(1)
        _ = try reader.number()
        if try reader.byte() != 0 { _ = try reader.slice() }
        // Each edit names a register, an event and an author.
        try reader.skip(65 * (try reader.count()))
        switch try reader.byte() {
        case 1:
            title = try reader.slice()
            _ = try reader.number()
            if try reader.byte() != 0 { category = try reader.slice() }
            if try reader.byte() != 0 { note = try reader.slice() }
        case 2:
            try reader.skip(64)
            _ = try reader.number()
            _ = try reader.slice()
            _ = try reader.number()
            if try reader.byte() != 0 { _ = try reader.slice() }
            if try reader.byte() != 0 { note = try reader.slice() }
        case 3: title = try reader.slice()
        default: throw DamagedEntry()
        }
    }
}
