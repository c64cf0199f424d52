internal import FenEngine
internal import FenREPL

/// The seed and the clock that a table's player hands the processes of its members through their
/// environment. A process without a player's descriptor takes neither, so that no real home is made
/// from a seed.
struct TableSettings {
    /// The descriptor that frames are written to.
    let frames: Int32?
    /// The seed of a practice home, and whose it is.
    let practice: PracticeSeed?
    /// The file that the time is read from.
    let clock: String?

    init(_ environment: [String: String]) {
        frames = environment[TableProtocol.frameVariable].flatMap { Int32($0) }
        guard frames != nil, let seed = environment[TableProtocol.seedVariable].flatMap(UInt64.init)
        else {
            practice = nil
            clock = nil
            return
        }
        practice = PracticeSeed(number: seed, member: environment[TableProtocol.nameVariable] ?? "")
        clock = environment[TableProtocol.clockVariable]
    }
}
