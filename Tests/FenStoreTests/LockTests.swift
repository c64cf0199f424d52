import FenCrypto
import FenEncoding
import Foundation
import Testing

@testable import FenStore

/// A home's secrets under a passphrase: sealed in the file, and nowhere plain.
@Suite("Sealed secrets")
struct LockTests {
    private static let secret = Array("the-secret-of-a-store-0123456789".utf8)
    private static let groupKey = Array("the-key-of-a-group-with-32-bytes".utf8)
    private static let token = Array("a-joiner's-token".utf8)

    private func fill(_ database: Database) throws -> GroupNumber {
        var samples = Samples()
        return try database.transaction {
            let group = try database.groups.insert(samples.group())
            try database.secrets.set("one", SecretBytes(copying: Self.secret))
            try database.groups.setDescriptor(SecretBytes(copying: Self.secret), of: group)
            try database.keys.insert(
                KeyRecord(
                    keyID: samples.fixed(), epoch: 0,
                    secret: SecretBytes(copying: Self.groupKey), receivedAt: 5), in: group)
            try database.invites.put(
                InviteRecord(
                    id: samples.fixed(), name: "Bob", token: try #require(Bytes16(Self.token)),
                    issuedAt: 1, expiresAt: 2), in: group)
            return group
        }
    }

    private func expectAllThere(_ database: Database, _ group: GroupNumber) throws {
        #expect(try database.secrets.value("one") == SecretBytes(copying: Self.secret))
        #expect(
            try database.groups.descriptor(of: group) == SecretBytes(copying: Self.secret))
        let keys = try database.keys.all(in: group)
        #expect(keys.map(\.secret) == [SecretBytes(copying: Self.groupKey)])
        #expect(keys.first?.receivedAt == 5)
        #expect(try database.invites.all(in: group).map(\.token.bytes) == [Self.token])
    }

    /// The names of files of a home in which one of the secrets stands plain.
    private func filesWithSecrets(_ home: HomeFolder) throws -> [String] {
        try home.names().filter { name in
            let bytes = Data(try contents(of: home.file(name)))
            return [Self.secret, Self.groupKey, Self.token].contains {
                bytes.range(of: Data($0)) != nil
            }
        }
    }

    @Test("after it is set no file of the home has a secret in it, and the key brings all back")
    func sealed() throws {
        try withHome { home in
            let key = SecretBytes(random: 32)
            let group: GroupNumber
            do {
                let database = try Database.open(home, mode: .readWrite)
                group = try fill(database)
                #expect(try !filesWithSecrets(home).isEmpty)
                try database.setLock(([7], key))
                try expectAllThere(database, group)
                #expect(try filesWithSecrets(home) == [])
                // What comes later is sealed too.
                try database.transaction {
                    try database.secrets.set("two", SecretBytes(copying: Self.secret))
                }
                try database.close()
                #expect(try filesWithSecrets(home) == [])
            }
            let database = try Database.open(home, mode: .readWrite)
            #expect(database.isSealed && database.needsKey)
            #expect(try database.lockRecord() == [7])
            for read in [
                { _ = try database.secrets.value("one") },
                { _ = try database.keys.all(in: group) },
                { _ = try database.groups.descriptor(of: group) },
                { _ = try database.invites.all(in: group) },
                { try database.secrets.set("three", SecretBytes(count: 1)) },
            ] {
                let error = #expect(throws: StoreError.self) { try read() }
                #expect(error?.code == .passphraseNeeded)
            }
            database.unlock(with: SecretBytes(random: 32))
            let wrong = #expect(throws: StoreError.self) { _ = try database.secrets.value("one") }
            #expect(wrong?.code == .corrupt)
            database.unlock(with: key)
            try expectAllThere(database, group)
            try database.setLock(([8], SecretBytes(random: 32)))
            try expectAllThere(database, group)
            #expect(try filesWithSecrets(home) == [])
            try database.setLock(nil)
            try expectAllThere(database, group)
            #expect(!database.isSealed)
        }
    }

    @Test("a sealed secret that is put in another's place does not open")
    func places() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            try database.transaction {
                try database.secrets.set("one", SecretBytes(copying: Self.secret))
                try database.secrets.set("two", SecretBytes(copying: Self.groupKey))
            }
            try database.setLock(([1], SecretBytes(random: 32)))
            let other = try Connection(path: home.database, mode: .readWrite)
            try other.runScript(
                """
                UPDATE secrets SET value = (SELECT value FROM secrets WHERE name = 'two')
                    WHERE name = 'one'
                """)
            let error = #expect(throws: StoreError.self) { _ = try database.secrets.value("one") }
            #expect(error?.code == .corrupt)
            #expect(try database.secrets.value("two") == SecretBytes(copying: Self.groupKey))
        }
    }

    @Test("a reader notices that another process has locked the home, and that it is open again")
    func reader() throws {
        try withHome { home in
            let writer = try Database.open(home, mode: .readWrite)
            let group = try fill(writer)
            let reader = try Database.open(home, mode: .readOnly)
            try reader.snapshot { _ in try expectAllThere(reader, group) }
            try writer.setLock(([1], SecretBytes(random: 32)))
            try reader.snapshot { _ in
                let error = #expect(throws: StoreError.self) {
                    _ = try reader.secrets.value("one")
                }
                #expect(error?.code == .passphraseNeeded)
            }
            try writer.setLock(nil)
            try reader.snapshot { _ in try expectAllThere(reader, group) }
        }
    }

    @Test("where somebody reads an older state meanwhile, it is said that this one stays")
    func readerInTheWay() throws {
        try withHome { home in
            let writer = try Database.open(home, mode: .readWrite)
            let group = try fill(writer)
            try writer.close()
            let again = try Database.open(home, mode: .readWrite)
            let reader = try Database.open(home, mode: .readOnly)
            try reader.snapshot { _ in
                try expectAllThere(reader, group)
                let error = #expect(throws: StoreError.self) {
                    try again.setLock(([1], SecretBytes(random: 32)))
                }
                #expect(error?.code == .busy)
                #expect(again.isSealed)
                try expectAllThere(again, group)
            }
            try again.close()
            #expect(try filesWithSecrets(home) == [])
        }
    }

    @Test("files that others could read are closed at the next start")
    func modes() throws {
        try withHome { home in
            try Database.open(home, mode: .readWrite).close()
            try Data("typed".utf8).write(to: URL(fileURLWithPath: home.file("history")))
            for name in home.names() + ["."] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: name == "." ? 0o755 : 0o644],
                    ofItemAtPath: home.file(name))
            }
            let database = try Database.open(home, mode: .readWrite)
            #expect(try permissions(of: home.path) == 0o700)
            for name in home.names() {
                #expect(try permissions(of: home.file(name)) == 0o600, "\(name)")
            }
            try database.close()
        }
    }

    @Test("an erased home has no file left, and says what it could not take away")
    func erased() throws {
        try withHome { home in
            let database = try Database.open(home, mode: .readWrite)
            _ = try fill(database)
            try database.close()
            #expect(home.erase() == [])
            #expect(!FileManager.default.fileExists(atPath: home.path))
            try FileManager.default.createDirectory(
                atPath: home.file("mine"), withIntermediateDirectories: true)
            #expect(home.erase() == ["mine"])
        }
    }
}
