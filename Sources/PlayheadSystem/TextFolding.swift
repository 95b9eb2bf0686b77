internal import CGLib

/// Folds text for sorting by name.
package enum TextFolding {
    /// The UTF-8 text without differences of case, width and accents (`g_utf8_casefold`, `g_utf8_normalize`).
    package static func folded(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
        }
        guard let small = unsafe copy(g_utf8_casefold(text, -1)),
            let plain = unsafe copy(g_utf8_normalize(small, -1, G_NORMALIZE_ALL))
        else { return Array(text.utf8) }
        let letters = plain.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        return Array(String(String.UnicodeScalarView(letters)).utf8)
    }

    /// Copies a GLib string and frees it (`g_free`).
    private static func copy(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
        guard let pointer = unsafe pointer else { return nil }
        defer { unsafe g_free(pointer) }
        return unsafe String(cString: pointer)
    }
}
