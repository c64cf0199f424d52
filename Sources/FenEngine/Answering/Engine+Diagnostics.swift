import FenCrypto
import FenLedger
import FenProtocol
import FenStorage
import FenStore
import Glibc

extension Engine {
    /// How this home stands, for somebody who helps. Groups and authors are numbered.
    package func diagnostics() throws(FenError) -> DiagnosticsView {
        try answering {
            var sections = [try homeSection()]
            for (index, record) in try database.groups.all().enumerated() {
                let group = try group(GroupID(raw: record.id))
                let name = "group \(index + 1)"
                sections.append(try groupSection(group, name))
                sections.append(try logSection(group, "\(name), logs"))
                sections.append(try storeSection(group, "\(name), store"))
                sections.append(try passSection(group, "\(name), last passes"))
                sections += wireSections(wire.last(in: group.id), name)
            }
            return DiagnosticsView(sections: sections.filter { !$0.rows.isEmpty })
        }
    }

    private func homeSection() throws -> DiagnosticsView.Section {
        var section = DiagnosticsView.Section("fen")
        section.add("version", own: FenVersion.text)
        section.add("tables", Database.schemaVersion)
        section.add("peer protocol", PeerOpening.version)
        for (key, value) in System.facts { section.add(key, own: value) }
        section.add("time", now())
        section.add("database bytes", System.size(of: database.home.database))
        section.add("opened for writing", options.access == .readWrite)
        section.add("closed cleanly before", database.wasClosedCleanly)
        section.add("identity", try person() != nil)
        section.add("groups", try database.groups.all().count)
        section.add("drafts", try database.drafts.all().count)
        return section
    }

    private func groupSection(
        _ group: LocalGroup, _ title: String
    ) throws -> DiagnosticsView.Section {
        var section = DiagnosticsView.Section(title)
        let people = group.people()
        for status in [PartyStatus.active, .pending, .left, .removed, .guest] {
            section.add(status.rawValue, people.count { $0.status == status })
        }
        section.add("organiser here", group.context.organiser == (try person()?.publicKey))
        section.add("practice", group.context.isLab)
        section.add("closed", group.context.isClosed)
        section.add("events", try database.events.count(in: group.number))
        for (label, count) in try database.events.labelCounts(in: group.number).sorted(
            by: { $0.key < $1.key })
        where RefusalReason(rawValue: label) != nil {
            section.add("labelled \(label)", count)
        }
        let partial = PartialMark(try group.partialTotals())
        section.add("totals lack missing", partial.missing)
        section.add("totals lack unopened", partial.unopened)
        section.add("totals lack waiting", partial.waiting)
        section.add("totals lack newer", partial.newer)
        section.add("unsynced", try unsyncedCount(in: group))
        section.add(
            "reasons against settling", try gateReasons(against: .settle, in: group).count)
        section.add("devices connected", peers?.sessions[group.id]?.count ?? 0)
        return section
    }

    private func logSection(
        _ group: LocalGroup, _ title: String
    ) throws -> DiagnosticsView.Section {
        var section = DiagnosticsView.Section(title)
        let me = try person()?.publicKey
        for (index, frontier) in try group.frontiers().enumerated() {
            let whose = frontier.author == me ? " (own)" : ""
            section.add(
                "log \(index + 1)\(whose)",
                own: "connected \(frontier.contiguous), known \(frontier.claimed), "
                    + "gaps \(frontier.missing.ranges.count), forks \(frontier.forks.count)")
        }
        return section
    }

    private func storeSection(
        _ group: LocalGroup, _ title: String
    ) throws -> DiagnosticsView.Section {
        var section = DiagnosticsView.Section(title)
        section.add("kind", own: try descriptor(of: group).kindName)
        if let backend = try backend(of: group) {
            let can = backend.capabilities
            section.add("honours conditions of writing", can.conditionalPut)
            section.add("appends cheaply", can.cheapAppend)
            section.add("transfers at once", can.concurrency)
        }
        section.add("remarks", buckets[group.id]?.remarks.count ?? 0)
        if let trouble = try trouble(of: group) {
            section.add("trouble", own: trouble.kind.rawValue)
            section.add("state", own: trouble.state.rawValue)
            section.add("code", own: trouble.code)
            section.add("failures in a row", trouble.attempts)
            section.add("failing since", trouble.since)
            if let next = trouble.nextAt { section.add("next try", next) }
        }
        for record in try database.outbox.all(in: group.number) {
            section.add(
                "own \(StoredName(record.path).kind)",
                own: "\(record.state.rawValue), \(record.size) bytes in the store")
        }
        let cursors = try database.cursors.all(of: CursorSource.store, in: group.number)
        section.add("files read", cursors.count)
        let doubts = try shownLess(of: group)
        section.add("shown less than to others", doubts.count { $0.turns > 0 })
        section.add("shown different histories", doubts.count(where: \.isSure))
        section.add("bytes read", cursors.values.reduce(0) { $0 + $1.offset })
        return section
    }

    private func passSection(
        _ group: LocalGroup, _ title: String
    ) throws -> DiagnosticsView.Section {
        var section = DiagnosticsView.Section(title)
        for pass in try database.passes.last(20, in: group.number) {
            section.add(
                "\(pass.at)", own: "sent \(pass.sent), received \(pass.received)")
        }
        return section
    }

    /// The last steps on the wire, without whom they were with.
    private func wireSections(
        _ runs: [WireRun], _ name: String
    ) -> [DiagnosticsView.Section] {
        runs.filter { !$0.isStranger }.map { run in
            let way = run.way == .store ? "the store" : "a device"
            var section = DiagnosticsView.Section("\(name), last steps with \(way)")
            for step in run.steps.suffix(60) {
                section.add("\(step.milliseconds) ms", own: step.diagnosis)
            }
            return section
        }
    }
}

extension WireStep {
    /// What it was, by kind and figures.
    fileprivate var diagnosis: String {
        var words = [isOutgoing ? "out" : "in", kind]
        if let object { words.append(StoredName(object).kind) }
        if let offset, offset > 0 { words.append("from byte \(offset)") }
        if let bytes { words.append("\(bytes) bytes") }
        words += counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
        if isUnchanged { words.append("unchanged") }
        if let failure { words.append("failed \(failure)") }
        if let tookMilliseconds { words.append("took \(tookMilliseconds) ms") }
        return words.joined(separator: ", ")
    }
}

/// An object of a store by what it is, without whose.
private struct StoredName {
    let kind: String

    init(_ name: String) {
        kind =
            switch name {
            case let name where name.hasSuffix(".repair.jsonl"): "repair file"
            case let name where name.hasSuffix(".jsonl"): "log"
            default: "object"
            }
    }
}

extension StorageDescriptor {
    /// The kind of store, in one word.
    fileprivate var kindName: String {
        switch self {
        case .s3: "s3"
        case .nextcloud: "nextcloud"
        case .folder: "folder"
        case .none: "none"
        }
    }
}

/// What is known of the machine that names nobody.
private enum System {
    /// The system's kind and release and the processor's; not the machine's name.
    static var facts: [(String, String)] {
        var names = utsname()
        guard uname(&names) == 0 else { return [] }
        return [
            ("system", text(of: &names.sysname)), ("release", text(of: &names.release)),
            ("processor", text(of: &names.machine)),
        ]
    }

    /// How large a file is, in bytes; 0 where it cannot be seen.
    static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func text<Letters>(of letters: inout Letters) -> String {
        withUnsafeBytes(of: &letters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
