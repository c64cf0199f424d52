import FenMoney
import FenProtocol
import Testing

@testable import FenEngine

extension Table {
    /// Somebody at a new device asks, by text, and a member answers, up to the code: which is given
    /// back with the request.
    func ask(
        _ newDevice: String, as name: String, helper: String
    ) async throws -> (id: BackID, code: String) {
        let asking = try await open(newDevice)
        let helping = try await open(helper)
        let request = try await asking.askBack(name: name)
        let answered = try await helping.help(request.link)
        #expect(answered.stage == .answered)
        guard case .code(let code) = try await asking.takeBack(answered.link) else {
            Issue.record("no code")
            throw CancellationError()
        }
        #expect(try await helping.help(code.link).stage == .code)
        return (request.id, code.code)
    }

    /// The whole of it: a member helps somebody at a new device back in, who takes the groups.
    @discardableResult
    func helpBack(
        _ newDevice: String, as name: String, old: PartyID, helper: String
    ) async throws -> (report: HandoverReport, taken: BackTaken) {
        let (id, code) = try await ask(newDevice, as: name, helper: helper)
        let helping = try await open(helper)
        try await helping.tryCode(code, of: id)
        let report = try await helping.handOver(to: old, for: id)
        let asking = try await open(newDevice)
        guard case .offer = try await asking.takeBack(report.link) else {
            Issue.record("nothing was handed over")
            throw CancellationError()
        }
        return (report, try await asking.takeOfferedGroups(folder: storePath))
    }
}
