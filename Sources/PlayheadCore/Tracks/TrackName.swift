/// A track in user input: an identifier (`audio-2`, or just `2`), a language (`de`), or none.
package enum TrackName: Sendable, Hashable {
    case number(Int)
    case language(String)
    case none

    /// Parses user input; nil if invalid.
    package init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let isNamed = parts.count == 2 && Track.Kind(rawValue: String(parts[0])) != nil
        if text == "none" {
            self = .none
        } else if let number = Int(isNamed ? String(parts[1]) : text) {
            guard number > 0 else { return nil }
            self = .number(number)
        } else if !isNamed, text.first?.isLetter == true, parts.allSatisfy(Self.isSubtag) {
            self = .language(text)
        } else {
            return nil
        }
    }

    private static func isSubtag(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The identifier for a kind; nil without one in the input.
    package func id(of kind: Track.Kind) -> Track.ID? {
        if case .number(let number) = self { Track.ID(kind, number) } else { nil }
    }

    /// The language as a list of preferences.
    package var languages: [String] { if case .language(let language) = self { [language] } else { [] } }

    /// The matching track among tracks of one kind.
    package func track(among tracks: [Track]) -> Track? {
        switch self {
        case .number: tracks.first { $0.id == id(of: $0.kind) }
        case .language(let language): tracks.first { LanguageTag.match($0.language, language) }
        case .none: nil
        }
    }

    /// The matching track of a kind.
    package func track(of kind: Track.Kind, in tracks: TrackList) -> Track? {
        switch self {
        case .number: id(of: kind).flatMap { tracks[id: $0] }
        case .language(let language): tracks[kind].first { LanguageTag.match($0.language, language) }
        case .none: nil
        }
    }
}
