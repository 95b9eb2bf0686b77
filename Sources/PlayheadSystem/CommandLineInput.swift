/// The arguments of the command line as text.
package enum CommandLineInput {
    /// The arguments of this process. An argument that is not UTF-8 and names a file becomes the `file:` URI
    /// of the file. The same holds for the value after the `=` of an option.
    package static var all: [String] { ProcessArguments.all.map(text) }

    package static func text(_ word: [UInt8]) -> String {
        guard word.starts(with: "--".utf8), let equals = word.firstIndex(of: UInt8(ascii: "=")) else {
            return address(word)
        }
        let option = String(decoding: word[...equals], as: UTF8.self)
        return option + address(Array(word[(equals + 1)...]))
    }

    /// An argument that names no existing file may be plain text. It stays text, without the current
    /// directory.
    private static func address(_ word: [UInt8]) -> String {
        let text = FileAddress.text(typed: word)
        guard let path = FileAddress.path(uri: text), LocalFile(path: path) == .missing else { return text }
        return String(decoding: word, as: UTF8.self)
    }
}
