/// A mistake in a file that a person wrote, and where it is.
public struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, if the text came from one.
    public var file: String?
    /// The line, from 1; nil when the file could not be read.
    public var line: Int?
    /// The column, from 1, in Unicode scalars; nil when the file could not be read.
    public var column: Int?
    /// What is wrong.
    public var message: String

    package init(file: String?, line: Int? = nil, column: Int? = nil, message: String) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
    }

    /// The place and what is wrong, as compilers tell it.
    public var description: String {
        let place = [file, line.map(String.init), column.map(String.init)].compactMap(\.self)
        return (place + [place.isEmpty ? message : " " + message]).joined(separator: ":")
    }
}
