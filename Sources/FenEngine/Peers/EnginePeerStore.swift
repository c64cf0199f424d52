import FenCrypto
import FenPeer
import FenProtocol

/// A group of this home as its sessions with other devices see it.
struct EnginePeerStore: PeerStore {
    let engine: Engine
    let group: GroupID
    let id: StoreID

    func holdings(of authors: Set<MemberID>?) async throws -> [MemberID: PeerHoldings] {
        try await engine.peerHoldings(of: authors, in: group)
    }

    func everythingHeld(of authors: Set<MemberID>) async throws -> [MemberID: PeerHoldings] {
        try await engine.peerEverythingHeld(of: authors, in: group)
    }

    func gone(of authors: Set<MemberID>) async throws -> [MemberID: NumberSet] {
        try await engine.peerGone(of: authors, in: group)
    }

    func appetite(for authors: Set<MemberID>) async throws -> [MemberID: UInt64] {
        try await engine.peerAppetite(for: authors, in: group)
    }

    func ids(of author: MemberID, at seq: UInt64) async throws -> [EventID] {
        try await engine.peerIDs(of: author, at: seq, in: group)
    }

    func measure(_ author: MemberID, _ ranges: NumberSet) async throws -> PeerMeasure {
        try await engine.peerMeasure(author, ranges, in: group)
    }

    func read(
        _ author: MemberID, _ range: ClosedRange<UInt64>, after: Head?, bytes: Int
    ) async throws -> PeerBatch {
        try await engine.peerLines(of: author, range, after: after, bytes: bytes, in: group)
    }

    func take(_ lines: [[UInt8]], from peer: X25519PublicKey) async throws -> PeerTaken {
        try await engine.takePeerLines(lines, in: group, from: peer)
    }

    func blob(_ hash: Hash32, offset: UInt64, bytes: Int) async throws -> PeerBlob? {
        try await engine.peerBlob(hash, offset: offset, bytes: bytes, in: group)
    }
}

/// Who is let in, by the members of the group as they are at that moment.
struct EnginePeerAdmission: PeerAdmission {
    let engine: Engine

    func verdict(on stranger: PeerStranger) async -> PeerVerdict {
        await engine.verdict(on: stranger)
    }
}
