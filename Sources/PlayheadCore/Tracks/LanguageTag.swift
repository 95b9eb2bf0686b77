/// Comparison of languages in media and in BCP 47 tags.
package enum LanguageTag {
    /// Whether two languages are equal, as far as both are specified; two unspecified ones are equal.
    static func match(_ one: String?, _ other: String?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return covers(one, other) || covers(other, one)
    }

    /// The index of a language in a list of preferences; the length of the list if absent.
    static func rank(of language: String?, in languages: [String]) -> Int {
        guard let language else { return languages.count }
        return languages.firstIndex { match($0, language) } ?? languages.count
    }

    /// Whether one tag is a prefix of another: `en` of `en-GB`.
    private static func covers(_ short: String, _ long: String) -> Bool {
        let (short, long) = (normal(short).split(separator: "-"), normal(long).split(separator: "-"))
        return !short.isEmpty && long.starts(with: short)
    }

    /// The tag in lower case, with hyphens, and with the two-letter ISO 639-1 code if there is one.
    private static func normal(_ tag: String) -> String {
        var parts = tag.lowercased().split { $0 == "-" || $0 == "_" }.map(String.init)
        if let first = parts.first, let short = shortened(first) { parts[0] = short }
        return parts.joined(separator: "-")
    }

    /// The two-letter code of a three-letter code, from either list of ISO 639-2; nil if there is none in
    /// common use.
    package static func shortened(_ code: String) -> String? { shortCodes[code] }

    private static let shortCodes: [String: String] = [
        "ara": "ar", "bul": "bg", "cat": "ca", "ces": "cs", "cze": "cs", "dan": "da", "deu": "de",
        "ger": "de",
        "ell": "el", "gre": "el", "eng": "en", "spa": "es", "est": "et", "eus": "eu", "baq": "eu",
        "fas": "fa",
        "per": "fa", "fin": "fi", "fra": "fr", "fre": "fr", "gle": "ga", "glg": "gl", "heb": "he",
        "hin": "hi",
        "hrv": "hr", "hun": "hu", "hye": "hy", "arm": "hy", "ind": "id", "isl": "is", "ice": "is",
        "ita": "it",
        "jpn": "ja", "kat": "ka", "geo": "ka", "kor": "ko", "lat": "la", "lav": "lv", "lit": "lt",
        "mkd": "mk",
        "mac": "mk", "msa": "ms", "may": "ms", "nld": "nl", "dut": "nl", "nor": "no", "nob": "nb",
        "nno": "nn",
        "pol": "pl", "por": "pt", "ron": "ro", "rum": "ro", "rus": "ru", "slk": "sk", "slo": "sk",
        "slv": "sl",
        "sqi": "sq", "alb": "sq", "srp": "sr", "swe": "sv", "tam": "ta", "tel": "te", "tha": "th",
        "tur": "tr",
        "ukr": "uk", "urd": "ur", "vie": "vi", "zho": "zh", "chi": "zh", "cym": "cy", "wel": "cy",
    ]
}
