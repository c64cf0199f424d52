import FenCrypto
import FenProtocol
import FenStorage
import Glibc

/// A store with a synthetic group's logs in it, as members reach it, and what counts on the way.
final class Place {
    /// What an invite says of it.
    let descriptor: StorageDescriptor
    /// Where it is on this computer, for a shared folder.
    let folder: TemporaryFolder?
    /// What stands before it, for a server.
    let relay: HTTPRelay?
    private let server: Server?

    private init(
        _ descriptor: StorageDescriptor, folder: TemporaryFolder? = nil, relay: HTTPRelay? = nil,
        server: Server? = nil
    ) {
        self.descriptor = descriptor
        self.folder = folder
        self.relay = relay
        self.server = server
    }

    deinit { relay?.end() }

    /// A folder of its own.
    static func folder(_ group: SyntheticGroup) throws -> Place {
        let folder = try TemporaryFolder("place")
        for path in group.logs {
            let target = folder.path + path.dropFirst(group.folder.path.count)
            Files.makeFolder(
                String(target.prefix(upTo: target.lastIndex(of: "/") ?? target.endIndex)))
            try Files.append(Files.read(path), to: target)
        }
        return Place(.folder(label: "bench"), folder: folder)
    }

    /// A bucket of the radosgw that `Tests/Servers/s3-servers` has started; what a group of the
    /// same id has left in it goes.
    static func bucket(_ group: SyntheticGroup, counted: Bool = true) async throws -> Place {
        let words = (getenv("FEN_S3_RADOSGW").map { String(cString: $0) } ?? "")
            .split(separator: " ").map(String.init)
        let last = words.first?.split(separator: ":").last
        guard words.count == 4, let port = last.flatMap({ UInt16($0) }) else {
            throw Process.Failure(description: "Tests/Servers/s3-servers starts what is needed")
        }
        var store = S3Store(
            endpoint: words[0], region: "us-east-1", bucket: words[3], accessKeyID: words[1],
            secretAccessKey: words[2], pathStyle: true)
        guard let layout = StorageLayout(group: group.id.uuidString) else {
            throw Process.Failure(description: "no layout")
        }
        try await fill(
            S3Backend(
                S3Place(
                    endpoint: store.endpoint, region: store.region, bucket: store.bucket,
                    accessKeyID: store.accessKeyID,
                    secretAccessKey: SecretBytes(copying: Array(store.secretAccessKey.utf8)))),
            layout, group)
        let relay = counted ? try HTTPRelay(to: port) : nil
        if let relay { store.endpoint = "http://127.0.0.1:\(relay.port)" }
        return Place(.s3(store), relay: relay)
    }

    /// A share of a stand-in for a Nextcloud that is started for it.
    static func share(_ group: SyntheticGroup) async throws -> Place {
        let server = try Server("/usr/bin/env", ["python3", "Tests/Servers/nextcloud.py"])
        guard let port = server.fact("port").flatMap({ UInt16($0) }),
            let user = server.fact("user"), let password = server.fact("appPassword")
        else { throw Process.Failure(description: "the stand-in does not say where it is") }
        let owner = try NextcloudOwner(
            NextcloudAccount(
                baseURL: "http://127.0.0.1:\(port)", user: user,
                password: SecretBytes(copying: Array(password.utf8))))
        let place = try await owner.makeLink(group: group.id.uuidString).place
        try await fill(NextcloudBackend(place), .alone, group)
        let relay = try HTTPRelay(to: port)
        let store = NextcloudStore(
            baseURL: "http://127.0.0.1:\(relay.port)", shareToken: place.shareToken,
            sharePassword: place.sharePassword.lendBytes { String(decoding: $0, as: UTF8.self) })
        return Place(.nextcloud(store), relay: relay, server: server)
    }

    private static func fill(
        _ backend: some StorageBackend, _ layout: StorageLayout, _ group: SyntheticGroup
    ) async throws {
        for object in try await backend.list(layout.logs) { try await backend.delete(object.path) }
        for path in group.logs {
            let name = path.split(separator: "/").last ?? ""
            guard let target = layout.logs.appending(name) else { continue }
            _ = try await backend.put(target, Files.read(path), condition: .none)
        }
    }
}
