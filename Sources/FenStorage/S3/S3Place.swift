package import FenCrypto
import FenEncoding
import FenHTTP

/// A bucket and what is needed to reach it.
package struct S3Place: Sendable {
    /// The server's address with its scheme, without the bucket.
    package var endpoint: String
    /// The region requests are signed for.
    package var region: String
    /// The bucket.
    package var bucket: String
    /// The name of the key.
    package var accessKeyID: String
    /// The key.
    package var secretAccessKey: SecretBytes
    /// Whether the bucket stands in the path instead of the host's name.
    package var pathStyle: Bool
    /// SHA-256 of the server's public key, for an owner's own certificate.
    package var pin: Hash32?
    /// A PEM file with the owner's own authority, which then is the only one; a pin goes first.
    package var authorities: String?

    /// Describes a bucket.
    package init(
        endpoint: String, region: String, bucket: String, accessKeyID: String,
        secretAccessKey: SecretBytes, pathStyle: Bool = true, pin: Hash32? = nil,
        authorities: String? = nil
    ) {
        self.endpoint = endpoint
        self.region = region
        self.bucket = bucket
        self.accessKeyID = accessKeyID
        self.secretAccessKey = secretAccessKey
        self.pathStyle = pathStyle
        self.pin = pin
        self.authorities = authorities
    }

    /// Whom to believe to be the server.
    var trust: HTTPTrust { HTTPTrust(pin: pin, authorities: authorities) }
}

extension S3Place: CustomStringConvertible, CustomReflectable {
    /// Names the bucket and never the key.
    package var description: String { "S3 bucket \(bucket) at \(endpoint)" }

    /// Shows no parts: the key is one.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where in the world a bucket's objects are: the parts of their addresses.
struct S3Address: Sendable, Equatable {
    /// `http` or `https`.
    let scheme: String
    /// Host and port as the `Host` header has them.
    let host: String
    /// What stands before an object's name, encoded, without a slash at its end.
    let base: String

    /// Takes an endpoint apart; nil where it is none.
    init?(_ place: S3Place) {
        let isSecure = place.endpoint.hasPrefix("https://")
        guard isSecure || place.endpoint.hasPrefix("http://"), !place.bucket.isEmpty else {
            return nil
        }
        scheme = isSecure ? "https" : "http"
        let port = isSecure ? ":443" : ":80"
        let rest = place.endpoint.dropFirst(scheme.count + 3)
        var host = rest.prefix { $0 != "/" }.lowercased()
        // The default port is not said, neither in the request nor in what is signed.
        if host.hasSuffix(port) { host = String(host.dropLast(port.count)) }
        var path = rest.drop { $0 != "/" }
        while path.last == "/" { path = path.dropLast() }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }),
            !host.contains(where: { "@?#\\".contains($0) })
        else { return nil }
        let bucket = PercentEncoding.encode(place.bucket)
        self.host = place.pathStyle ? host : "\(bucket).\(host)"
        base = PercentEncoding.path(path) + (place.pathStyle ? "/\(bucket)" : "")
    }

    /// The path of an object, or of the bucket itself.
    func path(of object: ObjectPath?) -> String {
        if let object { return "\(base)/\(PercentEncoding.path(object.text))" }
        return base.isEmpty ? "/" : base
    }
}
