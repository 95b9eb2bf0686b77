/// A mistake in a document, with its position.
public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The path of the file; nil if the text did not come from a file.
    public var file: String?
    /// The line, from 1; nil when the file could not be read.
    public var line: Int?
    /// The column, from 1, in Unicode scalars; nil when the file could not be read.
    public var column: Int?
    /// The message.
    public var message: String

    package init(file: String?, line: Int? = nil, column: Int? = nil, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The position and the message, in the format of compilers: `file:line:column: message`.
    public var description: String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self)
        return (place + [place.isEmpty ? message : " " + message]).joined(separator: ":")
    }
}
