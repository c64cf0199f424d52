import FenProtocol
import FenStore

/// Names of settings the engine itself reads.
enum SettingName {
    /// The person's name.
    static let name = "name"
    /// Where a group's shared folder is on this device.
    static let folder = "folder_path"
    /// The PEM file of authorities by which the server of a group's store is known on this device.
    static let authorities = "store_authorities"
    /// Whether the server of a group's store honours conditions of writing; nothing until seen.
    static let conditions = "store_conditions"
    /// How this device stands with the group's Nextcloud, where nothing may be asked of it.
    static let standing = "store_standing"
    /// The day on which a Nextcloud ends the group's link by itself, on its owner's device.
    static let linkEnds = "store_link_ends"
    /// Links to a Nextcloud's folder that are deleted when everybody has had time to leave them, on
    /// its owner's device.
    static let oldLinks = "store_old_links"
    /// The store id of this home when its own log in the group was last known to be all there is.
    static let ownTail = "own_tail"
    /// The store id of this home when the group was made in it.
    static let birthplace = "birthplace"
    /// How many hours something must be missing before the organiser may go on without.
    static let snapshotHours = "snapshot-after"
    /// The address of the service that rates are fetched from.
    static let ratesAddress = "rates-url"
    /// What the inviter is called, until the founding event says so.
    static let inviter = "inviter_name"
    /// The versions of the files in the store that were last looked through for lines of the own
    /// repair file.
    static let repairsChecked = "repairs_checked"
    /// Where the organiser's own device is moving the group to, until the move is done.
    static let move = "store_move"
    /// The event by which the group's store was changed last on this device, or which this person
    /// knew when they chose a store themselves.
    static let rotation = "store_rotation"
    /// The invite that the group's store was taken from; nothing where it was not from one.
    static let storeInvite = "store_invite"
    /// The store that this person left for none, where the others still are.
    static let leftStore = "left_store"
    /// Who settles as one in this person's view of a group: a line each, ids with commas between.
    static let pairs = "pairs"
    /// The store before this one, which is read for a while after a move.
    static let formerStore = "former_store"
    /// With a repair file's path behind it: the keys whose lines have stood in that file.
    static let repaired = "repaired:"
    /// Until when the store asked to be left alone, in Unix milliseconds.
    static let leftAloneUntil = "store_left_alone_until"
    /// Since when the store has said that it is not there, in Unix milliseconds.
    static let missingSince = "store_missing_since"
    /// Since when the store counts as gone and nothing is written, in Unix milliseconds.
    static let goneSince = "store_gone_since"
    /// The key this person had in the group before a member handed it over to a new device.
    static let oldKey = "old_key"
    /// With an event's id behind it: the invite in it was declined.
    static let declined = "invite_declined:"
    /// With a request's id behind it: when this device answers it, in Unix milliseconds.
    static let answerDue = "answer_due:"
    /// Files in the store with lines of people nobody has admitted, read again after an admission.
    static let strangers = "stranger_files"
}

extension Engine {
    /// A setting of this home; nil when it was never set.
    package func setting(_ key: String) throws(FenError) -> String? {
        try answering { try database.settings.value(key) }
    }

    /// Sets a setting of this home, or removes it.
    package func setSetting(_ key: String, to value: String?) throws(FenError) {
        try answering {
            try requireWriting()
            try database.transaction { try database.settings.set(key, value) }
        }
    }

    /// Runs a body and makes a person's error of whatever it throws.
    ///
    /// Beside a writer, all of the body is answered from one state of the home, the newest: what
    /// was loaded of an earlier one is loaded anew.
    func answering<Answer>(_ body: () throws -> Answer) throws(FenError) -> Answer {
        do {
            guard options.access == .readOnly else { return try body() }
            return try database.snapshot { hasMoved in
                if hasMoved { loaded.removeAll() }
                return try body()
            }
        } catch {
            throw FenError(translating: error)
        }
    }
}
