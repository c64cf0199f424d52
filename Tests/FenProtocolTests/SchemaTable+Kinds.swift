import FenProtocol

/// Every kind with its fields, as §5 lists them.
enum SchemaTable {
    /// A kind and its fields.
    typealias Row = (kind: EventKind, fields: [FieldRow])

    /// The money fields with one payer and one participant.
    private static let money: [FieldRow] = [
        .must("amount", Values(good: ["500"], bad: ["0", "-1", "1000000000000001", "\"500\""])),
        .must("currency", .currency),
        .must("paid_by", paidBy),
        .may("rate", .rate),
        .may("refund", .flag),
        .must("settlement_amount", .amount),
        .must("split", split),
        .may("typed", .text(0...200)),
    ]

    private static func payer(_ member: String, _ amount: Int) -> String {
        "{\"amount\":\(amount),\"member\":\"\(member)\"}"
    }

    private static let paidBy = Values(
        good: [
            "[\(payer(Samples.alice, 500))]",
            "[\(payer(Samples.alice, 1)),\(payer(Samples.bob, 499))]",
        ],
        bad: [
            "[]", "[\(payer(Samples.alice, 499))]", "[\(payer(Samples.alice, 501))]",
            "[\(payer(Samples.alice, 0)),\(payer(Samples.bob, 500))]",
            "[\(payer(Samples.alice, -1)),\(payer(Samples.bob, 501))]",
            "[\(payer(Samples.bob, 1)),\(payer(Samples.alice, 499))]",
            "[\(payer(Samples.alice, 1)),\(payer(Samples.alice, 499))]",
            "[{\"member\":\"\(Samples.alice)\"}]", "[{\"amount\":500}]", "{}", "1", "\"x\"",
            Samples.members(129, before: "\"amount\":1,"),
        ]
    )

    private static func split(_ mode: String, _ values: [Int]) -> String {
        let parts = zip(Samples.hexes, values).map { "{\"member\":\"\($0)\",\"value\":\($1)}" }
        return "{\"mode\":\"\(mode)\",\"parts\":[\(parts.joined(separator: ","))]}"
    }

    private static let split = Values(
        good: [
            split("equal", [1]), split("equal", Array(repeating: 1, count: 128)),
            split("amount", [500]), split("amount", [1, 499]), split("percent", [10_000]),
            split("percent", [1, 9_999]), split("shares", [1]), split("shares", [1_000_000, 3]),
        ],
        bad: [
            split("equal", []), split("equal", [2]), split("equal", [1, 0]),
            split("equal", Array(repeating: 1, count: 129)),
            split("amount", [499]), split("amount", [501]), split("amount", [0, 500]),
            split("amount", [-1, 501]), split("percent", [9_999]), split("percent", [10_001]),
            split("percent", [0, 10_000]), split("shares", [0]), split("shares", [1_000_001]),
            split("shares", [-1]), split("other", [1]), "{\"mode\":\"equal\"}",
            "{\"parts\":[{\"member\":\"\(Samples.alice)\",\"value\":1}]}",
            "{\"mode\":\"equal\",\"parts\":[{\"member\":\"\(Samples.alice)\"}]}",
            "{\"mode\":\"equal\",\"parts\":[{\"value\":1}]}",
            "{\"mode\":\"equal\",\"parts\":[{\"member\":\"\(Samples.bob)\",\"value\":1},"
                + "{\"member\":\"\(Samples.alice)\",\"value\":1}]}",
            "[]", "1", "\"equal\"",
        ]
    )

    private static let edit = Values(
        good: ["\"creator\"", "\"any_member\""],
        bad: ["\"everyone\"", "\"\"", "1", "true", "[]"]
    )

    private static let cut = Values.members(
        before: "\"heads\":\(Samples.heads([3])),",
        bad: [
            "[{\"heads\":[]}]", "[{\"member\":\"\(Samples.alice)\"}]",
            "[{\"heads\":\(Samples.heads([2, 1])),\"member\":\"\(Samples.alice)\"}]",
        ]
    )

    private static let overridden = Values.members(
        behind: ",\"through\":9",
        bad: [
            "[{\"member\":\"\(Samples.alice)\"}]",
            "[{\"member\":\"\(Samples.alice)\",\"through\":-1}]",
        ]
    )

    private static let balances = Values.members(
        before: "\"amount\":\"-500\",",
        bad: [
            "500", "\"+5\"", "\"05\"", "\"-0\"", "\"\"", "\"1.5\"", "\"x\"",
            "\"100000000000000000000000000000000000000\"",
        ].map { "[{\"amount\":\($0),\"member\":\"\(Samples.alice)\"}]" }
    )

    private static let wrapped = Values.members(
        before: "\"box\":\(Samples.base64(80)),",
        bad: [79, 81].map { count in
            "[{\"box\":\(Samples.base64(count)),\"member\":\"\(Samples.alice)\"}]"
        }
    )

