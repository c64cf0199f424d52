internal import FenEngine
internal import FenProtocol

/// What the protocol does, made visible.
enum TeachingCommands {
    /// How many events `/graph` draws where nobody says.
    private static let usualRows = 30

    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "explain",
            group: .start,
            summary: "explains how fen works inside, a subject at a time",
            usage: ["", "TOPIC"],
            page: ["Alone it lists the subjects. Each names the commands that show it."],
            examples: ["/explain", "/explain lamport"],
            access: .reads,
            needsGroup: false,
            arguments: [.words(Explanations.all.map(\.name))],
            mostWords: 1,
            body: explain
        ),
        CommandSpec(
            name: "graph",
            group: .inside,
            summary: "draws the newest events: authors side by side, logical time downwards",
            usage: ["[N]"],
            page: [
                "Each row is an event under its author's name, in the order that is the same on every",
                "device. A hole stands where the missing numbers belong; two events with one number",
                "have a ' at the second.",
            ],
            examples: ["/graph", "/graph 100"],
            access: .reads,
            mostWords: 1,
            body: graph
        ),
    ]

    @Sendable
    private static func explain(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        var result = CommandResult()
        guard let typed = arguments.word(0) else {
            for topic in Explanations.all { result.say("\(own: topic.name): \(own: topic.title)") }
            result.set("topics", .list(Explanations.all) { .string($0.name) })
            return result
        }
        guard let topic = Explanations.find(typed) else {
            throw UsageError(
                "There is nothing to explain called “\(typed)”.",
                hint: "There are: "
                    + Explanations.all.map(\.name).joined(separator: ", ") + ".")
        }
        result.say("\(own: topic.title)")
        for line in topic.page { result.text.append(.paragraph("\(own: line)")) }
        result.set("topic", .string(topic.name))
        result.set("page", .list(topic.page) { .string($0) })
        return result
    }

    @Sendable
    private static func graph(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        var most = usualRows
        if let typed = arguments.word(0) {
            guard let count = Int(typed), (1...1_000).contains(count) else {
                throw UsageError("“\(typed)” is no number of events.", hint: "From 1 to 1000.")
            }
            most = count
        }
        let (events, count) = try await session.engine.newest(most, in: group.id)
        let rows = try await session.engine.frontier(in: group.id)
        return GraphFace(group: group, isPlain: session.environment.isPlain)
            .result(events, rows, count: count)
    }
}
