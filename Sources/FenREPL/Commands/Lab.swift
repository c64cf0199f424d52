internal import FenEngine
internal import FenProtocol

/// Faults made on purpose, to see what a group notices.
enum LabCommands {
    private static let words = [
        "lose", "unlose", "tamper", "forge", "fork", "offline", "clock", "crash", "badqr",
    ]

    private static let phases = WritePhase.allCases.map(\.rawValue).joined(separator: ", ")

    /// The commands of this file.
    static let all: [CommandSpec] = [
        CommandSpec(
            name: "lab",
            group: .inside,
            summary: "makes faults on purpose, in practice groups only, and says what was noticed",
            usage: [
                "lose MEMBER RANGE", "unlose", "tamper REF", "forge MEMBER", "fork",
                "offline on or off", "clock +2h or off", "crash PHASE", "badqr",
            ],
            page: [
                "Only in a group made with /new NAME CURRENCY --lab: no real group can be harmed.",
                "lose: events of a member are gone from this device, as from a bad disk; unlose brings",
                "them back. tamper: an altered copy of an event is laid before this device. forge: so",
                "is an event in a member's name, signed by a stranger. fork: you write your last number",
                "a second time. offline: store and peers are cut off. clock: what you write from now on",
                "claims another time, by which /snapshot also counts how long something is missing.",
                "crash: fen ends when the next write reaches PHASE, which is one of",
                phases + ".",
                "badqr: an invite with one wrong letter.",
            ],
            examples: ["/lab lose bob 3-5", "/lab fork", "/lab clock -1d", "/lab offline on"],
            access: .writes,
            arguments: [.words(words), .member],
            body: lab
        )
    ]

    @Sendable
    private static func lab(
        _ session: isolated ReplSession,
        _ arguments: Arguments
    ) async throws -> CommandResult {
        let group = try await session.group()
        let engine = session.engine
        let face = LabFace(group: group, when: session.staleText)
        switch arguments.word(0)?.lowercased() {
        case "lose":
            let who = try Roster(group).find(
                try session.required(arguments, 1, "a member", for: "lab lose"))
            let range = try range(arguments)
            let report = try await engine.labLose(who.party, range, in: group.id)
            return face.result("\(report.moved, "event") lost on this device.", report)
        case "unlose":
            let report = try await engine.labUnlose(in: group.id)
            return face.result(
                report.moved == 0
                    ? "Nothing that the lab has lost was still gone."
                    : "\(report.moved, "event") brought back.",
                report)
        case "tamper":
            let reference = try session.required(arguments, 1, "an event", for: "lab tamper")
            let event = try await session.event(reference, in: group)
            return face.result(
                "An altered copy of \(own: reference) was laid before this device.",
                try await engine.labTamper(event, in: group.id))
        case "forge":
            let who = try Roster(group).find(
                try session.required(arguments, 1, "a member", for: "lab forge"))
            return face.result(
                "An event in \(Roster(group).shown(who.party))'s name was signed by a stranger.",
                try await engine.labForge(who.party, in: group.id))
        case "fork":
            return face.result(
                "You wrote your last number a second time.",
                try await engine.labFork(in: group.id))
        case "offline":
            let isOffline = try isOn(arguments)
            try await engine.labOffline(isOffline, in: group.id)
            return face.done(
                isOffline
                    ? "This device is cut off: what you write waits until /lab offline off."
                    : "This device is back: /sync, or /connect.")
        case "clock":
            let offset = try offset(arguments)
            try await engine.labClock(offset, in: group.id)
            if offset == 0 { return face.done("What you write claims the right time again.") }
            return face.done(
                "What you write claims this time from now on: "
                    + "\(own: session.staleText(session.environment.now() + offset)). The order does "
                    + "not change by it: /order, /graph.")
        case "crash":
            let typed = try session.required(arguments, 1, "a phase", for: "lab crash")
            guard let phase = WritePhase(rawValue: typed.lowercased()) else {
                throw UsageError(
                    "“\(typed)” is no phase of a write.",
                    hint: "There are: \(phases).")
            }
            try await engine.labCrash(at: phase, in: group.id)
            return face.done("fen ends like a power cut when your next write reaches that phase.")
        case "badqr": return try await badQR(session, group, face)
        default:
            throw UsageError(
                "Say what to do in the lab.",
                hint: words.map { "/lab " + $0 }.joined(separator: ", "))
        }
    }

    /// An invite with one letter changed, and what is said about it.
    private static func badQR(
        _ session: isolated ReplSession, _ group: GroupView, _ face: LabFace
    ) async throws -> CommandResult {
        var letters = Array(try await session.engine.labInvite(in: group.id))
        let middle = letters.count / 2
        letters[middle] = letters[middle] == "A" ? "B" : "A"
        do {
            _ = try await session.engine.previewInvite(String(letters))
            return face.done("The damaged invite was taken: that is a defect of fen.")
        } catch {
            var result = face.done("One letter of an invite was changed. Whoever opens it reads:")
            result.say("  \(foreign: error.message)")
            if let hint = error.hint { result.say("  \(foreign: hint)") }
            return result
        }
    }

    private static func range(_ arguments: Arguments) throws(UsageError) -> ClosedRange<UInt64> {
        let hint = "Such as: /lab lose bob 3-5"
        guard let typed = arguments.word(2) else {
            throw UsageError("/lab lose needs a range of numbers.", hint: hint)
        }
        guard let range = NumberRanges.read(typed) else {
            throw UsageError("“\(typed)” is no range.", hint: hint)
        }
        return range
    }

    private static func isOn(_ arguments: Arguments) throws(UsageError) -> Bool {
        switch arguments.word(1)?.lowercased() {
        case "on": return true
        case "off": return false
        default: throw UsageError("Say on or off.", hint: "Such as: /lab offline on")
        }
    }

    private static func offset(_ arguments: Arguments) throws(UsageError) -> Int64 {
        guard let typed = arguments.word(1) else {
            throw UsageError(
                "/lab clock needs a length of time, or off.", hint: "Such as: /lab clock +2h")
        }
        if typed.lowercased() == "off" { return 0 }
        let sign: Int64 = typed.hasPrefix("-") ? -1 : 1
        let isSigned = typed.hasPrefix("-") || typed.hasPrefix("+")
        let length = String(typed.dropFirst(isSigned ? 1 : 0))
        return sign * Int64(try TimeLength.seconds(length, typed: typed)) * 1_000
    }
}
