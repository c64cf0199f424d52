import FenEncoding
import Testing

@testable import FenStore

@Suite("The events")
struct EventStoreTests {
    /// A database with one group.
    private func withGroup(
        _ body: (Database, GroupNumber, inout Samples) throws -> Void
    ) throws {
        try withHome { home in
            var samples = Samples()
            let database = try Database.open(home, mode: .readWrite)
            let group = try database.transaction { try database.groups.insert(samples.group()) }
            try body(database, group, &samples)
        }
    }

    @Test("What is put in comes out the same, by id, by number and by prefix")
    func roundTrip() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            var event = samples.event(author, 1)
            event.ciphertext = samples.bytes(16 + 256 * 129)
            event.state = EventState(
                chain: .waiting, signature: .unchecked, kind: 200, isControl: true,
                target: samples.fixed(), label: "UNKNOWN_EPOCH")
            let number = try database.transaction { try database.events.insert(event, in: group) }
            #expect(try database.events.find(event.id, in: group)?.record == event)
            #expect(try database.events.find(number) == event)
            #expect(try database.events.number(of: event.id, in: group) == number)
            for digits in [1, 4, 15, 16, 17, 40, 64] {
                let found = try database.events.ids(
                    beginning: String(event.id.hex.prefix(digits)), in: group)
                #expect(found == [event.id], "\(digits)")
            }
            #expect(try database.events.ids(beginning: "xyz", in: group) == [])
            #expect(try database.events.ids(beginning: "", in: group) == [])
            #expect(try database.events.find(samples.fixed(), in: group) == nil)
        }
    }

    @Test("Ids that agree in their first eight bytes are told apart")
    func collision() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            var first = samples.event(author, 1)
            var second = samples.event(author, 1)
            let target: Bytes32 = samples.fixed()
            second.id = first.id
            second.id.withUnsafeMutableBytes { $0[31] ^= 1 }
            first.state.target = target
            var near = target
            near.withUnsafeMutableBytes { $0[8] ^= 1 }
            second.state.target = near
            try database.transaction {
                let number = try database.events.insertIfAbsent(first, in: group)
                #expect(number != nil)
                #expect(try database.events.insertIfAbsent(second, in: group) != nil)
                #expect(try database.events.insertIfAbsent(second, in: group) == nil)
            }
            #expect(try database.events.find(first.id, in: group)?.record == first)
            #expect(try database.events.find(second.id, in: group)?.record == second)
            let prefix = String(first.id.hex.prefix(16))
            #expect(try database.events.ids(beginning: prefix, in: group).count == 2)
            let about = try database.events.records(.about(target, group))
            #expect(about.map(\.record) == [first])
        }
    }

    @Test("A group does not see another one's events")
    func groupsApart() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            let event = samples.event(author, 1)
            try database.transaction {
                let other = try database.groups.insert(samples.group())
                try database.events.insert(event, in: group)
                #expect(try database.events.find(event.id, in: other) == nil)
                #expect(try !database.events.contains(event.id, author: author, seq: 1, in: other))
                #expect(try database.events.ids(beginning: "", in: other).isEmpty)
                #expect(try database.events.records(.all(other)).isEmpty)
                #expect(try database.events.count(in: other) == 0)
            }
        }
    }

    @Test("Counts and maxima follow the events, over a rollback and a new process too")
    func counts() throws {
        try withHome { home in
            var samples = Samples()
            let author: Bytes32 = samples.fixed()
            let events = samples.chain(author, 30)
            do {
                let database = try Database.open(home, mode: .readWrite)
                let group = try database.transaction {
                    try database.groups.insert(samples.group())
                }
                try database.transaction {
                    for event in events[..<10] { try database.events.insert(event, in: group) }
                    try? database.transaction {
                        for event in events[10..<20] {
                            try database.events.insert(event, in: group)
                        }
                        throw StoreError.missing()
                    }
                    for event in events[10..<15] { try database.events.insert(event, in: group) }
                }
                #expect(throws: StoreError.self) {
                    try database.transaction {
                        for event in events[15...] { try database.events.insert(event, in: group) }
                        throw StoreError.missing()
                    }
                }
                #expect(try database.events.count(in: group) == 15)
            }
            let database = try Database.open(home, mode: .readWrite)
            let group = try #require(try database.groups.all().first?.number)
            let log = try #require(try database.events.log(of: author, in: group))
            #expect(log.storedCount == 15 && log.maxSeq == 15 && log.maxLamport == 15)
            #expect(try database.events.maxLamport(in: group) == 15)
            #expect(try database.events.records(.all(group)).map(\.record) == Array(events[..<15]))
        }
    }

    @Test("An event far ahead does not move the clock until it counts")
    func clock() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            var ahead = samples.event(author, 2, lamport: 1 << 50)
            ahead.state.label = EventStore.clockAhead
            try database.transaction {
                try database.events.insert(samples.event(author, 1, lamport: 7), in: group)
                let number = try database.events.insert(ahead, in: group)
                #expect(try database.events.maxLamport(in: group) == 7)
                try database.events.setLabel(nil, of: number)
                #expect(try database.events.maxLamport(in: group) == 1 << 50)
            }
        }
    }

    @Test("Selections bring what they say, in the order they say")
    func selections() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            let other: Bytes32 = samples.fixed()
            var events = samples.chain(author, 6)
            events[1].state.isControl = true
            events[2].state.label = "ORPHAN"
            events[3].state.chain = .waiting
            events[4].state.target = events[0].id
            let foreign = samples.event(other, 1, lamport: 3)
            try database.transaction {
                for event in events.reversed() {
                    try database.events.insert(
                        event, in: group, unpublishedSince: event.seq > 3 ? event.seq : nil)
                }
                try database.events.insert(foreign, in: group)
            }
            let log = try #require(try database.events.log(of: author, in: group)).number
            func seqs(_ selection: EventSelection) throws -> [UInt64] {
                try database.events.records(selection).map(\.record.seq)
            }
            #expect(try seqs(.all(group)) == [6, 5, 4, 3, 2, 1, 1])
            let middle = foreign.id < events[2].id ? [1, 2, 1, 3, 4, 5, 6] : [1, 2, 3, 1, 4, 5, 6]
            #expect(try seqs(.inOrder(group)) == middle.map(UInt64.init))
            #expect(try seqs(.log(log, 2...4)) == [2, 3, 4])
            #expect(try seqs(.control(group)) == [2])
            #expect(try seqs(.labelled(group, "ORPHAN")) == [3])
            #expect(try seqs(.unconnected(log)) == [4])
            #expect(try seqs(.about(events[0].id, group)) == [5])
            #expect(try seqs(.unpublished(log)) == [4, 5, 6])
            #expect(try seqs(.unpublishedBefore(6, group)) == [5, 4])
            #expect(try database.events.labelCounts(in: group) == ["ORPHAN": 1])
            for selection in [EventSelection.all(group), .inOrder(group), .unpublished(log)] {
                var seen = 0
                try database.events.walk(selection) { _ in
                    seen += 1
                    return seen < 2
                }
                #expect(seen == 2)
            }
        }
    }

    @Test("What is being shown may be changed, and questions may be asked meanwhile")
    func changingWhileWalking() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            var events = samples.chain(author, 50)
            for index in events.indices { events[index].state.label = "ORPHAN" }
            try database.transaction {
                for event in events { try database.events.insert(event, in: group) }
                var seen = 0
                try database.events.forEach(.labelled(group, "ORPHAN")) { view in
                    seen += 1
                    let inner = try database.events.records(.labelled(group, "ORPHAN"))
                    #expect(inner.count == 51 - seen)
                    try database.events.setLabel(nil, of: view.number)
                }
                #expect(seen == 50)
                #expect(try database.events.records(.labelled(group, "ORPHAN")).isEmpty)
            }
        }
    }

    @Test("Publishing is noted by number, by event, and for a new store")
    func publishing() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            try database.transaction {
                for event in samples.chain(author, 10) {
                    try database.events.insert(event, in: group, unpublishedSince: 5)
                }
                let log = try database.events.logNumber(of: author, in: group)
                #expect(try database.events.unpublishedCount(of: log) == 10)
                try database.events.setPublished(log, through: 7)
                let left = try database.events.records(.unpublished(log))
                #expect(left.map(\.record.seq) == [8, 9, 10])
                try database.events.setPublished(left[1].number)
                #expect(try database.events.unpublishedCount(of: log) == 2)
                try database.events.setUnpublished(left[1].number, in: log, since: 6)
                #expect(try database.events.unpublishedCount(of: log) == 3)
                try database.events.setAllUnpublished(in: group, since: 9)
                #expect(try database.events.unpublishedCount(of: log) == 10)
                #expect(try database.events.records(.unpublishedBefore(7, group)).count == 3)
            }
        }
    }

    @Test("A removed event is gone from everywhere")
    func removal() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            let events = samples.chain(author, 4)
            try database.transaction {
                for event in events {
                    try database.events.insert(event, in: group, unpublishedSince: 1)
                }
                let last = try #require(try database.events.number(of: events[3].id, in: group))
                try database.events.remove(last)
                let log = try #require(try database.events.log(of: author, in: group))
                #expect(log.storedCount == 3 && log.maxSeq == 3)
                #expect(try database.events.unpublishedCount(of: log.number) == 3)
                #expect(try database.events.find(events[3].id, in: group) == nil)
            }
        }
    }
}
