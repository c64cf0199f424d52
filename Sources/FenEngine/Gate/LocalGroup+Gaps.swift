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

    /// The numbers of each author that are missing and that the group still waits for.
    func awaited() throws -> [(author: MemberID, numbers: NumberSet)] {
        try frontiers().compactMap { frontier in
            let numbers = frontier.missing.subtracting(context.overridden(frontier.author))
            return numbers.isEmpty ? nil : (frontier.author, numbers)
        }
    }

    /// Notes which numbers have begun or ceased to be missing; call it inside a transaction. A
    /// number keeps the time at which it was noticed first, whatever comes around it.
    func noteGaps(at now: UInt64) throws {
        let known = try database.gaps.all(in: number)
        var gaps: [GapRecord] = []
        for (author, numbers) in try awaited() {
            var fresh = numbers
            for record in known where record.author == author.raw {
                let before = NumberSet([record.range])
                let still = before.subtracting(before.subtracting(numbers))
                gaps += still.ranges.map {
                    GapRecord(author: author.raw, range: $0, since: record.since)
                }
                fresh = fresh.subtracting(before)
            }
            gaps += fresh.ranges.map { GapRecord(author: author.raw, range: $0, since: now) }
        }
        guard Set(gaps) != Set(known) else { return }
        try database.gaps.replace(with: gaps, in: number)
    }
}

extension GateReason {
    /// What of a reason somebody was shown before: nothing that was found out since.
    func shown(in before: [GateReason]) -> GateReason {
        let mine = before.filter { $0.author == author }
        let keys = self.keys.filter { key in
            mine.contains { reason in
                reason.keys.contains {
                    $0.epoch == key.epoch && $0.keyID == key.keyID
                        && key.numbers.subtracting($0.numbers).isEmpty
                }
            }
        }
        let forks = self.forks.filter { fork in
            mine.contains { reason in
                reason.forks.contains {
                    $0.seq == fork.seq && Set($0.branches).isSuperset(of: fork.branches)
                }
            }
        }
        let unseen = mine.reduce(missing) { $0.subtracting($1.missing) }
        return GateReason(
            author: author, missing: missing.subtracting(unseen), keys: keys, forks: forks)
    }

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
