import FenEncoding
import FenStore
import Testing

@Suite("Chains of events")
struct AncestryTests {
    @Test("The way back is found, hidden by a gap, or not there")
    func ways() throws {
        try withHome { home in
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            let main = samples.chain(author, 8)
            // A second branch from 4, and nothing stored of 6 on the main one.
            var branch = [samples.event(author, 5, prev: main[3].id)]
            branch.append(samples.event(author, 6, prev: branch[0].id))
            let database = try Database.open(home, mode: .readWrite)
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                for event in main + branch where event.id != main[5].id {
                    try database.events.insert(event, in: group)
                }
                let log = try database.events.logNumber(of: author, in: group)
                try database.events.setFrontier(of: log, contiguous: 5, claimed: 8, isForked: true)
                func way(_ head: EventRecord, _ seq: UInt64) throws -> Ancestor {
                    try database.events.ancestor(of: head.id, at: head.seq, seq: seq, in: log)
                }
                #expect(try way(main[4], 2) == .found(main[1].id))
                #expect(try way(main[4], 5) == .found(main[4].id))
                #expect(try way(branch[1], 5) == .found(branch[0].id))
                #expect(try way(branch[1], 4) == .found(main[3].id))
                #expect(try way(main[7], 7) == .found(main[6].id))
                #expect(try way(main[7], 3) == .hidden)
                #expect(try way(main[4], 6) == .none)
                #expect(try way(main[4], 0) == .none)
                let stranger = samples.event(author, 5)
                #expect(try way(stranger, 2) == .hidden)
                let ids = [main[4].id, branch[0].id].sorted()
                #expect(try database.events.ids(at: 5, in: log) == ids)
                #expect(try database.events.successors(of: main[3].id, at: 4, in: log) == ids)
                #expect(try database.events.heldRanges(of: log) == [1...8])
            }
        }
    }

    @Test("In a whole log the short way says the same as the long one")
    func shortWay() throws {
        try withHome { home in
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            let events = samples.chain(author, 20)
            let database = try Database.open(home, mode: .readWrite)
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                for event in events { try database.events.insert(event, in: group) }
                let log = try database.events.logNumber(of: author, in: group)
                let stranger: Bytes32 = samples.fixed()
                for contiguous in [UInt64(0), 20] {
                    try database.events.setFrontier(
                        of: log, contiguous: contiguous, claimed: 20, isForked: false)
                    for seq in UInt64(1)...20 {
                        let way = try database.events.ancestor(
                            of: events[19].id, at: 20, seq: seq, in: log)
                        #expect(way == .found(events[Int(seq) - 1].id))
                    }
                    let unknown = try database.events.ancestor(
                        of: stranger, at: 20, seq: 3, in: log)
                    #expect(unknown == .hidden)
                }
            }
        }
    }

    @Test("Held numbers come as ranges")
    func ranges() throws {
        try withHome { home in
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            let database = try Database.open(home, mode: .readWrite)
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                for seq: UInt64 in [9, 1, 2, 3, 5, 3, 8] {
                    try database.events.insert(samples.event(author, seq), in: group)
                }
                let log = try database.events.logNumber(of: author, in: group)
                #expect(try database.events.heldRanges(of: log) == [1...3, 5...5, 8...9])
                let empty = try database.events.logNumber(of: samples.fixed(), in: group)
                #expect(try database.events.heldRanges(of: empty) == [])
            }
        }
    }
}
