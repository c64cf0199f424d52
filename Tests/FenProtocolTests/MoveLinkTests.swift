import FenCrypto
import FenEncoding
import FenProtocol
import TestSupport
import Testing

/// Links by which an identity goes to another device.
@Suite("Move links") struct MoveLinkTests {
    private func link(_ addresses: Int = 1) -> MoveLink {
        MoveLink(
            expiry: 1_796_000_600,
            addresses: (0..<addresses).map {
                $0 == 1
                    ? .ipv6([UInt8](repeating: 9, count: 16), port: 7_117)
                    : .ipv4([192, 0, 2, UInt8($0)], port: 7_117)
            }, entropy: .system)
    }

    private func refusal(_ text: String) -> MoveLinkError? {
        do throws(MoveLinkError) {
            _ = try MoveLink(pasted: text)
            return nil
        } catch {
            return error
        }
    }

    @Test("both forms are read back, whatever a chat has done to them")
    func forms() throws {
        for count in 0...4 {
            let made = link(count)
            #expect(made.addresses.count == count)
            let middle = made.link.index(made.link.startIndex, offsetBy: 20)
            let broken = made.link[..<middle] + "\n > " + made.link[middle...]
            for text in [
                made.link, made.qrText, made.qrText.lowercased(), "“\(made.link)”.",
                "Take this: \(made.link)", String(broken), "\(made.link)\nSee you, Bob",
            ] {
                #expect(try MoveLink(pasted: text) == made, "\(text)")
                #expect(MoveLink.isMeant(text))
            }
        }
        #expect(link(6).addresses.count == 4)
    }

    @Test("cut, damaged, newer and other texts are told apart")
    func refusals() {
        let made = link()
        for text in [made.link, made.qrText] {
            for count in 9..<text.utf8.count {
                #expect(refusal(String(text.prefix(count))) == .incomplete, "\(text.prefix(count))")
            }
        }
        let place = made.link.index(made.link.startIndex, offsetBy: 30)
        let other = made.link[place] == "A" ? "B" : "A"
        let damaged =
            String(made.link[..<place]) + other + made.link[made.link.index(after: place)...]
        #expect(refusal(damaged) == .damaged)
        #expect(refusal("fen:m2/ABCDEFGHIJ") == .newer)
        for text in ["", "hello", "fen://join#s=a&p=b&v=3", "~/stick/me.move"] {
            #expect(refusal(text) == .notALink)
            #expect(!MoveLink.isMeant(text))
        }
        var random = SeededGenerator()
        for _ in 0..<5_000 {
            let text = String(decoding: random.mutated([UInt8](made.link.utf8)), as: UTF8.self)
            if let read = try? MoveLink(pasted: text) { #expect(read == made) }
        }
    }
}
