import FenCrypto
import FenProtocol

/// Runs one session over one channel: one input after the other, and batches while there is room.
struct PeerLink: Sendable {
    private static let batchesAtOnce = 4

    private var session: PeerSession
    private let channel: PeerChannel
    private let tell: @Sendable (PeerNotice) async -> Void

    init(
        session: PeerSession,
        channel: PeerChannel,
        tell: @escaping @Sendable (PeerNotice) async -> Void
    ) {
        self.session = session
        self.channel = channel
        self.tell = tell
    }

    /// Runs until the session is over.
    func run() async {
        var link = self
        await link.work()
    }

    private mutating func work() async {
        await perform(await session.start(now: MonotonicTime.now))
        for await input in channel.inputs {
            await perform(await outputs(of: input))
            channel.finished(input)
            await pump()
            if session.isOver { break }
        }
        await perform(session.cut())
        channel.close()
    }

    private mutating func outputs(of input: PeerInput) async -> [PeerOutput] {
        switch input {
        case .frame(let bytes, let time):
            await session.receive(bytes, now: time) { [channel] frame in
                channel.heard(frame, bytes.count)
            }
        case .tick(let time): await session.tick(now: time)
        case .room: []
        case .stored: await push()
        case .renew: await session.renew(now: MonotonicTime.now)
        case .lane(let lane): await session.change(to: lane, now: MonotonicTime.now)
        case .blob(let hash, let offset):
            session.wantBlob(hash, offset: offset, now: MonotonicTime.now)
        case .end(let reason): await push() + session.end(reason)
        case .cut: session.cut()
        }
    }

    private mutating func push() async -> [PeerOutput] {
        let stored = channel.takeStored()
        return stored.isEmpty ? [] : await session.stored(stored, now: MonotonicTime.now)
    }

    private mutating func pump() async {
        for _ in 0..<Self.batchesAtOnce where session.hasMoreToSend {
            guard channel.hasRoom() else { return }
            await perform(await session.nextBatch(now: MonotonicTime.now))
        }
        if session.hasMoreToSend, !session.isOver { channel.put(.room) }
    }

    private func perform(_ outputs: [PeerOutput]) async {
        for output in outputs {
            switch output {
            case .send(let frame): channel.send(frame)
            case .tell(let notice): await tell(notice)
            case .close: channel.close()
            }
        }
    }
}
