import FenEncoding
import FenMoney
import FenProtocol
import Testing

/// The schema of §5 and §5.1, one field and one value at a time.
struct SchemaTests {
    /// The table names every kind there is.
    @Test func tableIsComplete() {
        #expect(
            Set(SchemaTable.rows.map(\.kind)) == Set(EventKind.allCases).subtracting([.unknown]))
    }

    /// The sample of each kind decodes to that kind and encodes to the same bytes.
    @Test(arguments: SchemaTable.rows.map(\.kind))
    func samples(of kind: EventKind) throws {
        let row = try row(kind)
        for all in [false, true] {
            let bytes = SchemaTable.json(kind, SchemaTable.sample(row, all: all))
            let payload = try Payload.decode(bytes)
            #expect(payload.kind == kind)
            #expect(payload.kindName == kind.name)
            #expect(payload.encode() == bytes)
        }
    }

    /// Each value that is taken is taken and written back as it was.
    @Test(arguments: SchemaTable.rows.map(\.kind))
    func goodValues(of kind: EventKind) throws {
        let row = try row(kind)
        for field in row.fields {
            for value in field.good {
                var values = SchemaTable.sample(row, all: true)
                values[field.name] = value
                let bytes = SchemaTable.json(kind, values)
                let payload = try Payload.decode(bytes)
                #expect(payload.encode() == bytes, "\(kind.name) \(field.name) \(value)")
            }
        }
    }

    /// Each value that is refused is refused, and the refusal names the field or one inside it.
    @Test(arguments: SchemaTable.rows.map(\.kind))
    func badValues(of kind: EventKind) throws {
        let row = try row(kind)
        for field in row.fields {
            for value in field.bad {
                var values = SchemaTable.sample(row, all: true)
                values[field.name] = value
                let bytes = SchemaTable.json(kind, values)
                #expect(throws: PayloadError.self, "\(kind.name) \(field.name) \(value)") {
                    try Payload.decode(bytes)
                }
            }
        }
    }

    /// A field that must be there cannot be left out, another can.
    @Test(arguments: SchemaTable.rows.map(\.kind))
    func missingFields(of kind: EventKind) throws {
        let row = try row(kind)
        for field in row.fields {
            var values = SchemaTable.sample(row, all: true)
            values[field.name] = nil
            let bytes = SchemaTable.json(kind, values)
            if field.optional {
                #expect(try Payload.decode(bytes).encode() == bytes)
            } else {
                #expect(throws: PayloadError.self, "\(kind.name) without \(field.name)") {
                    try Payload.decode(bytes)
                }
            }
        }
    }

    /// Fields of a later version are read over, wherever they stand; they must be canonical.
    @Test(arguments: SchemaTable.rows.map(\.kind))
    func unknownFields(of kind: EventKind) throws {
        let row = try row(kind)
        let values = SchemaTable.sample(row, all: true)
        let payload = try Payload.decode(SchemaTable.json(kind, values))
        for name in ["a0", "i", "kinda", "zz"] {
            for value in ["1", "\"x\"", "true", "[{\"a\":[]}]", "{\"b\":{\"c\":-1}}"] {
                var more = values
                more[name] = value
                #expect(try Payload.decode(SchemaTable.json(kind, more)) == payload)
            }
            for value in ["1.5", "null", "{\"b\":1,\"a\":1}", "[1,]", "\"\\u0041\"", "01"] {
                var more = values
                more[name] = value
                #expect(throws: PayloadError.self, "\(kind.name) \(name) \(value)") {
                    try Payload.decode(SchemaTable.json(kind, more))
                }
            }
        }
    }

    /// An update takes the money unit whole or not at all.
    @Test func moneyUnitOfAnUpdate() throws {
        let logged = try row(.expenseLogged)
        let money = [
            "amount", "currency", "paid_by", "rate", "refund", "settlement_amount", "split",
            "typed",
        ]
        let all = SchemaTable.sample(logged, all: true).filter { money.contains($0.key) }
        let expense = ["expense": "\"\(Samples.alice)\""]
        let whole = SchemaTable.json(.expenseUpdated, all.merging(expense) { $1 })
        guard case .expenseUpdated(let update) = try Payload.decode(whole) else {
            Issue.record("no update")
            return
        }
        #expect(update.money?.amount == 500)
        #expect(update.money?.refund == true)
        #expect(Payload.expenseUpdated(update).encode() == whole)
        for name in money {
            let alone = [name: all[name] ?? ""].merging(expense) { $1 }
            #expect(throws: PayloadError("amount", .notWhole), "\(name) alone") {
                try Payload.decode(SchemaTable.json(.expenseUpdated, alone))
            }
            var without = all.merging(expense) { $1 }
            without[name] = nil
            let bytes = SchemaTable.json(.expenseUpdated, without)
            if ["rate", "refund", "typed"].contains(name) {
                #expect(try Payload.decode(bytes).encode() == bytes)
            } else {
                #expect(throws: PayloadError("amount", .notWhole), "without \(name)") {
                    try Payload.decode(bytes)
                }
            }
        }
    }

    /// The two sides of a settlement differ.
    @Test func settlementWithOneself() throws {
        let row = try row(.settlementRecorded)
        var values = SchemaTable.sample(row, all: true)
        values["to"] = values["from"]
        #expect(throws: PayloadError("to", .notDifferent)) {
            try Payload.decode(SchemaTable.json(.settlementRecorded, values))
        }
    }

    private func row(_ kind: EventKind) throws -> SchemaTable.Row {
        try #require(SchemaTable.rows.first { $0.kind == kind })
    }
}
