import FenEncoding
import FenMoney
import Testing

/// The n-th person of a test; people order as their numbers do, and Alice is 1.
func person(_ number: Int) -> PartyID {
    var raw = Bytes32()
    raw.withUnsafeMutableBytes { bytes in
        for index in 0..<8 { bytes[index] = UInt8(truncatingIfNeeded: number >> (56 - 8 * index)) }
    }
    return PartyID(raw: raw)
}

let alice = person(1)
let bob = person(2)
let may = person(3)

/// A currency by its code; the tests name real ones only.
func money(_ code: String) -> Currency {
    guard let currency = Currency(code: code) else {
        Issue.record("\(code) is no currency")
        return money("EUR")
    }
    return currency
}

let eur = money("EUR")

/// Numbers from a seed, the same on every machine (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Runs a property on many seeds; a failure names its seed.
func forEachSeed(
    _ count: UInt64,
    from first: UInt64 = 1,
    _ body: (inout SeededNumbers, Comment) throws -> Void
) rethrows {
    for seed in first..<(first + count) {
        var numbers = SeededNumbers(seed: seed)
        try body(&numbers, "seed \(seed)")
    }
}

/// The refusal of a call, for looking at its words; nil, and a failed test, where none came.
func refusal<Value>(_ body: () throws -> Value) -> MoneyError? {
    do {
        let value = try body()
        Issue.record("accepted as \(value)")
    } catch let error as MoneyError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}

/// An expense in euros that one person paid, divided equally.
func expense(_ amount: Int64, by payer: PartyID, among people: [PartyID]) -> MoneyUnit {
    MoneyUnit(
        amount: amount, currency: eur, paidBy: [Payment(party: payer, amount: amount)],
        split: .equally(people), settlementAmount: amount
    )
}

/// Balances after some expenses and payments, as the ledger sums them.
func balances(
    _ units: [MoneyUnit],
    settled: [Transfer] = []
) throws -> [PartyID: Int128] {
    var sums: [PartyID: Int128] = [:]
    for unit in units {
        for (party, move) in try unit.contributions() { sums[party, default: 0] += Int128(move) }
    }
    for transfer in settled {
        sums[transfer.from, default: 0] += Int128(transfer.amount)
        sums[transfer.to, default: 0] -= Int128(transfer.amount)
    }
    return sums
}

/// Balances of some people that come to zero, in no order.
func randomBalances(
    _ numbers: inout SeededNumbers, people: ClosedRange<Int>, upTo most: Int128
) -> [Int128] {
    let count = Int.random(in: people, using: &numbers)
    var amounts = (1..<count).map { _ in Int128.random(in: -most...most, using: &numbers) }
    amounts.append(-amounts.reduce(0, +))
    return amounts.shuffled(using: &numbers)
}

/// Balances of the first so many people.
func named(_ amounts: [Int128]) -> [(PartyID, Int128)] {
    amounts.enumerated().map { (person($0.offset + 1), $0.element) }
}
