/// Playlists on their way to the pipeline: what they name is asked for here.
extension GatewayHall {
    /// What the pipeline gets in place of a playlist.
    func rewrite(
        _ text: String, of number: Int, _ reference: Reference, at address: WebAddress
    ) throws(PlayerError) -> String {
        guard text.hasPrefix("#EXTM3U") || text.hasPrefix("\u{feff}#EXTM3U") else {
            throw PlayerError.badPlaylist.about(address.text)
        }
        var reading = PlaylistLines(of: number, at: address)
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if lines.count > 4 * order.policy.maximumPlaylistEntries {
            throw NetworkPolicy.forbidden("The playlist has too many entries", address)
        }
        for line in lines { reading.read(line) }
        let numbers = references.number(reading.references, of: number)
        var next = 0
        var result = ""
        for piece in reading.pieces {
            switch piece {
            case .text(let text): result += text
            case .reference:
                result += local.address(numbers[next], like: reading.references[next].uri)
                next += 1
            }
        }
        keep(result, of: number)
        return result
    }
}

/// A playlist line by line.
private struct PlaylistLines {
    enum Piece {
        case text(String)
        case reference
    }

    private(set) var pieces: [Piece] = []
    private(set) var references: [Reference] = []
    private let number: Int
    private let address: WebAddress
    private var time: Duration = .zero
    private var duration: Duration?

    init(of number: Int, at address: WebAddress) {
        self.number = number
        self.address = address
    }

    mutating func read(_ line: Substring) {
        defer { pieces.append(.text("\n")) }
        if line.isEmpty { return }
        guard line.first == "#" else {
            let uri = WebAddress(String(line), in: address)?.text ?? String(line)
            if let duration {
                let part = PartInterval(kind: nil, uri: uri, start: time, end: time + duration)
                let isText = uri.prefix { $0 != "?" }.lowercased().hasSuffix("vtt")
                refer(to: uri, isText ? .subtitles : .part, part)
                time += duration
                self.duration = nil
            } else {
                refer(to: uri, .playlist)
            }
            return
        }
        if line.hasPrefix("#EXTINF:") {
            duration = .seconds(Double(line.dropFirst(8).prefix { $0.isNumber || $0 == "." }) ?? 0)
        }
        guard let kind = Self.kind(of: line), let range = line.firstRange(of: "URI=\"") else {
            return pieces.append(.text(String(line)))
        }
        let rest = line[range.upperBound...]
        guard let end = rest.firstIndex(of: "\"") else { return pieces.append(.text(String(line))) }
        pieces.append(.text(String(line[..<range.upperBound])))
        refer(to: WebAddress(String(rest[..<end]), in: address)?.text ?? String(rest[..<end]), kind)
        pieces.append(.text(String(rest[end...])))
    }

    private mutating func refer(to uri: String, _ kind: FetchRecord.Kind, _ part: PartInterval? = nil) {
        references.append(Reference(uri: uri, kind: kind, part: part, playlist: number))
        pieces.append(.reference)
    }

    private static func kind(of line: Substring) -> FetchRecord.Kind? {
        if line.hasPrefix("#EXT-X-KEY") || line.hasPrefix("#EXT-X-SESSION-KEY") { return .key }
        if line.hasPrefix("#EXT-X-MAP") { return .initialization }
        if line.hasPrefix("#EXT-X-MEDIA:") || line.hasPrefix("#EXT-X-I-FRAME") { return .playlist }
        return nil
    }
}
