import FenCrypto
import FenEncoding
import FenPeer
package import FenProtocol
import FenStore

/// Helping somebody back in, on the device of a member (Back in).
extension Engine {
    /// Takes what a new device has sent: its request, or its key. Where it says that it listens, it
    /// is dialled, and the messages go over by themselves.
    package func help(_ text: String) async throws(FenError) -> VouchRequestView {
        let message = try answering {
            try requireWriting()
            try requireReal()
            _ = try requirePerson()
            return try BackMessage(bytes: try BackText.parse(text))
        }
        switch message {
        case .request(let request):
            var helped = try answering { try begin(request) }
            let unreached = helped.state == .open ? await call(&helped) : nil
            return try answering { try view(of: helped, unreached: unreached) }
        case .reveal(let reveal):
            return try answering { try view(of: take(reveal)) }
        case .answer, .handover:
            throw FenError(
                "BACK_OTHER_SIDE", "This message is for the new device.",
                hint: "There they type /restore member and this message.", status: .usage)
        }
    }

    /// A request this person helps with; nil for the one there is just now.
    package func helping(_ id: BackID? = nil) throws(FenError) -> VouchRequestView {
        try answering { try view(of: try id.map(requireHelped) ?? requireHelping()) }
    }

    /// Compares the digits that were read aloud. Wrong ones burn the request: there is one try.
    package func tryCode(_ typed: String, of id: BackID) throws(FenError) {
        try answering {
            try requireWriting()
            var helped = try requireHelped(id)
            guard helped.state == .open else { return }
            let digits = typed.filter { !$0.isWhitespace }
            guard digits.count == BackTranscript.codeDigits,
                digits.allSatisfy({ ("0"..."9").contains($0) })
            else {
                throw FenError(
                    "BAD_CODE", "The code has six digits.",
                    hint: "Ask for them again and type all of them; no try was used up.",
                    status: .usage)
            }
            guard let reveal = helped.reveal else {
                throw FenError(
                    "NO_REVEAL", "The new device has not shown its key yet.",
                    hint: "Send it your answer; what it then shows is typed here: /vouch and that "
                        + "message.")
            }
            let code = try reveal.transcript(of: helped.request, helped.answer).code()
            helped.state = digits == code ? .confirmed : .burnt
            try keep(helped)
            if helped.state == .burnt { throw Self.wrongCode }
        }
    }

    private static let wrongCode = FenError(
        "WRONG_CODE",
        "These are not the digits of this request; it is worth nothing now, and nothing was handed "
            + "over.",
        hint: "Somebody may stand between you. Make sure whom you are talking to, then begin anew: "
            + "/restore member on the new device.",
        status: .trust)

    // MARK: What is kept

    /// What is kept of a request whose time is not over and that was not burnt.
    func requireHelped(_ id: BackID) throws -> HelpedBack {
        guard
            let helped = try database.secrets.value(HelpedBack.places + id.hex)
                .flatMap(HelpedBack.init)
        else {
            throw FenError(
                "NO_REQUEST", "This device has not answered such a request.",
                hint: "First take the request itself: /vouch and that message.")
        }
        if helped.state == .burnt {
            throw FenError(
                "BACK_BURNT", "A wrong code was typed for this request; it is worth nothing now.",
                hint: "Begin anew: /restore member on the new device.", status: .trust)
        }
        guard !helped.isOver(at: now()) else { throw BackError.expired }
        return helped
    }

    private func requireHelping() throws -> HelpedBack {
        let open = try allHelped().filter { $0.state != .burnt && !$0.isOver(at: now()) }
            .filter { $0.state != .done }
        guard let first = open.first else {
            throw FenError(
                "NO_REQUEST", "This device helps nobody back in just now.",
                hint: "Type /vouch and the message that begins with fen://back#.")
        }
        guard open.count == 1 else {
            throw FenError(
                "SEVERAL_REQUESTS", "This device has \(open.count) requests open.",
                hint: "Say which: /vouch, the message, and what stands behind it.", status: .usage)
        }
        return first
    }

