/// Why a message of coming back in cannot be read or used (Back in). Each has its own sentence,
/// since each asks the person for something else.
package enum BackError: Error, Hashable, Sendable {
    /// Cut: the end or the beginning is missing.
    case incomplete
    /// Whole by its looks, but something in it was changed.
    case damaged
    /// Something else altogether.
    case notBack
    /// Made by a newer version.
    case newerVersion
    /// It is whole, and what is in it is not what the page says.
    case malformed
    /// The time of the request is over.
    case expired
    /// It belongs to another request.
    case otherRequest
    /// It does not fit what was said before: another key, another number, another signature.
    case mismatch
    /// What is to be put in it takes more room than a message has.
    case tooLarge

    /// A stable name, for `--json` and exit status.
    package var code: String {
        switch self {
        case .incomplete: "back_incomplete"
        case .damaged: "back_damaged"
        case .notBack: "not_a_back_message"
        case .newerVersion: "back_newer_version"
        case .malformed: "back_malformed"
        case .expired: "back_expired"
        case .otherRequest: "back_other_request"
        case .mismatch: "back_mismatch"
        case .tooLarge: "back_too_large"
        }
    }

    /// What happened, in one sentence.
    package var message: String {
        switch self {
        case .incomplete:
            "this message is incomplete, copy it again"
        case .damaged:
            "this message is damaged: something in it was changed on the way"
        case .notBack:
            "this is no message by which somebody gets back in"
        case .newerVersion:
            "this message was made by a newer version of fen"
        case .malformed:
            "this message is whole, but it says something no fen writes"
        case .expired:
            "the time of this request is over"
        case .otherRequest:
            "this message belongs to another request"
        case .mismatch:
            "this message does not fit what was said before: somebody may stand between the two "
                + "devices"
        case .tooLarge:
            "this does not fit into one message"
        }
    }

    /// What the person can do.
    package var hint: String {
        switch self {
        case .incomplete:
            "copy all of it, from fen:// or FEN:B1/ to its last character"
        case .damaged:
            "ask for it to be sent again as it is"
        case .notBack:
            "such a message begins with fen://back# or FEN:B1/; /join opens an invite"
        case .newerVersion:
            "update fen on this device, then open the message again"
        case .malformed:
            "ask whoever sent it which program made it"
        case .expired, .otherRequest:
            "begin anew: /restore member on the new device makes a fresh request"
        case .mismatch:
            "nothing was handed over; begin anew, and send the messages another way"
        case .tooLarge:
            "use a shorter name, or fewer groups at once"
        }
    }

    /// The reason of the reader that invites and these messages share.
    init(_ error: InviteError) {
        switch error {
        case .incomplete: self = .incomplete
        case .newerVersion: self = .newerVersion
        default: self = .damaged
        }
    }
}
