import FenCrypto
import FenEncoding
import FenProtocol
import Testing

/// What people paste, and what they are told when it is not an invite (§7).
struct PastedInviteTests {
    private let sealed: SealedInvite
    private let link: String
    private let qrText: String

    init() throws {
        sealed = try InviteCodec.seal(
            InviteTests.invite(.folder(label: "table")),
            entropy: .seeded(Bytes32([UInt8](repeating: 9, count: 32)) ?? .zero)
        ).sealed
        link = sealed.link
        qrText = sealed.qrText
    }

    /// What a text is refused as, to the end: parsed, opened, read.
    private func refusal(_ text: String) -> InviteError? {
        do throws(InviteError) {
            _ = try InviteCodec.read(pasted: text)
            return nil
        } catch {
            return error
        }
    }

    /// A text broken into lines of a width.
    private func broken(_ text: String, _ width: Int, _ between: String) -> String {
        var lines: [Substring] = []
        var rest = text[...]
        while !rest.isEmpty {
            lines.append(rest.prefix(width))
            rest = rest.dropFirst(width)
        }
        return lines.joined(separator: between)
    }

    /// What mail programs, chats and people add does no harm.
    @Test func tolerance() throws {
        let https = link.replacing("fen://join", with: "https://fenapp.net/join")
        for text in [link, qrText, https] {
            let variants = [
                text, " \(text)", "\(text)\n", "\t\(text)\r\n", "\"\(text)\"", "'\(text)'",
                "“\(text)”", "«\(text)»", "<\(text)>", "(\(text))", "\(text).", "\(text),",
                "\(text)!", "\(text)…", "\(text).\"", "`\(text)`", "**\(text)**",
                broken(text, 76, "\n"), broken(text, 76, "\r\n"), broken(text, 40, "\n> "),
                broken(text, 10, " "), broken(text, 1, "\u{200b}"), broken(text, 30, "\u{a0}"),
                "Join us: \(text)", "> \(text)\n> see you", "\(text)\n\nSent from my laptop",
                "\u{feff}\(text)",
            ]
            for variant in variants {
                #expect(try PastedInvite.parse(variant) == sealed, "\(variant)")
            }
        }
        #expect(try PastedInvite.parse(link.replacing("&", with: "&amp;")) == sealed)
        #expect(try PastedInvite.parse(qrText.lowercased()) == sealed)
        #expect(
            try PastedInvite.parse(link.replacing("fen://join", with: "FEN://JOIN/")) == sealed)
        let fields = link.dropFirst(11).split(separator: "&")
        let turned = "fen://join#" + fields.reversed().joined(separator: "&")
        #expect(try PastedInvite.parse(turned) == sealed)
        #expect(try PastedInvite.parse("fen://join#x=1&" + link.dropFirst(11)) == sealed)
    }

    /// A text cut at its end is incomplete, wherever it was cut.
    @Test func cutAtTheEnd() {
        let https = link.replacing("fen://join", with: "https://fenapp.net/join")
        for text in [link, qrText] {
            for count in 4..<text.count {
                #expect(refusal(String(text.prefix(count))) == .incomplete, "\(count)")
                #expect(refusal("\"" + text.prefix(count) + "…\"") == .incomplete, "\(count)")
            }
        }
        for count in 14..<https.count {
            #expect(refusal(String(https.prefix(count))) == .incomplete, "\(count)")
        }
    }

    /// A text cut at its beginning is incomplete as long as it shows what it was.
    @Test func cutAtTheBeginning() {
        for count in 1...6 {
            #expect(refusal(String(link.dropFirst(count))) == .incomplete)
        }
        for count in [7, 20, 60] {
            #expect(refusal(String(link.dropFirst(count))) == .notAnInvite)
        }
    }

    /// A character changed in secret or package is damage, and so is one too many or too few in
    /// the middle.
    @Test func damage() throws {
        for text in [link, qrText] {
            let start = text.distance(
                from: text.startIndex,
                to: try #require(text.firstRange(of: text == link ? "s=" : "J3/")).upperBound
            )
            let end = text == link ? text.count - 4 : text.count
            for place in start..<end {
                var letters = Array(text)
                guard !"&=p".contains(letters[place]) || text == qrText else {
                    continue
                }
                letters[place] = letters[place] == "A" ? "B" : "A"
                // Damage at the QR's length may look like a cut; it never opens.
                let found = refusal(String(letters))
                if text == qrText && place < start + 4 {
                    #expect(found == .damaged || found == .incomplete, "\(place)")
                } else {
                    #expect(found == .damaged, "\(place)")
                }
            }
        }
        let middle = link.index(link.startIndex, offsetBy: 60)
        var less = link
        less.remove(at: middle)
        #expect(refusal(less) == .damaged)
        var more = link
        more.insert("A", at: middle)
        #expect(refusal(more) == .damaged)
        var odd = link
        odd.insert("=", at: middle)
        #expect(refusal(odd) == .damaged)
        #expect(refusal(link + "3") == .newerVersion)
        #expect(refusal(link + "x") == .damaged)
        #expect(refusal(link + "&p=AAAA") == nil)
        #expect(refusal("fen://join#s=AAAA&" + link.dropFirst(11)) == .damaged)
        #expect(refusal(qrText + "AAAA") == .damaged)
    }

    /// Something else altogether.
    @Test(arguments: [
        "", " ", "hello", "fen", "/join", "https://example.org/", "https://fenapp.net/",
        "https://example.org/join#s=AAAA&p=AAAA&v=3", "fen://group/1", "fen://joinery#s=A",
        "alice> /invite Bob", "FEN:", "FEN:X3/AAAA", "WIFI:S:home;T:WPA;P:secret;;", "🍺",
        "otpauth://totp/x?secret=AAAA", "FEN://",
    ])
    func somethingElse(text: String) {
        let short = ["FEN:", "FEN://", "https://fenapp.net/"].contains(text)
        #expect(refusal(text) == (short ? .incomplete : .notAnInvite))
    }

    /// A paste of any length costs no more than reading it.
    @Test func longTexts() {
        #expect(refusal(String(repeating: "x", count: 8_193)) == .notAnInvite)
        #expect(refusal(String(repeating: "fen://join#", count: 700)) == .incomplete)
        #expect(refusal(String(repeating: "&", count: 8_000)) == .notAnInvite)
        #expect(refusal("fen://join#" + String(repeating: "a=b&", count: 2_000)) == .incomplete)
    }

    /// Other versions are named as such, whatever else is in the text.
    @Test func otherVersions() {
        #expect(refusal(link.replacing("v=3", with: "v=2")) == .version2)
        #expect(refusal("https://fenapp.net/join#s=AA&p=BB&v=2") == .version2)
        #expect(refusal("https://fenapp.net/join#v=2&s=AA") == .version2)
        #expect(refusal(link.replacing("v=3", with: "v=4")) == .newerVersion)
        #expect(refusal(link.replacing("v=3", with: "v=33")) == .newerVersion)
        #expect(refusal(link.replacing("v=3", with: "v=1")) == .damaged)
        #expect(refusal(link.replacing("v=3", with: "v=0")) == .damaged)
        #expect(refusal(qrText.replacing("J3/", with: "J2/")) == .version2)
        #expect(refusal(qrText.replacing("J3/", with: "J4/")) == .newerVersion)
    }

    /// Each refusal has a sentence of its own, and none says anything of the invite.
    @Test func sentences() {
        let errors: [InviteError] = [
            .incomplete, .damaged, .notAnInvite, .version2, .newerVersion, .malformed,
            .insecureStore, .unknownStore, .expired, .tooLarge,
        ]
        #expect(Set(errors.map(\.message)).count == errors.count)
        #expect(Set(errors.map(\.code)).count == errors.count)
        #expect(errors.allSatisfy { !$0.hint.isEmpty })
        #expect(InviteError.incomplete.message.contains("incomplete, copy it again"))
    }
}
