import FenEngine

/// Bytes an event takes, and the memory that reading and waiting take.
struct SizeFigure {
    let workshop: Workshop

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let many = workshop.arguments.events
        let few = max(100, many / 10)
        let group = try await workshop.group(many)
        let home = try TemporaryFolder("home")
        let large = try await peak(many, home)
        let small = try await peak(few, try TemporaryFolder("home"))
        let idle = try Process.run(.prompt(home: home.path)).peakMemory
        let empty = try Process.run(.prompt(home: try await workshop.emptyHome())).peakMemory
        func each(_ bytes: Int) -> String { "\(bytes / many) B" }
        return [
            Row("bytes an event: payload", ours: each(group.sizes.payload)),
            Row("bytes an event: line", ours: each(group.sizes.line)),
            Row(
                "bytes an event: store", ours: each(home.byteCount),
                ratio: Numbers.ratio(Double(home.byteCount) / Double(group.sizes.line))
                    + " the lines"),
            Row(
                "peak memory of ingest, \(many) events against \(few)",
                ours: Numbers.memory(large), floor: Numbers.memory(small),
                ratio: Double(large) / Double(small), atMost: 1.25),
            Row(
                "peak memory of an idle prompt, against an empty home",
                ours: Numbers.memory(idle), floor: Numbers.memory(empty),
                ratio: Numbers.ratio(Double(idle) / Double(empty))),
        ]
    }

    private func peak(_ events: Int, _ home: TemporaryFolder) async throws -> Int {
        let group = try await workshop.group(events)
        return try Process.run(
            .ingest(home: home.path, store: group.folder.path, link: group.link)
        ).peakMemory
    }
}
