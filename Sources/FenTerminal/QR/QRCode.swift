internal import CQREncode
internal import Glibc

/// The modules of a QR code, without the quiet zone.
package struct QRMatrix: Hashable, Sendable {
    /// Modules on a side.
    package let size: Int
    /// The version, 1–40: how large the code is.
    package let version: Int
    private let modules: [Bool]

    fileprivate init(size: Int, version: Int, modules: [Bool]) {
        self.size = size
        self.version = version
        self.modules = modules
    }

    /// Whether the module there is dark. Everything outside the code is light.
    package func isDark(row: Int, column: Int) -> Bool {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
        return modules[row * size + column]
    }
}

/// Why there is no code.
package enum QRCodeError: Error, Equatable {
    /// The text is empty.
    case empty
    /// The text does not fit into the largest code.
    case tooLong
    /// Memory ran out.
    case noMemory
}

/// Makes QR codes. Text of capitals, digits and `$%*+-./: ` takes the alphanumeric mode and so a
/// smaller code; level L, because a screen neither fades nor tears.
package enum QRCode {
    /// The code of a text.
    package static func encode(_ text: String) throws(QRCodeError) -> QRMatrix {
        guard !text.isEmpty else { throw .empty }
        // Bytes after a zero would be lost in the C string, and no link has one.
        guard !text.utf8.contains(0) else { throw .empty }
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else {
            throw errno == ERANGE ? .tooLong : .noMemory
        }
        defer { QRcode_free(code) }
        let size = Int(code.pointee.width)
        guard let data = code.pointee.data else { throw .noMemory }
        let modules = UnsafeBufferPointer(start: data, count: size * size).map { $0 & 1 == 1 }
        return QRMatrix(size: size, version: Int(code.pointee.version), modules: modules)
    }
}
