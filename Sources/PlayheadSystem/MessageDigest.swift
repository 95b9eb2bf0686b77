internal import CGLib

/// An MD5 digest of bytes (RFC 1321), computed with GLib. It identifies content, and is no protection.
///
/// An instance is used by one thread at a time.
@safe package final class MessageDigest {
    private let checksum: OpaquePointer?

    package init() { unsafe checksum = g_checksum_new(G_CHECKSUM_MD5) }

    deinit { unsafe g_checksum_free(checksum) }

    /// Adds the bytes of integers or floating-point numbers as they are in memory.
    package func update<Number: Numeric & BitwiseCopyable>(_ numbers: Span<Number>) {
        unsafe numbers.withUnsafeBytes { bytes in
            let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: guchar.self)
            unsafe g_checksum_update(checksum, start, gssize(bytes.count))
        }
    }

    /// The digest of the bytes so far as 32 hexadecimal digits. The next bytes begin a new digest.
    package func finish() -> String {
        defer { unsafe g_checksum_reset(checksum) }
        return unsafe g_checksum_get_string(checksum).map { unsafe String(cString: $0) } ?? ""
    }
}
