import FenPeer
import FenProtocol
import FenStorage
import Synchronization

/// What passes between this device and stores and other devices: the last pass and the last
/// connection of each group are kept, and while somebody watches each step is told as it passes.
///
/// Steps come from the network thread, from sessions and from passes, so it is no part of the
/// engine's actor; each costs a lock and a place in a ring.
final class WireLog: Sendable {
    /// How many steps are kept of one pass or connection.
    static let most = 200
    /// Of how many connections of a group the handshake is kept until more passes.
    static let mostAttempts = 8

    /// A group's store, or its connections; without a group, connections that named none.
    private struct Place: Hashable {
        let group: GroupID?
        let way: WireStep.Way
    }

    /// The newest steps of one pass or connection.
    private struct Ring {
        /// Which one: numbers grow from one to the next.
        let number: Int
        /// Where the other side is; nil for the store.
        let address: String?
        /// Whose device it is, or where.
        var with: String?
        var steps: [WireStep] = []
        var next = 0
        var omitted = 0
        var bytesOut = 0
        var bytesIn = 0

        /// The steps as they are answered, the oldest first.
        func run(_ place: Place, isAttempt: Bool = false) -> WireRun {
            WireRun(
                way: place.way, with: with, isStranger: place.way == .peer && place.group == nil,
                isAttempt: isAttempt, bytesOut: bytesOut, bytesIn: bytesIn,
                steps: (steps[next...] + steps[..<next]).map { step in
                    var step = step
                    step.with = with
                    return step
                },
                omitted: omitted)
        }

        mutating func add(_ step: WireStep) {
            if step.isOutgoing { bytesOut += step.bytes ?? 0 } else { bytesIn += step.bytes ?? 0 }
            if steps.count < WireLog.most {
                steps.append(step)
            } else {
                steps[next] = step
                next = (next + 1) % WireLog.most
                omitted += 1
            }
        }
    }

    private struct State {
        var rings: [Place: Ring] = [:]
        /// Of each group the newest connections of which nothing but the handshake has passed, in
        /// the order in which they began.
        var attempts: [Place: [Ring]] = [:]
        /// Who is connected, by group and address.
        var names: [GroupID: [String: String]] = [:]
        var passes = 0
        var isWatched = false
        var throttle = WireThrottle()

        /// Who is at an address, as far as a group knows.
        func name(of address: String?, in group: GroupID?) -> String? {
            guard let group, let address else { return nil }
            return names[group]?[address]
        }

        /// Keeps a step where it belongs. A handshake takes nothing from the connection before it:
        /// anybody can begin one, and many come to nothing.
        mutating func keep(
            _ step: WireStep, of number: Int, address: String?, at place: Place, isBegun: Bool
        ) {
            let kept = rings[place]?.number ?? 0
            // One that began earlier and still goes on is told only as it passes.
            guard number >= kept else { return }
            if number > kept {
                var earlier = attempts[place] ?? []
                let known = earlier.firstIndex { $0.number == number }
                var ring =
                    known.map { earlier.remove(at: $0) }
                    ?? Ring(number: number, address: address, with: address)
                guard isBegun else {
                    ring.add(step)
                    earlier.append(ring)
                    earlier.sort { $0.number < $1.number }
                    attempts[place] = earlier.suffix(WireLog.mostAttempts)
                    return
                }
                ring.with = name(of: address, in: place.group) ?? address
                rings[place] = ring
                earlier.removeAll { $0.number < number }
                attempts[place] = earlier.isEmpty ? nil : earlier
            }
            rings[place]?.add(step)
        }

        /// The steps at a place, and the newest handshake there that no session has followed.
        func runs(at place: Place) -> [WireRun] {
            let ring = rings[place].map { $0.run(place) }
            let attempt = attempts[place]?.last.map { $0.run(place, isAttempt: true) }
            return [ring, attempt].compactMap(\.self)
        }
    }

    private let state = Mutex(State())
    private let announce: @Sendable (Notice) -> Void

    /// Keeps nothing yet; what is watched goes to `announce`.
    init(announce: @escaping @Sendable (Notice) -> Void) {
        self.announce = announce
    }

