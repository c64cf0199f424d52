extension Head: FieldEntry {
    package init(from fields: inout FieldReader) throws(PayloadError) {
        let id: EventID = try fields.required("id")
        self.init(id: id, seq: try fields.counter("seq", from: 1))
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("id", id)
        fields.write("seq", seq)
    }

    package func precedes(_ other: Head) -> Bool {
        self < other
    }
}

extension LogCut: FieldEntry {
    package init(from fields: inout FieldReader) throws(PayloadError) {
        let heads = try fields.heads("heads")
        self.init(member: try fields.required("member"), heads: heads)
    }

    package func write(to fields: inout FieldWriter) {
        fields.list("heads", heads)
        fields.write("member", member)
    }

    package func precedes(_ other: LogCut) -> Bool {
        member < other.member
    }
}

extension Override: FieldEntry {
    package init(from fields: inout FieldReader) throws(PayloadError) {
        let member: MemberID = try fields.required("member")
        self.init(member: member, through: try fields.counter("through", from: 0))
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("member", member)
        fields.write("through", through)
    }

    package func precedes(_ other: Override) -> Bool {
        member < other.member
    }
}

extension SnapshotBalance: FieldEntry {
    package init(from fields: inout FieldReader) throws(PayloadError) {
        guard try fields.advance(to: "amount") else {
            throw PayloadError("amount", .missing)
        }
        let text = String(decoding: try fields.plainText("amount"), as: UTF8.self)
        // One spelling only: no plus, no leading zero, no minus before zero. 38 digits always fit
        // into 128 bits, 39 may not.
        guard text.utf8.count - (text.hasPrefix("-") ? 1 : 0) <= ProtocolLimits.balanceDigits,
            let amount = Int128(text), String(amount) == text
        else {
            throw PayloadError("amount", .malformed)
        }
        try fields.passed("amount")
        self.init(member: try fields.required("member"), amount: amount)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("amount", String(amount))
        fields.write("member", member)
    }

    package func precedes(_ other: SnapshotBalance) -> Bool {
        member < other.member
    }
}

extension WrappedKey: FieldEntry {
    package init(from fields: inout FieldReader) throws(PayloadError) {
        let keyBox = ProtocolLimits.keyBoxBytes
        let box = try fields.bytes("box", keyBox...keyBox)
        self.init(member: try fields.required("member"), box: box)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("box", box)
        fields.write("member", member)
    }

    package func precedes(_ other: WrappedKey) -> Bool {
        member < other.member
    }
}
