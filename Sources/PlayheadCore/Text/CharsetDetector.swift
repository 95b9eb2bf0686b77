/// Distinguishes single-byte Cyrillic and Greek text from Latin, by the most frequent letters of these
/// languages.
enum CharsetDetector {
    /// The encoding of a text that is not UTF-8; nil if it is not certainly one of these.
    static func encoding(of bytes: [UInt8]) -> String? {
        let bytes = bytes.prefix(longestSample)
        let foreign = bytes.filter { $0 >= 0x80 }
        let letters = foreign.filter { $0 >= 0xC0 }
        // Latin text has isolated bytes of these, and binary data uses all bytes equally.
        guard foreign.count >= 6, inWords(bytes) * 2 >= foreign.count,
            letters.count * 20 >= foreign.count * 17
        else { return nil }
        let isUpperHalf = letters.count { $0 >= 0xE0 } * 2 > letters.count
        let shares = scripts.filter { $0.hasSmallLettersLast == isUpperHalf }.map { script in
            (name: script.encoding, share: foreign.count { script.common.contains($0) })
        }
        guard let best = shares.max(by: { $0.share < $1.share }), best.share * 3 >= foreign.count else {
            return nil
        }
        return best.name
    }

    private struct Script {
        var encoding: String
        /// Six letters that make up nearly half of a text, in both cases.
        var common: Set<UInt8>
        /// Whether the lower-case letters follow the upper-case ones.
        var hasSmallLettersLast: Bool
    }

    private static let scripts = [
        Script(
            encoding: "windows-1251",
            common: [0xEE, 0xE5, 0xE0, 0xE8, 0xED, 0xF2, 0xCE, 0xC5, 0xC0, 0xC8, 0xCD, 0xD2],
            hasSmallLettersLast: true),
        Script(
            encoding: "windows-1253",
            common: [0xE1, 0xEF, 0xE9, 0xE5, 0xF4, 0xED, 0xC1, 0xCF, 0xC9, 0xC5, 0xD4, 0xCD],
            hasSmallLettersLast: true),
        Script(
            encoding: "KOI8-R",
            common: [0xCF, 0xC5, 0xC1, 0xC9, 0xCE, 0xD4, 0xEF, 0xE5, 0xE1, 0xE9, 0xEE, 0xF4],
            hasSmallLettersLast: false),
    ]

    private static let longestSample = 1 << 16

    /// The number of bytes in runs of three or more.
    private static func inWords(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.split { $0 < 0x80 }.reduce(0) { $0 + ($1.count >= 3 ? $1.count : 0) }
    }
}
