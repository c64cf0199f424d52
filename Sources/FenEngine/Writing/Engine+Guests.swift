import FenLedger
package import FenMoney
package import FenProtocol

/// People without a device: adding them, and saying who they turned out to be.
extension Engine {
    /// Adds somebody without a device. The answer's id names them in money.
    package func addGuest(_ name: String, in id: GroupID) async throws(FenError) -> Written {
        let payload = try answering {
            Payload.guestAdded(GuestAdded(name: try Names.checked(name)))
        }
        return try await write(payload, in: id)
    }

    /// Says that a guest is a member: all of the guest's money, past and future, is theirs. Of
    /// several claims of one guest the last holds.
    package func claimGuest(
        _ guest: PartyID, for member: PartyID, in id: GroupID
    ) async throws(FenError) -> Written {
        try await write(
            .guestClaimed(GuestClaimed(guest: guest.guest, member: member.member)), in: id)
    }

    /// Refuses a claim that would not count.
    func requireClaimable(_ claim: GuestClaimed, in group: LocalGroup) throws {
        try requireOrganiser(group, to: "say who a guest is")
        guard group.context.guests[claim.guest] != nil else {
            throw FenError(
                "NO_GUEST", "This group has no such guest.", hint: "/members lists everybody.",
                status: .usage)
        }
        guard group.context.isActive(claim.member) else {
            throw FenError(
                "NOT_A_MEMBER", "A guest can only become somebody who is a member now.",
                hint: "/invite brings them in; /claim comes after it.", status: .usage)
        }
    }
}
