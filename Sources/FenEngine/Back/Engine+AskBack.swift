import FenCrypto
import FenEncoding
import FenPeer
import FenProtocol
import FenStore

/// Getting back in with a member's help, on the new device (Back in).
extension Engine {
    /// Makes a request for this home's key; one made before is worth nothing any more. Where this
    /// device listens, it says where, and answers there by itself.
    package func askBack(name: String) throws(FenError) -> BackRequestView {
        try answering {
            try requireWriting()
            try requireReal()
            let me = try requirePerson().publicKey
            let name = try Names.checked(name)
            let (request, opening) = try BackRequest.make(
                for: me, name: name, addresses: inviteAddresses, now: now() / 1_000,
                entropy: entropy)
            try keep(AskedBack(request, opening: opening))
            peers?.node.setDoor(door(to: request.id))
            return BackRequestView(
                id: request.id, name: name, link: BackText.link(request.bytes),
                qrText: BackText.qrText(request.bytes),
                expiresAt: Int64(clamping: request.expiry * 1_000),
                addresses: request.addresses.map(\.description))
        }
    }

    /// Takes what a member's device has sent: its answer, or the groups.
    package func takeBack(_ text: String) throws(FenError) -> BackStep {
        try answering {
            switch try BackMessage(bytes: try BackText.parse(text)) {
            case .answer(let answer): return .code(try take(answer))
            case .handover(let handover): return .offer(try take(handover))
            case .request, .reveal:
                throw FenError(
                    "BACK_OTHER_SIDE", "This message is for the device of whoever helps you.",
                    hint: "There they type /vouch and this message.", status: .usage)
            }
        }
    }

    /// What is to be read aloud: nil while nobody has answered.
    package func backCode() throws(FenError) -> BackCodeView? {
        try answering {
            guard let asked = try askedBack(), asked.answer != nil else { return nil }
            return try code(of: asked)
        }
    }

    /// The groups that were handed over and are not taken yet; nil where there are none.
    package func offeredBack() throws(FenError) -> BackOffer? {
        try answering {
            guard let asked = try askedBack(), asked.handover != nil else { return nil }
            return try offer(of: asked)
        }
    }

    // MARK: What is kept

    /// The request of this home; nil where there is none.
    func askedBack() throws -> AskedBack? {
        try database.secrets.value(AskedBack.place).flatMap(AskedBack.init)
    }

    /// Keeps the request, or forgets it.
    func keep(_ asked: AskedBack?) throws {
        try database.transaction {
            if let asked {
                try database.secrets.set(AskedBack.place, asked.bytes)
            } else {
                try database.secrets.remove(AskedBack.place)
            }
        }
    }

    private func requireAsked(for id: BackID) throws -> AskedBack {
        guard let asked = try askedBack() else {
            throw FenError(
                "NO_REQUEST", "This home has no request to get back in.",
                hint: "/restore member makes one.")
        }
        guard asked.request.id == id else { throw BackError.otherRequest }
        guard !asked.request.isExpired(at: now() / 1_000) else { throw BackError.expired }
        return asked
    }

    // MARK: What comes

    /// Takes the one answer that a request has: whoever came later could choose their number by what
    /// is shown to the first.
    private func take(_ answer: BackAnswer) throws -> BackCodeView {
        try requireWriting()
        var asked = try requireAsked(for: answer.id)
        if let first = asked.answer {
            guard first == answer else {
                throw FenError(
                    "BACK_ANSWERED",
                    "Another device (\(first.helper.tag)) has answered this request already.",
                    hint: "If you asked only one person, somebody stands between you. /restore "
                        + "member makes a fresh request; send it another way.",
                    status: .trust)
            }
            return try code(of: asked)
        }
        // Kept before anything is shown.
        asked.answer = answer
        try keep(asked)
        return try code(of: asked)
    }

    private func take(_ handover: BackHandover) throws -> BackOffer {
        try requireWriting()
        var asked = try requireAsked(for: handover.id)
        asked.handover = handover
        let offer = try offer(of: asked)
        try keep(asked)
        return offer
    }

    private func code(of asked: AskedBack) throws -> BackCodeView {
        let signer = try requireSigner()
        guard let answer = asked.answer, let transcript = asked.transcript(signer.publicKey) else {
            throw FenError("NO_ANSWER", "Nobody has answered this request yet.")
        }
        let reveal = try BackReveal(
            asked.request, answer, opening: asked.opening, signer: signer)
        return BackCodeView(
            id: asked.request.id, code: transcript.code(), helperTag: answer.helper.tag,
            link: BackText.link(reveal.bytes))
    }

    /// What was handed over, opened.
    func opened(_ asked: AskedBack) throws -> (groups: [BackGroup], helperName: String) {
        let signer = try requireSigner()
        guard let answer = asked.answer, let handover = asked.handover,
            let transcript = asked.transcript(signer.publicKey)
        else {
            throw FenError(
                "NO_ANSWER", "These groups come from a device that has not answered the request.",
                hint: "First take its answer: /restore member and that message.", status: .trust)
        }
        return try handover.open(transcript, from: answer, with: signer.x25519())
    }

    private func offer(of asked: AskedBack) throws -> BackOffer {
        let (groups, name) = try opened(asked)
        return BackOffer(
            helperName: name, helperTag: asked.answer?.helper.tag ?? "",
            groups: try groups.map { (try preview(of: $0.invite), $0.member.tag) })
    }

    // MARK: Over the network

    private func door(to id: BackID) -> BackDoor {
        BackDoor(id: id.bytes) { [weak self] message in
            await self?.answerAtDoor(message)
        }
    }

    /// What this device answers to a member's device that has dialled it; nil where it takes nothing.
    private func answerAtDoor(_ bytes: [UInt8]) -> [UInt8]? {
        do {
            switch try BackMessage(bytes: bytes) {
            case .answer(let answer):
                let wasAnswered = try askedBack()?.answer != nil
                let view = try take(answer)
                if !wasAnswered { announcer.yield(.backCode(view)) }
                return try BackText.parse(view.link)
            case .handover(let handover):
                let offer = try take(handover)
                announcer.yield(.backOffered(offer.groups.count, offer.helperName))
                return []
            case .request, .reveal: return nil
            }
        } catch {
            // The other person hears that it was not taken, and pastes it: then this one hears why.
            return nil
        }
    }
}
