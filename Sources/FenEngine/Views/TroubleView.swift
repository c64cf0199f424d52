/// What keeps a group's store from being used, and what is done about it (the seeds' Errors 1 and 5).
package struct TroubleView: Sendable, Equatable {
    /// What is wrong.
    package enum Kind: String, Sendable {
        /// It cannot be reached.
        case unreachable
        /// It asks for patience (`RATE_LIMITED`).
        case busy
        /// It does not accept the credentials any more (`AUTH_REQUIRED`).
        case signIn = "sign_in"
        /// It is full (`QUOTA_EXCEEDED`).
        case full
        /// It will never take what was sent (`INVALID_EVENT`).
        case refused
        /// It does not do what it was asked for another reason (`UNKNOWN`).
        case declined
        /// It has been there and is not any more: nothing is written in the group.
        case gone
    }

    /// How this person's own file stands with it.
    package enum State: String, Sendable {
        /// It is tried again by itself at ``TroubleView/nextAt``.
        case retrying
        /// The same, after so many failures that the person is told.
        case stalled
        /// Nothing is sent before a person acts.
        case blocked
        /// Nothing is sent before a person acts, and trying again will hardly help.
        case refused
    }

    /// What is wrong.
    package let kind: Kind
    /// How the own file stands.
    package let state: State
    /// How many tries in a row have failed.
    package let attempts: Int
    /// When the first of them was, in Unix milliseconds.
    package let since: Int64
    /// When the next one is, in Unix milliseconds; nil where none is made by itself.
    package let nextAt: Int64?
    /// The code of the last failure.
    package let code: String
    /// What happened then, a sentence.
    package let message: String
    /// Own expenses and settlements, and changes of them, that only this device has.
    package let unsyncedMoney: Int

    /// Whether a person is told of it: what may pass by itself is not worth a word at once.
    package var isSurfaced: Bool {
        kind != .declined || state != .retrying || attempts >= Self.surfacedAfter
            || Self.needPerson.contains(code)
    }

    /// After so many failures for a reason of its own a store is said to decline (Error 5).
    package static let surfacedAfter = 5

    /// What does not pass by itself.
    private static let needPerson: Set<String> = [
        "STORE_READ_ONLY", "STORE_REDIRECT", "STORE_SKEWED_CLOCK",
    ]
}

extension TroubleView.Kind {
    /// What an error of a store means.
    init(code: String) {
        self =
            switch code {
            case "STORE_NETWORK": .unreachable
            case "STORE_BLOCKED", "STORE_BUSY", "STORE_MAINTENANCE": .busy
            case "STORE_AUTH": .signIn
            case "STORE_QUOTA": .full
            case "STORE_REFUSED": .refused
            default: .declined
            }
    }
}
