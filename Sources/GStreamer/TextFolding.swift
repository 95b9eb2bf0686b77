internal import CGStreamer

/// Text without what people do not mind when they put names in order.
package enum TextFolding {
    /// The text as UTF-8 without differences of case, width and accents (`g_utf8_casefold`, `g_utf8_normalize`).
    package static func folded(_ text: String) -> [UInt8] {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            return text.utf8.map { (65...90).contains($0) ? $0 + 32 : $0 }
        }
        guard let small = unsafe string(taking: g_utf8_casefold(text, -1)),
            let plain = unsafe string(taking: g_utf8_normalize(small, -1, G_NORMALIZE_ALL))
        else { return Array(text.utf8) }
        let letters = plain.unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
        return Array(String(String.UnicodeScalarView(letters)).utf8)
    }
}
