internal import FenEncoding
internal import FenEngine
internal import FenMoney
internal import FenProtocol

/// What the new device of somebody shows who gets back in with a member's help.
enum BackFace {
    /// The request, ready to be sent.
    static func request(_ request: BackRequestView, until time: String) -> CommandResult {
        var result = CommandResult(
            "Your request to get back in as \(foreign: request.name), until \(own: time):")
        result.text += [.verbatim(request.link), .qr(request.qrText, QRVariant())]
        result.say(
            """
            Send it, in any chat, to one member of your groups who knows you: there /vouch takes it. \
            Type /restore member and what they send back.
            """)
        if !request.addresses.isEmpty {
            result.say(
                """
                This device listens. If theirs is in the same network, it answers by itself, and you \
                read what comes up here.
                """)
        }
        result.set("request", .string(request.id.hex))
        result.set("name", .string(request.name))
        result.set("link", .string(request.link))
        result.set("qr", .string(request.qrText))
        result.set("expires_at", .number(request.expiresAt))
        result.set("listening", .list(request.addresses) { .string($0) })
        result.mainValue = request.link
        return result
    }

    /// What is read aloud, and what is sent besides.
    static func code(_ code: BackCodeView, isAsked: Bool) -> CommandResult {
        var result = CommandResult()
        result.text = spoken(code)
        if !isAsked {
            result.say("Send this as well, in any chat; there /vouch takes it:")
            result.text.append(.verbatim(code.link))
        }
        result.say("What they send then hands your groups over: /restore member and that message.")
        result.set("request", .string(code.id.hex))
        result.set("helper_tag", .string(code.helperTag))
        result.set("code", .string(code.code))
        result.set("link", .string(code.link))
        result.mainValue = isAsked ? code.code : code.link
        return result
    }

    private static func spoken(_ code: BackCodeView) -> [TextBlock] {
        [
            .paragraph(
                """
                A member's device (\(own: code.helperTag)) has answered. Read these six digits to \
                them aloud, on a call or in person, and never write them:
                """),
            .blank, .verbatim("    \(code.spoken)"), .blank,
        ]
    }

    /// The groups that were handed over, before they are taken.
    static func offer(_ offer: BackOffer) -> [TextBlock] {
        let who: Phrase = "\(foreign: offer.helperName) (\(own: offer.helperTag))"
        var blocks: [TextBlock] = [
            .line("\(who) hands over \(offer.groups.count, "group"):")
        ]
        for group in offer.groups {
            let invite = group.preview.invite
            blocks.append(
                .line(
                    """
                      \(foreign: invite.groupName), \(own: invite.currency.code), where you were \
                    \(own: group.oldTag). Store: \(foreign: group.preview.storeWords)
                    """))
        }
        return blocks
    }

    /// What came over the network, as it is told above the prompt; nil for any other notice.
    static func live(_ notice: Notice) -> [TextBlock]? {
        switch notice {
        case .backCode(let code): spoken(code)
        case .backOffered(let count, let name):
            [
                .line(
                    """
                    \(foreign: name)'s device has handed over \(count, "group"): /restore member yes \
                    takes them in.
                    """)
            ]
        default: nil
        }
    }
}
