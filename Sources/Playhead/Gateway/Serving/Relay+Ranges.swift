internal import NIOCore
internal import NIOHTTP1

/// Servers that give all where a part was asked for.
extension Relay {
    /// Whether a server that gives all in place of a part would go on for long.
    func hasMuchMore(behind last: Int) -> Bool {
        guard head?.status == .ok else { return false }
        let length = head?.headers.first(name: "Content-Length").flatMap { Int($0) }
        return length.map { $0 - last > Self.mostUnwanted } ?? true
    }

    /// Whether the server gave more than the part that was asked for.
    var isWholeForPart: Bool {
        guard form == .part, head?.status == .ok, let asked, let last = asked.last else { return false }
        let length = head?.headers.first(name: "Content-Length").flatMap { Int($0) }
        return asked.first > 0 || length.map { $0 > last + 1 } ?? false
    }

    private static let mostUnwanted = 65536
}
