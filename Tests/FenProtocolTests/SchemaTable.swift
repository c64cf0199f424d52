import FenMoney
import FenProtocol

/// One field of a kind with values it takes and values it refuses, as JSON texts.
struct FieldRow: Sendable {
    /// The name on the wire.
    let name: String
    /// Whether it may be left out.
    let optional: Bool
    /// Values that are taken; the first one stands in the sample.
    let good: [String]
    /// Values that are refused, beside those of another type.
    let bad: [String]

    /// A field that must be there.
    static func must(_ name: String, _ values: Values) -> FieldRow {
        FieldRow(name: name, optional: false, good: values.good, bad: values.bad)
    }

    /// A field that may be there.
    static func may(_ name: String, _ values: Values) -> FieldRow {
        FieldRow(name: name, optional: true, good: values.good, bad: values.bad)
    }
}

/// Values of one form.
struct Values: Sendable {
    let good: [String]
    let bad: [String]

    /// Text of a length in scalars.
    static func text(_ length: ClosedRange<Int>) -> Values {
        var good = ["\"x\"", Samples.long(length.upperBound), Samples.text("a \"b\"\\\n\u{1}🍺")]
        var bad = [Samples.long(length.upperBound + 1), "1", "true", "[]", "{}"]
        if length.lowerBound == 0 {
            good.append("\"\"")
        } else {
            bad.append("\"\"")
        }
        good = good.filter { $0.unicodeScalars.count <= length.upperBound + 12 }
        return Values(good: good, bad: bad)
    }

    /// Lowercase hex of a number of bytes.
    static func hex(_ count: Int) -> Values {
        let digits = String(repeating: "0", count: 2 * count - 4) + "1001"
        return Values(
            good: ["\"\(digits)\"", "\"\(String(repeating: "f", count: 2 * count))\""],
            bad: [
                "\"\(digits.dropLast())\"", "\"\(digits)0\"", "\"\(digits.dropLast(2))\"",
                "\"\(String(repeating: "F", count: 2 * count))\"",
                "\"\(String(repeating: "g", count: 2 * count))\"", "\"\"", "1", "true", "[]", "{}",
            ]
        )
    }

    /// base64url of a number of bytes.
    static func base64(_ length: ClosedRange<Int>) -> Values {
        Values(
            good: [Samples.base64(length.lowerBound), Samples.base64(length.upperBound)],
            bad: [
                Samples.base64(length.lowerBound - 1), Samples.base64(length.upperBound + 1),
                Samples.text(String(repeating: "=", count: 44)), "\"*\"", "1", "true", "[]", "{}",
            ]
        )
    }

    /// An integer in a range.
    static func integer(_ range: ClosedRange<Int64>) -> Values {
        var bad = ["\"1\"", "true", "[]", "{}", "1.0", "1e3", "01", "\(range.lowerBound - 1)"]
        if range.upperBound < ProtocolLimits.largestInteger {
            bad.append("\(range.upperBound + 1)")
        } else {
            bad.append("9007199254740992")
        }
        return Values(good: ["\(range.lowerBound)", "\(range.upperBound)", "7"], bad: bad)
    }

    /// An amount in minor units.
    static let amount = integer(1...1_000_000_000_000_000)
    /// A number or time of the author's.
    static let number = integer(1...ProtocolLimits.largestInteger)
    /// An epoch.
    static let epoch = integer(0...4_294_967_295)
    /// A name.
    static let name = text(1...80)
    /// A member, guest, event, hash.
    static let id = hex(32)
    /// An optional flag.
    static let flag = Values(good: ["true"], bad: ["false", "1", "\"true\"", "[]", "{}"])
    /// Three letters A–Z.
    static let currency = Values(
        good: ["\"EUR\"", "\"ZZZ\""],
        bad: ["\"eur\"", "\"EU\"", "\"EURO\"", "\"€UR\"", "\"E1R\"", "\"\"", "1", "true", "[]"]
    )
    /// A rate.
    static let rate = Values(
        good: [
            "\"0.9215\"", "\"1\"", "\"999999999999\"", "\"0.000000000001\"", "\"1.00000000001\"",
            "\"100000000000\"", "\"10.5\"",
        ],
        bad: [
            "\"0\"", "\"0.0\"", "\"1.0\"", "\"1.\"", "\".5\"", "\"01\"", "\"-1\"", "\"+1\"",
            "\"1e3\"", "\"1000000000000\"", "\"0.0000000000001\"", "\"1.000000000001\"", "\"\"",
            "\"1,5\"", "\" 1\"", "1", "true", "[]",
        ]
    )
    /// A real date.
    static let date = Values(
        good: ["\"2026-11-30\"", "\"1900-01-01\"", "\"9999-12-31\"", "\"2024-02-29\""],
        bad: [
            "\"2026-02-29\"", "\"1900-02-29\"", "\"2026-13-01\"", "\"2026-00-01\"",
            "\"2026-01-00\"", "\"2026-01-32\"", "\"1899-12-31\"", "\"10000-01-01\"",
            "\"2026-1-1\"", "\"2026/11/30\"", "\"2026-11-30T00:00\"", "\"\"", "20261130", "true",
        ]
    )
    /// Heads of a log.
    static let heads = Values(
        good: [
            Samples.heads([3]), "[]", Samples.heads([1, 2, 3, 4, 5, 6, 7, 8]),
            "[{\"id\":\"\(Samples.alice)\",\"seq\":1},{\"id\":\"\(Samples.bob)\",\"seq\":1}]",
        ],
        bad: [
            Samples.heads([1, 2, 3, 4, 5, 6, 7, 8, 9]), Samples.heads([2, 1]),
            Samples.heads([1, 1]), Samples.heads([0]), Samples.heads([-1]),
            "[{\"id\":\"\(Samples.bob)\",\"seq\":1},{\"id\":\"\(Samples.alice)\",\"seq\":1}]",
            "[{\"id\":\"\(Samples.alice)\"}]", "[{\"seq\":1}]", "[1]", "1", "\"x\"", "true", "{}",
        ]
    )
    /// A list of entries of 1–128 members.
    static func members(before: String = "", behind: String = "", bad: [String]) -> Values {
        Values(
            good: [1, 2, 128].map { Samples.members($0, before: before, behind: behind) },
            bad: bad + [
                "[]", Samples.members(129, before: before, behind: behind), "1", "\"x\"", "{}",
                "[1]",
                "[{\(before)\"member\":\"\(Samples.bob)\"\(behind)},"
                    + "{\(before)\"member\":\"\(Samples.alice)\"\(behind)}]",
                "[{\(before)\"member\":\"\(Samples.alice)\"\(behind)},"
                    + "{\(before)\"member\":\"\(Samples.alice)\"\(behind)}]",
            ]
        )
    }
}
