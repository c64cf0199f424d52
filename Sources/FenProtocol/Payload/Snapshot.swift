package import FenMoney

/// The heads of one member's log, as a cut through all logs names them (§5).
package struct LogCut: Equatable, Sendable {
    /// Whose log.
    package var member: MemberID
    /// Its heads.
    package var heads: [Head]

    /// Pairs a log with its heads.
    package init(member: MemberID, heads: [Head]) {
        self.member = member
        self.heads = heads
    }
}

/// What is missing of one member up to a number and no longer waited for (§5.2).
package struct Override: Equatable, Sendable {
    /// Whose log.
    package var member: MemberID
    /// The last number overridden.
    package var through: UInt64

    /// Pairs a log with a number.
    package init(member: MemberID, through: UInt64) {
        self.member = member
        self.through = through
    }
}

/// A balance as the organiser's device computed it (§5.2).
package struct SnapshotBalance: Equatable, Sendable {
    /// Whose balance: a member's or a guest's.
    package var member: PartyID
    /// Minor units of the group's currency; a decimal string on the wire.
    package var amount: Int128

    /// Pairs a party with their balance.
    package init(member: PartyID, amount: Int128) {
        self.member = member
        self.amount = amount
    }
}

/// `SettlementSnapshot`: opens the gate for what is missing, and for nothing else (§5.2).
package struct SettlementSnapshot: PayloadFields {
    package static let kind = EventKind.settlementSnapshot

    /// What the organiser's device held.
    package var cut: [LogCut]
    /// What is no longer waited for.
    package var overridden: [Override]
    /// The balances at the cut.
    package var balances: [SnapshotBalance]

    /// Makes the payload.
    package init(cut: [LogCut], overridden: [Override], balances: [SnapshotBalance]) {
        self.cut = cut
        self.overridden = overridden
        self.balances = balances
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        balances = try fields.members("balances")
        cut = try fields.members("cut")
        overridden = try fields.members("overridden")
    }

    package func write(to fields: inout FieldWriter) {
        fields.list("balances", balances)
        fields.list("cut", cut)
        fields.kind(Self.kind)
        fields.list("overridden", overridden)
    }
}
