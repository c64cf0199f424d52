internal import FenEngine
internal import FenREPL
internal import Glibc

extension Program {
    /// Plays the table that was asked for; the exit status.
    func play(_ play: TablePlay) -> Int32 {
        guard !invocation.wantsJSON else {
            output.complain([
                "fen table shows a play and has no JSON.",
                "The lines of a script give JSON: fen --json < FILE",
            ])
            return ExitStatus.usage.rawValue
        }
        guard let text = read(play.file) else { return ExitStatus.usage.rawValue }
        var given: TableScript?
        if let file = play.with {
            guard let text = read(file), let script = self.script(text, named: file) else {
                return ExitStatus.usage.rawValue
            }
            guard script.onlySets else {
                output.complain(["\(file): what --with takes has `set NAME VALUE` lines only."])
                return ExitStatus.usage.rawValue
            }
            given = script
        }
        return self.play(text, named: play.file) { options in
            options.steps = play.steps
            options.checks = play.checks
            options.keep = play.keep
            options.given = given
        }
    }

    private func read(_ file: String) -> String? {
        if let text = TextFile.read(file) { return text }
        output.complain(["\(file): \(String(cString: strerror(errno)))"])
        return nil
    }

    private func script(_ text: String, named name: String) -> TableScript? {
        do throws(TableScript.SyntaxError) {
            return try TableScript(parsing: text)
        } catch {
            output.complain(["\(name), line \(error.line): \(error.message)"])
            return nil
        }
    }

    /// Plays a script with options that `choose` sets; the exit status.
    func play(
        _ text: String,
        named name: String,
        _ choose: (inout TablePlayer.Options) -> Void
    ) -> Int32 {
        guard let script = self.script(text, named: name) else { return ExitStatus.usage.rawValue }
        var options = TablePlayer.Options(program: ChildProcess.thisProgram)
        choose(&options)
        return TablePlayer(
            script: script,
            options: options,
            style: style,
            environment: environment
        ).run()
    }
}
