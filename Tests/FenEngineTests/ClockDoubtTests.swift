import FenMoney
import FenProtocol
import Foundation
import Testing

@testable import FenEngine

/// Clocks that are far off (case AC-18): times are a claim, which is shown as what it is.
@Suite("claimed times")
struct ClockDoubtTests {
    private static let minute: Int64 = 60_000
    private static let day: Int64 = 86_400_000

    @Test("what is more than 10 minutes ahead of this device, or before the event before it")
    func judged() {
        func doubt(_ claimed: UInt64, after earlier: UInt64?) -> ClockDoubt? {
            ClockDoubt(claimed: claimed, after: earlier, now: 10_000_000)
        }
        #expect(doubt(10_600_000, after: nil) == nil)
        #expect(doubt(10_600_001, after: nil) == .ahead(milliseconds: 600_001))
        #expect(doubt(0, after: nil) == nil)
        #expect(doubt(1, after: 600_001) == nil)
        #expect(doubt(1, after: 600_002) == .behind(milliseconds: 600_001))
        #expect(doubt(.max, after: 0) == .ahead(milliseconds: .max))
        #expect(doubt(0, after: .max) == .behind(milliseconds: .max))
    }

    @Test("AC-18: what a clock claims that is put forward, back and to 2106 is shown as doubtful")
    func shown() async throws {
        let table = try await Table.make()
        let alice = try await table.open("Alice")
        _ = try await table.join("Bob")
        let bobs = try await table.party("Bob")
        let first = try #require(try await alice.log(author: bobs, in: table.group).last)
        let far: Int64 = 4_293_000_000_000 - table.clock.now
        let cases: [(offset: Int64, doubt: ClockDoubt?)] = [
            (9 * Self.minute, nil),
            (11 * Self.minute, .ahead(milliseconds: 11 * Self.minute)),
            (0, .behind(milliseconds: 11 * Self.minute)),
            (-Self.day, .behind(milliseconds: Self.day)),
            (-Self.day, nil),
            (far, .ahead(milliseconds: far)),
            (0, .behind(milliseconds: far)),
            (Self.minute, nil),
        ]
        for (number, line) in cases.enumerated() {
            await table.close("Bob")
            let bob = try await openHome(
                EngineOptions(
                    home: table.homePath("Bob"),
                    clock: TestClock(table.clock.now + line.offset).clock))
            _ = try await bob.sync(in: table.group)
            _ = try await bob.postMessage("Number \(number)", in: table.group)
            _ = try await bob.sync(in: table.group)
            await bob.close()
            _ = try await alice.sync(in: table.group)
            // The order is that in which they were written, whatever they claim.
            _ = try await alice.postMessage("Answer \(number)", in: table.group)
            _ = try await alice.sync(in: table.group)
        }
        let next = first.reference.seq + 1
        let range = next...next + UInt64(cases.count) - 1
        let events = try await alice.log(author: bobs, range: range, in: table.group)
        #expect(events.map(\.clock) == cases.map(\.doubt))
        for event in events {
            let whole = try await alice.inspect(event.id, in: table.group).event
            #expect(whole.clock == event.clock)
            let alone = try await alice.log(
                author: bobs, range: event.reference.seq...event.reference.seq, in: table.group)
            #expect(alone.map(\.clock) == [event.clock])
        }
        let texts = try await alice.timeline(.last(2 * cases.count), in: table.group).compactMap {
            if case .event(let event) = $0, case .messagePosted(let message) = event.payload {
                return message.text
            }
            return nil
        }
        #expect(texts == cases.indices.flatMap { ["Number \($0)", "Answer \($0)"] })
        // Nothing is said of Alice's own, and her next event is right.
        let own = try await alice.log(author: table.party("Alice"), in: table.group)
        #expect(own.allSatisfy { $0.clock == nil })
        await table.closeAll()
    }
}
