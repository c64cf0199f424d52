import FenEngine
import FenMoney
import FenProtocol

/// What passes over a group's store cost on the wire, heads and all, where the logs are large and
/// where they are small: nothing new, one new event sent by an author of the log, and one fetched by
/// another member.
///
/// The author's own log is an eighth of the events. A server takes it whole: a bucket until it has
/// 8 MiB and grows inside the server, a Nextcloud always.
struct StoreFigure {
    let workshop: Workshop

    /// A kind of store.
    private enum Kind: String, CaseIterable {
        case folder = "shared folder"
        case bucket = "S3 (radosgw)"
        case share = "Nextcloud (stand-in)"
    }

    /// What a pass has to do.
    private enum Pass: String, CaseIterable {
        case fresh = "nothing new, first pass of a process"
        case idle = "nothing new"
        case firstUp = "1 event up, first of a process"
        case up = "1 event up"
        case down = "1 event down"
    }

    /// How many events the small logs have.
    private static let few = 100

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        var rows: [Row] = []
        for kind in Kind.allCases {
            do {
                let large = try await costs(of: workshop.arguments.events, kind)
                let small = try await costs(of: Self.few, kind)
                rows += Pass.allCases.flatMap { self.rows(kind, $0, large[$0], small[$0]) }
            } catch let failure as Process.Failure {
                rows.append(Row("store, \(kind.rawValue)", ours: failure.description))
            }
        }
        return rows
    }

    private func rows(
        _ kind: Kind, _ pass: Pass, _ large: Traffic?, _ small: Traffic?
    ) -> [Row] {
        guard let large, let small else { return [] }
        let name = "\(kind.rawValue), \(pass.rawValue)"
        let sizes = "of \(workshop.arguments.events) against \(Self.few)"
        func bytes(_ traffic: Traffic) -> String {
            "\(traffic.bytesOut) B out, \(traffic.bytesIn) B in"
        }
        func requests(_ traffic: Traffic) -> String { "\(traffic.count) (\(traffic.kinds))" }
        return [
            Row(
                "\(name) \(sizes), requests", ours: requests(large), floor: requests(small),
                ratio: Double(large.count) / Double(max(1, small.count)), atMost: 1.1),
            Row(
                "\(name) \(sizes), bytes", ours: bytes(large), floor: bytes(small),
                ratio: Double(max(1, large.bytes)) / Double(max(1, small.bytes)), atMost: 1.1),
        ]
    }

    private func costs(of events: Int, _ kind: Kind) async throws -> [Pass: Traffic] {
        Narration.say("  \(kind.rawValue) with \(events) events …")
        let group = try await workshop.group(events)
        let place: Place
        switch kind {
        case .folder: place = try Place.folder(group)
        case .bucket: place = try await Place.bucket(group)
        case .share: place = try await Place.share(group)
        }
        let link = try group.link(to: place.descriptor)
        let homes = [try TemporaryFolder("author"), try TemporaryFolder("reader")]
        // They are gone when nobody needs them any more, which is when both engines are closed.
        defer { withExtendedLifetime(homes) {} }
        try Files.copy(try await workshop.author().home.path, to: homes[0].path)
        var members: [Engine] = []
        for home in homes {
            let engine = try await Member.open(home.path)
            let preview = try await engine.previewInvite(link)
            _ = try await engine.join(preview, folder: place.folder?.path)
            members.append(engine)
        }
        // Everybody has what everybody has written, and what a first pass learns is known.
        for engine in members + members { _ = try await engine.sync(in: group.id) }
        for engine in members { await engine.close() }
        var costs: [Pass: Traffic] = [:]
        let author = try await Member.open(homes[0].path)
        let reader = try await Member.open(homes[1].path)
        costs[.fresh] = try await traffic(of: reader, group.id, place)
        costs[.idle] = try await traffic(of: reader, group.id, place)
        let me = PartyID(member: try await author.view(group.id).me.member)
        let expense = try Member.expense(by: me)
        for pass in [Pass.firstUp, .up] {
            _ = try await author.logExpense(expense, in: group.id)
            costs[pass] = try await traffic(of: author, group.id, place, sends: 1)
            costs[.down] = try await traffic(of: reader, group.id, place, fetches: 1)
        }
        await author.close()
        await reader.close()
        return costs
    }

    /// What one pass costs that has to send and to fetch so many events.
    private func traffic(
        of engine: Engine, _ group: GroupID, _ place: Place, sends: Int = 0, fetches: Int = 0
    ) async throws -> Traffic {
        _ = place.relay?.take()
        let report = try await engine.sync(in: group)
        guard report.pushed == sends, report.pulled == fetches else {
            throw Process.Failure(
                description: "a pass sent \(report.pushed) events and fetched \(report.pulled)")
        }
        if let relay = place.relay { return relay.take() }
        guard let run = engine.lastOnWire(in: group).first(where: { $0.way == .store }) else {
            throw Process.Failure(description: "nothing was seen of a pass")
        }
        return Traffic(
            requests: run.steps.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 },
            bytesOut: run.bytesOut, bytesIn: run.bytesIn)
    }
}
