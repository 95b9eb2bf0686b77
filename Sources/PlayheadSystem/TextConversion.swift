internal import CGLib

/// Converts text between encodings.
package enum TextConversion {
    /// Converts text to UTF-8 (`g_convert_with_fallback`). Characters that the encoding lacks become `?`. Nil
    /// when the encoding does not exist or the bytes are invalid in it.
    package static func utf8(_ bytes: [UInt8], from encoding: String) -> [UInt8]? {
        let text = bytes.map { CChar(truncatingIfNeeded: $0) }
        var (read, written): (gsize, gsize) = (0, 0)
        guard
            let converted = unsafe g_convert_with_fallback(
                text, gssize(text.count), "UTF-8", encoding, "?", &read, &written, nil)
        else { return nil }
        defer { unsafe g_free(converted) }
        let bytes = unsafe UnsafeRawBufferPointer(start: converted, count: Int(written))
        return unsafe Array(bytes)
    }
}
