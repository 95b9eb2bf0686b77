public import PlayheadCore
internal import PlayheadSystem

extension NetworkCookie {
    /// Reads a cookie file in the format of curl, wget and browser extensions. Reads the disk synchronously.
    ///
    /// Each line has seven fields, separated by tabs: host, whether subdomains are included, path, whether
    /// TLS is required, expiry in seconds since 1970, name, value.
    ///
    /// - Parameter path: the path of a regular file.
    /// - Throws: ``PlayerError`` when the file cannot be read or a line is not a cookie; the message names
    ///   the line.
    public static func read(path: String) throws(PlayerError) -> [NetworkCookie] {
        if let fault = SourceCheck.fault(of: FileAddress.uri(path: path)) {
            if fault.code == .empty { return [] }
            throw fault
        }
        let lines: [String]
        do { lines = try self.lines(of: path) } catch {
            throw PlayerError(.notPermitted, "The cookies cannot be read: \(error.message): \(path)")
        }
        var cookies: [NetworkCookie] = []
        for (index, line) in lines.enumerated() where !isComment(line) {
            guard let cookie = NetworkCookie(line: line) else {
                throw PlayerError(
                    .malformed, "Line \(index + 1) is no cookie: \(path)",
                    hint: "give a file as curl writes it with --cookie-jar")
            }
            cookies.append(cookie)
        }
        return cookies
    }

    /// Parses a line; nil when it is not a cookie.
    package init?(line: String) {
        var line = line[...]
        // This prefix marks a cookie that scripts must not read (curl).
        if line.hasPrefix(Self.hiddenMark) { line = line.dropFirst(Self.hiddenMark.count) }
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard fields.count == 7, let expiry = Double(fields[4]), !fields[0].isEmpty else { return nil }
        let host = fields[0].hasPrefix(".") ? fields[0].dropFirst() : fields[0]
        self.init(name: String(fields[5]), value: String(fields[6]), domain: host.lowercased())
        includesSubdomains = fields[1] == "TRUE"
        path = fields[2].isEmpty ? "/" : String(fields[2])
        isSecure = fields[3] == "TRUE"
        expires = expiry > 0 ? expiry : nil
    }

    private static let hiddenMark = "#HttpOnly_"
    private static let lineLimit = 1 << 16

    private static func isComment(_ line: String) -> Bool {
        line.allSatisfy(\.isWhitespace) || line.hasPrefix("#") && !line.hasPrefix(hiddenMark)
    }

    private static func lines(of path: String) throws(FileFault) -> [String] {
        let file = try LineFile(path: path, limit: lineLimit)
        var lines: [String] = []
        while let line = try file.next() {
            let text = String(decoding: line.bytes, as: UTF8.self)
            lines.append(text.last == "\r" ? String(text.dropLast()) : text)
        }
        return lines
    }
}
