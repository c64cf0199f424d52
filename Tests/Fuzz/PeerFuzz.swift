import FenCrypto
import FenEncoding
import FenProtocol

@testable import FenPeer

/// What libFuzzer calls with bytes of its own making: the first says which reader gets the rest.
/// A reader must come back with a value or a refusal, and what it read must be written again as
/// the same bytes.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let input = [UInt8](UnsafeBufferPointer(start: start, count: count))
    guard let kind = input.first else { return 0 }
    let bytes = [UInt8](input.dropFirst())
    // Frames are read fast, handshakes are not.
    switch kind % 16 {
    case 0...12: frame(bytes)
    case 13: listener(bytes)
    case 14: messages(bytes)
    default: table(bytes)
    }
    return 0
}

private func frame(_ bytes: [UInt8]) {
    guard let frame = try? PeerFrame(bytes) else { return }
    precondition(frame.encode() == bytes, "a frame is written otherwise than it was read")
}

private let psk = SecretBytes(copying: [UInt8](repeating: 7, count: 32))
private let identity = AgreementKey.generate(from: .seeded(.zero))
private let key = PeerGroupKey(
    group: GroupID(raw: .zero), epoch: 0, isNewest: true, hello: psk, psk: psk)
private let opening =
    (try? PeerHandshake(
        dialler: identity, key: key, entropy: .seeded(.zero)))?.opening ?? []

/// Bytes for a listener, in pieces whose sizes the first of them says; every second input begins
/// with a right opening, so that the messages behind it are reached.
private func listener(_ bytes: [UInt8]) {
    var handshake = PeerHandshake(listener: identity, keys: [key])
    let isRight = bytes.first.map { $0 & 1 == 1 } ?? false
    let all = (isRight ? opening : []) + bytes
    let size = 1 + Int(bytes.first ?? 0) / 2
    var waiting: [UInt8] = []
    var place = 0
    while place < all.count {
        waiting += all[place..<min(place + size, all.count)]
        place += size
        var rest = waiting[...]
        switch handshake.step(&rest) {
        case .wait, .send: break
        case .done: preconditionFailure("a handshake without its keys")
        case .refuse, .refused, .failed: return
        }
        waiting = [UInt8](rest)
        precondition(waiting.count <= all.count, "bytes out of nothing")
    }
}

/// Bytes in place of each message of a handshake.
private func messages(_ bytes: [UInt8]) {
    guard let kind = bytes.first else { return }
    let rest = [UInt8](bytes.dropFirst())
    let keys = NoiseHandshake.Keys(fixed: identity, psks: [psk])
    guard
        var one = try? NoiseHandshake(.xxPSK0, isInitiator: true, prologue: [], keys: keys),
        var other = try? NoiseHandshake(.xxPSK0, isInitiator: false, prologue: [], keys: keys),
        let first = try? one.write()
    else { return }
    switch kind % 3 {
    case 0: _ = try? other.read(rest)
    case 1: _ = try? one.read(rest)
    default:
        _ = try? other.read(first)
        if let second = try? other.write() { _ = try? one.read(second) }
        _ = try? other.read(rest)
    }
}

private let words = TableWords.random(from: .seeded(.zero))

private func table(_ bytes: [UInt8]) {
    if let read = TableAnnouncement(bytes) {
        precondition(read.bytes == bytes, "an announcement is written otherwise than it was read")
    }
    _ = PeerRefusal(bytes)
    _ = try? PeerOpening(bytes)
    _ = TableExchange.size(ofLast: bytes)
    if let host = try? TableExchange.Side.host(words, greeting: bytes) {
        _ = try? host.keys().open(bytes)
    }
    if let side = try? TableExchange.Side.joiner(words),
        let other = try? TableExchange.Side.host(words, greeting: side.greeting),
        let keys = try? other.keys()
    {
        _ = try? keys.open(bytes)
    }
}
