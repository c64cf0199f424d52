/// `MemberRemoved`: by the organiser at the heads that still count, or by the member about
/// themselves without heads, which is leaving (§5). Whether the heads fit the author is a counting
/// rule, since the payload does not know who wrote it.
package struct MemberRemoved: PayloadFields {
    package static let kind = EventKind.memberRemoved

    /// Who goes.
    package var member: MemberID
    /// What still counts of their log; nil for leaving.
    package var heads: [Head]?

    /// Makes the payload.
    package init(member: MemberID, heads: [Head]? = nil) {
        self.member = member
        self.heads = heads
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        heads = try fields.optionalHeads("heads")
        member = try fields.required("member")
    }

    package func write(to fields: inout FieldWriter) {
        fields.list("heads", heads)
        fields.kind(Self.kind)
        fields.write("member", member)
    }
}

/// `MemberRenamed`: a member's new name (§5).
package struct MemberRenamed: PayloadFields {
    package static let kind = EventKind.memberRenamed

    /// The new name.
    package var name: String

    /// Makes the payload.
    package init(name: String) {
        self.name = name
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        name = try fields.text("name", ProtocolLimits.name)
    }

    package func write(to fields: inout FieldWriter) {
        fields.kind(Self.kind)
        fields.write("name", name)
    }
}

/// `MemberRekeyed`: the old key stops at its heads and its money is the new key's (§5).
package struct MemberRekeyed: PayloadFields {
    package static let kind = EventKind.memberRekeyed

    /// The old key.
    package var member: MemberID
    /// The new key.
    package var successor: MemberID
    /// What still counts of the old key's log.
    package var heads: [Head]

    /// Makes the payload.
    package init(member: MemberID, successor: MemberID, heads: [Head]) {
        self.member = member
        self.successor = successor
        self.heads = heads
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        heads = try fields.heads("heads")
        member = try fields.required("member")
        successor = try fields.required("successor")
    }

    package func write(to fields: inout FieldWriter) {
        fields.list("heads", heads)
        fields.kind(Self.kind)
        fields.write("member", member)
        fields.write("successor", successor)
    }
}

/// `MemberVouched`: whoever writes it has made sure that a member's new device has this key (Back
/// in). It grants nothing: the organiser's `MemberRekeyed` does.
package struct MemberVouched: PayloadFields, Hashable {
    package static let kind = EventKind.memberVouched

    /// The old key.
    package var member: MemberID
    /// The new key.
    package var successor: MemberID

    /// Makes the payload.
    package init(member: MemberID, successor: MemberID) {
        self.member = member
        self.successor = successor
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        member = try fields.required("member")
        successor = try fields.required("successor")
    }

    package func write(to fields: inout FieldWriter) {
        fields.kind(Self.kind)
        fields.write("member", member)
        fields.write("successor", successor)
    }
}

/// `DeputyNamed`: who may take over, or nobody (§5).
package struct DeputyNamed: PayloadFields {
    package static let kind = EventKind.deputyNamed

    /// The deputy; nil takes the naming back.
    package var member: MemberID?

    /// Makes the payload.
    package init(member: MemberID? = nil) {
        self.member = member
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        member = try fields.optional("member")
    }

    package func write(to fields: inout FieldWriter) {
        fields.kind(Self.kind)
        fields.write("member", member)
    }
}

/// `OrganiserChanged`: handing over, or the deputy taking over (§5, §5.2).
package struct OrganiserChanged: PayloadFields {
    package static let kind = EventKind.organiserChanged

    /// The next organiser.
    package var member: MemberID
    /// What keeps the organiser's right of the outgoing organiser's log.
    package var heads: [Head]

    /// Makes the payload.
    package init(member: MemberID, heads: [Head]) {
        self.member = member
        self.heads = heads
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        heads = try fields.heads("heads")
        member = try fields.required("member")
    }

    package func write(to fields: inout FieldWriter) {
        fields.list("heads", heads)
        fields.kind(Self.kind)
        fields.write("member", member)
    }
}

/// `ForkAcknowledged`: all branches up to these heads have been seen (§4, §5).
package struct ForkAcknowledged: PayloadFields {
    package static let kind = EventKind.forkAcknowledged

    /// Whose log forked.
    package var author: MemberID
    /// The tips of the branches.
    package var heads: [Head]

    /// Makes the payload.
    package init(author: MemberID, heads: [Head]) {
        self.author = author
        self.heads = heads
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        author = try fields.required("author")
        heads = try fields.heads("heads", count: ProtocolLimits.forkHeads)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("author", author)
        fields.list("heads", heads)
        fields.kind(Self.kind)
    }
}
