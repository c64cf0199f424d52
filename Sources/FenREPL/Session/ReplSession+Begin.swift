internal import FenEngine
internal import FenProtocol

extension ReplSession {
    /// What comes before the first line: the identity, made silently with only a name asked for;
    /// what did not finish saving; and at the prompt the first steps, or how the current group
    /// stands.
    package func begin() async -> CommandOutcome {
        var result = CommandResult()
        do {
            try await unlock()
            let isFirst = try await engine.identity() == nil
            if isFirst, !onlyReads, asksNameFirst { _ = try await ownIdentity() }
            if environment.source == .prompt {
                result.text += try await greeting(isFirst)
            }
            try await recoverDrafts(&result)
        } catch {
            await renewBoard()
            var outcome = OutcomeRenderer(environment: environment).outcome(
                of: error, command: "start")
            outcome.leave = await engine.isLocked
            return outcome
        }
        await takeSettings()
        await renewBoard()
        return OutcomeRenderer(environment: environment).outcome(of: result, command: "start")
    }

    /// Whether the name comes before everything else. A single command asks for it when it needs
    /// one: `fen join` shows the invite first.
    private var asksNameFirst: Bool {
        environment.source == .arguments
            ? !environment.isInteractive && environment.defaultName != nil
            : environment.isInteractive || environment.defaultName != nil
    }

    private func greeting(_ isFirst: Bool) async throws -> [TextBlock] {
        if let moved = await engine.whereMoved {
            return [.line(Phrase(own: moved.message)), .line(Phrase(own: moved.hint ?? ""))]
        }
        // Words that a crash kept from the screen, or that nobody has typed on the old device yet.
        let arrival = try await engine.arrivalWords().flatMap { $0.isTold ? nil : $0 }
        let news = arrival.map(IdentityMove.arrival) ?? []
        guard !isFirst, let id = try await currentGroup() else {
            // Whoever was asked for a name has just read what this program is.
            return try await news
                + welcome(showsName: !isFirst || !environment.isInteractive).text
        }
        let group = try await engine.view(id)
        var lines: [TextBlock] = news + [.line(GroupFace.header(group))]
        let face = GateFace(group)
        lines += group.gate.map { .line(face.line($0)) }
        if !group.gate.isEmpty { lines.append(.line("/status says what to do.")) }
        return lines
    }

    /// Does as `/set` says from here on.
    func takeSettings() async {
        let plain = try? await engine.setting("plain")
        if plain == "on" { environment.isPlain = true }
        if plain == "off", !asksForPlain { environment.isPlain = false }
        await startPolling()
    }

    /// Looks at the stores of all groups now and then: as often as `/set poll` says, else every
    /// 30 seconds at the prompt, and every 5 in a script, so that a demonstration does not wait.
    private func startPolling() async {
        guard !onlyReads, environment.source != .arguments else { return }
        let said = (try? await engine.setting("poll")).flatMap { Int($0) }
        await engine.startPolling(every: said ?? (environment.source == .prompt ? 30 : 5))
    }

    /// This person's identity; where there is none yet it is made, asking only for a name.
    func ownIdentity() async throws -> IdentityView {
        if let identity = try await engine.identity() { return identity }
        var suggestion = environment.defaultName
        if environment.isInteractive {
            var head: [TextBlock] = [.line(Sentences.name), .line(Sentences.motto)]
            for _ in 0..<3 {
                let answer = await environment.asker.text(
                    OutcomeRenderer(environment: environment).lines(head),
                    question: "What are you called?",
                    suggestion: suggestion
                )
                guard let answer, !answer.isEmpty else { break }
                do throws(UsageError) {
                    suggestion = try TypedName.person(answer)
                    break
                } catch {
                    head = [.line(Phrase(foreign: error.message))]
                    if let hint = error.hint { head.append(.line(Phrase(foreign: hint))) }
                }
            }
        }
        guard let name = suggestion else { throw TypedName.nobody }
        return try await engine.createIdentity(name: TypedName.person(name))
    }
}
