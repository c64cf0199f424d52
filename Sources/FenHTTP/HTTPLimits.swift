/// How long a server may take and how much it may say. There is no limit on a whole transfer: a
/// large log over a slow line is no failure.
package struct HTTPLimits: Sendable, Hashable {
    /// How long making a connection may take, in milliseconds.
    package var connectMilliseconds: Int
    /// How long nothing may move, in seconds: neither a byte sent nor one received.
    package var stalledSeconds: Int
    /// The most connections to one server at once; further requests wait their turn.
    package var connectionsPerServer: Int

    /// Sets the limits.
    package init(
        connectMilliseconds: Int = 10_000, stalledSeconds: Int = 30, connectionsPerServer: Int = 8
    ) {
        self.connectMilliseconds = connectMilliseconds
        self.stalledSeconds = stalledSeconds
        self.connectionsPerServer = connectionsPerServer
    }

    /// The most bytes of status line and headers.
    package static let headBytes = 65_536
    /// The most headers.
    package static let headers = 256
}
