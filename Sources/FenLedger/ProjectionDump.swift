import FenEncoding
import FenMoney
package import FenProtocol

/// The canonical text of a projection, line by line (<doc:Projection>), written piece by piece so
/// that no large projection is in memory twice.
///
/// The pieces in order: `appendHead`, `appendLabel` for each label ascending by id, `appendEntry`
/// for each entry that stands in canonical order, `appendBalances`.
package enum ProjectionDump {
    /// Which labels are written.
    package enum Form: Sendable {
        /// The form state words are computed from.
        case canonical
        /// With the labels of pending and excluded events too, for tests and comparing by eye.
        case extended
    }

    /// Whether a label is written in a form: devices may differ in whether they keep events of
    /// pending or removed authors at all.
    package static func includes(_ label: RefusalReason, in form: Form) -> Bool {
        form == .extended || (label != .pending && label != .afterRemoval)
    }

    /// Appends sections 1 to 7: all but labels, entries and balances.
    package static func appendHead(
        _ context: GroupContext,
        _ frontiers: [AuthorFrontier],
        to bytes: inout [UInt8]
    ) {
        line(&bytes) { writer in group(context, &writer) }
        for key in context.announced {
            line(&bytes) { writer in
                writer.field("epoch", key.epoch)
                writer.field("key", hex: key.keyID)
                writer.field("line", "key")
            }
        }
        for member in context.members {
            line(&bytes) { writer in
                writer.field("id", hex: member.id)
                writer.field("line", "member")
                writer.field("name", member.name)
                writer.field("status", member.status.rawValue)
                if let successor = member.successor { writer.field("successor", hex: successor) }
            }
        }
        appendRecords(context, to: &bytes)
        for frontier in frontiers {
            line(&bytes) { writer in log(frontier, &writer) }
        }
    }

    /// Appends a line of section 8.
    package static func appendLabel(
        _ label: RefusalReason,
        of event: EventID,
        to bytes: inout [UInt8]
    ) {
        line(&bytes) { writer in
            writer.field("id", hex: event)
            writer.field("label", label.rawValue)
            writer.field("line", "label")
        }
    }

    /// Appends section 10.
    package static func appendBalances(
        _ balances: Balances,
        _ context: GroupContext,
        to bytes: inout [UInt8]
    ) {
        for (party, amount) in balances.current(in: context) {
            line(&bytes) { writer in
                writer.field("amount", String(amount))
                writer.field("id", hex: party)
                writer.field("line", "balance")
            }
        }
    }

    /// Appends one canonical object and a newline.
    static func line(_ bytes: inout [UInt8], _ body: (inout JSONWriter) -> Void) {
        // The bytes are moved to the writer and back, so that they are never copied.
        let written = bytes
        bytes = []
        bytes = object(written, body)
        bytes.append(0x0a)
    }

    private static func object(
        _ bytes: consuming [UInt8],
        _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter(appendingTo: bytes)
        writer.beginObject()
        body(&writer)
        writer.endObject()
        return writer.bytes
    }

    private static func group(_ context: GroupContext, _ writer: inout JSONWriter) {
        writer.field("closed", context.isClosed)
        if let currency = context.currency { writer.field("currency", currency.code) }
        if let deputy = context.tenures.deputy { writer.field("deputy", hex: deputy) }
        writer.field("edit", context.edit.rawValue)
        writer.field("fmt", ProtocolLimits.format)
        writer.field("founder", hex: context.founder)
        writer.field("group", context.group.uuidString)
        writer.field("lab", context.isLab)
        writer.field("line", "group")
        if let name = context.name { writer.field("name", name) }
        writer.field("organiser", hex: context.organiser)
    }

    private static func log(_ frontier: AuthorFrontier, _ writer: inout JSONWriter) {
        writer.field("author", hex: frontier.author)
        writer.field("claimed", frontier.claimed)
        writer.field("contiguous", frontier.contiguous)
        writer.field("line", "log")
        writer.key("missing")
        writer.beginArray()
        for range in frontier.missing.ranges {
            writer.beginArray()
            writer.integer(range.lowerBound)
            writer.integer(range.upperBound)
            writer.endArray()
        }
        writer.endArray()
        writer.key("tips")
        writer.beginArray()
        for tip in frontier.tips {
            writer.beginObject()
            writer.field("id", hex: tip.id)
            writer.field("seq", tip.seq)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func appendRecords(_ context: GroupContext, to bytes: inout [UInt8]) {
        for guest in context.guests.values.sorted(by: { $0.id < $1.id }) {
            line(&bytes) { writer in
                writer.field("author", hex: guest.author)
                if let claimed = guest.claimed { writer.field("claimed", hex: claimed) }
                writer.field("id", hex: guest.id)
                writer.field("line", "guest")
                writer.field("name", guest.name)
            }
        }
        for invite in context.invites.values.sorted(by: { $0.id < $1.id }) {
            line(&bytes) { writer in
                writer.field("expires_at", invite.expiresAt)
                writer.field("id", hex: invite.id)
                writer.field("line", "invite")
                writer.field("name", invite.name)
                writer.field("revoked", invite.isRevoked)
                if let winner = invite.winner { writer.field("used_by", hex: winner) }
            }
        }
        for rate in context.rates.values.sorted(by: { $0.currency.code < $1.currency.code }) {
            line(&bytes) { writer in
                writer.field("currency", rate.currency.code)
                writer.field("date", rate.date.iso)
                writer.field("line", "rate")
                writer.field("rate", rate.rate.text)
                writer.field("source", rate.source)
            }
        }
    }
}
