extension Payload {
    /// The kind.
    package var kind: EventKind {
        switch self {
        case .groupCreated: .groupCreated
        case .groupSettingsChanged: .groupSettingsChanged
        case .inviteIssued: .inviteIssued
        case .inviteRevoked: .inviteRevoked
        case .memberJoined: .memberJoined
        case .memberAdmitted: .memberAdmitted
        case .memberRemoved: .memberRemoved
        case .memberRenamed: .memberRenamed
        case .memberRekeyed: .memberRekeyed
        case .deputyNamed: .deputyNamed
        case .organiserChanged: .organiserChanged
        case .guestAdded: .guestAdded
        case .guestClaimed: .guestClaimed
        case .expenseLogged: .expenseLogged
        case .expenseUpdated: .expenseUpdated
        case .expenseDeleted: .expenseDeleted
        case .expenseRestored: .expenseRestored
        case .settlementRecorded: .settlementRecorded
        case .settlementVoided: .settlementVoided
        case .rateSet: .rateSet
        case .attachmentUploaded: .attachmentUploaded
        case .keyEpochUpdate: .keyEpochUpdate
        case .keyHistory: .keyHistory
        case .keyRewrapRequest: .keyRewrapRequest
        case .keyRewrapped: .keyRewrapped
        case .storageKeyRotated: .storageKeyRotated
        case .groupInviteRelayed: .groupInviteRelayed
        case .settlementSnapshot: .settlementSnapshot
        case .forkAcknowledged: .forkAcknowledged
        case .groupClosed: .groupClosed
        case .groupReopened: .groupReopened
        case .messagePosted: .messagePosted
        case .memberVouched: .memberVouched
        case .unknown: .unknown
        }
    }

    /// The kind's name on the wire, that of a newer version's kind too.
    package var kindName: String {
        if case .unknown(let kind, _) = self { kind } else { kind.name }
    }

    /// Reads a payload from canonical JSON (§3) and checks it against its kind's schema (§5, §5.1).
    ///
    /// Unknown fields of a known kind are read over; the caller keeps the bytes. An unknown kind
    /// is no error.
    package static func decode(_ bytes: UnsafeRawBufferPointer) throws(PayloadError) -> Payload {
        guard bytes.count <= ProtocolLimits.payloadBytes else {
            throw PayloadError("", .tooLong)
        }
        switch try FieldReader.kind(of: bytes) {
        case .groupCreated: return .groupCreated(try read(bytes))
        case .groupSettingsChanged: return .groupSettingsChanged(try read(bytes))
        case .inviteIssued: return .inviteIssued(try read(bytes))
        case .inviteRevoked: return .inviteRevoked(try read(bytes))
        case .memberJoined: return .memberJoined(try read(bytes))
        case .memberAdmitted: return .memberAdmitted(try read(bytes))
        case .memberRemoved: return .memberRemoved(try read(bytes))
        case .memberRenamed: return .memberRenamed(try read(bytes))
        case .memberRekeyed: return .memberRekeyed(try read(bytes))
        case .deputyNamed: return .deputyNamed(try read(bytes))
        case .organiserChanged: return .organiserChanged(try read(bytes))
        case .guestAdded: return .guestAdded(try read(bytes))
        case .guestClaimed: return .guestClaimed(try read(bytes))
        case .expenseLogged: return .expenseLogged(try read(bytes))
        case .expenseUpdated: return .expenseUpdated(try read(bytes))
        case .expenseDeleted: return .expenseDeleted(try read(bytes))
        case .expenseRestored: return .expenseRestored(try read(bytes))
        case .settlementRecorded: return .settlementRecorded(try read(bytes))
        case .settlementVoided: return .settlementVoided(try read(bytes))
        case .rateSet: return .rateSet(try read(bytes))
        case .attachmentUploaded: return .attachmentUploaded(try read(bytes))
        case .keyEpochUpdate: return .keyEpochUpdate(try read(bytes))
        case .keyHistory: return .keyHistory(try read(bytes))
        case .keyRewrapRequest: return .keyRewrapRequest(try read(bytes))
        case .keyRewrapped: return .keyRewrapped(try read(bytes))
        case .storageKeyRotated: return .storageKeyRotated(try read(bytes))
        case .groupInviteRelayed: return .groupInviteRelayed(try read(bytes))
        case .settlementSnapshot: return .settlementSnapshot(try read(bytes))
        case .forkAcknowledged: return .forkAcknowledged(try read(bytes))
        case .groupClosed: return .groupClosed(try read(bytes))
        case .groupReopened: return .groupReopened(try read(bytes))
        case .messagePosted: return .messagePosted(try read(bytes))
        case .memberVouched: return .memberVouched(try read(bytes))
        case .unknown: return try unknown(bytes)
        }
    }

    /// Reads a payload from canonical JSON.
    package static func decode(_ bytes: [UInt8]) throws(PayloadError) -> Payload {
        try bytes.span.withUnsafeBytes { (buffer) throws(PayloadError) in try decode(buffer) }
    }

    /// Reads the fields of one kind, and the object to its end.
    private static func read<Fields: PayloadFields>(
        _ bytes: UnsafeRawBufferPointer
    ) throws(PayloadError) -> Fields {
        var reader = try FieldReader(bytes)
        let fields = try Fields(from: &reader)
        try reader.finish()
        return fields
    }

    /// Checks that a kind of a newer version is canonical JSON, and keeps its bytes.
    private static func unknown(_ bytes: UnsafeRawBufferPointer) throws(PayloadError) -> Payload {
        var reader = try FieldReader(bytes)
        let kind: String = try reader.text("kind", 0...ProtocolLimits.payloadBytes)
        try reader.finish()
        return .unknown(kind: kind, bytes: [UInt8](bytes))
    }
}
