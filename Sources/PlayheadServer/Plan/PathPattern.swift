/// A pattern of paths, as in a `.gitignore` file. `?` matches one character of a name, `*` any characters of
/// a name, and `**` any characters across folders.
///
/// A pattern without a slash is compared with the last component of a path: `*.ts` matches `hls/low-0.ts`. A
/// pattern with a slash is compared with the whole path. A leading slash has no meaning.
public struct PathPattern: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
    private enum Token: Hashable {
        case character(Character)
        /// `?`
        case one
        /// `*`
        case part
        /// `**`
        case anything
        /// `**/`, which also matches no folder.
        case folders
    }

    /// The text of the pattern.
    public let description: String
    private let tokens: [Token]
    private let isName: Bool

    /// Parses a pattern.
    public init(_ text: String) {
        description = text
        isName = !text.contains("/")
        tokens = Self.tokens(of: text.first == "/" ? text.dropFirst() : text[...])
    }

    /// Makes a pattern from a literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// Whether the pattern matches a path. A leading slash in the path has no meaning.
    public func matches(_ path: String) -> Bool {
        var text = path[...]
        if isName, let slash = text.lastIndex(of: "/") { text = text[text.index(after: slash)...] }
        if text.first == "/" { text = text.dropFirst() }
        // The positions in the pattern that the text so far can lead to.
        var places: Set<Int> = []
        enter(0, &places)
        for character in text {
            var next: Set<Int> = []
            for place in places where place < tokens.count { step(from: place, over: character, &next) }
            places = next
        }
        return places.contains(tokens.count)
    }

    /// Adds a position, and the following positions that need no character.
    private func enter(_ place: Int, _ places: inout Set<Int>) {
        places.insert(place)
        guard place < tokens.count else { return }
        switch tokens[place] {
        case .part, .anything, .folders: enter(place + 1, &places)
        case .character, .one: break
        }
    }

    private func step(from place: Int, over character: Character, _ next: inout Set<Int>) {
        switch tokens[place] {
        case .character(let expected): if character == expected { enter(place + 1, &next) }
        case .one: if character != "/" { enter(place + 1, &next) }
        case .part: if character != "/" { enter(place, &next) }
        case .anything: enter(place, &next)
        case .folders:
            next.insert(place)
            if character == "/" { enter(place + 1, &next) }
        }
    }

    private static func tokens(of text: Substring) -> [Token] {
        var tokens: [Token] = []
        var rest = text
        while let character = rest.first {
            if rest.hasPrefix("**/"), tokens.isEmpty || tokens.last == .character("/") {
                tokens.append(.folders)
                rest = rest.dropFirst(3)
            } else if rest.hasPrefix("**") {
                tokens.append(.anything)
                rest = rest.dropFirst(2)
            } else {
                tokens.append(character == "*" ? .part : character == "?" ? .one : .character(character))
                rest = rest.dropFirst()
            }
        }
        return tokens
    }
}
