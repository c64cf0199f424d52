package import FenEncoding

extension HKDFSHA256 {
    /// Derives so many keys of 32 bytes at once, from 1 to 255, each kept on its own: what Noise
    /// calls HKDF with 2 or 3 outputs (revision 34, §4.3) is this with an empty `info`.
    package static func keys(
        _ number: Int,
        ikm: some ByteSource,
        salt: some ByteSource,
        info: some ByteSource = [UInt8]()
    ) -> [SecretBytes] {
        let all = derive(ikm: ikm, salt: salt, info: info, count: 32 * number)
        return all.withUnsafeBytes { all in
            (0..<number).map { index in
                SecretBytes(
                    copying: UnsafeRawBufferPointer(rebasing: all[32 * index..<32 * (index + 1)])
                )
            }
        }
    }
}
