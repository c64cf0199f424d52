import FenCrypto
import FenLedger
import FenProtocol

/// What a line turned out to be.
enum ParsedLine: Sendable {
    /// An event, with what came of opening it.
    case event(SealedEvent, OpenResult)
    /// No event of this version: why, and the line as it came.
    case refused(LineError, [UInt8])
}

/// Whole lines cut from a log file, not yet read.
struct LineChunk: Sendable {
    /// The bytes, each line with its newline.
    let bytes: [UInt8]

    /// Reads every line: form, id, and what opens with the keys held. Touches no shared state, so
    /// several chunks are read at once.
    ///
    /// Opening before the signature is checked wastes work on a forged line only; nothing of it is
    /// believed before the chain is.
    func parse(group: GroupID, keys: KeyRing) -> [ParsedLine] {
        var lines: [ParsedLine] = []
        lines.reserveCapacity(bytes.count / 900 + 1)
        var plaintext: [UInt8] = []
        bytes.withUnsafeBytes { buffer in
            var start = 0
            while start < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[start...])
                let length = rest.firstIndex(of: 0x0a) ?? rest.count
                let line = UnsafeRawBufferPointer(rebasing: rest[..<length])
                start += length + 1
                if !line.isEmpty {
                    lines.append(Self.parse(line, group: group, keys: keys, scratch: &plaintext))
                }
            }
        }
        return lines
    }

    private static func parse(
        _ line: UnsafeRawBufferPointer,
        group: GroupID,
        keys: KeyRing,
        scratch: inout [UInt8]
    ) -> ParsedLine {
        do throws(LineError) {
            let event = try EventLine.decode(line, group: group)
            return .event(event, keys.open(event, scratch: &scratch))
        } catch {
            return .refused(error, [UInt8](line.prefix(ProtocolLimits.lineBytes)))
        }
    }
}

/// The keys of one group that this device holds.
struct KeyRing: Sendable {
    private var keys: [KeyName: GroupKey] = [:]

    /// A key is looked up by epoch and id together: the id alone commits to the key, and the
    /// header says both.
    private struct KeyName: Hashable {
        let id: KeyID
        let epoch: UInt32
    }

    /// Every key, in no order.
    var all: [GroupKey] {
        Array(keys.values)
    }

    /// Takes a key; false when it was there already.
    mutating func insert(_ key: GroupKey) -> Bool {
        keys.updateValue(key, forKey: KeyName(id: key.keyID, epoch: key.epoch)) == nil
    }

    /// The key an event names.
    func key(epoch: UInt32, id: KeyID) -> GroupKey? {
        keys[KeyName(id: id, epoch: epoch)]
    }

    /// Opens an event with the key it names.
    func open(_ event: SealedEvent, scratch: inout [UInt8]) -> OpenResult {
        guard let key = key(epoch: event.header.epoch, id: event.header.keyID) else {
            return .unknownKey
        }
        do throws(RefusalReason) {
            return .payload(try EventSeal.open(event, key: key, into: &scratch))
        } catch {
            return error == .unknownEpoch ? .unknownKey : .corrupt
        }
    }
}
