internal import CGLib

/// Text from one encoding into another.
package enum TextConversion {
    /// A text as UTF-8 (`g_convert_with_fallback`). Characters that the encoding does not have become `?`. Nil when the
    /// encoding does not exist or the bytes are not valid in it.
    package static func utf8(_ bytes: [UInt8], from encoding: String) -> [UInt8]? {
        let text = bytes.map { CChar(bitPattern: $0) }
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
