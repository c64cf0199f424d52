package import FenCrypto
import FenEncoding
import FenProtocol
import FenStorage
import FenStore

extension Engine {
    /// Sees, once, whether the server of a bucket honours conditions of writing, where this device
    /// came to the bucket by an invite.
    func learnConditions(of id: GroupID) async throws(FenError) {
        let unknown = try answering { () -> (store: S3Store, place: S3Place)? in
            let group = try group(id)
            guard options.access == .readWrite, lab[id]?.isOffline != true,
                backends[id] == nil || buckets[id] != nil,
                case .s3(let store) = try descriptor(of: group),
                try database.settings.value(SettingName.conditions, in: group.number) == nil
            else { return nil }
            return (store, S3Place(store, authorities: try authorities(of: group)))
        }
        guard let unknown else { return }
        let honours = try await asking {
            try await S3Backend(unknown.place).probed().honoursConditions
        }
        try noteConditions(honours, of: id, at: .s3(unknown.store))
    }

    /// The bucket of a group, with what is known of its server.
    func bucketBackend(
        of group: LocalGroup, at store: S3Store
    ) throws -> any StorageBackend {
        let known = try database.settings.value(SettingName.conditions, in: group.number)
        let bucket = try S3Backend(
            S3Place(store, authorities: authorities(of: group)),
            honoursConditions: known == Self.honoured)
        buckets[group.id] = bucket
        return patient(bucket, at: .s3(store))
    }

    /// A store on a server. What passes by itself within seconds is tried again within a pass;
    /// longer waits are the outbox's.
    func patient(
        _ store: any StorageBackend, at descriptor: StorageDescriptor
    ) -> any StorageBackend {
        RetryBackend(
            LimitBackend(decorate(StoreTarget(descriptor), store)),
            schedule: BackoffSchedule(first: .milliseconds(300), .seconds(1)),
            longestWait: .seconds(5))
    }

    /// Refuses an address over which a store's key must not travel, or that is none.
    package static func checkAddress(_ address: String) throws(FenError) {
        do throws(DescriptorError) {
            try StoreAddress.check(address)
        } catch {
            guard error == .insecure else {
                throw FenError(
                    "BAD_ADDRESS", "The store's address is none that can be used.",
                    hint: "Such as: https://s3.example.org", status: .usage)
            }
            throw FenError(
                "INSECURE_ADDRESS", "Over http anybody on the way could change what is sent.",
                hint: "Give an address that begins with https://; http is for this machine only.",
                status: .usage)
        }
    }

    /// Reads the SHA-256 of a server's public key as a person writes it, where one is named.
    package static func pin(_ text: String?) throws(FenError) -> Hash32? {
        guard let text else { return nil }
        guard let pin = Hash32(hex: text.lowercased()) else {
            throw FenError(
                "BAD_PIN", "pin is no SHA-256.", hint: "It is written as 64 digits from 0 to f.",
                status: .usage)
        }
        return pin
    }

    /// Keeps what the server of a group's store does with conditions of writing.
    func noteConditions(
        _ honours: Bool, of id: GroupID, at store: StorageDescriptor
    ) throws(FenError) {
        try answering {
            // Another store may have been bound in the meantime.
            guard try descriptor(of: group(id)) == store else { return }
            try change(id) { group in
                try database.settings.set(
                    SettingName.conditions, honours ? Self.honoured : "ignored", in: group.number)
            }
            backends[id] = nil
        }
    }

    /// The setting that says so.
    static let honoured = "honoured"
}

extension S3Place {
    /// The place that a descriptor names, with the file by which its server is known here.
    init(_ store: S3Store, authorities: String?) {
        self.init(
            endpoint: store.endpoint, region: store.region, bucket: store.bucket,
            accessKeyID: store.accessKeyID,
            secretAccessKey: SecretBytes(copying: Array(store.secretAccessKey.utf8)),
            pathStyle: store.pathStyle, pin: store.pin, authorities: authorities)
    }
}
