internal import PlayheadCore

/// Parses a multivariant playlist line by line.
struct MultivariantPlaylistParser {
    let limits: HLSLimits
    var variables: HLSVariables
    private var result = MultivariantPlaylist()
    private var draft: MultivariantPlaylist.Variant?

    init(limits: HLSLimits, variables: HLSVariables) {
        self.limits = limits
        self.variables = variables
    }

    /// The parsed playlist. Throws when it has no variants.
    func playlist() throws(HLSError) -> MultivariantPlaylist {
        guard !result.variants.isEmpty else { throw HLSError(.empty, "There are no variants in it") }
        var result = result
        result.variables = variables.values
        return result
    }

    mutating func take(_ line: HLSLine) throws(HLSError) {
        switch line.tag {
        case nil: try takeAddress(line)
        case .version: result.version = max(1, HLSNumber.integer(line.text) ?? 1)
        case .independentSegments: result.isIndependent = true
        case .start: result.start = HLSStart(try HLSAttributes(line, &variables))
        case .define: try variables.define(HLSAttributes(line, &variables))
        case .variant: draft = Self.variant(try HLSAttributes(line, &variables))
        case .rendition: takeRendition(try HLSAttributes(line, &variables))
        case .iFrameStream: takeIFrameStream(try HLSAttributes(line, &variables))
        case .sessionKey:
            let attributes = try HLSAttributes(line, &variables)
            result.sessionKeys.append(
                MultivariantPlaylist.SessionKey(
                    method: attributes["METHOD"] ?? "", format: attributes["KEYFORMAT"] ?? "identity",
                    uri: attributes["URI"]))
        case .sessionData:
            let attributes = try HLSAttributes(line, &variables)
            guard let id = attributes["DATA-ID"] else { break }
            result.sessionData.append(
                MultivariantPlaylist.SessionData(
                    id: id, value: attributes["VALUE"], uri: attributes["URI"],
                    language: attributes["LANGUAGE"]))
        default: break
        }
        let count = result.variants.count + result.renditions.count + result.iFrameStreams.count
        guard count + result.sessionKeys.count + result.sessionData.count <= limits.entries else {
            throw HLSError(
                .tooLong, "There are more than \(limits.entries) variants and renditions", line: line.number)
        }
    }

    private mutating func takeAddress(_ line: HLSLine) throws(HLSError) {
        // A URI without a preceding tag is not a variant. Other players ignore it too.
        guard var variant = draft else { return }
        draft = nil
        variant.uri = try variables.substituted(line.text, line: line.number)
        variant.index = result.variants.count
        result.variants.append(variant)
    }

    private static func variant(_ attributes: HLSAttributes) -> MultivariantPlaylist.Variant {
        let size = size(attributes["RESOLUTION"])
        return MultivariantPlaylist.Variant(
            index: 0, uri: "", bandwidth: attributes.integer("BANDWIDTH") ?? 0,
            averageBandwidth: attributes.integer("AVERAGE-BANDWIDTH").flatMap { $0 > 0 ? $0 : nil },
            codecs: list(attributes["CODECS"], separator: ","), width: size?.width, height: size?.height,
            frameRate: attributes["FRAME-RATE"].flatMap(rate), audio: attributes["AUDIO"],
            video: attributes["VIDEO"], subtitles: attributes["SUBTITLES"],
            closedCaptions: attributes["CLOSED-CAPTIONS"].flatMap { $0 == "NONE" ? nil : $0 },
            videoRange: attributes["VIDEO-RANGE"])
    }

    /// A rendition without a kind or a group cannot be referred to.
    private mutating func takeRendition(_ attributes: HLSAttributes) {
        guard let kind = attributes["TYPE"].flatMap(MultivariantPlaylist.Rendition.Kind.init(rawValue:)),
            let group = attributes["GROUP-ID"]
        else { return }
        let index = result.renditions.count
        let language = attributes["LANGUAGE"]
        result.renditions.append(
            MultivariantPlaylist.Rendition(
                index: index, kind: kind, group: group,
                name: attributes["NAME"] ?? language ?? "\(kind.rawValue.lowercased()) \(index + 1)",
                language: language, uri: attributes["URI"], isDefault: attributes.isYes("DEFAULT"),
                isAutoselected: attributes.isYes("AUTOSELECT"), isForced: attributes.isYes("FORCED"),
                characteristics: Self.list(attributes["CHARACTERISTICS"], separator: ","),
                channels: attributes["CHANNELS"]))
    }

    private mutating func takeIFrameStream(_ attributes: HLSAttributes) {
        guard let uri = attributes["URI"] else { return }
        let size = Self.size(attributes["RESOLUTION"])
        result.iFrameStreams.append(
            MultivariantPlaylist.IFrameStream(
                uri: uri, bandwidth: attributes.integer("BANDWIDTH") ?? 0, width: size?.width,
                height: size?.height))
    }

    /// Parses `1280x720`.
    private static func size(_ text: String?) -> (width: Int, height: Int)? {
        let parts = (text ?? "").split(whereSeparator: { $0 == "x" || $0 == "X" }).map {
            HLSNumber.integer($0)
        }
        guard parts.count == 2, let width = parts[0], let height = parts[1], width > 0, height > 0 else {
            return nil
        }
        return (width, height)
    }

    private static func rate(_ text: String) -> Double? {
        guard HLSNumber.duration(text) != nil, let rate = Double(text), rate > 0 else { return nil }
        return rate
    }

    private static func list(_ text: String?, separator: Character) -> [String] {
        (text ?? "").split(separator: separator).map { part in
            String(decoding: Array(part.utf8)[...].trimmed, as: UTF8.self)
        }.filter { !$0.isEmpty }
    }
}
