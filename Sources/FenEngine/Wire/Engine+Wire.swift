package import FenProtocol

extension Engine {
    /// Whether each step with stores and other devices is told as it passes, as a notice.
    package nonisolated var watchesWire: Bool { wire.isWatched }

    /// Begins or ends telling each step as it passes.
    package nonisolated func watchWire(_ isWatched: Bool) {
        wire.isWatched = isWatched
    }

    /// The steps of the last pass with a group's store, of its last connection with another
    /// device, of the newest handshake after it that no session has followed, and of the last
    /// connection that named no group of this home: as far as this process has seen any, at most
    /// 200 of each.
    package nonisolated func lastOnWire(in group: GroupID?) -> [WireRun] {
        wire.last(in: group)
    }
}
