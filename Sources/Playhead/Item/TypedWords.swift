internal import GStreamer

/// What a person typed behind the name of a program.
package enum TypedWords {
    /// The words of this process as text. What is no UTF-8 is taken for a path, alone or behind the `=` of an option, and becomes the
    /// address of the file.
    package static var all: [String] { ProcessWords.all.map(text) }

    static func text(_ word: [UInt8]) -> String {
        guard word.starts(with: "--".utf8), let equals = word.firstIndex(of: UInt8(ascii: "=")) else {
            return FileAddress.text(typed: word)
        }
        let option = String(decoding: word[...equals], as: UTF8.self)
        return option + FileAddress.text(typed: Array(word[(equals + 1)...]))
    }
}
