/// The characters of the command's own texts that are not ASCII, or their substitutes.
struct TextSymbols: Equatable {
    var ellipsis: String
    var times: String
    var degree: String
    var plusMinus: String
    var openingQuote: String
    var closingQuote: String

    static let unicode = TextSymbols(
        ellipsis: "…", times: "×", degree: "°", plusMinus: "±", openingQuote: "“", closingQuote: "”")
    static let ascii = TextSymbols(
        ellipsis: "...", times: "x", degree: " degrees", plusMinus: "+-", openingQuote: "\"",
        closingQuote: "\"")

    /// The symbols for the locale of the process.
    static let current = isUnicode { Environment[$0] } ? unicode : ascii

    /// Whether the locale has the encoding UTF-8 (POSIX, section 8.2).
    static func isUnicode(_ variable: (String) -> String?) -> Bool {
        let values = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { variable($0) }
        let locale = values.first { !$0.isEmpty }?.lowercased() ?? ""
        return locale.contains("utf-8") || locale.contains("utf8")
    }
}
