import FenEngine

/// A fresh member of a synthetic group.
enum Member {
    /// Makes a home, joins by an invite and reads everything the store has.
    static func join(
        home: String, store: String, link: String
    ) async throws(FenError) -> Engine {
        let engine = try await open(home)
        _ = try await engine.join(try await engine.previewInvite(link), folder: store)
        return engine
    }

    /// Opens a home that sends nothing by itself, and gives it a person.
    static func open(_ home: String) async throws(FenError) -> Engine {
        let engine = try await Engine.open(EngineOptions(home: home, publishing: .never))
        if try await engine.identity() == nil {
            try await engine.createIdentity(name: "Newcomer")
        }
        return engine
    }
}
