extension Payload {
    /// The canonical form for people's eyes, with what is secret in it left out: a store's
    /// credentials, and a group key that is handed on. Nil for a payload that holds no secret.
    package var withoutSecrets: String? {
        switch self {
        case .storageKeyRotated:
            #"{"descriptor":"(not shown)","kind":"StorageKeyRotated"}"#
        case .keyHistory(let history):
            #"{"epoch":\#(history.epoch),"key":"(not shown)","kind":"KeyHistory"}"#
        default: nil
        }
    }
}
