import FenEncoding
import FenMoney

/// The compact form tallies are saved in: a cache's, like that of entries.
extension Tallies {
    /// The saved form.
    package func saved() -> [UInt8] {
        var writer = StateWriter(capacity: 256)
        writer.number(UInt64(people.count))
        for (party, person) in people.sorted(by: { $0.key < $1.key }) {
            writer.fixed(party)
            writer.wide(person.paid)
            writer.wide(person.share)
        }
        writer.number(UInt64(categories.count))
        for (name, sum) in categories.sorted(by: { $0.key < $1.key }) {
            writer.text(name)
            writer.sum(sum)
        }
        writer.number(UInt64(days.count))
        for (day, sum) in days.sorted(by: { $0.key < $1.key }) {
            writer.day(day)
            writer.sum(sum)
        }
        writer.number(UInt64(currencies.count))
        for (currency, sum) in currencies.sorted(by: { $0.key.code < $1.key.code }) {
            writer.text(currency.code)
            writer.sum(sum)
        }
        writer.number(UInt64(holdings.count))
        for (holding, amount) in holdings.sorted(by: { $0.key < $1.key }) {
            writer.fixed(holding.party)
            writer.text(holding.currency.code)
            writer.wide(amount)
        }
        writer.number(UInt64(debts.count))
        for (pair, amount) in debts.sorted(by: { $0.key < $1.key }) {
            writer.fixed(pair.first)
            writer.fixed(pair.second)
            writer.wide(amount)
        }
        return writer.bytes
    }

    /// Adds sums in their saved form.
    package mutating func add(saved: UnsafeRawBufferPointer) throws(DamagedEntry) {
        var reader = StateReader(saved)
        for _ in 0..<(try reader.count()) {
            let party: PartyID = try reader.fixed()
            people[party, default: Person()].paid += try reader.wide()
            people[party]?.share += try reader.wide()
        }
        for _ in 0..<(try reader.count()) {
            categories[try reader.text(), default: Sum()].add(try reader.sum())
        }
        for _ in 0..<(try reader.count()) {
            days[try reader.day(), default: Sum()].add(try reader.sum())
        }
        for _ in 0..<(try reader.count()) {
            currencies[try Currency(from: &reader), default: Sum()].add(try reader.sum())
        }
        for _ in 0..<(try reader.count()) {
            let holding = Holding(party: try reader.fixed(), currency: try Currency(from: &reader))
            holdings[holding, default: 0] += try reader.wide()
        }
        for _ in 0..<(try reader.count()) {
            let pair = Pair(first: try reader.fixed(), second: try reader.fixed())
            debts[pair, default: 0] += try reader.wide()
        }
        guard reader.isAtEnd else { throw DamagedEntry() }
    }
}

extension StateWriter {
    fileprivate mutating func sum(_ sum: Tallies.Sum) {
        wide(sum.minor)
        wide(sum.amount)
        wide(Int128(sum.count))
    }

    /// A sum of 128 bits: its sign, then its size in three parts, the lowest first.
    fileprivate mutating func wide(_ value: Int128) {
        byte(value < 0 ? 1 : 0)
        var rest = value.magnitude
        for _ in 0..<3 {
            number(UInt64(truncatingIfNeeded: rest & StateReader.wideMask))
            rest >>= StateReader.wideBits
        }
    }
}

extension StateReader {
    /// How many bits each of the three parts of a wide number has; numbers hold 63 at most.
    fileprivate static let wideBits = 60
    fileprivate static let wideMask: UInt128 = (1 << 60) - 1

    fileprivate mutating func sum() throws(DamagedEntry) -> Tallies.Sum {
        let (minor, amount, count) = (try wide(), try wide(), try wide())
        guard abs(count) <= 1 << 53 else { throw DamagedEntry() }
        return Tallies.Sum(minor: minor, amount: amount, count: Int(count))
    }

    fileprivate mutating func wide() throws(DamagedEntry) -> Int128 {
        let isNegative = try byte() != 0
        var size: UInt128 = 0
        for part in 0..<3 {
            let bits = UInt128(try number())
            guard bits <= Self.wideMask else { throw DamagedEntry() }
            size |= bits << (part * Self.wideBits)
        }
        // No sum of 2^53 amounts comes near it, and many such can be added.
        guard size < 1 << 110 else { throw DamagedEntry() }
        return isNegative ? -Int128(size) : Int128(size)
    }
}
