import FenCrypto
import FenEncoding
import FenEngine
import FenProtocol

/// What several figures work on, made when the first of them needs it.
final class Workshop {
    let arguments: Arguments
    private var groups: [String: SyntheticGroup] = [:]
    private var homes: [String: TemporaryFolder] = [:]
    private var knownAuthor: Author?

    /// A member of every synthetic group, as a home without any group.
    struct Author {
        let home: TemporaryFolder
        let key: SigningKey
    }

    init(_ arguments: Arguments) throws {
        self.arguments = arguments
    }

    /// How often each figure is taken.
    var rounds: Int { arguments.rounds }

    /// A group of so many events.
    func group(_ events: Int, _ mix: Mix = .table) async throws -> SyntheticGroup {
        let name = "\(events) \(mix)"
        if let known = groups[name] { return known }
        Narration.say("  writing the logs of \(events) events (\(mix)) …")
        let group = try SyntheticGroup(
            events: events, mix: mix, author: try await author().key)
        groups[name] = group
        return group
    }

    /// A home whose person has joined such a group and read all of it.
    func home(_ events: Int, _ mix: Mix = .table) async throws -> String {
        let name = "\(events) \(mix)"
        if let known = homes[name] { return known.path }
        let group = try await group(events, mix)
        Narration.say("  joining it …")
        let folder = try TemporaryFolder("home")
        let engine = try await Member.join(
            home: folder.path, store: group.folder.path, link: group.link)
        await engine.close()
        homes[name] = folder
        return folder.path
    }

    /// The member whose home this program has: the same in every run.
    func author() async throws -> Author {
        if let knownAuthor { return knownAuthor }
        let home = try TemporaryFolder("author")
        let entropy = EntropySource.seeded(Bytes32([UInt8](repeating: 1, count: 32)) ?? .zero)
        let engine = try await Engine.open(EngineOptions(home: home.path, entropy: entropy))
        try await engine.createIdentity(name: "Person \(SyntheticGroup.authors)")
        await engine.close()
        let seed = try BareSQLite(home.file("fen.db")).blob(
            "SELECT value FROM secrets WHERE name = 'identity_seed'")
        let author = Author(home: home, key: try SigningKey(seed: SecretBytes(copying: seed)))
        knownAuthor = author
        return author
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
