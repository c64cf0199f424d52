import FenLedger
import FenMoney
import FenProtocol

/// What a writer must not write: the same rules by which every reader would ignore it, said before
/// it is written.
extension Engine {
    /// What is not admitted, removed or left may write nothing that others would have to ignore.
    func requireMembership(in group: LocalGroup) throws {
        let me = try requirePerson().publicKey
        switch group.context.status(of: me) {
        case .active: return
        case nil where group.book.log(of: me).count > 0: return
        case nil where try oldKey(in: group) != nil:
            let name = group.displayName(of: PartyID(member: group.context.organiser))
            throw FenError(
                "KEY_WAITING",
                "Your new key waits for \(name)'s device. Until then you can read here and write "
                    + "nothing.",
                hint: "\(name) types /rekey and your name.")
        case nil:
            throw FenError(
                "NOT_A_MEMBER", "You are not a member of this group.",
                hint: "Ask the organiser for an invite.")
        case .left:
            throw FenError(
                "LEFT", "You have left this group.",
                hint: "The organiser can let you back in.")
        case .rekeyed:
            throw FenError(
                "REKEYED",
                "Another key has taken the place of this device's here; what you write with this one "
                    + "no longer counts.",
                hint: "Write on the device that has the new key. If that is not yours, tell the "
                    + "others at once.")
        case .removed:
            throw FenError(
                "REMOVED", "You were removed from this group; what you write no longer counts.",
                hint: "Talk to the organiser.")
        }
    }

    /// Refuses money in a closed group.
    func requireOpen(_ group: LocalGroup) throws(FenError) {
        if group.context.isClosed {
            throw FenError(
                "GROUP_CLOSED", "This group is closed; no money is recorded in it any more.",
                hint: "The organiser can open it again.")
        }
    }

    /// Refuses what only the organiser may do.
    func requireOrganiser(_ group: LocalGroup, to action: String) throws {
        let me = try requirePerson().publicKey
        guard group.context.organiser == me else {
            let name = group.displayName(of: PartyID(member: group.context.organiser))
            throw FenError(
                "ORGANISER_ONLY", "Only the organiser may \(action); that is \(name).",
                hint: "Ask \(name).")
        }
    }

    /// An entry that stands.
    func requireEntry(_ id: EventID, in group: LocalGroup) throws -> Entry {
        guard let entry = try group.projection().entry(id) else {
            throw FenError(
                "NO_ENTRY", "There is no expense, settlement or message with this reference.",
                hint: "/expenses and /history show the references.")
        }
        return entry
    }

    func requireExpense(_ entry: Entry) throws(FenError) {
        if case .expense = entry.body { return }
        throw FenError(
            "NOT_AN_EXPENSE", "This is not an expense.",
            hint: "A settlement is taken back with /void.", status: .usage)
    }

    /// Refuses an edit that would not count: by neither the creator nor, where the group says so,
    /// any member.
    func requireEditing(_ entry: Entry, in group: LocalGroup) throws {
        let me = try requirePerson().publicKey
        let context = group.context
        guard
            context.chain(of: entry.author).contains(me) || context.edit == .anyMember
        else {
            let name = group.displayName(of: PartyID(member: entry.author))
            throw FenError(
                "NOT_YOURS", "\(name) logged this, and in this group only they may change it.",
                hint: "Ask \(name), or the organiser can allow it: /settings edit any_member")
        }
    }

    /// Refuses a void that would not count.
    func requireVoiding(
        _ entry: Entry, _ record: SettlementRecorded, in group: LocalGroup
    ) throws {
        let me = try requirePerson().publicKey
        let context = group.context
        let isParty =
            context.chain(of: entry.author).contains(me) || context.speaks(me, for: record.from)
            || context.speaks(me, for: record.to) || context.organiser == me
        guard isParty else {
            throw FenError(
                "NOT_YOURS",
                "Only who recorded a settlement, the two people in it, or the organiser may "
                    + "void it.")
        }
    }

    /// Refuses a money unit no reader would take.
    func check(_ money: MoneyUnit, in group: LocalGroup) throws {
        guard let currency = group.context.currency else {
            throw FenError(
                "NO_CURRENCY", "The group's currency is not known here yet.",
                hint: "/sync fetches the group's beginning.", status: .network)
        }
        try money.validate(groupCurrency: currency)
    }

    func requireAmount(_ amount: Int64) throws(FenError) {
        guard ProtocolLimits.amount.contains(amount) else {
            throw FenError(
                "AMOUNT_OUT_OF_RANGE", "This amount is zero, negative or too large to record.",
                status: .usage)
        }
    }

    /// Refuses what the gate holds back while the history here is not provably whole.
    func requireGate(_ action: GatedAction, in group: LocalGroup) throws {
        let reasons = try gateReasons(against: action, in: group)
        guard reasons.isEmpty else {
            throw GateRefusal.error(
                reasons, against: action, in: group, hasStore: try backend(of: group) != nil)
        }
    }
}
