package import FenCrypto
import FenEncoding

/// A bucket of an S3-compatible store with the group's one shared key.
package struct S3Store: Hashable, Sendable {
    /// The store's address, with scheme.
    package var endpoint: String
    /// The region requests are signed for.
    package var region: String
    /// The bucket.
    package var bucket: String
    /// The shared key's id.
    package var accessKeyID: String
    /// The shared key.
    package var secretAccessKey: String
    /// Whether the bucket stands in the path instead of the host name.
    package var pathStyle: Bool
    /// SHA-256 of the server's public key, for an owner's own certificate.
    package var pin: Hash32?

    /// Describes a bucket.
    package init(
        endpoint: String,
        region: String,
        bucket: String,
        accessKeyID: String,
        secretAccessKey: String,
        pathStyle: Bool,
        pin: Hash32? = nil
    ) {
        self.endpoint = endpoint
        self.region = region
        self.bucket = bucket
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.pathStyle = pathStyle
        self.pin = pin
    }

    /// The fields in their order.
    var fields: [CBORValue] {
        [
            .text(endpoint), .text(region), .text(bucket), .text(accessKeyID),
            .text(secretAccessKey), .bool(pathStyle),
        ] + Pin.fields(pin)
    }

    /// Reads the fields in their order.
    init(_ fields: ArraySlice<CBORValue>) throws(DescriptorError) {
        let texts = fields.prefix(5).compactMap(\.textValue)
        guard texts.count == 5, !texts[2].isEmpty,
            let style = fields.dropFirst(5).first?.boolValue
        else {
            throw .malformed
        }
        self.init(
            endpoint: texts[0],
            region: texts[1],
            bucket: texts[2],
            accessKeyID: texts[3],
            secretAccessKey: texts[4],
            pathStyle: style,
            pin: try Pin.read(fields.dropFirst(6))
        )
        try StoreAddress.check(endpoint)
    }
}

/// A public share of a Nextcloud, the group's root.
package struct NextcloudStore: Hashable, Sendable {
    /// The server's address, with scheme.
    package var baseURL: String
    /// The share's token.
    package var shareToken: String
    /// The share's password.
    package var sharePassword: String
    /// SHA-256 of the server's public key, for an owner's own certificate.
    package var pin: Hash32?

    /// Describes a share.
    package init(
        baseURL: String,
        shareToken: String,
        sharePassword: String,
        pin: Hash32? = nil
    ) {
        self.baseURL = baseURL
        self.shareToken = shareToken
        self.sharePassword = sharePassword
        self.pin = pin
    }

    /// The fields in their order.
    var fields: [CBORValue] {
        [.text(baseURL), .text(shareToken), .text(sharePassword)] + Pin.fields(pin)
    }

    /// Reads the fields in their order.
    init(_ fields: ArraySlice<CBORValue>) throws(DescriptorError) {
        let texts = fields.prefix(3).compactMap(\.textValue)
        guard texts.count == 3, !texts[1].isEmpty else {
            throw .malformed
        }
        self.init(
            baseURL: texts[0],
            shareToken: texts[1],
            sharePassword: texts[2],
            pin: try Pin.read(fields.dropFirst(3))
        )
        try StoreAddress.check(baseURL)
    }
}

/// The optional last field of both: a hash of the server's public key.
private enum Pin {
    /// The field, where there is one.
    static func fields(_ pin: Hash32?) -> [CBORValue] {
        pin.map { [.bytes($0)] } ?? []
    }

    /// Reads what is left of the fields.
    static func read(_ rest: ArraySlice<CBORValue>) throws(DescriptorError) -> Hash32? {
        guard let field = rest.first else {
            return nil
        }
        guard rest.count == 1, let bytes = field.bytesValue, let pin = Hash32(bytes) else {
            throw .malformed
        }
        return pin
    }
}

extension S3Store: CustomStringConvertible, CustomReflectable {
    /// Names the bucket and never the key.
    package var description: String {
        "S3 bucket \(bucket) at \(endpoint)"
    }

    /// Shows no parts: the key is one.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

extension NextcloudStore: CustomStringConvertible, CustomReflectable {
    /// Names the server and never the share's secrets.
    package var description: String {
        "Nextcloud share at \(baseURL)"
    }

    /// Shows no parts: the share's password is one.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
