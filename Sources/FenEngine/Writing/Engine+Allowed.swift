import FenLedger
import FenMoney
import FenProtocol

/// One list of what may be written, asked of every event that is: typed just now, or interrupted
/// and finished later.
extension Engine {
    /// Refuses an event that every reader would ignore, as things are in this group now.
    func requireAllowed(_ payload: Payload, in group: LocalGroup) throws {
        // What a group will be that has not arrived yet is not known: `withholdsOwnLog` waits for it.
        if group.context.created != nil { try requireHarmless(lab: group.context.isLab) }
        switch payload {
        case .expenseLogged, .expenseUpdated, .expenseDeleted, .expenseRestored,
            .settlementRecorded, .settlementVoided:
            try requireMembership(in: group)
            try requireOpen(group)
            try requireAllowedMoney(payload, in: group)
        case .messagePosted, .memberRenamed, .guestAdded:
            try requireMembership(in: group)
        case .guestClaimed(let claim):
            try requireMembership(in: group)
            try requireClaimable(claim, in: group)
        case .rateSet(let rate):
            try requireMembership(in: group)
            try requireOrganiser(group, to: "set rates")
            guard rate.currency != group.context.currency else {
                throw FenError(
                    "OWN_CURRENCY", "The group's own currency needs no rate.", status: .usage)
            }
        case .groupSettingsChanged:
            try requireOrganiser(group, to: "change the group's settings")
        case .inviteIssued:
            try requireOrganiser(group, to: "invite people")
        case .inviteRevoked(let invite):
            try requireOrganiser(group, to: "take invites back")
            try requireNotClosed(invite.inviteID, in: group)
        case .memberAdmitted(let admission):
            try requireOrganiser(group, to: "let people in")
            if let invite = admission.inviteID { try requireNotClosed(invite, in: group) }
        case .forkAcknowledged(let fork):
            if fork.author != (try requirePerson().publicKey) {
                try requireOrganiser(group, to: "acknowledge somebody else's fork for everybody")
            }
        case .storageKeyRotated:
            try requireOrganiser(group, to: "move the group's store")
            try requireNewestKey(group, hint: "/sync first; the group stays where it is.")
        case .memberRemoved(let removal):
            try requireAllowedRemoval(removal, in: group)
        case .memberRekeyed(let rekeying):
            try requireAllowedRekeying(rekeying, in: group)
        case .memberVouched(let vouch):
            try requireMembership(in: group)
            try requireReplaceable(vouch.member, by: vouch.successor, in: group)
        case .keyEpochUpdate:
            try requireRotating(group)
        case .keyHistory:
            try requireOrganiser(group, to: "hand on the group's keys")
        case .keyRewrapRequest, .keyRewrapped, .groupInviteRelayed:
            try requireMembership(in: group)
        case .deputyNamed(let naming):
            try requireNameable(naming, in: group)
        case .organiserChanged(let change):
            try requireAllowedChange(change, in: group)
        case .settlementSnapshot:
            try requireOrganiser(group, to: "settle what is provable")
        default: break
        }
    }

    /// What only those may have who have the newest key is not sealed under an older one.
    func requireNewestKey(_ group: LocalGroup, hint: String) throws {
        let newest = group.context.announced.map(\.epoch).max() ?? 0
        guard let key = group.writingKey, key.epoch >= newest else {
            throw FenError(
                "NO_KEY", "This device does not hold the newest key of this group.",
                hint: hint, status: .trust)
        }
    }

    private func requireAllowedMoney(_ payload: Payload, in group: LocalGroup) throws {
        switch payload {
        case .expenseLogged(let expense):
            try requireApplicable(expense.onBehalfOf, in: group)
            try check(expense.money, in: group)
        case .expenseUpdated(let update):
            try requireChangeable(update.expense, in: group)
            if let money = update.money { try check(money, in: group) }
        case .expenseDeleted(let deletion):
            if try requireChangeable(deletion.expense, in: group).isGone {
                throw FenError("ALREADY_DELETED", "This expense is deleted already.")
            }
        case .expenseRestored(let restoration):
            if try !requireChangeable(restoration.expense, in: group).isGone {
                throw FenError("NOT_DELETED", "This expense is not deleted.")
            }
        case .settlementRecorded(let record):
            try requireApplicable(record.onBehalfOf, in: group)
            try requireGate(.settle, in: group)
            guard record.from != record.to else {
                throw FenError(
                    "SAME_PERSON", "A settlement is between two different people.", status: .usage)
            }
            try requireAmount(record.amount)
            try requireAmount(record.settlementAmount)
        case .settlementVoided(let void):
            try requireVoidable(void.settlement, in: group)
        default: break
        }
    }

    /// An expense that this person may change.
    @discardableResult
    private func requireChangeable(_ expense: EventID, in group: LocalGroup) throws -> Entry {
        let entry = try requireEntry(expense, in: group)
        try requireExpense(entry)
        try requireEditing(entry, in: group)
        return entry
    }

    private func requireVoidable(_ settlement: EventID, in group: LocalGroup) throws {
        let entry = try requireEntry(settlement, in: group)
        guard case .settlement(let state) = entry.body else {
            throw FenError(
                "NOT_A_SETTLEMENT", "This is not a settlement.",
                hint: "An expense is taken back with /delete.", status: .usage)
        }
        if state.isVoided {
            throw FenError("ALREADY_VOIDED", "This settlement is voided already.")
        }
        try requireVoiding(entry, state.record, in: group)
    }
}
