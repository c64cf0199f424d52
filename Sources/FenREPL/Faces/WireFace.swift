internal import FenEngine
internal import FenProtocol

/// What passes between this device and stores and other devices, in words and JSON.
enum WireFace {
    /// A step as it passes; nil for a notice about anything else.
    static func live(_ notice: Notice) -> Phrase? {
        switch notice {
        case .wire(_, let step):
            let with = step.way == .store ? "the store" : Phrase(foreign: step.with ?? "")
            let size: Phrase = step.bytes.map { ", \($0, "byte")" } ?? ""
            let details = details(step)
            let rest: Phrase = details.isEmpty ? "" : ", \(details)"
            return """
                \(own: arrow(step)) \(with): \(own: step.kind)\(size)\(rest) \
                [\(step.milliseconds) ms]
                """
        case .wireSummed(let count):
            return "and \(count, "more step", "more steps"): /wire last shows the newest."
        default: return nil
        }
    }

    /// What `/wire last` answers.
    static func result(
        _ runs: [WireRun], in group: GroupView?, isWatched: Bool
    ) -> CommandResult {
        var result = CommandResult()
        for run in runs {
            result.say(heading(run))
            if run.omitted > 0 {
                result.say("  \(run.omitted, "older step is", "older steps are") not kept.")
            }
            result.show(table(run))
        }
        result.set("group", .text(group?.name))
        result.set("live", .bool(isWatched))
        result.set("omitted", .number(runs.reduce(0) { $0 + $1.omitted }))
        result.set("steps", .array(runs.flatMap { $0.steps.map(json) }))
        return result
    }

    private static func heading(_ run: WireRun) -> Phrase {
        let what: Phrase =
            switch run.way {
            case .store: "The last pass with the store"
            case .peer where run.isStranger:
                "The last connection from somebody without a key of a group here, "
                    + "\(foreign: run.with ?? "")"
            case .peer where run.isAttempt:
                "The last handshake that no connection has followed, with "
                    + "\(foreign: run.with ?? "")"
            case .peer: "The last connection, with \(foreign: run.with ?? "")"
            }
        return """
            \(what): \(run.steps.count + run.omitted, "step"), \(run.bytesOut, "byte") out, \
            \(run.bytesIn) in.
            """
    }

    private static func table(_ run: WireRun) -> TextTable {
        var table = TextTable(
            [.right("ms"), .left(), .left("step"), .right("bytes"), .left()], indent: "  ")
        for step in run.steps {
            table.add(
                "\(step.milliseconds)", "\(own: arrow(step))", "\(own: step.kind)",
                step.bytes.map { "\($0)" } ?? "", details(step))
        }
        return table
    }

    private static func arrow(_ step: WireStep) -> String { step.isOutgoing ? "->" : "<-" }

    /// What there is to say of a step beyond its kind and size.
    private static func details(_ step: WireStep) -> Phrase {
        var words: [Phrase] = []
        if let object = step.object {
            let from: Phrase = (step.offset ?? 0) > 0 ? " from byte \(step.offset ?? 0)" : ""
            words.append("\(foreign: object)\(from)")
        }
        for (name, word) in countWords {
            guard let count = step.counts[name] else { continue }
            // Mostly nothing is held beyond a gap, and that need not be said each time.
            if count > 0 || !["ranges", "numbers"].contains(name) { words.append(word(count)) }
        }
        if step.isUnchanged { words.append("unchanged") }
        if let failure = step.failure { words.append("failed: \(own: failure)") }
        if let time = step.tookMilliseconds { words.append("took \(time) ms") }
        return words.joined()
    }

    /// The counts in the order in which they are said.
    private static let countWords: [(name: String, word: @Sendable (UInt64) -> Phrase)] = [
        ("authors", { "\($0, "author")" }), ("ranges", { "\($0, "range")" }),
        ("numbers", { "\($0, "number")" }), ("events", { "\($0, "event")" }),
        ("bytes", { "\($0, "byte") of lines" }), ("number", { "number \($0)" }),
        ("ids", { "\($0, "id")" }), ("offset", { "from byte \($0)" }),
        ("size", { "of \($0, "byte")" }), ("code", { "code \($0)" }),
        ("objects", { "\($0, "object")" }),
    ]

    private static func json(_ step: WireStep) -> OutputJSON {
        .fields([
            "way": .string(step.way.rawValue),
            "with": .text(step.with),
            "direction": .string(step.isOutgoing ? "out" : "in"),
            "kind": .string(step.kind),
            "object": .text(step.object),
            "offset": .number(step.offset),
            "bytes": .number(step.bytes),
            "counts": .object(
                step.counts.sorted { $0.key < $1.key }.map {
                    OutputJSON.Field(key: $0.key, value: .number($0.value))
                }),
            "unchanged": .bool(step.isUnchanged),
            "error": .text(step.failure),
            "ms": .number(step.milliseconds),
            "took_ms": .number(step.tookMilliseconds),
        ])
    }
}
