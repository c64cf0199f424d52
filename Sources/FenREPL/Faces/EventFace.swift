internal import FenEncoding
package import FenEngine
package import FenMoney
package import FenProtocol

/// Says in one line what an event did.
package struct EventFace: Sendable {
    /// The group's people.
    package let roster: Roster
    /// The group's currency.
    package let currency: Currency
    /// What the entries are called that the events shown refer to.
    package var titles: [EventID: Phrase] = [:]

    /// A face for a group's events.
    package init(_ group: GroupView) {
        roster = Roster(group)
        currency = group.currency
    }

    /// `bob:42 Bob paid 21.60 EUR: Guinness`, with the states in words behind it.
    package func line(_ event: EventView) -> Phrase {
        let states = self.states(event)
        let tail: Phrase = states.isEmpty ? "" : " (\(states.joined()))"
        return "\(roster.shown(event.reference)) \(what(event))\(tail)"
    }

    /// The states of an event in words.
    package func states(_ event: EventView) -> [Phrase] {
        var words: [Phrase] = []
        if let label = event.label { words.append(LabelFace.short(label)) }
        if !event.isSynced { words.append("unsynced") }
        if let clock = event.clock { words.append(ClockFace.short(clock)) }
        return words
    }

    /// What the event did, its author first.
    package func what(_ event: EventView) -> Phrase {
        let who = roster.shown(event.reference.author)
        guard let payload = event.payload else {
            return "\(who): sealed, \(LabelFace.sentence(event.label ?? .unknownEpoch))"
        }
        if case .messagePosted(let message) = payload {
            return "\(who): \(Phrase(message: message.text))"
        }
        if case .settlementRecorded(let settlement) = payload {
            return self.settlement(settlement, by: event.reference.author)
        }
        return "\(who) \(did(payload))"
    }

    private func did(_ payload: Payload) -> Phrase {
        switch payload {
        case .groupCreated(let made):
            "made the group \(foreign: made.name) in \(own: made.currency.code)"
        case .groupSettingsChanged(let change):
            change.name.map { "named the group \(foreign: $0)" } ?? "changed the group's settings"
        case .inviteIssued(let invite): "invited \(foreign: invite.name)"
        case .inviteRevoked: "revoked an invite"
        case .memberJoined(let joined): "asked to join as \(foreign: joined.name)"
        case .memberAdmitted(let admitted): "let \(person(admitted.member)) in"
        case .memberRemoved(let removed):
            removed.heads == nil ? "left the group" : "removed \(person(removed.member))"
        case .memberRenamed(let renamed): "is now called \(foreign: renamed.name)"
        case .memberRekeyed(let rekeyed): "gave \(person(rekeyed.member)) a new key"
        case .memberVouched(let vouch): "vouches for a new key of \(person(vouch.member))"
        case .deputyNamed(let named):
            named.member.map { "named \(person($0)) deputy" } ?? "named no deputy"
        case .organiserChanged(let changed): "made \(person(changed.member)) the organiser"
        case .guestAdded(let guest): "added the guest \(foreign: guest.name)"
        case .guestClaimed(let claim): "said that \(guest(claim)) is \(person(claim.member))"
        case .messagePosted(let message): "wrote \(foreign: message.text)"
        case .unknown(let kind, _): "wrote an event of the kind \(foreign: kind), unknown here"
        default: money(payload) ?? keys(payload)
        }
    }

    private func money(_ payload: Payload) -> Phrase? {
        switch payload {
        case .expenseLogged(let expense):
            let verb: Phrase = expense.money.refund ? "logged the refund" : "logged"
            return """
                \(verb) \(own: AmountFormat.withCode(expense.money.amount, expense.money.currency)): \
                \(foreign: expense.description)
                """
        case .expenseUpdated(let update):
            return "changed \(target(update.expense)): \(fields(update))"
        case .expenseDeleted(let deleted): return "deleted \(target(deleted.expense))"
        case .expenseRestored(let restored): return "restored \(target(restored.expense))"
        case .settlementVoided(let void): return "voided \(target(void.settlement))"
        case .rateSet(let set):
            return """
                set 1 \(own: set.currency.code) = \(own: set.rate.text) \(own: currency.code) \
                (\(foreign: set.source))
                """
        case .attachmentUploaded: return "uploaded a receipt"
        default: return nil
        }
    }

    /// `Bob paid Alice 40.00 EUR: Revolut`, with who recorded it where that is somebody else.
    private func settlement(_ settlement: SettlementRecorded, by author: PartyID) -> Phrase {
        let amount = AmountFormat.withCode(settlement.amount, settlement.currency)
        let note: Phrase = settlement.note.map { ": \(foreign: $0)" } ?? ""
        let paid: Phrase = """
            \(roster.shown(settlement.from)) paid \(roster.shown(settlement.to)) \(own: amount)\(note)
            """
        return author == settlement.from ? paid : "\(roster.shown(author)) recorded that \(paid)"
    }

    private func keys(_ payload: Payload) -> Phrase {
        switch payload {
        case .keyEpochUpdate(let update): "changed the group key to number \(update.epoch)"
        case .keyHistory(let history): "handed on the group key number \(history.epoch)"
        case .keyRewrapRequest(let request): "asked for the group key number \(request.epoch)"
        case .keyRewrapped(let wrapped): "gave \(person(wrapped.member)) a group key"
        case .storageKeyRotated: "moved the group's store"
        case .groupInviteRelayed: "passed on an invite"
        case .settlementSnapshot: "pinned the balances that can be proven"
        case .forkAcknowledged(let fork): "acknowledged the fork of \(person(fork.author))"
        case .groupClosed: "closed the group"
        case .groupReopened: "reopened the group"
        default: "wrote an event"
        }
    }

    private func fields(_ update: ExpenseUpdated) -> Phrase {
        var words: [Phrase] = []
        if let text = update.description { words.append("description “\(foreign: text)”") }
        if let money = update.money {
            let entry = EntryFace(roster: roster, currency: currency)
            words.append(
                """
                to \(entry.amount(money)) by \(entry.payers(money)) for \(entry.division(money))
                """)
        }
        if let date = update.date { words.append("date \(own: date.iso)") }
        if let category = update.category { words.append("category “\(foreign: category)”") }
        if let note = update.note { words.append("note “\(foreign: note)”") }
        if update.blob != nil { words.append("receipt") }
        return words.joined()
    }

    private func guest(_ claim: GuestClaimed) -> Phrase {
        let party = PartyID(guest: claim.guest)
        let known = roster.claimed.first { $0.guest == party }
        return "the guest \(known.map { Phrase(foreign: $0.name) } ?? roster.shown(party))"
    }

    private func person(_ member: MemberID) -> Phrase {
        roster.shown(PartyID(member: member))
    }

    private func target(_ id: EventID) -> Phrase {
        titles[id] ?? "#\(own: String(id.hex.prefix(8)))"
    }

    /// The entry that an event changes, if it changes one.
    package static func target(of event: EventView) -> EventID? {
        switch event.payload {
        case .expenseUpdated(let update): update.expense
        case .expenseDeleted(let deleted): deleted.expense
        case .expenseRestored(let restored): restored.expense
        case .settlementVoided(let void): void.settlement
        default: nil
        }
    }
}
