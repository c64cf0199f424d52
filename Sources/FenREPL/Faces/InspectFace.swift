internal import FenEncoding
internal import FenEngine
internal import FenProtocol

/// An event taken apart.
struct InspectFace {
    let group: GroupView

    /// The header's fields with where they begin and how long they are (Wire format).
    static let fields: [(name: String, offset: Int, length: Int)] = [
        ("magic", 0, 4), ("group_id", 4, 16), ("author", 20, 32), ("author_seq", 52, 8),
        ("lamport", 60, 8), ("created_at", 68, 8), ("epoch", 76, 4), ("key_id", 80, 16),
        ("prev", 96, 32), ("nonce", 128, 24),
    ]

    func result(_ view: InspectView, time: String) -> CommandResult {
        let face = EventFace(group)
        let event = view.event
        var result = CommandResult()
        result.say(face.line(event))
        if let label = event.label {
            result.say("It does not count: \(LabelFace.sentence(label)).")
        }
        result.say("Claimed time \(own: time), by its author's clock.")
        if let clock = event.clock { result.say(ClockFace.sentence(clock)) }
        result.text.append(.blank)
        result.say("header, 152 bytes:")
        var header = TextTable([.right(), .left(), .left(), .left()], indent: "  ")
        for field in Self.fields {
            let bytes = view.headerBytes.dropFirst(field.offset).prefix(field.length)
            header.add(
                "\(field.offset)", "\(own: field.name)", "\(own: Hex.encode(bytes))",
                meaning(field.name, view))
        }
        result.show(header)
        var checks = TextTable([.left(), .left()])
        checks.add("id", "\(own: event.id.hex)")
        checks.add("id recomputed", view.isIDRight ? "equal" : "DIFFERENT")
        checks.add(
            "signature",
            view.isSignatureRight
                ? view.wasTakenByChain
                    ? "right (checked now; until now its successor vouched for it)" : "right"
                : "WRONG")
        checks.add("ciphertext", "\(view.sealed.ciphertext.count, "byte")")
        for place in view.places { checks.add("where", Phrase(foreign: place)) }
        result.show(checks)
        result.say(
            view.payloadText.map { "payload: \(own: OutputJSON.escaped($0))" }
                ?? "payload: does not open")
        fill(&result, view, face)
        return result
    }

    private func meaning(_ name: String, _ view: InspectView) -> Phrase {
        let header = view.sealed.header
        switch name {
        case "magic": return "FEN, format 1"
        case "author": return Roster(group).shown(view.event.reference.author)
        case "author_seq": return "\(header.seq)"
        case "lamport": return "\(header.lamport)"
        case "created_at": return "\(header.createdAt)"
        case "epoch": return "\(header.epoch)"
        default: return ""
        }
    }

    private func fill(_ result: inout CommandResult, _ view: InspectView, _ face: EventFace) {
        result.set("event", face.json(view.event))
        result.set(
            "header",
            .list(Self.fields) { field in
                .fields([
                    "field": .string(field.name),
                    "offset": .number(field.offset),
                    "hex": .string(
                        Hex.encode(view.headerBytes.dropFirst(field.offset).prefix(field.length))),
                ])
            }
        )
        result.set("id_right", .bool(view.isIDRight))
        result.set("signature_right", .bool(view.isSignatureRight))
        result.set("taken_by_chain", .bool(view.wasTakenByChain))
        result.set("ciphertext_bytes", .number(view.sealed.ciphertext.count))
        result.set("payload", .text(view.payloadText))
        result.set("places", .list(view.places) { .string($0) })
        result.mainValue = view.event.id.hex
        if !view.isIDRight || !view.isSignatureRight { result.status = .trust }
    }
}

/// Bytes as people read them: offset, hex, text.
enum HexDump {
    static func lines(_ bytes: [UInt8]) -> [String] {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            let row = bytes[start..<min(start + 16, bytes.count)]
            let digits = String(start, radix: 16)
            let offset = String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits
            let hex = row.map { Hex.encode([$0]) }.joined(separator: " ")
            let text = String(
                decoding: row.map { (0x20..<0x7F).contains($0) ? $0 : 0x2E }, as: UTF8.self)
            return offset + "  " + DisplayWidth.padded(hex, to: 47) + "  " + text
        }
    }
}
