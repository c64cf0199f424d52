/// The kinds of §5. The raw value is for local storage and never changes; the name is the wire's.
package enum EventKind: UInt8, Sendable, CaseIterable {
    /// A kind of a newer version.
    case unknown = 0
    /// The founder makes the group.
    case groupCreated = 1
    /// Name or edit rule change.
    case groupSettingsChanged = 2
    /// An invite is handed out.
    case inviteIssued = 3
    /// An invite is taken back.
    case inviteRevoked = 4
    /// A joiner announces themselves; grants nothing.
    case memberJoined = 5
    /// The organiser lets a key in.
    case memberAdmitted = 6
    /// A removal at given heads, or a leaving.
    case memberRemoved = 7
    /// A member's new name.
    case memberRenamed = 8
    /// A member's old key gives way to a new one.
    case memberRekeyed = 9
    /// The deputy is named, or nobody.
    case deputyNamed = 10
    /// The organiser's role passes on.
    case organiserChanged = 11
    /// Somebody without a device takes part.
    case guestAdded = 12
    /// A guest turns out to be a member.
    case guestClaimed = 13
    /// An expense.
    case expenseLogged = 14
    /// An expense's registers change.
    case expenseUpdated = 15
    /// An expense is taken away.
    case expenseDeleted = 16
    /// A deleted expense comes back.
    case expenseRestored = 17
    /// Somebody paid somebody back.
    case settlementRecorded = 18
    /// A settlement is taken back.
    case settlementVoided = 19
    /// The organiser proposes a rate.
    case rateSet = 20
    /// A file belongs to an expense.
    case attachmentUploaded = 21
    /// A new group key.
    case keyEpochUpdate = 22
    /// An older group key, for those who joined later.
    case keyHistory = 23
    /// Somebody lacks a key.
    case keyRewrapRequest = 24
    /// Somebody is given a key.
    case keyRewrapped = 25
    /// The group's store or its credential changes.
    case storageKeyRotated = 26
    /// An invite to another group, for one member.
    case groupInviteRelayed = 27
    /// What is missing is overridden at a cut.
    case settlementSnapshot = 28
    /// Both branches of a fork have been seen.
    case forkAcknowledged = 29
    /// The group is closed at a cut.
    case groupClosed = 30
    /// The group is open again.
    case groupReopened = 31
    /// A chat message.
    case messagePosted = 32
    /// A member vouches that a new key is somebody's; grants nothing.
    case memberVouched = 33

    /// The name on the wire; empty for a kind of a newer version, whose name is in its payload.
    package var name: String {
        wireName.description
    }

    /// Finds the kind of a wire name.
    package init(wireName: UnsafeRawBufferPointer) {
        for kind in Self.byFrequency where FieldName.matches(wireName, kind.wireName) {
            self = kind
            return
        }
        self = .unknown
    }

    /// Finds the kind of a wire name.
    package init(name: String) {
        var name = name
        self = name.withUTF8 { EventKind(wireName: UnsafeRawBufferPointer($0)) }
    }

    /// The kinds in the order a name is looked up in: the frequent ones first.
    private static let byFrequency: [EventKind] =
        [.expenseLogged, .messagePosted, .expenseUpdated, .settlementRecorded]
        + allCases.filter { kind in
            ![.unknown, .expenseLogged, .messagePosted, .expenseUpdated, .settlementRecorded]
                .contains(kind)
        }

    /// The name on the wire as bytes.
    var wireName: StaticString {
        switch self {
        case .unknown: ""
        case .groupCreated: "GroupCreated"
        case .groupSettingsChanged: "GroupSettingsChanged"
        case .inviteIssued: "InviteIssued"
        case .inviteRevoked: "InviteRevoked"
        case .memberJoined: "MemberJoined"
        case .memberAdmitted: "MemberAdmitted"
        case .memberRemoved: "MemberRemoved"
        case .memberRenamed: "MemberRenamed"
        case .memberRekeyed: "MemberRekeyed"
        case .deputyNamed: "DeputyNamed"
        case .organiserChanged: "OrganiserChanged"
        case .guestAdded: "GuestAdded"
        case .guestClaimed: "GuestClaimed"
        case .expenseLogged: "ExpenseLogged"
        case .expenseUpdated: "ExpenseUpdated"
        case .expenseDeleted: "ExpenseDeleted"
        case .expenseRestored: "ExpenseRestored"
        case .settlementRecorded: "SettlementRecorded"
        case .settlementVoided: "SettlementVoided"
        case .rateSet: "RateSet"
        case .attachmentUploaded: "AttachmentUploaded"
        case .keyEpochUpdate: "KeyEpochUpdate"
        case .keyHistory: "KeyHistory"
        case .keyRewrapRequest: "KeyRewrapRequest"
        case .keyRewrapped: "KeyRewrapped"
        case .storageKeyRotated: "StorageKeyRotated"
        case .groupInviteRelayed: "GroupInviteRelayed"
        case .settlementSnapshot: "SettlementSnapshot"
        case .forkAcknowledged: "ForkAcknowledged"
        case .groupClosed: "GroupClosed"
        case .groupReopened: "GroupReopened"
        case .messagePosted: "MessagePosted"
        case .memberVouched: "MemberVouched"
        }
    }
}
