/// A key of a terminal, by its name in the configuration file: a character, or a word such as `space`.
struct KeyPress: Hashable {
    let name: String

    init(_ name: String) { self.name = name }

    /// Parses the name of a key; nil if there is no such key.
    init?(text: String) {
        let isCharacter = text.utf8.count == 1 && (0x21...0x7E).contains(text.utf8.first ?? 0)
        guard isCharacter || Self.words.contains(text) else { return nil }
        name = text
    }

    /// The names of keys that are not a character.
    static let words: [String] =
        [
            "space", "left", "right", "up", "down", "enter", "tab", "backspace", "home", "end", "insert",
            "delete",
        ]
        + ["page-up", "page-down"] + controls.values.sorted() + ["ctrl-plus"]

    /// A description of all keys, for error messages.
    static let form =
        "a key: an ASCII character, \(words.filter { !$0.hasPrefix("ctrl-") }.joined(separator: ", ")) or ctrl-LETTER"

    /// The control keys that terminals pass on unchanged, by their byte.
    static let controls: [UInt8: String] = Dictionary(
        uniqueKeysWithValues: "abdefgklnoprtuvwxy".utf8.map {
            ($0 & 0x1F, "ctrl-\(Character(UnicodeScalar($0)))")
        } + [(0x1F, "ctrl-minus")])

    static let finals: [UInt8: String] = [
        UInt8(ascii: "A"): "up", UInt8(ascii: "B"): "down", UInt8(ascii: "C"): "right",
        UInt8(ascii: "D"): "left", UInt8(ascii: "H"): "home", UInt8(ascii: "F"): "end",
    ]

    /// The keys of the VT220 that end in `~`, by their parameter.
    static let tildes = [
        "1": "home", "2": "insert", "3": "delete", "4": "end", "5": "page-up", "6": "page-down", "7": "home",
        "8": "end", "27;5;43": "ctrl-plus", "27;5;45": "ctrl-minus",
    ]
}
