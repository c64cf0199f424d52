import FenEngine
import FenProtocol
import Glibc

/// A new member reads a whole group out of a bucket, beside `rclone copy` of the same objects and
/// then what nobody can leave out who takes their events in (the floor of `ingest`).
struct PullFigure {
    let workshop: Workshop

    init(_ workshop: Workshop) {
        self.workshop = workshop
    }

    func rows() async throws -> [Row] {
        let events = workshop.arguments.events
        let name = "a new member pulls \(events) events from S3 (radosgw)"
        do {
            return try await rows(name, events)
        } catch let failure as Process.Failure {
            return [Row(name, ours: failure.description)]
        }
    }

    private func rows(_ name: String, _ events: Int) async throws -> [Row] {
        let group = try await workshop.group(events)
        let rowFloor = try RowFloor(home: try await workshop.home(events))
        let cryptoFloor = CryptoFloor(group: group)
        let place = try await Place.bucket(group, counted: false)
        guard case .s3(let store) = place.descriptor else { return [] }
        let link = try group.link(to: place.descriptor)
        var ours: [Spent] = []
        var (copies, cryptos, inserts): ([Spent], [Spent], [Spent]) = ([], [], [])
        for _ in 0..<workshop.rounds {
            copies.append(try copy(store, group))
            ours.append(try await pull(link, group))
            cryptos.append(try cryptoFloor.openAll().total)
            inserts.append(try rowFloor.insertAll())
        }
        let mine = Spent.median(of: ours)
        let parts = [copies, cryptos, inserts].map { Spent.median(of: $0) }
        let floor = parts[0] + parts[1] + parts[2]
        func said(_ pick: (Spent) -> Double) -> String {
            "\(Numbers.time(pick(floor))) (rclone copy \(Numbers.time(pick(parts[0]))), "
                + "cryptography \(Numbers.time(pick(parts[1]))), "
                + "rows \(Numbers.time(pick(parts[2]))))"
        }
        return [
            Row(
                "\(name), wall", ours: Numbers.time(mine.wall), floor: said(\.wall),
                ratio: mine.wall / floor.wall, atMost: 1.3),
            Row(
                "\(name), processor time", ours: Numbers.time(mine.cpu), floor: said(\.cpu),
                ratio: Numbers.ratio(mine.cpu / floor.cpu)),
        ]
    }

    private func pull(_ link: String, _ group: SyntheticGroup) async throws -> Spent {
        let home = try TemporaryFolder("home")
        let engine = try await Member.open(home.path)
        let preview = try await engine.previewInvite(link)
        let watch = Stopwatch()
        let id = try await engine.join(preview, folder: nil)
        let spent = watch.spent
        let held = try await engine.frontier(in: id).reduce(0) { $0 + Int($1.contiguous) }
        await engine.close()
        guard held >= group.sizes.events else {
            throw Process.Failure(description: "events are missing")
        }
        return spent
    }

    /// Copies the group's objects with rclone, which has to be in the path.
    private func copy(_ store: S3Store, _ group: SyntheticGroup) throws -> Spent {
        let settings = [
            "TYPE": "s3", "PROVIDER": "Other", "ENDPOINT": store.endpoint,
            "ACCESS_KEY_ID": store.accessKeyID, "SECRET_ACCESS_KEY": store.secretAccessKey,
        ]
        // By the environment, since whoever looks at the processes sees their arguments.
        for (name, value) in settings { setenv("RCLONE_CONFIG_BENCH_\(name)", value, 1) }
        defer { for name in settings.keys { unsetenv("RCLONE_CONFIG_BENCH_\(name)") } }
        let target = try TemporaryFolder("copy")
        let run = try? Process.run(
            "/usr/bin/env",
            [
                "rclone", "copy", "--config", "/dev/null",
                "bench:\(store.bucket)/groups/\(group.id.uuidString)/logs", target.path,
            ])
        guard let run, target.byteCount == group.sizes.line else {
            throw Process.Failure(description: "rclone is not in the path, or copies not all")
        }
        return run.spent
    }
}
