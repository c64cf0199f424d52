import FenEncoding

/// What an event says: one case per kind of §5, and whatever a newer version adds.
///
/// Indirect, since it is handed on and kept far more often than it is looked into: a copy is one
/// word.
package indirect enum Payload: Equatable, Sendable {
    /// The founder makes the group.
    case groupCreated(GroupCreated)
    /// The organiser changes name or edit rule.
    case groupSettingsChanged(GroupSettingsChanged)
    /// The organiser hands out an invite.
    case inviteIssued(InviteIssued)
    /// The organiser takes an invite back.
    case inviteRevoked(InviteRevoked)
    /// A joiner announces themselves.
    case memberJoined(MemberJoined)
    /// The organiser lets a key in.
    case memberAdmitted(MemberAdmitted)
    /// A removal, or a leaving.
    case memberRemoved(MemberRemoved)
    /// A member's new name.
    case memberRenamed(MemberRenamed)
    /// An old key gives way to a new one.
    case memberRekeyed(MemberRekeyed)
    /// The deputy is named.
    case deputyNamed(DeputyNamed)
    /// The organiser's role passes on.
    case organiserChanged(OrganiserChanged)
    /// Somebody without a device takes part.
    case guestAdded(GuestAdded)
    /// A guest turns out to be a member.
    case guestClaimed(GuestClaimed)
    /// An expense.
    case expenseLogged(ExpenseLogged)
    /// An expense's registers change.
    case expenseUpdated(ExpenseUpdated)
    /// An expense is taken away.
    case expenseDeleted(ExpenseDeleted)
    /// A deleted expense comes back.
    case expenseRestored(ExpenseRestored)
    /// Somebody paid somebody back.
    case settlementRecorded(SettlementRecorded)
    /// A settlement is taken back.
    case settlementVoided(SettlementVoided)
    /// A rate for a currency.
    case rateSet(RateSet)
    /// A file belongs to an expense.
    case attachmentUploaded(AttachmentUploaded)
    /// A new group key.
    case keyEpochUpdate(KeyEpochUpdate)
    /// An older group key.
    case keyHistory(KeyHistory)
    /// Somebody lacks a key.
    case keyRewrapRequest(KeyRewrapRequest)
    /// Somebody is given a key.
    case keyRewrapped(KeyRewrapped)
    /// The store or its credential changes.
    case storageKeyRotated(StorageKeyRotated)
    /// An invite to another group.
    case groupInviteRelayed(GroupInviteRelayed)
    /// What is missing is overridden.
    case settlementSnapshot(SettlementSnapshot)
    /// Both branches of a fork have been seen.
    case forkAcknowledged(ForkAcknowledged)
    /// The group is closed.
    case groupClosed(GroupClosed)
    /// The group is open again.
    case groupReopened(GroupReopened)
    /// A chat message.
    case messagePosted(MessagePosted)
    /// A member vouches that a new key is somebody's.
    case memberVouched(MemberVouched)
    /// A kind of a newer version: its name and its canonical bytes, kept as they are (§3).
    case unknown(kind: String, bytes: [UInt8])

    /// The canonical JSON object (§3).
    package func encode() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(512)
        encode(into: &bytes)
        return bytes
    }

    /// Appends the canonical JSON object (§3).
    package func encode(into bytes: inout [UInt8]) {
        guard let fields else {
            if case .unknown(_, let canonical) = self {
                bytes += canonical
            }
            return
        }
        var writer = FieldWriter(appendingTo: bytes)
        writer.object { fields.write(to: &$0) }
        bytes = writer.json.bytes
    }

    /// The fields of a kind this version knows.
    private var fields: (any PayloadFields)? {
        switch self {
        case .groupCreated(let fields): fields
        case .groupSettingsChanged(let fields): fields
        case .inviteIssued(let fields): fields
        case .inviteRevoked(let fields): fields
        case .memberJoined(let fields): fields
        case .memberAdmitted(let fields): fields
        case .memberRemoved(let fields): fields
        case .memberRenamed(let fields): fields
        case .memberRekeyed(let fields): fields
        case .deputyNamed(let fields): fields
        case .organiserChanged(let fields): fields
        case .guestAdded(let fields): fields
        case .guestClaimed(let fields): fields
        case .expenseLogged(let fields): fields
        case .expenseUpdated(let fields): fields
        case .expenseDeleted(let fields): fields
        case .expenseRestored(let fields): fields
        case .settlementRecorded(let fields): fields
        case .settlementVoided(let fields): fields
        case .rateSet(let fields): fields
        case .attachmentUploaded(let fields): fields
        case .keyEpochUpdate(let fields): fields
        case .keyHistory(let fields): fields
        case .keyRewrapRequest(let fields): fields
        case .keyRewrapped(let fields): fields
        case .storageKeyRotated(let fields): fields
        case .groupInviteRelayed(let fields): fields
        case .settlementSnapshot(let fields): fields
        case .forkAcknowledged(let fields): fields
        case .groupClosed(let fields): fields
        case .groupReopened(let fields): fields
        case .messagePosted(let fields): fields
        case .memberVouched(let fields): fields
        case .unknown: nil
        }
    }
}
