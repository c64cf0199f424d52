import FenCrypto
import FenMoney
import FenProtocol
import FenRates
import FenStorage
import FenStore

extension FenError {
    /// Makes a person's error of a lower room's.
    init(translating error: any Error) {
        switch error {
        case let error as FenError: self = error
        case let error as StoreError: self.init(store: error)
        case let error as StorageError: self.init(storage: error)
        case let error as MoneyError:
            self.init(
                error.code.rawValue.uppercased(), error.message,
                hint: error.hint.isEmpty ? nil : error.hint)
        case let error as RateError:
            self.init(
                "RATES_\(error.code.rawValue.uppercased())", error.message, hint: error.hint,
                status: error.code == .address ? .usage : .network)
        case let error as InviteError:
            self.init(error.code.uppercased(), error.message, hint: error.hint)
        case let error as BackError:
            self.init(
                error.code.uppercased(), error.message, hint: error.hint,
                status: error == .mismatch ? .trust : .failed)
        case let error as PayloadError:
            self.init("BAD_FIELD", "This cannot be written: \(error).")
        case is CancellationError:
            self.init("CANCELLED", "Stopped; nothing is lost.")
        default:
            // Its type only: what it holds may be somebody's.
            self.init(
                "DEFECT", "Something unexpected happened.",
                hint: "What was saved is safe. Please report this, with what you did.",
                status: .defect, cause: String(describing: type(of: error)))
        }
    }

    private init(store error: StoreError) {
        let status: ExitStatus =
            switch error.code {
            case .constraint, .misuse: .defect
            default: .failed
            }
        self.init(
            "HOME_\(error.code.rawValue.snakeCased)", error.message,
            hint: error.hint.isEmpty ? nil : error.hint, status: status, cause: error.cause)
    }

    private init(storage error: StorageError) {
        self.init(
            "STORE_\(error.code.rawValue.snakeCased)", error.message,
            hint: error.hint.isEmpty ? nil : error.hint, status: .network, cause: error.cause,
            retryAfter: error.retryAfter)
    }
}

extension String {
    /// `readOnly` as `READ_ONLY`.
    fileprivate var snakeCased: String {
        reduce(into: "") { text, letter in
            if letter.isUppercase { text.append("_") }
            text += letter.uppercased()
        }
    }
}
