import FenCrypto
import FenEncoding
import FenMoney
import FenProtocol
import Glibc

/// A group whose logs were written with the protocol alone, into a folder as a shared
/// store holds it.
final class SyntheticGroup {
    /// How many authors a group of friends has.
    static let authors = 8

    /// The store's root.
    let folder: TemporaryFolder
    /// An invite that anybody may use who has the folder.
    let link: String
    let id: GroupID
    let key: GroupKey
    /// The logs, one file an author, the founder's first.
    let logs: [String]
    /// How many events there are, of what sizes together.
    let sizes: Sizes
    /// The entries as a journal for `ledger`, where the group has expenses only.
    let journal: String
    /// The same as rows: day, what, payer, amount, people it is for.
    let rows: String
    private let founder: MemberID
    private let entropy: EntropySource

    /// Sums over all events.
    struct Sizes {
        var events = 0
        var payload = 0
        var line = 0
    }

    /// Writes the logs of a group of so many events; the last of its members signs with this key.
    init(events: Int, mix: Mix, author: SigningKey) throws {
        folder = try TemporaryFolder("store")
        entropy = EntropySource.seeded(.zero)
        id = GroupID.random(from: entropy)
        key = GroupKey.generate(group: id, epoch: 0, from: entropy)
        var writer = try LogWriter(
            group: id, key: key, folder: folder, entropy: entropy, author: author,
            authors: mix.authors)
        founder = writer.keys[0].publicKey
        let invite = try Self.invite(
            to: id, key, founder: founder, entropy, .folder(label: "bench"))
        let (sealed, digest) = try InviteCodec.seal(invite, entropy: entropy)
        link = sealed.link
        try writer.seatEverybody(
            InviteIssued(
                inviteID: invite.id, name: "Anybody", expiresAt: (invite.expiry ?? 0) * 1_000,
                digest: digest))
        try writer.write(events, mix)
        logs = writer.paths
        sizes = writer.sizes
        journal = folder.file("journal.ledger")
        rows = folder.file("rows.tsv")
        if mix == .expenses {
            try Files.append(writer.journal, to: journal)
            try Files.append(writer.rows, to: rows)
        }
        // Whoever wants to look at the group with fen while the run lasts can join it.
        try Files.append(Array(link.utf8), to: folder.file("invite"))
    }

    /// The events at the beginning of a log without which the others are not taken.
    static func headCount(ofLog index: Int) -> Int {
        index == 0 ? 1 + authors : 1
    }

    /// An invite for whoever finds the group's logs in another store.
    func link(to store: StorageDescriptor) throws -> String {
        let invite = try Self.invite(to: id, key, founder: founder, entropy, store)
        return try InviteCodec.seal(invite, entropy: entropy).0.link
    }

    private static func invite(
        to id: GroupID, _ key: GroupKey, founder: MemberID, _ entropy: EntropySource,
        _ store: StorageDescriptor
    ) throws -> Invite {
        guard let euro = Currency(code: "EUR") else {
            throw Process.Failure(description: "no currency")
        }
        return Invite(
            groupID: id, epoch: 0, groupKey: key.secret, joinToken: entropy.secret(16),
            descriptor: store, founder: founder,
            expiry: UInt64(time(nil)) + 86_400, groupName: "Bench",
            currency: euro, inviterName: "Person 1", memberCount: UInt64(authors))
    }
}

/// Writes events one after the other, each into its author's file.
private struct LogWriter {
    let keys: [SigningKey]
    let paths: [String]
    var sizes = SyntheticGroup.Sizes()
    var journal: [UInt8] = []
    var rows: [UInt8] = []

    private let key: GroupKey
    private let entropy: EntropySource
    private var tips: [Head] = []
    private var lamport: UInt64 = 0
    private var pending: [[UInt8]]
    private let start = UInt64(time(nil)) * 1_000 - 1_000_000_000

    init(
        group: GroupID, key: GroupKey, folder: TemporaryFolder, entropy: EntropySource,
        author: SigningKey, authors: Int
    ) throws {
        self.key = key
        self.entropy = entropy
        keys =
            (1..<authors).map { _ in SigningKey.generate(from: entropy) } + [author]
        let place = folder.file("groups/\(group.uuidString)/logs")
        Files.makeFolder(place)
        paths = keys.map { place + "/\($0.publicKey.hex).jsonl" }
        pending = Array(repeating: [], count: keys.count)
        tips = Array(repeating: Head(id: .zero, seq: 0), count: keys.count)
    }

    /// The founder makes the group, lets the others in, and hands out an invite.
    mutating func seatEverybody(_ invite: InviteIssued) throws {
        guard let euro = Currency(code: "EUR") else { return }
        try append(
            .groupCreated(
                GroupCreated(
                    name: "Bench", currency: euro, organiserName: "Person 1", edit: .anyMember,
                    check: key.check)), by: 0)
        for author in 1..<keys.count {
            let member = keys[author].publicKey
            try append(
                .memberJoined(
                    MemberJoined(inviteID: .zero, name: "Person \(author + 1)", proof: .zero)),
                by: author)
            try append(.memberAdmitted(MemberAdmitted(member: member)), by: 0)
        }
        try append(.inviteIssued(invite), by: 0)
    }

    /// Writes events until there are so many.
    mutating func write(_ events: Int, _ mix: Mix) throws {
        let parties = keys.map { PartyID(member: $0.publicKey) }
        let order = parties.indices.sorted { parties[$0] < parties[$1] }
        var payloads = try TablePayloads(parties: order.map { parties[$0] }, mix: mix)
        var random = SeededGenerator(seed: 11)
        while sizes.events < events {
            let seat = random.below(order.count)
            let payload = payloads.next(by: seat)
            let event = try append(payload, by: order[seat])
            payloads.note(payload, event, by: seat)
            if mix == .expenses, case .expenseLogged(let expense) = payload {
                try noteInJournal(expense)
            }
        }
        for (path, bytes) in zip(paths, pending) { try Files.append(bytes, to: path) }
    }

    @discardableResult
    private mutating func append(_ payload: Payload, by author: Int) throws -> EventID {
        lamport += 1
        let event = try EventSeal.seal(
            payload: payload,
            draft: EventDraft(
                seq: tips[author].seq + 1, lamport: lamport, createdAt: start + lamport * 1_000,
                prev: tips[author].id),
            key: key, signer: keys[author], entropy: entropy)
        tips[author] = event.head
        let line = EventLine.encode(event)
        sizes.events += 1
        sizes.payload += payload.encode().count
        sizes.line += line.count
        pending[author] += line
        if pending[author].count > 1 << 20 {
            try Files.append(pending[author], to: paths[author])
            pending[author] = []
        }
        return event.id
    }

    private mutating func noteInJournal(_ expense: ExpenseLogged) throws {
        journal += "\(expense.date.iso) \(expense.description)\n".utf8
        guard let euro = Currency(code: "EUR") else { return }
        let money = expense.money
        for (party, amount) in try money.contributions() where amount != 0 {
            journal += "    \(party.hex.prefix(8))  \(AmountFormat.plain(amount, euro)) EUR\n".utf8
        }
        let eaters = money.split.parts.map { String($0.party.hex.prefix(8)) }
        // One payer a row, as other programs have it.
        for (party, part) in try Allocation.payerParts(
            of: money.settlementAmount, payers: money.paidBy)
        {
            let row = [
                expense.date.iso, expense.description, String(party.hex.prefix(8)),
                AmountFormat.plain(part, euro), eaters.joined(separator: ","),
            ]
            rows += (row.joined(separator: "\t") + "\n").utf8
        }
    }
}
