/// A link that leads a new device to this one, to take its identity over.
package struct MoveLinkView: Sendable, Equatable {
    /// The link, and the text of its QR code.
    package let link: String
    package let qrText: String
    /// When it is over, in Unix milliseconds.
    package let expiresAt: Int64
    /// Where this device listens.
    package let places: [ListeningPlace]
}

/// A device that has the link and waits for a yes.
package struct MoveGuest: Sendable, Equatable {
    /// Where it is.
    package let place: String
    /// The three words that its screen shows, if it is the one that was meant.
    package let words: String
}

/// What handing an identity over has come to.
package enum MoveOutcome: Sendable, Equatable {
    /// The new device has everything and has said so: there is no way back here.
    case arrived
    /// Nothing has moved, and why; this device goes on.
    case nothingMoved(String)
    /// The new device has everything; whether it can use it is not known here, and why. This device
    /// only reads.
    case doubtful(String)
}

/// Something that happened while a link of a move was open.
package enum MoveNews: Sendable, Equatable {
    /// A device has it and waits for a yes.
    case asked(MoveGuest)
    /// The device that waited has gone; the link is used up.
    case left(String)
    /// Somebody without the secret has tried, from where.
    case wrongSecret(String)
    /// The third such try: it is worth nothing now.
    case burnt
    /// A move that was said yes to in advance has ended.
    case ended(MoveOutcome)
}

/// What taking an identity over has come to.
package struct TakenMove: Sendable {
    /// Who is here now.
    package let person: IdentityView
    /// The words that tell the old device so.
    package let confirmation: String
    /// They were told already.
    package let isTold: Bool
}

/// The words by which an old device learns that its identity is here.
package struct ArrivalWords: Sendable, Equatable {
    /// Three words, for `/identity move done` there.
    package let words: String
    /// They went out to it already; whether it has heard them is not known here.
    package let isTold: Bool
}
