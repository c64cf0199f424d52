package import FenCrypto

/// A group key wrapped to one member (§5, §6).
package struct WrappedKey: Equatable, Sendable {
    /// Whom it is for.
    package var member: MemberID
    /// The box: 80 bytes.
    package var box: [UInt8]

    /// Pairs a member with their box.
    package init(member: MemberID, box: [UInt8]) {
        self.member = member
        self.box = box
    }
}

/// `KeyEpochUpdate`: a new group key for exactly the members active after it (§5).
package struct KeyEpochUpdate: PayloadFields {
    package static let kind = EventKind.keyEpochUpdate

    /// The new epoch.
    package var epoch: UInt32
    /// What commits to the new key.
    package var check: Hash32
    /// The key for each member.
    package var wrapped: [WrappedKey]

    /// Makes the payload.
    package init(epoch: UInt32, check: Hash32, wrapped: [WrappedKey]) {
        self.epoch = epoch
        self.check = check
        self.wrapped = wrapped
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        check = try fields.required("check")
        epoch = try fields.required("epoch")
        // An update follows an epoch, so it never makes the first.
        guard epoch > 0 else {
            throw PayloadError("epoch", .outOfRange)
        }
        wrapped = try fields.members("wrapped")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("check", check)
        fields.write("epoch", epoch)
        fields.kind(Self.kind)
        fields.list("wrapped", wrapped)
    }
}

/// `KeyHistory`: an older group key, sealed under a newer one, so that the newest key opens all
/// history (§5).
package struct KeyHistory: PayloadFields {
    package static let kind = EventKind.keyHistory

    /// The older epoch.
    package var epoch: UInt32
    /// Its key.
    package var key: SecretBytes

    /// Makes the payload.
    package init(epoch: UInt32, key: SecretBytes) {
        self.epoch = epoch
        self.key = key
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        epoch = try fields.required("epoch")
        key = SecretBytes(copying: try fields.bytes("key", 32...32))
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("epoch", epoch)
        fields.write("key", key.withUnsafeBytes { [UInt8]($0) })
        fields.kind(Self.kind)
    }

    /// Compares in constant time where the keys are concerned.
    package static func == (left: KeyHistory, right: KeyHistory) -> Bool {
        left.epoch == right.epoch && left.key == right.key
    }
}

/// `KeyRewrapRequest`: the author lacks the key of an epoch (§5, §6).
package struct KeyRewrapRequest: PayloadFields {
    package static let kind = EventKind.keyRewrapRequest

    /// The epoch.
    package var epoch: UInt32

    /// Makes the payload.
    package init(epoch: UInt32) {
        self.epoch = epoch
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        epoch = try fields.required("epoch")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("epoch", epoch)
        fields.kind(Self.kind)
    }
}

/// `KeyRewrapped`: the key of an epoch for one member (§5, §6).
package struct KeyRewrapped: PayloadFields {
    package static let kind = EventKind.keyRewrapped

    /// The epoch.
    package var epoch: UInt32
    /// Whom it is for.
    package var member: MemberID
    /// The box: 80 bytes.
    package var box: [UInt8]
    /// The request it answers.
    package var request: EventID?

    /// Makes the payload.
    package init(epoch: UInt32, member: MemberID, box: [UInt8], request: EventID? = nil) {
        self.epoch = epoch
        self.member = member
        self.box = box
        self.request = request
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        let keyBox = ProtocolLimits.keyBoxBytes
        box = try fields.bytes("box", keyBox...keyBox)
        epoch = try fields.required("epoch")
        member = try fields.required("member")
        request = try fields.optional("request")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("box", box)
        fields.write("epoch", epoch)
        fields.kind(Self.kind)
        fields.write("member", member)
        fields.write("request", request)
    }
}
