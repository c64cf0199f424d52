import FenCrypto
import FenLedger
import FenMoney
import FenProtocol
import FenStore

extension LocalGroup {
    /// What of each author keeps their log from being provably whole here, whatever anybody has
    /// acknowledged or the organiser no longer waits for.
    func rawReasons() throws -> [GateReason] {
        let unheld = Dictionary(grouping: try unheldKeys(), by: \.author)
        return try frontiers().compactMap { frontier in
            let reason = GateReason(
                author: frontier.author, missing: frontier.missing,
                keys: unheld[frontier.author] ?? [],
                forks: frontier.forks.filter { !$0.isAcknowledged })
            return reason.isEmpty ? nil : reason
        }
    }

    /// What this device's person goes on without.
    func acknowledgedReasons() throws -> [GateReason] {
        let records = Dictionary(
            grouping: try database.acknowledgements.all(in: number), by: \.author)
        return records.map { author, records in
            GateReason(acknowledged: records, of: MemberID(raw: author))
        }
    }

    /// Keeps reasons as acknowledged; call it inside a transaction.
    func acknowledge(_ reasons: [GateReason], at now: UInt64) throws {
        for reason in reasons {
            for subject in reason.subjects {
                try database.acknowledgements.put(
                    AcknowledgementRecord(author: reason.author.raw, subject: subject, at: now),
                    in: number)
            }
        }
    }

    /// Notes whose logs have begun or ceased to lack something; call it inside a transaction.
    func noteGaps(at now: UInt64) throws {
        let missing = Set(try frontiers().filter { !$0.isWhole }.map(\.author.raw))
        let known = try database.gaps.all(in: number)
        for author in missing where known[author] == nil {
            try database.gaps.put(author, since: now, in: number)
        }
        for author in known.keys where !missing.contains(author) {
            try database.gaps.remove(author, in: number)
        }
    }
}

extension GateReason {
    /// The reason that records of acknowledgements of one author describe.
    fileprivate init(acknowledged records: [AcknowledgementRecord], of author: MemberID) {
        var missing = NumberSet()
        var keys: [UnheldKey] = []
        var branches: [UInt64: [EventID]] = [:]
        for record in records {
            switch record.subject {
            case .missing(let range): missing = missing.union(NumberSet([range]))
            case .unheldKey(let epoch, let keyID, let range):
                let known = keys.firstIndex { $0.epoch == epoch && $0.keyID.raw == keyID }
                let before = known.map { keys.remove(at: $0).numbers } ?? NumberSet()
                keys.append(
                    UnheldKey(
                        author: author, epoch: epoch, keyID: KeyID(raw: keyID),
                        numbers: before.union(NumberSet([range]))))
            case .branch(let seq, let id): branches[seq, default: []].append(EventID(raw: id))
            }
        }
        self.init(
            author: author, missing: missing, keys: keys,
            forks: branches.map { seq, ids in
                Fork(seq: seq, branches: ids, isAcknowledged: true)
            })
    }

    /// The reason as what a person acknowledges of it.
    fileprivate var subjects: [AcknowledgementRecord.Subject] {
        missing.ranges.map { .missing($0) }
            + keys.flatMap { key in
                key.numbers.ranges.map { range in
                    AcknowledgementRecord.Subject.unheldKey(
                        epoch: key.epoch, keyID: key.keyID.raw, range)
                }
            }
            + forks.flatMap { fork in fork.branches.map { .branch(seq: fork.seq, $0.raw) } }
    }
}
