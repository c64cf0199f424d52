internal import FenEngine

/// What becomes of something that a crash left half saved.
private enum DraftDecision {
    case finish
    case discard
    /// Nobody has decided; what was typed instead is the next line.
    case later(typed: String?)
}

extension ReplSession {
    /// Offers to finish what a crash left half saved.
    func recoverDrafts(_ result: inout CommandResult) async throws {
        guard !onlyReads else { return }
        for draft in try await engine.drafts() {
            guard environment.isInteractive || environment.saysYes else {
                result.say("\(Sentences.unfinished)")
                result.say("  \(foreign: draft.summary)")
                continue
            }
            let decision =
                result.nextLine == nil ? await decision(about: draft) : .later(typed: nil)
            switch decision {
            case .finish:
                do throws(FenError) {
                    try await engine.finishDraft(draft.id)
                    result.say("Finished saving: \(foreign: draft.summary).")
                } catch {
                    // The group has changed since; that keeps nobody from everything else.
                    result.say("Not saved: \(foreign: draft.summary).")
                    result.say("  \(foreign: error.message)")
                }
            case .discard:
                try await engine.discardDraft(draft.id)
                result.say("Discarded: \(foreign: draft.summary).")
            case .later(let typed):
                result.nextLine = typed ?? result.nextLine
                result.say("Left for the next start: \(foreign: draft.summary).")
            }
        }
    }

    /// Only a yes or a no decides. At the prompt anything else is what the person wants to do now,
    /// and the question comes again at the next start.
    private func decision(about draft: DraftView) async -> DraftDecision {
        if environment.saysYes { return .finish }
        let renderer = OutcomeRenderer(environment: environment)
        var above: [TextBlock] = [
            .line(Sentences.unfinished), .line("  \(foreign: draft.summary)"),
        ]
        for _ in 0..<3 {
            let answer = await environment.asker.text(
                renderer.lines(above), question: "Finish saving? [y/n]", suggestion: nil)
            guard let answer else { return .later(typed: nil) }
            if Answer.isAnswer(answer) {
                return Answer.isYes(answer) == true ? .finish : .discard
            }
            if environment.source == .prompt, !answer.isEmpty { return .later(typed: answer) }
            above = [.line("y saves it, n discards it, Ctrl-C leaves it for the next start.")]
        }
        return .later(typed: nil)
    }
}
