import Testing

@testable import FenREPL

/// The seeds' sentences, literally, with the command in place of the gesture.
@Suite("The seeds' sentences")
struct SentenceTests {
    static let table: [(Phrase, String)] = [
        (Sentences.savedLocally, "Changes saved locally. Waiting to sync."),
        (Sentences.workingOffline, "Working offline — changes will sync automatically"),
        (
            Sentences.onlyOnThisDevice(1),
            "1 expense is saved only on this device. Type /retry to retry."
        ),
        (
            Sentences.onlyOnThisDevice(3),
            "3 expenses are saved only on this device. Type /retry to retry."
        ),
        (Sentences.notSynced(3, days: 7), "3 items not synced for 7 days"),
        (Sentences.syncFailed, "Sync failed — type /retry"),
        (
            Sentences.signInExpired, "Backend sign-in expired. Type /retry to reconnect."
        ),
        (Sentences.busy("30 s"), "Backend is busy. Retrying in 30 s."),
        (
            Sentences.storageFull,
            "Backend storage is full. Switch backend or contact the backend operator."
        ),
        (
            Sentences.notAccepted,
            "This backend could not accept an event. Type /diagnostics FILE to export "
                + "diagnostics."
        ),
        (
            Sentences.declined("the store could not do that"),
            "Backend declined this event (the store could not do that)."
        ),
        (
            Sentences.unavailable,
            "Backend unavailable. Nothing new can be written here; type /export FILE events to "
                + "keep an archive."
        ),
        (Sentences.answersAgain, "The backend answers again."),
        (Sentences.justYou("Paris Trip 2026"), "Paris Trip 2026 · just you · syncing…"),
        (Sentences.waitingToBeDecrypted(1), "1 expense is waiting to be decrypted."),
        (
            Sentences.unknownEpoch,
            "This event uses a newer group key. Sync keys from another device to continue."
        ),
        (
            Sentences.corrupt("2026-08-01"),
            "An event from 2026-08-01 could not be verified and was ignored."
        ),
        (
            Sentences.historyIncomplete,
            "This group's history may be incomplete — we could not find all events from the "
                + "backend. Balances shown may not be accurate."
        ),
        (
            Sentences.unfinished,
            "We found an expense that did not finish saving. Would you like to finish saving it "
                + "or discard it?"
        ),
        (Sentences.pendingDeletion, "Pending deletion — not yet visible to others"),
        (
            Sentences.peersMayDiffer,
            "Peers may still see an outstanding balance until this syncs"
        ),
        (
            Sentences.standing(-4200, code: "CHF", text: "42.00", unsynced: 2),
            "You owe CHF 42.00 (includes 2 unsynced changes — peers may see a different total)"
        ),
        (Sentences.standing(-3250, code: "CHF", text: "32.50", unsynced: 0), "You owe CHF 32.50"),
        (Sentences.standing(0, code: "EUR", text: "0.00", unsynced: 0), "You are settled up"),
        (Sentences.standing(100, code: "EUR", text: "1.00", unsynced: 0), "You are owed EUR 1.00"),
        (Sentences.balancesAsOf("14:32"), "Balances as of 14:32 — sync pending"),
        (
            Sentences.alsoEdited("Alice", reference: "alice:7"),
            "Alice also edited this expense. Their version was applied. Type /show alice:7 to see "
                + "both versions."
        ),
        (Sentences.name, "FEN / 分"),
        (Sentences.motto, "Shared expenses, private by design."),
        (Sentences.invited, "You've been invited to a group"),
        (Sentences.organisedBy("Alice"), "Organised by Alice"),
        (Sentences.size(3, currency: "CHF"), "3 members · CHF"),
        (Sentences.size(1, currency: "CHF"), "1 member · CHF"),
        (Sentences.waitingFor("Alice"), "waiting for Alice's device"),
        (Sentences.pendingInvite("Alice"), "Pending — Alice"),
    ]

    @Test("word for word", arguments: table.indices)
    func literally(index: Int) {
        let (phrase, text) = Self.table[index]
        #expect(phrase.text == text)
    }

    @Test("foreign words in a sentence are made visible")
    func foreign() {
        let sentence = Sentences.organisedBy("Ali\u{1B}[2Jce\u{202E}")
        #expect(sentence.text == "Organised by Ali^[[2Jce\\u{202E}")
    }
}
