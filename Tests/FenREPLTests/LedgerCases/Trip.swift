import FenMoney
import Foundation
import TestSupport
import Testing

@testable import FenREPL

/// A group of one person with a device and of guests, written by typed lines and read as JSON, as
/// a program beside fen would.
struct Trip {
    let world: World
    let me: Person
    /// Everybody's name, the person with the device first.
    let names: [String]
    let currency: Currency

    /// A group of Alice and guests; no name is the beginning of another.
    static func make(_ guests: [String] = ["Bob", "May"], in code: String = "EUR") async throws
        -> Trip
    {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip \(code)")
        for name in guests { await alice.types("/guest \"\(name)\"") }
        return Trip(
            world: world, me: alice, names: ["Alice"] + guests,
            currency: try #require(Currency(code: code)))
    }

    /// A group of so many people.
    static func make(people: Int, in code: String = "EUR") async throws -> Trip {
        try await make(
            ["Bob", "Cy", "Dora", "Eve", "Fritz", "Gus", "Hal", "Ida"].prefix(people - 1)
                .map { $0 }, in: code)
    }

    /// An amount as it is typed.
    func text(_ minor: some FixedWidthInteger & SignedInteger, _ other: Currency? = nil) -> String {
        AmountFormat.plain(minor, other ?? currency)
    }

    /// The JSON face of a line that must succeed.
    func json(_ line: String) async throws -> [String: Any] { try await Self.json(me, line) }

    /// The JSON face of a line that somebody types and that must succeed.
    static func json(_ person: Person, _ line: String) async throws -> [String: Any] {
        let text = try #require(await person.types(line).json.first, "\(line)")
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(value as? [String: Any])
    }

    /// Types a line that writes an entry, and says what it is called.
    @discardableResult
    func writes(_ line: String) async throws -> String {
        try #require(await me.types(line).mainValue, "\(line)")
    }

    /// Everybody's balance, zeros included.
    func balances() async throws -> [String: Int64] { try await Self.balances(me) }

    /// Everybody's balance as somebody's device has it.
    static func balances(_ person: Person) async throws -> [String: Int64] {
        try figures(try await json(person, "/balances")["balances"], "balance")
    }

    /// Everybody's balance in each currency as it was paid.
    func original() async throws -> [String: [String: Int64]] {
        let rows = try #require(
            try await json("/balances original")["currencies"] as? [[String: Any]])
        var all: [String: [String: Int64]] = [:]
        for row in rows {
            let code = try #require(row["currency"] as? String)
            all[code] = try Self.figures(row["balances"], "balance")
        }
        return all
    }

    /// What each owes of an expense, in its own currency or the group's.
    func shares(_ reference: String, inGroupCurrency: Bool = false) async throws -> [String: Int64]
    {
        try Self.figures(
            try await entry(reference)["shares"],
            inGroupCurrency ? "settlement_amount" : "amount")
    }

    /// An entry.
    func entry(_ reference: String) async throws -> [String: Any] {
        try #require(try await json("/show \(reference)")["entry"] as? [String: Any])
    }

    /// The split of an expense as it is kept: its mode, and the value of each part.
    func split(_ reference: String) async throws -> (mode: String, parts: [String: Int64]) {
        let split = try #require(try await entry(reference)["split"] as? [String: Any])
        return (
            try #require(split["mode"] as? String), try Self.figures(split["parts"], "value")
        )
    }

    /// A payment of the plan.
    struct Planned: Hashable {
        let from: String
        let to: String
        let minor: Int64
    }

    /// The plan.
    func plan() async throws -> [Planned] {
        let rows = try #require(try await json("/settle")["transfers"] as? [[String: Any]])
        return try rows.map { row in
            func name(_ key: String) throws -> String {
                try #require((row[key] as? [String: Any])?["name"] as? String)
            }
            return Planned(
                from: try name("from"), to: try name("to"),
                minor: try #require((row["amount"] as? NSNumber)?.int64Value))
        }
    }

    /// Records a payment.
    func pays(_ payment: Planned) async throws {
        try await writes("/settle \(payment.from) to \(payment.to) \(text(payment.minor))")
    }

    /// Figures beside people's names.
    static func figures(_ value: Any?, _ key: String) throws -> [String: Int64] {
        var figures: [String: Int64] = [:]
        for row in try #require(value as? [[String: Any]]) {
            let name = try #require(row["name"] as? String)
            figures[name] = try #require((row[key] as? NSNumber)?.int64Value)
        }
        return figures
    }
}

extension SeededGenerator {
    /// An amount, small ones often: they are where units go astray.
    mutating func amount() -> Int64 {
        Int64([1 + below(9), 1 + below(200), 1 + below(100_000), 1 + below(50_000_000)][below(4)])
    }

    /// Some of these, at least one, in any order.
    mutating func some<Element>(_ all: [Element]) -> [Element] {
        Array(all.shuffled(using: &self).prefix(1 + below(all.count)))
    }
}
