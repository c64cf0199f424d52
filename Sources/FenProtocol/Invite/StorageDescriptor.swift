package import FenEncoding

/// Where a group's files are and with what they are reached: the credential every member shares
/// (§7).
package enum StorageDescriptor: Hashable, Sendable {
    /// A bucket of an S3-compatible store.
    case s3(S3Store)
    /// A public share of a Nextcloud.
    case nextcloud(NextcloudStore)
    /// A folder the members share by other means. Only its label travels: where it is, each
    /// member says for their own machine.
    case folder(label: String)
    /// No store: peers only.
    case none

    /// Puts a descriptor into its CBOR form, an array that begins with the kind of store.
    package var value: CBORValue {
        switch self {
        case .s3(let store): .array([.unsigned(0)] + store.fields)
        case .nextcloud(let store): .array([.unsigned(1)] + store.fields)
        case .folder(let label): .array([.unsigned(2), .text(label)])
        case .none: .array([.unsigned(3)])
        }
    }

    /// The CBOR bytes, as `StorageKeyRotated` carries them.
    package func encode() -> [UInt8] {
        CBOR.encode(value)
    }

    /// Reads the CBOR bytes.
    package init(cbor bytes: [UInt8]) throws(DescriptorError) {
        let limits = CBORLimits(bytes: ProtocolLimits.inviteBodyBytes, depth: 2, items: 16)
        let value: CBORValue
        do {
            value = try CBOR.decode(bytes, limits: limits)
        } catch {
            throw .malformed
        }
        try self.init(value: value)
    }

    /// Reads a descriptor from its CBOR form. `http://` is refused except to loopback.
    package init(value: CBORValue) throws(DescriptorError) {
        guard let fields = value.arrayValue, let kind = fields.first?.unsignedValue else {
            throw .malformed
        }
        switch kind {
        case 0:
            self = .s3(try S3Store(fields.dropFirst()))
        case 1:
            self = .nextcloud(try NextcloudStore(fields.dropFirst()))
        case 2:
            guard fields.count == 2, let label = fields[1].textValue else {
                throw .malformed
            }
            self = .folder(label: label)
        case 3:
            guard fields.count == 1 else {
                throw .malformed
            }
            self = .none
        default:
            throw .unknownKind
        }
    }

    /// Whether the store may be reached as the descriptor says; called before one is handed out,
    /// and by every reader.
    package func check() throws(DescriptorError) {
        switch self {
        case .s3(let store): try StoreAddress.check(store.endpoint)
        case .nextcloud(let store): try StoreAddress.check(store.baseURL)
        case .folder, .none: break
        }
    }
}

/// Why a descriptor cannot be used.
package enum DescriptorError: Error, Hashable, Sendable {
    /// Not the form of §7.
    case malformed
    /// A kind of store of a newer version.
    case unknownKind
    /// `http://` to another machine.
    case insecure
}