    private func allHelped() throws -> [HelpedBack] {
        try database.secrets.names().filter { $0.hasPrefix(HelpedBack.places) }
            .compactMap { try database.secrets.value($0).flatMap(HelpedBack.init) }
    }

    /// Keeps a request, and forgets those whose time is over by their own word: until then they
    /// could be shown again.
    func keep(_ helped: HelpedBack) throws {
        try database.transaction {
            for old in try allHelped() where old.request.isExpired(at: now() / 1_000) {
                try database.secrets.remove(old.place)
            }
            try database.secrets.set(helped.place, helped.bytes)
        }
    }

    /// Answers a request once: whoever shows it again gets the same answer.
    private func begin(_ request: BackRequest) throws -> HelpedBack {
        let seconds = now() / 1_000
        guard !request.isExpired(at: seconds) else { throw BackError.expired }
        guard request.expiry <= seconds + BackRequest.longestLife else {
            throw FenError(
                "BACK_CLOCK", "This request ends later than any does: a clock is wrong.",
                hint: "Set the clocks of both devices, then begin anew: /restore member there.")
        }
        if try database.secrets.value(HelpedBack.places + request.id.hex) != nil {
            let known = try requireHelped(request.id)
            guard known.request == request else { throw BackError.mismatch }
            return known
        }
        guard try !candidates(for: request.name).isEmpty else {
            throw FenError(
                "NOBODY_TO_HELP", "You share no group with anybody yet.",
                hint: "Only a member of their groups can help somebody back in.")
        }
        let answer = try BackAnswer(
            to: request, helper: requirePerson().publicKey, entropy: entropy)
        let helped = HelpedBack(request, answer, since: now())
        try keep(helped)
        return helped
    }

    @discardableResult
    private func take(_ reveal: BackReveal) throws -> HelpedBack {
        var helped = try requireHelped(reveal.id)
        _ = try reveal.transcript(of: helped.request, helped.answer)
        guard helped.reveal == nil || helped.reveal == reveal else { throw BackError.mismatch }
        if helped.reveal == nil {
            helped.reveal = reveal
            try keep(helped)
        }
        return helped
    }

    // MARK: Over the network

    /// Dials the new device and fetches its key; says why it could not, nil where it was not asked
    /// to.
    private func call(_ helped: inout HelpedBack) async -> String? {
        let id = helped.request.id
        guard backCalls[id] == nil || helped.reveal == nil else { return nil }
        var why: String?
        for address in helped.request.addresses {
            guard let destination = try? await PeerDestination("\(address)") else { continue }
            do throws(BackCallError) {
                let call = try await destination.tryEach { address throws(BackCallError) in
                    try await BackCall.dial(address, id: id.bytes)
                } goesOn: { _ in
                    true
                }
                let answer = try await call.ask(helped.answer.bytes)
                guard case .reveal(let reveal)? = try? BackMessage(bytes: answer),
                    let known = try? take(reveal)
                else { continue }
                helped = known
                backCalls[id] = call
                return nil
            } catch {
                why = "\(address): \(error.message)"
            }
        }
        return why
    }

    private func view(of helped: HelpedBack, unreached: String? = nil) throws -> VouchRequestView {
        let stage: VouchRequestView.Stage =
            switch helped.state {
            case .done: .done
            case .confirmed: .confirmed
            case .open, .burnt: helped.reveal == nil ? .answered : .code
            }
        return VouchRequestView(
            id: helped.request.id, name: helped.request.name, stage: stage,
            expiresAt: Int64(clamping: helped.end * 1_000),
            newTag: helped.reveal?.key.tag,
            candidates: try candidates(for: helped.request.name),
            link: BackText.link(helped.handover?.bytes ?? helped.answer.bytes),
            unreached: unreached, isOnLine: backCalls[helped.request.id] != nil)
    }
}
