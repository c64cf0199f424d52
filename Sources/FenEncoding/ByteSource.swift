/// Something whose bytes can be lent without a copy: an array, a buffer, a fixed-length value, a
/// text as UTF-8, a secret.
@usableFromInline
package protocol ByteSource {
    /// Lends the bytes for the length of the call.
    func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R
}

extension FixedBytes {
    /// Lends the bytes for the length of the call.
    @inlinable
    package func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeBytes(body)
    }
}

extension UnsafeRawBufferPointer: ByteSource {
    /// Lends the bytes for the length of the call.
    @inlinable
    package func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R { body(self) }
}

extension [UInt8]: ByteSource {
    /// Lends the bytes for the length of the call.
    @inlinable
    package func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeBytes(body)
    }
}

extension ArraySlice<UInt8>: ByteSource {
    /// Lends the bytes for the length of the call.
    @inlinable
    package func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        withUnsafeBytes(body)
    }
}

extension StaticString: ByteSource {
    /// Lends the UTF-8 of the text for the length of the call.
    @inlinable
    package func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        body(UnsafeRawBufferPointer(start: utf8Start, count: utf8CodeUnitCount))
    }
}

extension String: ByteSource {
    /// Lends the UTF-8 of the text for the length of the call.
    @inlinable
    package func lendBytes<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
        var text = self
        return text.withUTF8 { body(UnsafeRawBufferPointer($0)) }
    }
}
