import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol

/// Makes payloads of every kind from a seed, all valid.
struct RandomPayloads {
    /// Where the numbers come from; the same seed gives the same payloads.
    private let entropy: EntropySource

    /// Starts at a seed.
    init(seed: UInt64) {
        var bytes = [UInt8](repeating: 0, count: 24)
        withUnsafeBytes(of: seed.bigEndian) { bytes += $0 }
        entropy = .seeded(Bytes32(bytes) ?? .zero)
    }

    /// A number in a range.
    func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(entropy.uniform(below: UInt64(range.count)))
    }

    /// One of two.
    func coin() -> Bool {
        number(0...1) == 1
    }

    /// A value, or none.
    func maybe<Value>(_ value: @autoclosure () -> Value) -> Value? {
        coin() ? value() : nil
    }

    /// A text of a length, with escapes and characters of one to four bytes.
    func text(_ length: ClosedRange<Int>) -> String {
        let characters = "ab z09\"\\/\n\t\u{1}\u{1f}\u{7f}äßé–€中🍺\u{301}\u{200b}"
        let alphabet = Array(characters.unicodeScalars)
        let count = number(length.lowerBound...min(length.upperBound, length.lowerBound + 60))
        var scalars = String.UnicodeScalarView()
        for _ in 0..<(number(0...30) == 0 ? length.upperBound : count) {
            scalars.append(alphabet[number(0...alphabet.count - 1)])
        }
        return String(scalars)
    }

    /// Ascending parties.
    func parties(_ count: ClosedRange<Int>) -> [PartyID] {
        let count = number(count)
        var parties: Set<PartyID> = []
        while parties.count < count {
            parties.insert(entropy.value())
        }
        return parties.sorted()
    }

    /// Heads of one log.
    func heads(_ count: ClosedRange<Int> = 0...8) -> [Head] {
        let count = number(count)
        var heads: Set<Head> = []
        while heads.count < count {
            heads.insert(Head(id: entropy.value(), seq: UInt64(number(1...9))))
        }
        return heads.sorted()
    }

    /// What a maker gives, tried until it gives something.
    private func some<Value>(_ make: () -> Value?) -> Value {
        while true {
            if let value = make() {
                return value
            }
        }
    }

    /// Three letters.
    func currency() -> Currency {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return some {
            Currency(code: String((0..<3).map { _ in letters[number(0...25)] }))
        }
    }

    /// A rate of at most twelve digits.
    func rate() -> Rate {
        some {
            let fraction = String(1_000_000 + number(1...999_999)).dropFirst()
            let digits = String(fraction.reversed().drop { $0 == "0" }.reversed())
            return try? Rate(protocolText: "\(number(0...999_999)).\(digits)")
        }
    }

    /// A real date.
    func date() -> CalendarDate {
        some {
            CalendarDate(year: number(1_900...9_999), month: number(1...12), day: number(1...31))
        }
    }

    /// A money unit of any split.
    func money() -> MoneyUnit {
        let payers = parties(1...3)
        let payments = payers.map { Payment(party: $0, amount: Int64(number(200...99_999_999))) }
        let amount = payments.reduce(0) { $0 + $1.amount }
        let members = parties(1...9)
        let mode = SplitMode.allCases[number(0...3)]
        let total: Int64 = mode == .percent ? 10_000 : amount
        var parts = members.map { party in
            let value: Int64 =
                switch mode {
                case .equal: 1
                case .shares: Int64(number(1...1_000_000))
                case .amount, .percent: total / Int64(members.count)
                }
            return SplitPart(party: party, value: value)
        }
        if mode == .amount || mode == .percent {
            parts[0].value += total - parts.reduce(0) { $0 + $1.value }
        }
        return MoneyUnit(
            amount: amount,
            currency: currency(),
            paidBy: payments,
            split: Split(mode: mode, parts: parts),
            settlementAmount: Int64(number(1...1_000_000_000_000_000)),
            rate: maybe(rate()),
            refund: coin(),
            typed: maybe(text(0...200))
        )
    }

    /// A cut through some logs.
    func cut() -> [LogCut] {
        parties(1...9).map { LogCut(member: $0.member, heads: heads()) }
    }

    /// A number up to 2^53 − 1.
    func counter() -> UInt64 {
        UInt64(number(1...Int(ProtocolLimits.largestInteger)))
    }

    /// An epoch.
    func epoch() -> UInt32 {
        UInt32(number(0...4_294_967_295))
    }

    /// Some bytes.
    func bytes(_ count: ClosedRange<Int>) -> [UInt8] {
        entropy.fill(number(count))
    }

    /// A fixed-length value.
    func value<Value: FixedBytes>() -> Value {
        entropy.value()
    }
}
