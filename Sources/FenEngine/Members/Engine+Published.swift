import FenLedger
import FenMoney
import FenPeer
import FenProtocol
import FenStore

extension Engine {
    /// How long others' devices that are connected have to say that they hold something.
    private static let receiptPatience: Duration = .seconds(10)

    /// Sends what was written and waits until others can have it: with a store until that has it,
    /// without one until another member's device says so.
    ///
    /// That it cannot be sent now is no error of what was written: it says so, and a later pass
    /// sends it.
    func published(in id: GroupID) async throws(FenError) -> Publication {
        let (hasStore, isAlone) = try answering {
            let group = try group(id)
            let me = try requirePerson().publicKey
            return (
                try backend(of: group) != nil,
                !group.context.members.contains { $0.status == .active && $0.id != me }
            )
        }
        guard hasStore else {
            return isAlone ? .alone : try await delivered(in: id)
        }
        do throws(FenError) {
            try await exclusively(id) { engine throws(FenError) in
                try await engine.sendNow(in: id)
            }
        } catch {
            return .waiting(error)
        }
        return try answering { try unsyncedCount(in: group(id)) } == 0
            ? .published
            : .waiting(
                FenError(
                    "STORE_WAITING", "The store has not taken it yet.",
                    hint: "/status says what it waits for.", status: .network))
    }

    private func sendNow(in id: GroupID) async throws(FenError) {
        do throws(FenError) {
            guard let store = try await storeLink(of: id) else { return }
            _ = try await flush(id, to: store)
            try answering { try change(id) { group in try noteReached(of: group) } }
            tellReached(id, by: .person)
        } catch {
            await note(failure: error, in: id, from: .person)
            throw error
        }
    }

    /// Waits until another device of the group has what was written here.
    private func delivered(in id: GroupID) async throws(FenError) -> Publication {
        let end = ContinuousClock.now + Self.receiptPatience
        while try answering({ try unsyncedCount(in: group(id)) }) > 0 {
            guard peers?.sessions[id]?.isEmpty == false, ContinuousClock.now < end else {
                return .waiting(
                    FenError(
                        "NOBODY_CONNECTED", "No other member's device has it yet.",
                        hint: "It goes over with the next /connect.", status: .network))
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return .delivered
    }
}
