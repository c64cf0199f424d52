import FenCrypto
import FenEncoding
package import FenProtocol

extension GroupKey {
    /// The key and what is derived from it, in every form in which it could stand in a text.
    package var secretTexts: [String] {
        [secret, content, peer, hello, attachment].flatMap { secret in
            let bytes = secret.lendBytes { [UInt8]($0) }
            return [Hex.encode(bytes), Base64URL.encode(bytes), "\(bytes)"]
        }
    }
}
