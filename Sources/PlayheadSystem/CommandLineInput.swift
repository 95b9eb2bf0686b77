/// What a person typed behind the name of a program.
package enum CommandLineInput {
    /// The words of this process as text. What is no UTF-8 and names a file, alone or behind the `=` of an option, becomes the address of the
    /// file.
    package static var all: [String] { ProcessArguments.all.map(text) }

    package static func text(_ word: [UInt8]) -> String {
        guard word.starts(with: "--".utf8), let equals = word.firstIndex(of: UInt8(ascii: "=")) else {
            return address(word)
        }
        let option = String(decoding: word[...equals], as: UTF8.self)
        return option + address(Array(word[(equals + 1)...]))
    }

    /// What names no file may be a text, which nobody is to be told the folder with.
    private static func address(_ word: [UInt8]) -> String {
        let text = FileAddress.text(typed: word)
        guard let path = FileAddress.path(uri: text), LocalFile(path: path) == .missing else { return text }
        return String(decoding: word, as: UTF8.self)
    }
}
