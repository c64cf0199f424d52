import Synchronization

/// Makes a place as unreliable as real ones are, the same way for the same seed.
package final class FaultBackend: StorageBackend {
    /// How often, in thousandths of all requests, each mishap happens.
    package struct Rates: Hashable, Sendable {
        /// The request never gets there.
        package var lostRequests: Int
        /// It is done, but the answer never comes back.
        package var lostReplies: Int
        /// A read brings only a part of what it should; a cut append leaves a part behind.
        package var cutTransfers: Int
        /// The place asks to come back later.
        package var busy: Int

        /// Sets the rates; what is not named does not happen.
        package init(
            lostRequests: Int = 0, lostReplies: Int = 0, cutTransfers: Int = 0, busy: Int = 0
        ) {
            self.lostRequests = lostRequests
            self.lostReplies = lostReplies
            self.cutTransfers = cutTransfers
            self.busy = busy
        }
    }

    /// A mishap that is certain to befall one of the next requests.
    package enum Mishap: Hashable, Sendable {
        /// The request fails with this error and is not done.
        case fails(StorageError)
        /// The request is done and fails with `network`.
        case losesReply
        /// The transfer is cut after so many bytes: a read brings fewer, a write does nothing, an
        /// append does a part; writes and appends fail with `network`.
        case cut(after: Int)
    }

    private struct State {
        var random: SplitMix64
        var rates: Rates
        var planned: [Mishap] = []
        var isDown = false
        var requests = 0
    }

    private let base: any StorageBackend
    private let state: Mutex<State>

    /// What the wrapped place can do.
    package var capabilities: StorageCapabilities { base.capabilities }

    /// Wraps a place.
    package init(_ base: any StorageBackend, seed: UInt64, rates: Rates = Rates()) {
        self.base = base
        state = Mutex(State(random: SplitMix64(seed: seed), rates: rates))
    }

    /// Sets what befalls the next requests, one each, before chance has its say again.
    package func plan(_ mishaps: Mishap...) {
        state.withLock { $0.planned.append(contentsOf: mishaps) }
    }

    /// Takes the place off the network (every request fails), or brings it back.
    package func setDown(_ down: Bool) {
        state.withLock { $0.isDown = down }
    }

    /// Changes the rates from now on.
    package func setRates(_ rates: Rates) {
        state.withLock { $0.rates = rates }
    }

    /// How many requests have been made so far.
    package var requestCount: Int { state.withLock { $0.requests } }

    /// Lists objects.
    package func list(_ prefix: ObjectPath) async throws(StorageError) -> [ObjectInfo] {
        let fate = draw(transfer: 0)
        try fate.failBefore()
        let objects = try await base.list(prefix)
        try fate.failAfter()
        return objects
    }

    /// Reads an object.
    package func get(
        _ path: ObjectPath, from offset: Int, limit: Int, condition: GetCondition
    ) async throws(StorageError) -> GetAnswer {
        let fate = draw(transfer: limit)
        try fate.failBefore()
        var limit = limit
        // At least one byte comes, else a caller would have to take it for the end.
        if case .cut(let count) = fate { limit = min(limit, max(1, count)) }
        let answer = try await base.get(path, from: offset, limit: limit, condition: condition)
        try fate.failAfter()
        return answer
    }

    /// Writes an object.
    package func put(
        _ path: ObjectPath, _ bytes: [UInt8], condition: PutCondition
    ) async throws(StorageError) -> ETag {
        let fate = draw(transfer: bytes.count)
        try fate.failBefore()
        if case .cut = fate { throw .cutShort() }
        let etag = try await base.put(path, bytes, condition: condition)
        try fate.failAfter()
        return etag
    }

    /// Appends to an object.
    package func append(
        _ path: ObjectPath, _ bytes: [UInt8], at size: Int, etag: ETag
    ) async throws(StorageError) -> ETag {
        let fate = draw(transfer: bytes.count)
        try fate.failBefore()
        if case .cut(let count) = fate {
            let part = Array(bytes.prefix(count))
            _ = try await base.append(path, part, at: size, etag: etag)
            throw .cutShort()
        }
        let new = try await base.append(path, bytes, at: size, etag: etag)
        try fate.failAfter()
        return new
    }

    /// Removes an object.
    package func delete(_ path: ObjectPath) async throws(StorageError) {
        let fate = draw(transfer: 0)
        try fate.failBefore()
        try await base.delete(path)
        try fate.failAfter()
    }

    /// Asks whether anything changed.
    package func changed(
        under prefix: ObjectPath, since token: ChangeToken?
    ) async throws(StorageError) -> ChangeAnswer {
        let fate = draw(transfer: 0)
        try fate.failBefore()
        let answer = try await base.changed(under: prefix, since: token)
        try fate.failAfter()
        return answer
    }

    /// Makes the place ready.
    package func prepare() async throws(StorageError) {
        let fate = draw(transfer: 0)
        try fate.failBefore()
        try await base.prepare()
        try fate.failAfter()
    }

    private func draw(transfer: Int) -> Fate {
        state.withLock { state in
            state.requests += 1
            if state.isDown { return .fails(.offline()) }
            if !state.planned.isEmpty {
                switch state.planned.removeFirst() {
                case .fails(let error): return .fails(error)
                case .losesReply: return .losesReply
                case .cut(let count): return .cut(count)
                }
            }
            let rates = state.rates
            var chance = Int(state.random.next() % 1000)
            for (rate, fate) in [
                (rates.lostRequests, Fate.fails(.offline())), (rates.lostReplies, .losesReply),
                (rates.busy, .fails(StorageError(.busy, "The store is busy."))),
            ] {
                if chance < rate { return fate }
                chance -= rate
            }
            guard chance < rates.cutTransfers, transfer > 0 else { return .passes }
            return .cut(Int(state.random.next() % UInt64(transfer)))
        }
    }
}

/// What befalls one request.
private enum Fate {
    case passes
    case fails(StorageError)
    case losesReply
    case cut(Int)

    func failBefore() throws(StorageError) {
        if case .fails(let error) = self { throw error }
    }

    func failAfter() throws(StorageError) {
        if case .losesReply = self { throw .offline() }
    }
}

extension StorageError {
    fileprivate static func offline() -> StorageError {
        StorageError(.network, "The store cannot be reached.")
    }
}

/// Steele, Lea and Flood's generator: small, seeded, good enough to choose mishaps with.
private struct SplitMix64 {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
