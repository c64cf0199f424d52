package import FenMoney
package import FenProtocol

/// Where to bind a group.
package enum BackendChoice: Sendable, Equatable {
    case folder(path: String)
    case none
}

/// What a pass did.
package struct SyncReport: Sendable, Equatable {
    /// Own events the store took.
    package var pushed = 0
    /// Events stored here that were not here before.
    package var pulled = 0
    /// Lines kept aside until their successor or a good copy comes.
    package var held = 0
    /// Lines refused, by reason.
    package var refused: [String: Int] = [:]
    /// Who was admitted by this device in this pass.
    package var admitted: [PartyID] = []
    /// Every log is whole.
    package var isWhole = true
    /// There was no store to ask.
    package var hadNoStore = false

    package init() {}
}

/// How far a long task is; called now and then from the engine's thread.
package struct Progress: Sendable {
    package let done: Int
    package let total: Int
    package let unit: String
}

/// Somebody who wants to hear of progress.
package typealias ProgressHandler = @Sendable (Progress) -> Void

/// Something that happened by itself.
package enum Notice: Sendable {
    case arrived(GroupID, [EventView])
    case admitted(GroupID, PartyID)
    case waitingForChoice(GroupID, InviteID)
    case conflict(GroupID, EventView)
    case gateShut(GroupID)
    case gateOpened(GroupID)
    case forked(GroupID, PartyID, UInt64)
    case syncFailed(GroupID, FenError)
}
