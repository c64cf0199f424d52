/// Sentences that are the same wherever they appear. They are tested literally.
package enum Sentences {
    // MARK: Saving and syncing

    /// After a write that the store does not have yet.
    package static let savedLocally: Phrase = "Changes saved locally. Waiting to sync."

    /// While the store cannot be reached.
    package static let workingOffline: Phrase = "Working offline — changes will sync automatically"

    /// After fifty failures in a row.
    package static func onlyOnThisDevice(_ count: Int) -> Phrase {
        count == 1
            ? "1 expense is saved only on this device. Type /retry to retry."
            : "\(count) expenses are saved only on this device. Type /retry to retry."
    }

    /// After days without reaching the store.
    package static func notSynced(_ count: Int, days: Int64) -> Phrase {
        "\(count, "item") not synced for \(days, "day")"
    }

    /// When a pass failed.
    package static let syncFailed: Phrase = "Sync failed — type /retry"

    // MARK: Who one is (Flow 1, Error 10)

    /// Once, beneath the first expense.
    package static let phraseOffer: Phrase =
        "Your identity is on this device only: /phrase shows 12 words that bring it back."

    /// After three phrases that were none.
    package static let phraseLost =
        "If you don't have your phrase, you can create a new identity — but you'll need a group "
        + "member to re-invite you."

    // MARK: A store that does not take what is sent (Errors 1 and 5)

    /// The credentials are not accepted any more.
    package static let signInExpired: Phrase =
        "Backend sign-in expired. Type /retry to reconnect."

    /// The same, for a member who may have been away while the credentials were changed.
    package static func accessRotated(_ group: String, organiser: Phrase) -> Phrase {
        """
        Your access to \(foreign: group) may have been rotated while you were away. Ask \
        \(organiser) for a new invite link to reconnect.
        """
    }

    /// The store asks for patience.
    package static func busy(_ countdown: String) -> Phrase {
        "Backend is busy. Retrying in \(own: countdown)."
    }

    /// The store takes no more.
    package static let storageFull: Phrase =
        "Backend storage is full. Switch backend or contact the backend operator."

    /// The store will never take it.
    package static let notAccepted: Phrase =
        """
        This backend could not accept an event. Type /diagnostics FILE to export diagnostics.
        """

    /// The store says no, for a reason of its own.
    package static func declined(_ notice: String) -> Phrase {
        "Backend declined this event (\(foreign: notice))."
    }

    /// The store was there and is not any more.
    package static let unavailable: Phrase =
        """
        Backend unavailable. Nothing new can be written here; type /export FILE events to keep an \
        archive.
        """

    /// After any of these, once it works again.
    package static let answersAgain: Phrase = "The backend answers again."

    // MARK: A group with nobody else

    /// The header of a group nobody has joined yet.
    package static func justYou(_ name: String) -> Phrase {
        "\(foreign: name) · just you · syncing…"
    }

    // MARK: Events that do not open (Error 2)

    /// In place of events that wait for a key.
    package static func waitingToBeDecrypted(_ count: Int) -> Phrase {
        count == 1
            ? "1 expense is waiting to be decrypted."
            : "\(count) expenses are waiting to be decrypted."
    }

    /// The key is not held.
    package static let unknownEpoch: Phrase =
        "This event uses a newer group key. Sync keys from another device to continue."

    /// The key is held and the event does not open.
    package static func corrupt(_ date: String) -> Phrase {
        "An event from \(own: date) could not be verified and was ignored."
    }

    // MARK: Incomplete history

    /// Before every total while something is missing.
    package static let historyIncomplete: Phrase =
        """
        This group's history may be incomplete — we could not find all events from the backend. \
        Balances shown may not be accurate.
        """

    /// The same, in the words of a group that may have no store to find them in.
    static func historyIncomplete(hasStore: Bool) -> Phrase {
        hasStore
            ? historyIncomplete
            : """
            This group's history may be incomplete — not all events have come from the others' \
            devices. Balances shown may not be accurate.
            """
    }

    // MARK: A write that did not finish

    /// At the start after a crash.
    package static let unfinished: Phrase =
        """
        We found an expense that did not finish saving. Would you like to finish saving it or \
        discard it?
        """

    // MARK: Tier B

    /// After deleting.
    package static let pendingDeletion: Phrase = "Pending deletion — not yet visible to others"

    /// After recording or voiding a settlement.
    package static let peersMayDiffer: Phrase =
        "Peers may still see an outstanding balance until this syncs"

    /// After removing a member.
    package static let removalPending: Phrase =
        """
        Removal pending sync — this person retains read access until the change reaches all backends
        """

    /// After leaving.
    package static let leavingPending: Phrase = "Leaving pending — not yet visible to others"

    // MARK: Members who have gone (Error 4)

    /// On the organiser's screen, when what somebody logged came after they had gone.
    package static func lateChanges(_ name: Phrase, _ count: Int, hasLeft: Bool) -> Phrase {
        let gone: Phrase = hasLeft ? "left" : "was removed"
        let when: Phrase = hasLeft ? "their leaving" : "removal"
        return count == 1
            ? """
            \(name) \(gone). 1 of their offline changes arrived after \(when) and was not applied.
            """
            : """
            \(name) \(gone). \(count) of their offline changes arrived after \(when) and were not \
            applied.
            """
    }

    /// On the screen of somebody who is no member any more.
    package static func outOfGroup(hasLeft: Bool, organiser: Phrase) -> Phrase {
        hasLeft
            ? """
            You have left this group. What was here stays readable on this device; what the others \
            write since is sealed under a key it does not get.
            """
            : """
            You were removed from this group. What was here stays readable on this device; what the \
            others write since is sealed under a key it does not get, and nothing you write counts. \
            If that is a mistake, talk to \(organiser).
            """
    }

    // MARK: Totals

    /// What a total does not hide.
    package static func includesUnsynced(_ count: Int) -> Phrase {
        "includes \(count, "unsynced change") — peers may see a different total"
    }

    /// What this person owes or is owed, with what it does not hide.
    package static func standing(_ amount: Int128, code: String, text: String, unsynced: Int)
        -> Phrase
    {
        let verb: Phrase = amount < 0 ? "You owe" : "You are owed"
        let base: Phrase =
            amount == 0 ? "You are settled up" : "\(verb) \(own: code) \(own: text)"
        return unsynced == 0 ? base : "\(base) (\(includesUnsynced(unsynced)))"
    }

    /// When the last pass is over half an hour old.
    package static func balancesAsOf(_ clock: String) -> Phrase {
        "Balances as of \(own: clock) — sync pending"
    }

    /// A concurrent edit replaced what this person had set.
    package static func alsoEdited(_ name: Phrase, reference: Phrase) -> Phrase {
        """
        \(name) also edited this expense. Their version was applied. Type /show \(reference) to \
        see both versions.
        """
    }
}
