/// Assembles response heads from the lines that libcurl delivers. The lines include interim responses (1xx)
/// and trailers after the body.
struct HeadReader {
    enum Outcome: Equatable {
        case incomplete
        /// The head of the final response, delivered once.
        case head(HTTPResponseHead)
        /// The status line is malformed, or the head is too large (256 KiB).
        case malformed
        case tooLarge
    }

    static let mostBytes = 256 << 10
    static let mostFields = 1000

    private var head: HTTPResponseHead?
    private var isDone = false
    private var bytes = 0
    private var lines = 0

    /// Takes one line with its line break.
    mutating func take(_ line: UnsafeRawBufferPointer) -> Outcome {
        if isDone { return .incomplete }
        bytes += line.count
        lines += 1
        if bytes > Self.mostBytes || lines > Self.mostFields { return .tooLarge }
        var line = unsafe [UInt8](line)[...]
        while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
        guard head != nil else {
            head = Self.statusLine(line)
            return head == nil ? .malformed : .incomplete
        }
        guard line.isEmpty else {
            addField(line)
            return .incomplete
        }
        guard let complete = head else { return .incomplete }
        head = nil
        // A 101 without an upgrade request is final, because the following data is not HTTP.
        if (100..<200).contains(complete.status), complete.status != 101 { return .incomplete }
        isDone = true
        return .head(complete)
    }

    private mutating func addField(_ line: ArraySlice<UInt8>) {
        guard let first = line.first else { return }
        if first == 0x20 || first == 0x09 {
            // This is obsolete line folding (RFC 9112, section 5.2).
            guard let count = head?.fields.count, count > 0 else { return }
            head?.fields[count - 1].value += " " + Self.text(Self.trimmed(line))
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = Self.text(Self.trimmed(line[..<colon]))
        guard !name.isEmpty else { return }
        head?.fields.append(.init(name: name, value: Self.text(Self.trimmed(line[(colon + 1)...]))))
    }

    private static func statusLine(_ line: ArraySlice<UInt8>) -> HTTPResponseHead? {
        let parts = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count >= 2, let status = Int(text(parts[1])), (100...999).contains(status) else {
            return nil
        }
        let version: HTTPVersion
        switch text(parts[0]).uppercased() {
        case "ICY": version = .icy
        case "HTTP/1.0": version = .http1_0
        case "HTTP/2", "HTTP/2.0": version = .http2
        case "HTTP/3", "HTTP/3.0": version = .http3
        case let name where name.hasPrefix("HTTP/1."): version = .http1_1
        default: return nil
        }
        return HTTPResponseHead(
            version: version, status: status, reason: parts.count > 2 ? text(trimmed(parts[2])) : "")
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var bytes = bytes.drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
