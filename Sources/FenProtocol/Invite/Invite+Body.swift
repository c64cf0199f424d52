package import FenCrypto
import FenEncoding
import FenMoney

extension Invite {
    /// The body: deterministic CBOR, a map with integer keys, at most 1,024 bytes (§7). Refused
    /// when no reader would take it.
    package func body() throws(InviteError) -> [UInt8] {
        var entries = fields
        entries.append((.unsigned(3), .bytes(Self.bytes(of: joinToken))))
        if let expiry {
            entries.append((.unsigned(6), .unsigned(expiry)))
        }
        let body = CBOR.encode(.map(CBORMap(entries)))
        guard body.count <= ProtocolLimits.inviteBodyBytes else {
            throw .tooLarge
        }
        _ = try Invite(body: body)
        return body
    }

    /// The fields that say which group it is and how to reach it: all but token and expiry.
    var fields: [(key: CBORValue, value: CBORValue)] {
        var entries: [(key: CBORValue, value: CBORValue)] = [
            (.unsigned(1), .bytes(groupID)),
            (.unsigned(2), .array([.unsigned(UInt64(epoch)), .bytes(Self.bytes(of: groupKey))])),
            (.unsigned(4), descriptor.value),
            (.unsigned(5), .bytes(founder)),
            (.unsigned(7), .text(groupName)),
            (.unsigned(8), .text(currency.code)),
            (.unsigned(9), .text(inviterName)),
            (.unsigned(10), .unsigned(memberCount)),
        ]
        if !addresses.isEmpty {
            entries.append((.unsigned(11), .array(addresses.map(\.value))))
        }
        if !olderKeys.isEmpty {
            let list = olderKeys.map { key in
                CBORValue.array([
                    .unsigned(UInt64(key.epoch)), .bytes(Self.bytes(of: key.secret)),
                ])
            }
            entries.append((.unsigned(12), .array(list)))
        }
        return entries
    }

    /// Reads a body. Whether it needs an expiry is the caller's to say: a link has one, a relayed
    /// invite has none.
    package init(body: [UInt8]) throws(InviteError) {
        let limits = CBORLimits(bytes: ProtocolLimits.inviteBodyBytes, depth: 8, items: 256)
        let map: CBORMap
        do throws(CBORError) {
            guard let value = try CBOR.decode(body, limits: limits).mapValue else {
                throw CBORError.unsupported
            }
            map = value
        } catch {
            throw .malformed
        }
        guard map.entries.allSatisfy({ $0.key.isInteger }),
            let token = map[3]?.bytesValue, token.count == Self.tokenBytes
        else {
            throw .malformed
        }
        var expiry: UInt64?
        if let value = map[6] {
            // Milliseconds of it must stay within what an `InviteIssued` can say.
            guard let seconds = value.unsignedValue,
                seconds <= ProtocolLimits.largestCounter / 1_000
            else {
                throw .malformed
            }
            expiry = seconds
        }
        try self.init(fields: map, token: SecretBytes(copying: token), expiry: expiry)
    }

    /// Reads the fields that ``fields`` writes; unknown ones are ignored.
    init(fields map: CBORMap, token: SecretBytes, expiry: UInt64?) throws(InviteError) {
        guard let groupID = map[1]?.bytesValue.flatMap({ GroupID($0) }),
            let newest = map[2].flatMap(Self.key),
            let descriptor = map[4],
            let founder = map[5]?.bytesValue.flatMap({ MemberID($0) }), founder.isValid,
            let groupName = map[7]?.textValue, Self.isName(groupName),
            let currency = map[8]?.textValue.flatMap({ Currency(code: $0) }),
            let inviterName = map[9]?.textValue, Self.isName(inviterName),
            let memberCount = map[10]?.unsignedValue,
            memberCount <= ProtocolLimits.largestCounter,
            let addresses = InviteAddress.list(map[11]),
            let olderKeys = Self.olderKeys(map[12])
        else {
            throw .malformed
        }
        let store: StorageDescriptor
        do {
            store = try StorageDescriptor(value: descriptor)
        } catch {
            throw InviteError(error)
        }
        self.init(
            groupID: groupID,
            epoch: newest.epoch,
            groupKey: newest.secret,
            joinToken: token,
            descriptor: store,
            founder: founder,
            expiry: expiry,
            groupName: groupName,
            currency: currency,
            inviterName: inviterName,
            memberCount: memberCount,
            addresses: addresses,
            olderKeys: olderKeys
        )
    }

    /// The hex of it is what `InviteIssued` calls `digest`: SHA-256 of the body (§5).
    package static func digest(ofBody body: [UInt8]) -> Hash32 {
        SHA256.hash(body)
    }

    private static func bytes(of secret: SecretBytes) -> [UInt8] {
        secret.withUnsafeBytes { [UInt8]($0) }
    }

    private static func isName(_ text: String) -> Bool {
        ProtocolLimits.name.contains(text.unicodeScalars.count)
    }

    /// An epoch and its key; nil when it is no such pair.
    private static func key(_ value: CBORValue) -> InviteKey? {
        guard let pair = value.arrayValue, pair.count == 2,
            let epoch = pair[0].unsignedValue.flatMap({ UInt32(exactly: $0) }),
            let secret = pair[1].bytesValue, secret.count == GroupKey.byteCount
        else { return nil }
        return InviteKey(epoch: epoch, secret: SecretBytes(copying: secret))
    }

    /// The older keys; none when the field is absent, nil when it is not a list of keys.
    private static func olderKeys(_ value: CBORValue?) -> [InviteKey]? {
        guard let value else { return [] }
        guard let list = value.arrayValue, list.count <= ProtocolLimits.inviteOlderKeys else {
            return nil
        }
        let keys = list.compactMap(Self.key)
        return keys.count == list.count ? keys : nil
    }
}

extension CBORValue {
    /// Whether the value is an integer of either sign, as every key of a body is.
    fileprivate var isInteger: Bool {
        switch self {
        case .unsigned, .negative: true
        default: false
        }
    }
}