    /// Whether each step is told as it passes.
    var isWatched: Bool {
        get { state.withLock { $0.isWatched } }
        set {
            state.withLock { state in
                state.isWatched = newValue
                // What was left out before is of no interest to whoever begins to watch now.
                state.throttle = WireThrottle()
            }
        }
    }

    /// Takes what passed on a connection.
    func take(_ step: PeerStep) {
        let address = "\(step.address)"
        add(
            WireStep(
                way: .peer, with: address, isOutgoing: step.isOutgoing, kind: step.kind,
                bytes: step.bytes, counts: step.counts, milliseconds: step.milliseconds),
            of: step.connection, address: address, in: step.group,
            isBegun: step.isOfSession || step.group == nil)
    }

    /// A pass with a group's store begins; what is returned takes its steps.
    func beginPass(in group: GroupID) -> @Sendable (StorageStep) -> Void {
        let number = state.withLock { state in
            state.passes += 1
            return state.passes
        }
        let start = ContinuousClock.now
        return { [self] step in
            add(WireStep(step, since: start), of: number, address: nil, in: group, isBegun: true)
        }
    }

    /// Gives whoever is at an address their name, as far as this group knows it; nil once they
    /// are gone: what is kept of them keeps the name, and nobody else gets it.
    func call(_ address: String, _ name: String?, in group: GroupID) {
        state.withLock { state in
            state.names[group, default: [:]][address] = name
            let place = Place(group: group, way: .peer)
            if let name, state.rings[place]?.address == address { state.rings[place]?.with = name }
        }
    }

    /// The last pass and the last connection of a group, the newest handshake after it that no
    /// session has followed, and the last connection that named no group of this home.
    func last(in group: GroupID?) -> [WireRun] {
        var places = [Place(group: nil, way: .peer)]
        if let group {
            places = [Place(group: group, way: .store), Place(group: group, way: .peer)] + places
        }
        return state.withLock { state in places.flatMap { state.runs(at: $0) } }
    }

    private func add(
        _ step: WireStep, of number: Int, address: String?, in group: GroupID?, isBegun: Bool
    ) {
        let place = Place(group: group, way: step.way)
        let told = state.withLock { state -> (WireStep, WireThrottle.Verdict)? in
            state.keep(step, of: number, address: address, at: place, isBegun: isBegun)
            guard state.isWatched else { return nil }
            var step = step
            step.with = state.name(of: address, in: group) ?? address
            return (step, state.throttle.take(at: .now))
        }
        guard let (step, verdict) = told else { return }
        if verdict.mention > 0 { announce(.wireSummed(verdict.mention)) }
        if verdict.isShown { announce(.wire(group, step)) }
        if let time = verdict.mentionBy { mention(at: time) }
    }

    private func mention(at time: ContinuousClock.Instant) {
        Task {
            try? await Task.sleep(until: time, clock: .continuous)
            let left = state.withLock { $0.isWatched ? $0.throttle.takeLeft() : 0 }
            if left > 0 { announce(.wireSummed(left)) }
        }
    }
}

extension WireStep {
    /// What an operation on a store was, in a pass that began then.
    init(_ step: StorageStep, since start: ContinuousClock.Instant) {
        self.init(
            way: .store,
            isOutgoing: [.put, .append, .delete, .prepare].contains(step.action),
            kind: step.action.rawValue, object: step.path.map { Self.shortened($0.name) },
            offset: step.offset, bytes: step.bytes,
            counts: step.objects.map { ["objects": UInt64($0)] } ?? [:],
            isUnchanged: step.isUnchanged, failure: step.failure?.rawValue,
            milliseconds: (ContinuousClock.now - start - step.time).milliseconds,
            tookMilliseconds: step.time.milliseconds)
    }

    /// A name with the key it begins with cut to eight digits.
    private static func shortened(_ name: Substring) -> String {
        let digits = name.prefix { $0.isHexDigit }
        guard digits.count >= 64 else { return String(name) }
        return digits.prefix(8) + "…" + name.dropFirst(digits.count)
    }
}

extension Duration {
    /// Whole milliseconds.
    fileprivate var milliseconds: Int64 {
        components.seconds * 1_000 + components.attoseconds / 1_000_000_000_000_000
    }
}
