import Dispatch
import Glibc
import Synchronization

/// Stands between a home and a server on this computer, passes on every connection, and counts what
/// is on the wire: requests by their kind, and all bytes, heads included.
final class HTTPRelay: Sendable {
    /// Where to connect, on 127.0.0.1.
    let port: UInt16
    private let listener: Int32
    private let counted = Mutex(Traffic())

    /// Passes on connections to a port of 127.0.0.1.
    init(to target: UInt16) throws {
        (listener, port) = try Loopback.listener(backlog: 16)
        // A queue of its own has a thread of its own, which may block.
        DispatchQueue(label: "fen-bench.relay").async { [self] in run(target) }
    }

    /// What has passed since this was last asked.
    func take() -> Traffic {
        counted.withLock { traffic in
            defer { traffic = Traffic() }
            return traffic
        }
    }

    /// Takes no more connections; those that are there go on.
    func end() { shutdown(listener, Int32(SHUT_RDWR)) }

    private func run(_ target: UInt16) {
        defer { close(listener) }
        while case let dialler = accept(listener, nil, nil), dialler >= 0 {
            DispatchQueue(label: "fen-bench.connection").async { [self] in
                var reader = RequestReader()
                Loopback.relay(dialler, to: target) { isFromDialler, bytes in
                    let kinds = isFromDialler ? reader.take(bytes) : []
                    counted.withLock { traffic in
                        for kind in kinds { traffic.requests[kind, default: 0] += 1 }
                        if isFromDialler {
                            traffic.bytesOut += bytes.count
                        } else {
                            traffic.bytesIn += bytes.count
                        }
                    }
                }
            }
        }
    }
}

/// What went between a home and its store.
struct Traffic {
    /// How many requests there were, by kind.
    var requests: [String: Int] = [:]
    var bytesOut = 0
    var bytesIn = 0

    /// How many requests there were.
    var count: Int { requests.values.reduce(0, +) }
    /// All bytes, both ways.
    var bytes: Int { bytesOut + bytesIn }

    /// The kinds of requests and how often each was sent.
    var kinds: String {
        requests.sorted { $0.key < $1.key }.map { kind, count in
            count == 1 ? kind : "\(count) \(kind)"
        }.joined(separator: ", ")
    }
}

/// Reads the heads of requests out of what goes to a server over one connection.
struct RequestReader {
    private var head: [UInt8] = []
    private var bodyLeft = 0

    /// Takes the next bytes and tells the kinds of the requests whose heads end in them.
    mutating func take(_ bytes: [UInt8]) -> [String] {
        var kinds: [String] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            if bodyLeft > 0 {
                let step = min(bodyLeft, rest.count)
                bodyLeft -= step
                rest = rest.dropFirst(step)
                continue
            }
            head.append(rest.removeFirst())
            guard head.suffix(4).elementsEqual("\r\n\r\n".utf8) else { continue }
            let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
            kinds.append(Self.kind(lines))
            bodyLeft = Self.value("content-length", lines).flatMap { Int($0) } ?? 0
            head = []
        }
        return kinds
    }

    /// The verb; `LIST` for a bucket's listing, and the depth of a question about properties.
    private static func kind(_ lines: [Substring]) -> String {
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3 else { return "?" }
        if words[0] == "GET", words[1].contains("list-type=") { return "LIST" }
        let depth = value("depth", lines).map { " of depth \($0)" } ?? ""
        return words[0] + depth
    }

    private static func value(_ name: String, _ lines: [Substring]) -> Substring? {
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == name else { continue }
            return parts[1].drop { $0 == " " }
        }
        return nil
    }
}
