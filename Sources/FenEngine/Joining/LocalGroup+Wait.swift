import FenLedger
import FenMoney
import FenProtocol

extension LocalGroup {
    /// Why somebody who has asked to be let in is not in yet; nil for anybody else. `now` is in Unix
    /// milliseconds.
    func wait(of key: MemberID, at now: UInt64) -> AdmissionWait? {
        guard let joiner = context.joiners[key] ?? context.returners[key] else { return nil }
        guard let invite = context.invites[joiner.invite] else { return .device }
        if let winner = invite.winner { return .used(by: PartyID(member: winner)) }
        if invite.isRevoked { return .revoked }
        guard projector.control[invite.issued]?.author == context.organiser else {
            return .formerOrganiser
        }
        let others = (Array(context.joiners.values) + context.returners.values).count {
            $0.invite == invite.id && $0.id != key
        }
        if others > 0 { return .several }
        if isOlder(invite, than: newestKey?.epoch ?? 0) { return .olderKey }
        return invite.isPastGrace(at: now) ? .expired : .device
    }
}
