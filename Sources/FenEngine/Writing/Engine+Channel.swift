import FenMoney
package import FenProtocol

extension Engine {
    /// Posts a message to the group.
    package func postMessage(
        _ text: String, replyTo: EventID? = nil, in id: GroupID
    ) async throws(FenError) -> Written {
        let payload = try answering {
            Payload.messagePosted(
                MessagePosted(
                    text: try Names.text(text, ProtocolLimits.message, what: "message"),
                    replyTo: replyTo))
        }
        return try await write(payload, in: id)
    }

    /// Changes the group's name, or who may edit expenses.
    package func changeSettings(
        name: String?, edit: EditRule?, in id: GroupID
    ) async throws(FenError) -> Written {
        let payload = try answering {
            Payload.groupSettingsChanged(
                GroupSettingsChanged(
                    name: try name.map { text throws(FenError) in
                        try Names.checked(text, what: "group name")
                    },
                    edit: edit))
        }
        return try await write(payload, in: id)
    }
}
