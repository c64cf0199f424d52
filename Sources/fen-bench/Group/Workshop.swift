import FenEngine
import FenProtocol

/// What several figures work on, made when the first of them needs it.
final class Workshop {
    let arguments: Arguments
    private var groups: [String: SyntheticGroup] = [:]
    private var homes: [String: TemporaryFolder] = [:]

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
    }

    /// How often each figure is taken.
    var rounds: Int { arguments.rounds }

    /// A group of so many events.
    func group(_ events: Int, _ mix: Mix = .table) throws -> SyntheticGroup {
        let name = "\(events) \(mix)"
        if let known = groups[name] { return known }
        Narration.say("  writing the logs of \(events) events (\(mix)) …")
        let group = try SyntheticGroup(events: events, mix: mix)
        groups[name] = group
        return group
    }

    /// A home whose person has joined such a group and read all of it.
    func home(_ events: Int, _ mix: Mix = .table) async throws -> String {
        let name = "\(events) \(mix)"
        if let known = homes[name] { return known.path }
        let group = try group(events, mix)
        Narration.say("  joining it …")
        let folder = try TemporaryFolder("home")
        let engine = try await Member.join(
            home: folder.path, store: group.folder.path, link: group.link)
        await engine.close()
        homes[name] = folder
        return folder.path
    }

    /// A home with a person and no group.
    func emptyHome() async throws -> String {
        if let known = homes["empty"] { return known.path }
        let folder = try TemporaryFolder("home")
        let engine = try await Member.open(folder.path)
        await engine.close()
        homes["empty"] = folder
        return folder.path
    }
}
