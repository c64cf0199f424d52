/// What the group on this device noticed of something that was done to it in the lab.
package struct LabReport: Sendable, Equatable {
    /// Events that are not here any more, or are back.
    package var moved = 0
    /// Events that were taken in.
    package var stored = 0
    /// Lines that are kept until they can be proven.
    package var held = 0
    /// Lines that were refused, by reason.
    package var refused: [String: Int] = [:]
    /// What is missing or doubled now.
    package var gaps: [GapView] = []
    /// Why no settlement may be recorded now; empty when one may.
    package var gate: [GateView] = []
}

/// What the lab has changed of a group, for as long as this process runs.
struct LabState {
    /// Nothing goes out or comes in.
    var isOffline = false
    /// How far the clock is put forward or back, in milliseconds.
    var clockOffset: Int64 = 0
}
