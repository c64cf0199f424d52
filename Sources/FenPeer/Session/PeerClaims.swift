import FenCrypto
import FenProtocol
internal import Synchronization

/// Who is being asked for what, shared by all sessions of one group: a number is asked of one peer
/// at a time, and of the next when that one does not deliver.
package final class PeerClaims: Sendable {
    private struct State {
        var claims: [MemberID: [Int: NumberSet]] = [:]
        var version = 0
        var sessions = 0
    }

    private let state = Mutex(State())

    /// Starts with nothing asked.
    package init() {}

    /// A number for a new session.
    func enter() -> Int {
        state.withLock { state in
            state.sessions += 1
            return state.sessions
        }
    }

    /// Changes whenever something is asked of nobody any more.
    var version: Int { state.withLock { $0.version } }

    /// Claims what no other session has claimed, and returns it.
    func claim(_ author: MemberID, _ ranges: NumberSet, session: Int) -> NumberSet {
        state.withLock { state in
            var free = ranges
            for (other, taken) in state.claims[author, default: [:]] where other != session {
                free = free.subtracting(taken)
            }
            if !free.isEmpty {
                let own = state.claims[author]?[session] ?? NumberSet()
                state.claims[author, default: [:]][session] = own.union(free)
            }
            return free
        }
    }

    /// Whether another session asks for anything of an author.
    func isAsked(_ author: MemberID, besides session: Int) -> Bool {
        state.withLock { state in
            state.claims[author, default: [:]].contains { $0.key != session && !$0.value.isEmpty }
        }
    }

    /// Gives up claims: they are fulfilled, or somebody else may try.
    func release(_ author: MemberID, _ ranges: NumberSet, session: Int) {
        state.withLock { state in
            guard let own = state.claims[author]?[session] else { return }
            let left = own.subtracting(ranges)
            state.claims[author]?[session] = left.isEmpty ? nil : left
            if state.claims[author]?.isEmpty == true { state.claims[author] = nil }
            state.version += 1
        }
    }

    /// Gives up all claims of a session.
    func leave(session: Int) {
        state.withLock { state in
            for author in [MemberID](state.claims.keys) {
                state.claims[author]?[session] = nil
                if state.claims[author]?.isEmpty == true { state.claims[author] = nil }
            }
            state.version += 1
        }
    }
}
