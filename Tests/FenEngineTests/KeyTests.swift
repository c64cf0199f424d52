import FenEncoding
import FenLedger
import FenProtocol
import FenStore
import Testing

@testable import FenEngine

/// Which keys are held, whatever came when.
@Suite("keys that events bring")
struct KeyTests {
    @Test("what does not open under a key that is held is looked at once, however much it is")
    func corruptAhead() throws {
        var group = try HandmadeGroup()
        var mallory = LogWriter()
        let bare = try BareGroup(group.invite, seed: 1)
        try bare.adopt(group.new)
        bare.group.batchSize = 7
        try bare.take([
            group.founder.line(group.admission(of: mallory.key), under: group.new)
        ])
        var lines: [[UInt8]] = []
        for number in UInt64(1)...10 {
            lines.append(mallory.line("garbage", under: group.new, lamport: 1 << 40 + number))
        }
        try bare.take(lines)
        try bare.take([group.founder.line(group.history, under: group.new)])
        #expect(try bare.count() == 12)
        #expect(bare.group.keys.count == 2)
        #expect(difference(try bare.dump(), try bare.oracle()) == "")
    }

    @Test("a key counts while its bringer's membership does, and what it opened closes with it")
    func standsAndFalls() throws {
        var group = try HandmadeGroup()
        var mallory = LogWriter()
        let bare = try BareGroup(group.invite, seed: 2)
        try bare.adopt(group.new)
        try bare.take([
            group.founder.line(#"{"kind":"MessagePosted","text":"old"}"#, under: group.old),
            mallory.line(group.joining, under: group.new),
            mallory.line(group.history, under: group.new),
        ])
        #expect(bare.group.keys.count == 1, "a stranger's history brings nothing")
        #expect(try bare.unopened() == 1)
        try bare.take([group.founder.line(group.admission(of: mallory.key), under: group.new)])
        #expect(bare.group.keys.count == 2)
        #expect(try bare.unopened() == 0)
        #expect(difference(try bare.dump(), try bare.oracle()) == "")
        try bare.take([group.founder.line(group.removal(of: mallory.key), under: group.new)])
        #expect(bare.group.keys.count == 1)
        #expect(try bare.unopened() == 1)
        #expect(difference(try bare.dump(), try bare.oracle()) == "")
        // Handed over it stands by itself.
        try bare.adopt(group.old)
        #expect(try bare.unopened() == 0)
        #expect(bare.group.keys.count == 2)
    }

    @Test("a key does not hold itself up: an admission that only it opens is no reason for it")
    func noCircle() throws {
        var group = try HandmadeGroup()
        var mallory = LogWriter()
        let bare = try BareGroup(group.invite, seed: 3)
        try bare.adopt(group.new)
        try bare.take([
            mallory.line(group.joining, under: group.new),
            mallory.line(group.history, under: group.new),
            group.founder.line(group.admission(of: mallory.key), under: group.old),
        ])
        #expect(bare.group.keys.count == 1)
        #expect(try bare.unopened() == 1)
    }
}

extension BareGroup {
    /// How many events are sealed under keys that are not held.
    func unopened() throws -> Int {
        try group.unheldKeys().reduce(0) { $0 + Int($1.numbers.count) }
    }
}
