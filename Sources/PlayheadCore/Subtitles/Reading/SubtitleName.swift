/// The properties in the name of a subtitle file: `film.pt-BR.forced.ass`.
package struct SubtitleName: Sendable, Equatable {
    package var language: String?
    package var title: String?
    package var isDefault = false
    package var isForced = false
    package var isForHearingImpaired = false

    /// Parses the words between the name of the medium and the file extension; unknown words are the title.
    package init(beside words: [String]) {
        var rest: [String] = []
        for word in words where !take(word) { rest.append(word) }
        if !rest.isEmpty { title = rest.joined(separator: ".") }
    }

    /// Parses the last words of a file name if the end of the medium's name is unknown.
    package init(ofFile words: [String]) {
        var meant: [String] = []
        for word in words.reversed() {
            var trial = self
            guard trial.take(word) else { break }
            self = trial
            meant.insert(word, at: 0)
        }
        // The second pass is in order: `hi` is Hindi, and after a language it means hearing impaired.
        self = SubtitleName(beside: meant)
    }

    private mutating func take(_ word: String) -> Bool {
        switch word.lowercased() {
        case "forced", "foreign": isForced = true
        case "sdh", "cc": isForHearingImpaired = true
        case "hi" where language != nil: isForHearingImpaired = true
        case "default": isDefault = true
        default:
            guard let tag = LanguageTag.read(word) else { return false }
            if language != nil { return false }
            language = tag
        }
        return true
    }
}

extension LanguageTag {
    /// The BCP 47 tag of a language in a file name (`en`, `eng`, `pt-BR`, `zh_Hans`, `English`); nil if it is
    /// no language.
    static func read(_ word: String) -> String? {
        let parts = word.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map {
            $0.lowercased()
        }
        guard let first = parts.first, parts.count <= 3 else { return nil }
        guard
            let language = twoLetters.contains(first)
                ? first : shortened(first) ?? (parts.count == 1 ? named[first] : nil)
        else { return nil }
        var tag = language
        for part in parts.dropFirst() {
            let isLetters = part.allSatisfy { $0.isASCII && $0.isLetter }
            switch part.count {
            case 4 where isLetters: tag += "-" + part.prefix(1).uppercased() + part.dropFirst()
            case 2 where isLetters: tag += "-" + part.uppercased()
            case 3 where part.allSatisfy { $0.isASCII && $0.isNumber }: tag += "-" + part
            default: return nil
            }
        }
        return tag
    }

    /// The codes of ISO 639-1.
    private static let twoLetters = Set(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et \
        eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl \
        km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj \
        om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to \
        tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """.split(separator: " ").map(String.init))

    private static let named = [
        "arabic": "ar", "bulgarian": "bg", "chinese": "zh", "croatian": "hr", "czech": "cs", "danish": "da",
        "dutch": "nl",
        "english": "en", "finnish": "fi", "french": "fr", "german": "de", "greek": "el", "hebrew": "he",
        "hungarian": "hu",
        "italian": "it", "japanese": "ja", "korean": "ko", "norwegian": "no", "polish": "pl",
        "portuguese": "pt",
        "romanian": "ro", "russian": "ru", "serbian": "sr", "spanish": "es", "swedish": "sv", "turkish": "tr",
        "ukrainian": "uk", "vietnamese": "vi",
    ]
}
