import FenCrypto
import FenEncoding
import Foundation
import TestSupport
import Testing

@testable import FenPeer

/// Published vectors of the Noise protocol, both sides played with the ephemeral keys they give.
@Suite("Noise: published vectors") struct NoiseVectorTests {
    /// One vector, whatever file it comes from.
    struct Vector {
        struct Message: Decodable {
            let payload: String
            let ciphertext: String
        }
        var name = ""
        var prologues = ["", ""]
        var statics: [String?] = [nil, nil]
        var ephemerals: [String?] = [nil, nil]
        var psks: [String] = []
        var hash: String?
        var messages: [Message] = []
        /// Whether the initiator sends the first message after the handshake whoever's turn it is.
        var initiatorGoesOn = false
    }

    private func pair(_ hex: String?) throws -> AgreementKey? {
        try hex.map { try AgreementKey(secret: SecretBytes(copying: unhex($0))) }
    }

    private func play(_ vector: Vector) throws {
        let pattern = try #require(NoisePatterns.all[vector.name])
        let pairs = try vector.statics.map(pair)
        var sides: [NoiseHandshake] = []
        for side in 0...1 {
            let knowsOther = side == 0 ? pattern.responderIsKnown : pattern.initiatorIsKnown
            sides.append(
                try NoiseHandshake(
                    pattern, isInitiator: side == 0, prologue: unhex(vector.prologues[side]),
                    keys: .init(
                        fixed: pairs[side], ephemeral: try pair(vector.ephemerals[side]),
                        remote: knowsOther ? pairs[1 - side]?.publicKey : nil,
                        psks: vector.psks.map { SecretBytes(copying: unhex($0)) })))
        }
        let count = pattern.messages.count
        for (index, message) in vector.messages.prefix(count).enumerated() {
            let (writer, reader) = (index % 2, 1 - index % 2)
            let sent = try sides[writer].write(unhex(message.payload))
            #expect(Hex.encode(sent) == message.ciphertext)
            // A first message that nothing seals cannot be told from another.
            let isSealed = index > 0 || ["KK", "IK"].contains(pattern.name) || pattern.usesPSK0
            for place in 0..<sent.count where isSealed {
                var changed = sent
                changed[place] ^= 1
                var copy = sides[reader]
                #expect(throws: NoiseError.self) { try copy.read(changed) }
            }
            for length in 0..<(isSealed ? sent.count : 32) {
                var copy = sides[reader]
                #expect(throws: NoiseError.self) { try copy.read([UInt8](sent.prefix(length))) }
            }
            #expect(try sides[reader].read(sent) == unhex(message.payload))
        }
        #expect(sides[0].hash == sides[1].hash)
        if let hash = vector.hash { #expect(sides[0].hash.hex == hash) }
        var transports = try sides.map { try $0.transport() }
        for (index, message) in vector.messages.enumerated().dropFirst(count) {
            let writer = (vector.initiatorGoesOn ? index - count : index) % 2
            let sent = try transports[writer].seal(unhex(message.payload))
            #expect(Hex.encode(sent) == message.ciphertext)
            #expect(try transports[1 - writer].open(sent) == unhex(message.payload))
        }
    }

    private struct File: Decodable {
        struct Entry: Decodable {
            let protocolName: String?
            let name: String?
            let initPrologue: String?
            let respPrologue: String?
            let initStatic: String?
            let respStatic: String?
            let initEphemeral: String?
            let respEphemeral: String?
            let initPsks: [String]?
            let handshakeHash: String?
            let messages: [Vector.Message]
        }
        let vectors: [Entry]
    }

    @Test(
        .enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)),
        arguments: [("cacophony", 5), ("snow", 4), ("noise-c-basic", 3)])
    func files(name: String, count: Int) throws {
        let file: File = try Vectors.json("noise/\(name).json")
        #expect(file.vectors.count == count)
        for entry in file.vectors {
            let name = try #require(entry.protocolName ?? entry.name)
            let pattern = try #require(NoisePatterns.all[name], "\(name)")
            try play(
                Vector(
                    name: name,
                    prologues: [entry.initPrologue ?? "", entry.respPrologue ?? ""],
                    statics: [entry.initStatic, entry.respStatic],
                    ephemerals: [entry.initEphemeral, entry.respEphemeral],
                    psks: pattern.usesPSK ? entry.initPsks ?? [] : [],
                    hash: entry.handshakeHash,
                    messages: entry.messages))
        }
    }

    @Test(.enabled(if: Vectors.found, Comment(rawValue: Vectors.whySkipped)))
    func flynn() throws {
        let text = String(decoding: try Vectors.data("noise/flynn_vectors.txt"), as: UTF8.self)
        var played: [String: Int] = [:]
        for block in text.components(separatedBy: "\n\n") {
            var fields: [String: String] = [:]
            for line in block.split(separator: "\n") {
                let halves = line.split(separator: "=", maxSplits: 1).map(String.init)
                fields[halves[0]] = halves.count == 2 ? halves[1] : ""
            }
            guard let name = fields["handshake"] else { continue }
            let messages = (0..<20).compactMap { index in
                fields["msg_\(index)_ciphertext"].map { ciphertext in
                    Vector.Message(
                        payload: fields["msg_\(index)_payload"] ?? "", ciphertext: ciphertext)
                }
            }
            let prologue = fields["prologue"] ?? ""
            try play(
                Vector(
                    name: name, prologues: [prologue, prologue],
                    statics: [fields["init_static"], fields["resp_static"]],
                    ephemerals: [fields["gen_init_ephemeral"], fields["gen_resp_ephemeral"]],
                    psks: fields["preshared_key"].map { [$0, $0] } ?? [],
                    messages: messages, initiatorGoesOn: true))
            played[name, default: 0] += 1
        }
        #expect(played.count == 6)
        #expect(played.values.allSatisfy { $0 == 4 })
        #expect(played["Noise_XXpsk0_25519_ChaChaPoly_SHA256"] == 4)
    }
}
