import Glibc

/// One run: the figures one after the other, then the table.
enum Bench {
    /// Measures what the words ask for, or plays the part of a child of such a run.
    static func run(_ words: [String]) async {
        if let child = Child(words) {
            await child.run()
            return
        }
        guard let arguments = Arguments(words) else {
            Narration.say(Arguments.usage)
            exit(2)
        }
        do {
            let workshop = try Workshop(arguments)
            var table = Table()
            for figure in arguments.figures {
                Narration.say("\(figure.rawValue) …")
                table.rows += try await rows(of: figure, workshop)
            }
            table.print(arguments)
        } catch {
            Narration.say("fen-bench: \(error)")
            exit(1)
        }
    }

    private static func rows(
        of figure: FigureName, _ workshop: Workshop
    ) async throws -> [Row] {
        switch figure {
        case .ingest: try await IngestFigure(workshop).rows()
        case .write: try await WriteFigure(workshop).rows()
        case .start: try await StartFigure(workshop).rows()
        case .balances: try await BalancesFigure(workshop).rows()
        case .rebuild: try await RebuildFigure(workshop).rows()
        case .settle: try SettleFigure(workshop).rows()
        case .size: try await SizeFigure(workshop).rows()
        case .repair: try await RepairFigure(workshop).rows()
        case .store: try await StoreFigure(workshop).rows()
        case .pull: try await PullFigure(workshop).rows()
        case .scale: try await ScaleFigure(workshop).rows()
        case .rivals: try await RivalsFigure(workshop).rows()
        }
    }
}

/// What is said while it works, apart from the table.
enum Narration {
    /// A line on standard error.
    static func say(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(2, line, line.count)
    }
}
