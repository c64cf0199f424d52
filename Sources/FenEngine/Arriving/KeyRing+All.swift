import Dispatch
import FenLedger
import FenProtocol
import Synchronization

extension KeyRing {
    /// Opens events on all cores; the results are in their order.
    func open(_ events: [SealedEvent]) -> [OpenResult] {
        let size = max(1, (events.count + Self.parts - 1) / Self.parts)
        let results = PartialResults()
        DispatchQueue.concurrentPerform(iterations: Self.parts) { part in
            let mine = events.dropFirst(part * size).prefix(size)
            var scratch: [UInt8] = []
            results.keep(mine.map { open($0, scratch: &scratch) }, of: part)
        }
        return results.joined()
    }

    /// Into how many parts a batch is divided: enough for two cores, of which one may be late.
    private static let parts = 4
}

/// What several threads have come to, put together in order.
private final class PartialResults: Sendable {
    private let parts = Mutex<[Int: [OpenResult]]>([:])

    func keep(_ results: [OpenResult], of part: Int) {
        parts.withLock { $0[part] = results }
    }

    func joined() -> [OpenResult] {
        parts.withLock { parts in
            parts.sorted { $0.key < $1.key }.flatMap(\.value)
        }
    }
}
