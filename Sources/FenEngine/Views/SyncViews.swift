package import FenMoney
package import FenProtocol

/// Where to bind a group.
package enum BackendChoice: Sendable, Equatable {
    /// A folder that all members share, by its path on this device.
    case folder(path: String)
    /// A bucket, with the key that all members share.
    case s3(S3Store)
    /// A share of a Nextcloud, with the link and password that all members share.
    case nextcloud(NextcloudStore)
    /// No store.
    case none
}

/// An invite about which the organiser's device does not decide by itself: several joiners have
/// proven that they hold it.
package struct AdmissionChoice: Sendable, Equatable {
    /// The invite.
    package let invite: InviteID
    /// Whom the invite was made for.
    package let name: String
    /// Joiners with a right proof, ascending by key.
    package let joiners: [MemberView]
}

/// Lines of one file of a store that were not taken as they are.
package struct DoubtfulLines: Sendable, Equatable {
    /// Refused for good.
    package var refused = 0
    /// Kept until their successor or a good copy comes.
    package var held = 0

    /// None.
    package init() {}
}

/// What a pass did.
package struct SyncReport: Sendable, Equatable {
    /// Own events the store took.
    package var pushed = 0
    /// Events stored here that were not here before.
    package var pulled = 0
    /// Lines kept aside until their successor or a good copy comes.
    package var held = 0
    /// Lines refused, by reason.
    package var refused: [String: Int] = [:]
    /// Where the lines stand that were held or refused, by the name of the file.
    package var files: [String: DoubtfulLines] = [:]
    /// Who was admitted by this device in this pass.
    package var admitted: [PartyID] = []
    /// Whom their invites were made for.
    package var invitedAs: [PartyID: String] = [:]
    /// Invites answered by more than one joiner, or too late: a person has to say who it is.
    package var choices: [AdmissionChoice] = []
    /// Joiners who came with an invite that is used up or taken back.
    package var late: [MemberView] = []
    /// The number of the key that this device has made since somebody had gone; nil for none.
    package var rotated: UInt32?
    /// Every log is whole.
    package var isWhole = true
    /// There was no store to ask.
    package var hadNoStore = false

    /// Nothing done yet.
    package init() {}

    /// Adds what a part of the same pass did before.
    mutating func add(_ earlier: SyncReport) {
        pushed += earlier.pushed
        pulled += earlier.pulled
        held += earlier.held
        refused.merge(earlier.refused, uniquingKeysWith: +)
        files.merge(earlier.files) { later, _ in later }
        admitted = earlier.admitted + admitted
        rotated = rotated ?? earlier.rotated
    }
}

/// A move of the group to another store that has not ended on this device.
package enum StoreMoveView: Sendable, Equatable {
    /// This person moves it there, in words without secrets; what kept the last pass from ending
    /// it.
    case finishing(to: String, trouble: String?)
    /// The organiser has moved it there; what kept the last pass from going after it.
    case following(to: String, trouble: String?)
    /// The organiser has moved it to a folder of this name: where that is here, a person says.
    case folderWanted(label: String)
    /// The organiser has moved it to a store that this version cannot use.
    case unknown
}

/// How far a long task is; called now and then from the engine's thread.
package struct Progress: Sendable {
    /// How much is done.
    package let done: Int
    /// How much there is.
    package let total: Int
    /// What is counted, such as `bytes`.
    package let unit: String
}

/// Somebody who wants to hear of progress.
package typealias ProgressHandler = @Sendable (Progress) -> Void

/// Something that happened by itself.
package enum Notice: Sendable {
    /// Events of others came in; of very many only the newest are named.
    case arrived(GroupID, [EventView])
    /// Somebody was let in, perhaps this person; by an invite that was made for whom, where this
    /// device has issued it.
    case admitted(GroupID, PartyID, invitedAs: String?)
    /// Several hold one invite: a person has to say who it is.
    case waitingForChoice(GroupID, InviteID)
    /// A change of somebody else replaced what this person had set and not yet sent.
    case conflict(GroupID, EventView)
    /// No settlement may be recorded here any more.
    case gateShut(GroupID)
    /// Settlements may be recorded here again.
    case gateOpened(GroupID)
    /// Somebody wrote two events with one number.
    case forked(GroupID, PartyID)
    /// A device was connected to, or has connected: whose, or where.
    case connected(GroupID, String)
    /// A connection is over: whose device, and why.
    case disconnected(GroupID, String, String)
    /// A device, whose, said that it holds events of somebody, and did not deliver these.
    case notDelivered(GroupID, String, PartyID, [ClosedRange<UInt64>])
    /// Somebody, from where, has said the three words and waits for an invite.
    case guestAtTable(GroupID, String)
    /// Something else happened at the open table.
    case tableTold(GroupID, String)
    /// Somebody who tried to connect was refused: from where, and why.
    case peerRefused(String, String)
    /// More were refused within a minute than so many, which is how many are told of.
    case refusalsLeftOut(mostTold: Int)
    /// This organiser's device has given the group another key, by its number, since these had gone.
    case rotated(GroupID, UInt32, because: [PartyID])
    /// Somebody has sent another key than the one of this number.
    case wrongKey(GroupID, PartyID, UInt32)
    /// A member of a group has passed an invite to another one on to this person.
    case invited(GroupID, PartyID)
    /// This person is no member any more: removed, or by themselves on another device.
    case outOfGroup(GroupID)
    /// Somebody is the organiser from now on.
    case organiserChanged(GroupID, PartyID)
    /// A member vouches that somebody has a new key.
    case vouched(GroupID, VouchView)
    /// Somebody has a new key from here on.
    case rekeyed(GroupID, RekeyView)
    /// A member's device has answered this person's request: what is to be read aloud now.
    case backCode(BackCodeView)
    /// A member's device has handed so many groups over.
    case backOffered(Int, String)
    /// Changes of somebody who had gone came after that and do not count: how many (organiser).
    case lateChanges(GroupID, PartyID, Int)
    /// The group was moved to another store: this device goes on there, or says why it cannot.
    case storeMoved(GroupID)
    /// The store shows this device less than another member's: it shows different histories.
    case storeDiffers(GroupID, ShownLessView)
    /// Something happened at the link by which this identity goes to another device.
    case move(MoveNews)
    /// The store could not be used; told once for each kind of trouble, not at each try.
    case syncFailed(GroupID, FenError)
    /// The store, of which such trouble was told, can be used again.
    case syncRecovered(GroupID)
    /// A step with a store or another device, while somebody watches; of no group where a
    /// connection named none that is here.
    case wire(GroupID?, WireStep)
    /// So many more such steps, too many to be told one by one.
    case wireSummed(Int)
}
