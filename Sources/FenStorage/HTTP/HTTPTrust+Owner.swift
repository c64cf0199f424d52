import FenCrypto
import FenEncoding
import FenHTTP

extension HTTPTrust {
    /// Whom an owner says to believe: a key goes before an authority of the owner's own, and that
    /// before those of this machine. `authorities` is the path of a PEM file.
    init(pin: Hash32?, authorities: String?) {
        if let pin {
            self = .key(sha256: pin.bytes)
        } else {
            self = authorities.map { .authorities(file: $0) } ?? .system
        }
    }
}
