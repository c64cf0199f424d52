import FenEncoding
import FenLedger
import FenProtocol
import Testing

@testable import FenEngine

/// Whose lines are taken.
@Suite("lines of those who wait")
struct WaitingLinesTests {
    @Test("of a joiner 64 lines are stored, those that are refused among them")
    func refusedCount() throws {
        let group = try HandmadeGroup()
        var mallory = LogWriter()
        let bare = try BareGroup(group.invite, seed: 5)
        try bare.adopt(group.new)
        var lines = [mallory.line(group.joining, under: group.new)]
        // Every lamport is the one before it, so no chain holds.
        for _ in 1...100 { lines.append(mallory.line("{}", under: group.new, lamport: 1)) }
        for _ in 1...3 { try bare.take(lines) }
        #expect(try bare.count() == 64)
    }

    @Test("files of strangers are read again when one member has come and another has gone")
    func digest() throws {
        let digests = try [false, true].map { isOther in
            var group = try HandmadeGroup()
            let one = LogWriter()
            let other = LogWriter()
            var states: [String] = []
            for member in [one, isOther ? other : one] {
                let bare = try BareGroup(group.invite, seed: 6)
                try bare.adopt(group.new)
                group.founder.restart()
                try bare.take([
                    group.founder.line(group.admission(of: member.key), under: group.new)
                ])
                #expect(bare.group.context.takenWhole.count == 2)
                states.append(bare.group.takenDigest)
            }
            return states
        }
        #expect(digests[0][0] == digests[0][1])
        #expect(digests[1][0] != digests[1][1])
    }
}
