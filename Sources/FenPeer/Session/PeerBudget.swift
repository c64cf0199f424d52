/// A store of something that is used up and fills again with time.
struct PeerBudget: Sendable {
    private let capacity: Double
    private let perMillisecond: Double
    private var left: Double
    private var last: Int64

    /// Starts full.
    init(_ capacity: Int, perSecond: Int, now: Int64) {
        self.capacity = Double(capacity)
        perMillisecond = Double(perSecond) / 1_000
        left = Double(capacity)
        last = now
    }

    /// Takes so much; false when there is not so much left.
    mutating func spend(_ amount: Int, now: Int64) -> Bool {
        left = min(capacity, left + Double(max(0, now - last)) * perMillisecond)
        last = max(last, now)
        guard left >= Double(amount) else { return false }
        left -= Double(amount)
        return true
    }
}
