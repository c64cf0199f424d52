package import FenMoney
package import FenProtocol

/// What members vouch for: that somebody has a new key, which nobody has taken in yet.
package struct VouchView: Sendable, Equatable {
    /// The old key.
    package let member: PartyID
    /// The new key.
    package let successor: PartyID
    /// Who vouches, the first first.
    package let vouchers: [PartyID]
    /// When the last of them wrote it, as they claim, in Unix milliseconds.
    package let at: Int64
}

/// Somebody's old key that gave way to a new one.
package struct RekeyView: Sendable, Equatable {
    /// The old key.
    package let member: PartyID
    /// The new key.
    package let successor: PartyID
    /// The organiser who wrote it.
    package let by: PartyID
    /// Who had vouched for it, the first first; nobody where the organiser has made sure.
    package let vouchers: [PartyID]
}

/// A request to get back in, as the new device shows it.
package struct BackRequestView: Sendable, Equatable {
    /// Names the request.
    package let id: BackID
    /// What the person says they are called.
    package let name: String
    /// The message to send to a member.
    package let link: String
    /// The same as the text of a QR code.
    package let qrText: String
    /// Unix milliseconds.
    package let expiresAt: Int64
    /// Where this device listens for the member's.
    package let addresses: [String]
}

/// What is read aloud on the new device.
package struct BackCodeView: Sendable, Equatable {
    /// The request.
    package let id: BackID
    /// Six digits.
    package let code: String
    /// Four hex digits of the key of whoever has answered.
    package let helperTag: String
    /// The message for the member's device, where it did not come for it itself.
    package let link: String

    /// The digits in two groups, as they are read.
    package var spoken: String { "\(code.prefix(3)) \(code.dropFirst(3))" }
}

/// Groups that a member's device has handed over, before this person takes them.
package struct BackOffer: Sendable {
    /// What the member is called.
    package let helperName: String
    /// Four hex digits of their key.
    package let helperTag: String
    /// The groups, as an invite would show them, and this person's old key in each.
    package let groups: [(preview: InvitePreview, oldTag: String)]
}

/// What came of a message on the new device.
package enum BackStep: Sendable {
    /// The answer: now a code is read aloud.
    case code(BackCodeView)
    /// The groups.
    case offer(BackOffer)
}

/// What came of taking groups in.
package struct BackTaken: Sendable, Equatable {
    /// The groups that are here now.
    package var groups: [GroupID] = []
    /// The names of those whose shared folder has not been found: they are kept and can be taken
    /// later.
    package var lacking: [String] = []
}
