import FenEngine
import FenMoney
import Foundation
import Synchronization
import Testing

@testable import FenREPL

/// Several people's homes under one temporary folder, driven by typed lines.
final class World: Sendable {
    let folder: String
    private let time = Mutex<Int64>(1_796_000_000_000)

    init() throws {
        let url = FileManager.default.temporaryDirectory
            .appending(path: "fen-repl-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        folder = url.path
        try FileManager.default.createDirectory(
            atPath: folder + "/store", withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Alice, in a group Trip in euros of her own.
    static func trip() async throws -> (World, Person) {
        let world = try World()
        let alice = try await world.person("Alice")
        _ = await alice.session.begin()
        await alice.types("/new Trip EUR")
        return (world, alice)
    }

    /// Lets Bob into Alice's current group, over a folder both know.
    func admitBob(by alice: Person) async throws -> Person {
        await alice.types("/backend folder \(folder)/store")
        let link = try #require(await alice.types("/invite Bob").mainValue)
        let bob = try await person("Bob")
        _ = await bob.session.begin()
        await bob.types("/join \(link) --yes folder=\(folder)/store")
        await alice.types("/sync")
        return bob
    }

    /// Lets time pass for everybody.
    func wait(minutes: Int64) {
        time.withLock { $0 += minutes * 60_000 }
    }

    /// A person at a script, with their own home.
    func person(
        _ name: String,
        source: ReplEnvironment.Source = .script,
        asker: (any Asker)? = nil,
        onlyReads: Bool = false,
        hoursFromUTC: Int? = nil,
        passphraseFile: String? = nil
    ) async throws -> Person {
        var environment = ReplEnvironment(
            source: source,
            isInteractive: asker != nil,
            asker: asker ?? Nobody(),
            qr: NoCodes()
        )
        environment.defaultName = name
        environment.passphraseFile = passphraseFile
        environment.now = {
            self.time.withLock {
                $0 += 1
                return $0
            }
        }
        environment.pause = { length in
            self.time.withLock { $0 += length.components.seconds * 1_000 + 1 }
        }
        environment.isPlain = true
        if let hoursFromUTC {
            environment.localTime = { Self.clock($0, hoursFromUTC: hoursFromUTC) }
        }
        var options = SessionOptions(home: folder + "/" + name.lowercased())
        options.onlyReads = onlyReads
        options.costs = .least
        switch await ReplSession.open(options, environment: environment) {
        case .session(let session):
            // No pass comes between by itself, however long a test takes.
            if !onlyReads { _ = await session.execute("/set poll 3600") }
            return Person(session: session)
        case .refused(let outcome):
            throw Refused(outcome: outcome)
        }
    }
}

extension World {
    /// What a wall clock so many hours east of Greenwich shows.
    private static func clock(_ milliseconds: Int64, hoursFromUTC hours: Int) -> LocalTime {
        let minutes = milliseconds / 60_000 + Int64(hours) * 60
        let day = CalendarDate(iso: "1970-01-01")?.adding(days: Int(minutes / 1440))
        return LocalTime(
            date: day, hour: Int(minutes % 1440 / 60), minute: Int(minutes % 60))
    }
}

/// A home that could not be opened.
struct Refused: Error {
    let outcome: CommandOutcome
}

/// One person in a world.
struct Person: Sendable {
    let session: ReplSession

    /// Types a line that must succeed; white space in what it prints is squeezed.
    @discardableResult
    func types(
        _ line: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> CommandOutcome {
        var outcome = await session.execute(line)
        #expect(
            outcome.status == .done, "\(line): \(outcome.errorLines)",
            sourceLocation: sourceLocation)
        outcome.lines = outcome.lines.map(Self.squeezed)
        return outcome
    }

    /// Types a line that must fail.
    func fails(
        _ line: String,
        status: Int32,
        _ word: String = "",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let outcome = await session.execute(line)
        #expect(outcome.exitCode == status, "\(line)", sourceLocation: sourceLocation)
        let said = (outcome.errorLines + outcome.lines).joined(separator: " ")
        #expect(
            word.isEmpty || said.contains(word), "\(line): \(said)", sourceLocation: sourceLocation)
    }

    private static func squeezed(_ line: String) -> String {
        line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

/// Answers questions from lists.
final class Script: Asker {
    private let answers: Mutex<[String]>
    let asked = Mutex<[String]>([])

    init(_ answers: [String]) {
        self.answers = Mutex(answers)
    }

    /// Gives more answers.
    func answer(_ more: [String]) {
        answers.withLock { $0 += more }
    }

    private func next(_ lines: [String], _ question: String) -> String? {
        asked.withLock { $0 += lines + [question] }
        return answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }

    func confirm(_ lines: [String], question: String) async -> Bool? {
        next(lines, question).map { $0 == "yes" }
    }

    func text(_ lines: [String], question: String, suggestion: String?) async -> String? {
        next(lines, question)
    }

    func secret(_ question: String) async -> String? { next([], question) }
}