    /// The table.
    static let rows: [Row] = [
        (
            .groupCreated,
            [
                .must("check", .id), .must("currency", .currency), .must("edit", edit),
                .may("lab", .flag), .must("name", .name), .must("organiser_name", .name),
            ]
        ),
        (.groupSettingsChanged, [.may("edit", edit), .may("name", .name)]),
        (
            .inviteIssued,
            [
                .must("digest", .id),
                .must("expires_at", .integer(0...ProtocolLimits.largestInteger)),
                .must("invite_id", .hex(16)), .must("name", .name),
            ]
        ),
        (.inviteRevoked, [.must("invite_id", .hex(16))]),
        (
            .memberJoined,
            [.must("invite_id", .hex(16)), .must("name", .name), .must("proof", .id)]
        ),
        (
            .memberAdmitted,
            [.may("from", .number), .may("invite_id", .hex(16)), .must("member", .id)]
        ),
        (.memberRemoved, [.may("heads", .heads), .must("member", .id)]),
        (.memberRenamed, [.must("name", .name)]),
        (
            .memberRekeyed,
            [.must("heads", .heads), .must("member", .id), .must("successor", .id)]
        ),
        (.memberVouched, [.must("member", .id), .must("successor", .id)]),
        (.deputyNamed, [.may("member", .id)]),
        (.organiserChanged, [.must("heads", .heads), .must("member", .id)]),
        (.guestAdded, [.must("name", .name)]),
        (.guestClaimed, [.must("guest", .id), .must("member", .id)]),
        (
            .expenseLogged,
            money + [
                .may("blob", .id), .may("category", .text(0...40)), .must("date", .date),
                .must("description", .text(1...140)), .may("imported", .text(1...200)),
                .may("note", .text(0...1_000)), .may("on_behalf_of", .id),
            ]
        ),
        (
            .expenseUpdated,
            [
                .may(
                    "blob",
                    Values(
                        good: Values.id.good + ["\"\""], bad: Values.id.bad.filter { $0 != "\"\"" })
                ),
                .may("category", .text(0...40)), .may("date", .date),
                .may("description", .text(1...140)), .must("expense", .id),
                .may("note", .text(0...1_000)),
            ]
        ),
        (.expenseDeleted, [.must("expense", .id)]),
        (.expenseRestored, [.must("expense", .id)]),
        (
            .settlementRecorded,
            [
                .must("amount", .amount), .must("currency", .currency), .must("from", .id),
                .may("note", .text(0...1_000)), .may("on_behalf_of", .id), .may("rate", .rate),
                .must("settlement_amount", .amount),
                .must("to", Values(good: ["\"\(Samples.bob)\""], bad: Values.id.bad)),
            ]
        ),
        (.settlementVoided, [.must("settlement", .id)]),
        (
            .rateSet,
            [
                .must("currency", .currency), .must("date", .date), .must("rate", .rate),
                .must("source", .text(0...40)),
            ]
        ),
        (.attachmentUploaded, [.must("blob", .id), .must("expense", .id)]),
        (
            .keyEpochUpdate,
            [
                .must("check", .id), .must("epoch", .integer(1...4_294_967_295)),
                .must("wrapped", wrapped),
            ]
        ),
        (.keyHistory, [.must("epoch", .epoch), .must("key", .base64(32...32))]),
        (.keyRewrapRequest, [.must("epoch", .epoch)]),
        (
            .keyRewrapped,
            [
                .must("box", .base64(80...80)), .must("epoch", .epoch), .must("member", .id),
                .may("request", .id),
            ]
        ),
        (.storageKeyRotated, [.must("descriptor", .base64(1...1_024))]),
        (.groupInviteRelayed, [.must("box", .base64(49...1_072)), .must("to", .id)]),
        (
            .settlementSnapshot,
            [
                .must("balances", balances), .must("cut", cut), .must("overridden", overridden),
            ]
        ),
        (
            .forkAcknowledged,
            [
                .must("author", .id),
                .must(
                    "heads",
                    Values(
                        good: [Samples.heads([1, 2]), Samples.heads([1, 2, 3, 4, 5, 6, 7, 8])],
                        bad: Values.heads.bad + ["[]", Samples.heads([1])]
                    )
                ),
            ]
        ),
        (.groupClosed, [.must("cut", cut)]),
        (.groupReopened, []),
        (.messagePosted, [.may("reply_to", .id), .must("text", .text(1...4_000))]),
    ]

    /// The canonical JSON of a kind with these values.
    static func json(_ kind: EventKind, _ values: [String: String]) -> [UInt8] {
        var values = values
        values["kind"] = "\"\(kind.name)\""
        let fields = values.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }
        return [UInt8]("{\(fields.joined(separator: ","))}".utf8)
    }

    /// The sample of a kind: the first value of each field that must be there, or of all.
    static func sample(_ row: Row, all: Bool) -> [String: String] {
        var values: [String: String] = [:]
        for field in row.fields where all || !field.optional {
            values[field.name] = field.good.first
        }
        return values
    }
}
