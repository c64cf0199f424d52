/// `StorageKeyRotated`: the group's store or its credential changes (§5, §7).
///
/// The schema asks for 1–1,024 bytes only. Whether they are a descriptor this version can use is
/// decided when it is used (`StorageDescriptor(cbor:)`), so that a newer kind of store never makes
/// the event corrupt.
package struct StorageKeyRotated: PayloadFields {
    package static let kind = EventKind.storageKeyRotated

    /// The descriptor's CBOR.
    package var descriptor: [UInt8]

    /// Makes the payload.
    package init(descriptor: [UInt8]) {
        self.descriptor = descriptor
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        descriptor = try fields.bytes("descriptor", 1...ProtocolLimits.inviteBodyBytes)
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("descriptor", descriptor)
        fields.kind(Self.kind)
    }
}

/// `GroupInviteRelayed`: an invite to another group, wrapped to one member of this one (§5, §6).
package struct GroupInviteRelayed: PayloadFields {
    package static let kind = EventKind.groupInviteRelayed

    /// Whom it is for.
    package var to: MemberID
    /// The box around an invite body without expiry.
    package var box: [UInt8]

    /// What a box adds to the body: the ephemeral key and the tag.
    private static let overhead = 48

    /// Makes the payload.
    package init(to: MemberID, box: [UInt8]) {
        self.to = to
        self.box = box
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        let largest = Self.overhead + ProtocolLimits.inviteBodyBytes
        box = try fields.bytes("box", (Self.overhead + 1)...largest)
        to = try fields.required("to")
    }

    package func write(to fields: inout FieldWriter) {
        fields.write("box", box)
        fields.kind(Self.kind)
        fields.write("to", to)
    }
}
