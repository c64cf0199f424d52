/// `MessagePosted`: a chat message (§5).
package struct MessagePosted: PayloadFields {
    package static let kind = EventKind.messagePosted

    /// What is said.
    package var text: String
    /// The message it answers.
    package var replyTo: EventID?

    /// Makes the payload.
    package init(text: String, replyTo: EventID? = nil) {
        self.text = text
        self.replyTo = replyTo
    }

    package init(from fields: inout FieldReader) throws(PayloadError) {
        replyTo = try fields.optional("reply_to")
        text = try fields.text("text", ProtocolLimits.message)
    }

    package func write(to fields: inout FieldWriter) {
        fields.kind(Self.kind)
        fields.write("reply_to", replyTo)
        fields.write("text", text)
    }
}
