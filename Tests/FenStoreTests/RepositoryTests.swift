import FenCrypto
import FenEncoding
import Testing

@testable import FenStore

@Suite("Everything else that is kept")
struct RepositoryTests {
    private func withGroup(
        _ body: (Database, GroupNumber, inout Samples) throws -> Void
    ) throws {
        try withHome { home in
            var samples = Samples()
            let database = try Database.open(home, mode: .readWrite)
            try database.transaction {
                let group = try database.groups.insert(samples.group())
                try body(database, group, &samples)
            }
        }
    }

    @Test("Entries: in order, in pages, filtered, replaced, removed")
    func entries() throws {
        try withGroup { database, group, samples in
            let author: Bytes32 = samples.fixed()
            let log = try database.events.logNumber(of: author, in: group)
            var entries: [(EventNumber, EntryRecord)] = []
            for seq in UInt64(1)...20 {
                let event = samples.event(author, seq, lamport: (seq + 1) / 2)
                let number = try database.events.insert(event, in: group)
                let entry = EntryRecord(
                    id: event.id, lamport: event.lamport, kind: UInt8(seq % 2), flags: Int(seq % 4),
                    author: author, seq: seq, date: seq % 3 == 0 ? nil : 20_260_807,
                    currency: seq % 5 == 0 ? nil : "EUR", state: samples.bytes(100))
                try database.entries.put(entry, event: number, log: log, in: group)
                entries.append((number, entry))
            }
            let sorted = entries.map(\.1).sorted { ($0.lamport, $0.id) < ($1.lamport, $1.id) }
            var walked: [EntryRecord] = []
            try database.entries.forEach(in: group) { walked.append($0) }
            #expect(walked == sorted)
            func back(
                _ most: Int = .max, _ filter: EntryFilter = EntryFilter(),
                where isWanted: (UnsafeRawBufferPointer) -> Bool = { _ in true }
            ) throws -> [EntryRecord] {
                var found: [EntryRecord] = []
                try database.entries.walkBack(in: group, filter, where: isWanted) {
                    found.append($0)
                    return found.count < most
                }
                return found.reversed()
            }
            #expect(try back() == sorted)
            #expect(try back(7) == sorted.suffix(7))
            #expect(
                try back(50, EntryFilter(kind: 1, flagsSet: 2, flagsClear: 4))
                    == sorted.filter { $0.kind == 1 && $0.flags & 2 == 2 })
            #expect(
                try back(50, EntryFilter(from: 20_260_807, through: 20_260_807))
                    == sorted.filter { $0.date != nil })
            #expect(try back(50, EntryFilter(from: 20_260_808)).isEmpty)
            #expect(
                try back(50, EntryFilter(currency: "EUR")) == sorted.filter { $0.currency != nil })
            #expect(
                try back(50, where: { $0[0] < 128 }) == sorted.filter { $0.state[0] < 128 })
            var changed = entries[4].1
            changed.state = [1, 2, 3]
            try database.entries.put(changed, event: entries[4].0, log: log, in: group)
            #expect(try database.entries.find(changed.id, in: group) == changed)
            try database.entries.remove(event: entries[4].0)
            #expect(try database.entries.find(changed.id, in: group) == nil)
            #expect(try back().count == 19)
            try database.clearProjection(of: group)
            #expect(try back().isEmpty)
            #expect(try database.events.count(in: group) == 20)
        }
    }

    @Test("Balances hold more than 64 bits, and add up")
    func balances() throws {
        try withGroup { database, group, samples in
            let big = Int128(Int64.max) * 1000
            let parties: [Bytes32] = [samples.fixed(), samples.fixed(), samples.fixed()].sorted()
            try database.balances.set(big, of: parties[0], in: group)
            try database.balances.set(-big, of: parties[1], in: group)
            try database.balances.add(-7, to: parties[2], in: group)
            try database.balances.add(5, to: parties[2], in: group)
            try database.balances.add(2 - big, to: parties[0], in: group)
            let all = try database.balances.all(in: group)
            #expect(all.map(\.party) == parties)
            #expect(all.map(\.amount) == [2, -big, -2])
            #expect(try database.balances.amount(of: samples.fixed(), in: group) == 0)
            #expect(throws: StoreError.self) {
                try database.balances.set(.max, of: parties[0], in: group)
                try database.balances.add(1, to: parties[0], in: group)
            }
        }
    }

    @Test("Secrets and keys come back, are kept once, and show nothing of themselves")
    func secrets() throws {
        try withGroup { database, group, samples in
            let secret = SecretBytes(random: 32)
            try database.secrets.set("identity", secret)
            try database.secrets.set("empty", SecretBytes(count: 0))
            #expect(try database.secrets.value("identity") == secret)
            #expect(try database.secrets.value("empty")?.count == 0)
            #expect(try database.secrets.names() == ["empty", "identity"])
            try database.secrets.remove("identity")
            #expect(try database.secrets.value("identity") == nil)
            let key = KeyRecord(keyID: samples.fixed(), epoch: 1, secret: secret, receivedAt: 5)
            let older = KeyRecord(
                keyID: samples.fixed(), epoch: 0, secret: SecretBytes(random: 32), receivedAt: 6)
            #expect(try database.keys.insert(key, in: group))
            #expect(try database.keys.insert(older, in: group))
            #expect(try !database.keys.insert(key, in: group))
            // Handed over, a key that an event brought stands by itself, and stays so.
            let brought = SecretBytes(random: 32)
            let id: Bytes16 = samples.fixed()
            func third(_ time: UInt64?) -> KeyRecord {
                KeyRecord(keyID: id, epoch: 9, secret: brought, receivedAt: time)
            }
            for (time, changes, kept) in [
                (nil, true, nil), (nil, false, nil), (0, true, 1), (nil, false, 1), (5, false, 1),
            ] as [(UInt64?, Bool, UInt64?)] {
                #expect(try database.keys.insert(third(time), in: group) == changes)
                #expect(try database.keys.all(in: group).last?.receivedAt == kept)
            }
            try database.keys.remove(id, epoch: 9, in: group)
            let keys = try database.keys.all(in: group)
            #expect(keys.map(\.keyID) == [older.keyID, key.keyID])
            #expect(keys.map(\.secret) == [older.secret, secret])
            #expect(!"\(keys)".contains(secret.withUnsafeBytes { Hex.encode($0) }))
            #expect(try database.groups.descriptor(of: group) == nil)
            try database.groups.setDescriptor(secret, of: group)
            #expect(try database.groups.descriptor(of: group) == secret)
            try database.groups.setDescriptor(nil, of: group)
            #expect(try database.groups.descriptor(of: group) == nil)
        }
    }

    @Test("Lines that are no events yet wait, once each, and can be taken")
    func aside() throws {
        try withGroup { database, group, samples in
            let line = HeldLine(
                id: samples.fixed(), author: samples.fixed(), seq: 4, line: samples.bytes(50))
            try database.aside.hold(line, in: group, at: 1)
            try database.aside.hold(line, in: group, at: 2)
            #expect(try database.aside.held(in: group) == [line])
            #expect(try database.aside.held(line.id, in: group) == line)
            try database.aside.release(line.id, in: group)
            #expect(try database.aside.held(in: group) == [])
            let authors: [Bytes32?] = [samples.fixed(), samples.fixed(), nil]
            for index in 0..<9 {
                let aside = AsideLine(
                    digest: samples.fixed(), reason: "STRANGER", author: authors[index % 3],
                    line: [UInt8(index)])
                try database.aside.put(aside, in: group, at: 1)
                try database.aside.put(aside, in: group, at: 2)
            }
            #expect(try database.aside.count("STRANGER", in: group) == 9)
            #expect(try database.aside.count("STRANGER", author: authors[1], in: group) == 3)
            let taken = try database.aside.take("STRANGER", author: authors[1], in: group)
            #expect(taken.map(\.line) == [[1], [4], [7]])
            #expect(try database.aside.take("STRANGER", in: group).count == 6)
            #expect(try database.aside.count("STRANGER", in: group) == 0)
        }
    }

    @Test("An interrupted draft is still there, a finished one is not")
    func drafts() throws {
        try withHome { home in
            var first: DraftNumber?
            do {
                let database = try Database.open(home, mode: .readWrite)
                try database.transaction {
                    first = try database.drafts.begin("+ 21.60 Guinness", in: nil, at: 1)
                    let second = try database.drafts.begin("+ 5 Taxi", in: nil, at: 2)
                    let third = try database.drafts.begin("+ 6 Bus", in: nil, at: 3)
                    try database.drafts.setBuilt(second, [1, 2, 3])
                    try database.drafts.finish(third)
                }
            }
            let database = try Database.open(home, mode: .readWrite)
            let drafts = try database.drafts.all()
            #expect(drafts.map(\.command) == ["+ 21.60 Guinness", "+ 5 Taxi"])
            #expect(drafts.map(\.phase) == [.draftCreated, .eventBuilt])
            #expect(drafts.map(\.event) == [nil, [1, 2, 3]])
            #expect(drafts.first?.number == first)
        }
    }

    @Test("Outbox, cursors and passes")
    func syncing() throws {
        try withGroup { database, group, samples in
            var file = OutboxRecord(path: "logs/a.jsonl")
            try database.outbox.put(file, in: group)
            file.state = .retrying
            file.attempts = 3
            file.nextAt = 99
            file.failingSince = 5
            file.code = "network"
            file.message = "The store cannot be reached."
            file.etag = "e"
            file.size = 10
            file.publishedSeq = 7
            try database.outbox.put(file, in: group)
            #expect(try database.outbox.find(file.path, in: group) == file)
            #expect(try database.outbox.all(in: group) == [file])
            try database.outbox.remove(file.path, in: group)
            #expect(try database.outbox.all(in: group) == [])

            let cursor = Cursor(
                path: "logs/b.jsonl", etag: "x", offset: 100, size: 120, lastID: samples.fixed())
            try database.cursors.put(cursor, of: "store", in: group)
            try database.cursors.put(Cursor(path: "logs/b.jsonl"), of: "file", in: group)
            #expect(try database.cursors.all(of: "store", in: group) == [cursor.path: cursor])
            #expect(try database.cursors.find(cursor.path, of: "store", in: group) == cursor)
            try database.cursors.removeAll(of: "store", in: group)
            #expect(try database.cursors.all(of: "store", in: group) == [:])
            #expect(try database.cursors.all(of: "file", in: group).count == 1)

            func pass(_ at: UInt64, _ outcome: String, _ received: Int = 0) -> PassRecord {
                PassRecord(source: "store", at: at, outcome: outcome, sent: 0, received: received)
            }
            for at in UInt64(1)...5 { try database.passes.add(pass(at, "done"), in: group) }
            try database.passes.add(pass(6, "network"), in: group)
            #expect(try database.passes.last(9, in: group).map(\.at) == [6, 5])
            #expect(try database.passes.lastDone(in: group)?.at == 5)
            #expect(try database.passes.lastDone(of: "peer", in: group) == nil)
            for at in UInt64(10)...400 { try database.passes.add(pass(at, "done", 1), in: group) }
            let kept = try database.passes.last(1000, in: group)
            #expect(kept.count == PassStore.kept && kept.first?.at == 400)
        }
    }

    @Test("Invitations, friends, acknowledgements, settings, facts")
    func people() throws {
        try withGroup { database, group, samples in
            var invite = InviteRecord(
                id: samples.fixed(), name: "Bob", token: samples.fixed(), issuedAt: 1, expiresAt: 2)
            try database.invites.put(invite, in: group)
            invite.name = "Robert"
            try database.invites.put(invite, in: group)
            #expect(try database.invites.all(in: group) == [invite])
            #expect(try database.invites.find(invite.id, in: group) == invite)

            let friend = FriendRecord(
                member: samples.fixed(), name: "Bob", isVerified: true, addedAt: 3)
            try database.friends.put(friend)
            #expect(try database.friends.all() == [friend])
            #expect(try database.friends.find(friend.member) == friend)
            try database.friends.remove(friend.member)
            #expect(try database.friends.all() == [])

            let author: Bytes32 = samples.fixed()
            let subjects: [AcknowledgementRecord.Subject] = [
                .missing(3...9), .unheldKey(epoch: 2, keyID: Bytes16(), 4...4),
                .branch(seq: 12, author),
            ]
            let records = subjects.map { AcknowledgementRecord(author: author, subject: $0, at: 1) }
            for record in records + records { try database.acknowledgements.put(record, in: group) }
            #expect(try database.acknowledgements.all(in: group) == records)

            let gaps = [
                GapRecord(author: author, range: 2...4, since: 5),
                GapRecord(author: author, range: 7...7, since: 9),
            ]
            try database.gaps.replace(with: gaps, in: group)
            #expect(try database.gaps.all(in: group) == gaps)
            try database.gaps.replace(with: [], in: group)
            #expect(try database.gaps.all(in: group).isEmpty)

            try database.settings.set("colour", "off")
            try database.settings.set("colour", "on", in: group)
            #expect(try database.settings.value("colour") == "off")
            #expect(try database.settings.all(in: group) == ["colour": "on"])
            try database.settings.set("colour", nil)
            #expect(try database.settings.value("colour") == nil)

            try database.facts.set("members", [], in: group)
            #expect(try database.facts.value("members", in: group) == [])
            try database.facts.set("members", nil, in: group)
            #expect(try database.facts.value("members", in: group) == nil)
        }
    }

    @Test("A group that is removed leaves no row behind, and no bytes either")
    func removal() throws {
        try withHome { home in
            var samples = Samples()
            let database = try Database.open(home, mode: .readWrite)
            let secret = SecretBytes(copying: samples.bytes(32))
            let other = try database.transaction {
                let group = try database.groups.insert(samples.group())
                let other = try database.groups.insert(samples.group())
                for number in [group, other] {
                    for event in samples.chain(samples.fixed(), 20) {
                        try database.events.insert(event, in: number, unpublishedSince: 1)
                    }
                }
                try database.keys.insert(
                    KeyRecord(keyID: samples.fixed(), epoch: 0, secret: secret, receivedAt: 1),
                    in: group)
                try database.settings.set("a", "b", in: group)
                try database.outbox.put(OutboxRecord(path: "p"), in: group)
                return other
            }
            let group = try #require(try database.groups.all().first?.number)
            try database.transaction { try database.removeGroup(group) }
            #expect(try database.groups.all().map(\.number) == [other])
            #expect(try database.events.count(in: group) == 0)
            #expect(try database.events.count(in: other) == 20)
            for table in ["events", "logs", "unpublished", "group_keys", "outbox", "settings"] {
                let statement = try database.connection.statement(
                    Query("SELECT count(*) FROM \(table)"))
                #expect(try statement.step())
                let wanted: Int64 = ["events", "unpublished"].contains(table) ? 20 : 0
                #expect(statement.int(0) == (table == "logs" ? 1 : wanted), "\(table)")
                statement.finish()
            }
            try database.close()
            let bytes = try contents(of: home.database)
            let needle = secret.withUnsafeBytes { [UInt8]($0) }
            #expect(bytes.firstRange(of: needle) == nil)
        }
    }

    @Test("A copy is whole, the owner's alone, and never written over something")
    func copy() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            try database.transaction { try database.settings.set("a", "1") }
            let other = HomeFolder(path: home.path + "/copy")
            try other.make()
            try database.copy(to: other.database)
            #expect(throws: StoreError.self) { try database.copy(to: other.database) }
            let opened = try Database.open(other, mode: .readWrite)
            #expect(try opened.settings.value("a") == "1")
            #expect(opened.storeID == database.storeID && !opened.wasClosedCleanly)
            #expect(try permissions(of: other.database) == 0o600)
        }
    }
}
