import FenCrypto
import FenEncoding
import FenLedger
import FenMoney
package import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// An event taken apart, its id and signature computed again.
    package func inspect(_ event: EventID, in id: GroupID) throws(FenError) -> InspectView {
        try answering {
            let group = try group(id)
            let (number, record) = try requireEvent(event, in: group)
            let sealed = SealedEvent(checking: record, group: id)
            var scratch: [UInt8] = []
            let fact = Fact(
                header: sealed.header, id: sealed.id,
                content: group.keys.open(sealed, scratch: &scratch))
            var header: [UInt8] = []
            sealed.header.encode(into: &header)
            let isRight = sealed.verifySignature()
            let wasByChain = record.state.signature == .unchecked
            if wasByChain, options.access == .readWrite {
                try database.transaction {
                    try database.events.setSignature(
                        record.signature, isRight ? .verified : .wrong, of: number)
                }
            }
            return InspectView(
                event: try view(
                    of: fact, label: record.state.label.flatMap(RefusalReason.init(rawValue:)),
                    in: group, unsynced: try unpublishedIDs(in: group)),
                sealed: sealed, headerBytes: header, isIDRight: sealed.id.raw == record.id,
                isSignatureRight: isRight, wasTakenByChain: wasByChain,
                payloadText: fact.payload.map {
                    $0.withoutSecrets ?? String(decoding: scratch, as: UTF8.self)
                },
                places: try places(of: sealed, number, in: group))
        }
    }

    /// An event's line as it is stored and passed on, with its newline.
    package func raw(_ event: EventID, in id: GroupID) throws(FenError) -> [UInt8] {
        try answering {
            let group = try group(id)
            return EventLine.encode(SealedEvent(try requireEvent(event, in: group).1, group: id))
        }
    }

    /// How far everybody's log goes.
    package func frontier(in id: GroupID) throws(FenError) -> [FrontierRow] {
        try answering {
            try group(id).frontiers().map { frontier in
                FrontierRow(
                    party: PartyID(member: frontier.author), contiguous: frontier.contiguous,
                    claimed: frontier.claimed, missing: frontier.missing.ranges,
                    tips: frontier.tips, isForked: !frontier.forks.isEmpty)
            }
        }
    }

    /// The projection's canonical dump.
    package func dump(in id: GroupID) throws(FenError) -> [UInt8] {
        try answering { try group(id).dump() }
    }

    /// The six words of the projection: equal words, equal state.
    package func fingerprint(in id: GroupID) throws(FenError) -> [String] {
        try answering { StateWords.words(dump: try group(id).dump()) }
    }

    /// Computes the projection anew from the log.
    package func rebuild(
        in id: GroupID, progress: ProgressHandler? = nil
    ) throws(FenError) -> RebuildReport {
        try answering {
            let total = try database.events.count(in: try group(id).number)
            let wasSame = try change(id) { group in
                try group.rebuild {
                    progress?(Progress(done: $0, total: total, unit: "events"))
                }
            }
            return RebuildReport(events: total, wasSame: wasSame)
        }
    }

    /// Verifies the whole store: every id, every signature, every chain, and the projection.
    package func audit(
        in id: GroupID, progress: ProgressHandler? = nil
    ) throws(FenError) -> AuditReport {
        try answering {
            let group = try group(id)
            var report = AuditReport()
            let total = try database.events.count(in: group.number)
            var verdicts: [(EventNumber, Signature, Bool)] = []
            try database.events.forEach(.all(group.number)) { row in
                let record = try row.record
                guard record.state.chain != .refused else { return }
                let event = SealedEvent(checking: record, group: id)
                report.events += 1
                let reference = try reference(
                    of: EventID(raw: record.id), author: event.header.author,
                    seq: event.header.seq, in: group)
                if event.id.raw != record.id { report.badIDs.append(reference) }
                let isRight = event.verifySignature()
                if !isRight { report.badSignatures.append(reference) }
                if record.state.signature == .unchecked {
                    verdicts.append((row.number, event.signature, isRight))
                }
                if try group.book.chain(of: event) == .refused {
                    report.brokenChains.append(reference)
                }
                if report.events.isMultiple(of: 1_000) {
                    progress?(Progress(done: report.events, total: total, unit: "events"))
                }
            }
            let dump = try group.dump()
            var ledger = Ledger(group: id, founder: group.founder)
            ledger.insert(try group.facts())
            report.isProjectionRight = ledger.project().dump() == dump
            report.snapshotDifferences = try snapshotDifferences(in: group)
            if options.access == .readWrite, !verdicts.isEmpty {
                try database.transaction {
                    for (number, signature, isRight) in verdicts {
                        try database.events.setSignature(
                            signature.raw, isRight ? .verified : .wrong, of: number)
                    }
                }
            }
            return report
        }
    }

    func requireEvent(
        _ event: EventID, in group: LocalGroup
    ) throws -> (EventNumber, EventRecord) {
        guard let (number, record) = try database.events.find(event.raw, in: group.number) else {
            throw FenError(
                "NO_EVENT", "This event is not on this device.",
                hint: "/log shows the events that are.")
        }
        return (number, record)
    }

    private func places(
        of event: SealedEvent, _ number: EventNumber, in group: LocalGroup
    ) throws -> [String] {
        var places = ["this device"]
        if try backend(of: group) != nil, try !database.events.isUnpublished(number),
            let path = try layout(of: group).log(author: event.header.author.hex)
        {
            places.append("the store: \(path.text)")
        }
        return places
    }
}

extension LocalGroup {
    /// The projection's canonical dump, out of the tables.
    func dump() throws -> [UInt8] {
        var bytes: [UInt8] = []
        ProjectionDump.appendHead(context, try frontiers(), to: &bytes)
        for (id, label) in try database.events.labels(in: number) {
            guard let reason = RefusalReason(rawValue: label),
                ProjectionDump.includes(reason, in: .canonical)
            else { continue }
            ProjectionDump.appendLabel(reason, of: EventID(raw: id), to: &bytes)
        }
        try database.entries.forEach(in: number) { record in
            ProjectionDump.appendEntry(try Entry(record), to: &bytes)
        }
        var sums: [PartyID: Int128] = [:]
        for (party, amount) in try database.balances.all(in: number) {
            sums[PartyID(raw: party)] = amount
        }
        ProjectionDump.appendBalances(Balances(sums), context, to: &bytes)
        return bytes
    }

    /// Every stored event with what opening it shows.
    func facts() throws -> [Fact] {
        var facts: [Fact] = []
        var scratch: [UInt8] = []
        try database.events.forEach(.all(number)) { row in
            guard row.chain != .refused else { return }
            let event = SealedEvent(try row.record, group: id)
            facts.append(
                Fact(
                    header: event.header, id: event.id,
                    content: keys.open(event, scratch: &scratch)))
        }
        return facts
    }
}
