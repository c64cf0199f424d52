import FenCrypto
import FenLedger
import FenProtocol

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

    /// How many there are.
    var count: Int {
        keys.count
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
