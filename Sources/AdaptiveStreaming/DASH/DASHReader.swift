package import PlayheadCore

/// Parses DASH manifests.
package struct DASHReader {
    let address: HTTPURL
    private var manifest: DASHManifest
    /// The remaining numbers of streams and of timeline entries that may be parsed.
    private var streams = 1000
    private var runs: Int
    private let keys: DecryptionKeys
    private var isForeign = false
    /// The kinds of streams in a period with streams that cannot be decrypted, and their encryption schemes.
    private var locked: [DASHManifest.StreamSet.Kind: String] = [:]

    /// Parses a manifest. Time and memory are proportional to its size.
    ///
    /// - Parameter keys: the keys of the item.
    package static func read(
        _ bytes: [UInt8], limits: HLSLimits, at address: HTTPURL, keys: DecryptionKeys = DecryptionKeys()
    ) throws(DASHError) -> DASHManifest {
        let tree = try tree(bytes, limits: limits)
        var reader = DASHReader(at: address, limits: limits, keys: keys)
        return try reader.read(tree)
    }

    /// Parses the elements of a manifest.
    package static func tree(_ bytes: [UInt8], limits: HLSLimits) throws(DASHError) -> XMLTree {
        guard bytes.count <= limits.bytes else {
            throw .malformed("It is longer than \(limits.bytes) bytes")
        }
        let tree: XMLTree?
        do {
            tree = try XMLTree.read(bytes, limit: limits.entries)
        } catch {
            throw .malformed("Line \(error.line): \(error.message)")
        }
        guard let tree, tree.name == "MPD" else { throw .malformed("There is no manifest in it") }
        return tree
    }

    private init(at address: HTTPURL, limits: HLSLimits, keys: DecryptionKeys) {
        (self.address, self.keys) = (address, keys)
        // Streams share the timeline entries of their parents.
        runs = 10 * limits.entries
        manifest = DASHManifest(location: address.text)
    }

    private mutating func read(_ tree: XMLTree) throws(DASHError) -> DASHManifest {
        manifest.isLive = tree.attributes["type"] == "dynamic"
        if let location = tree["Location"]?.content { manifest.location = place(location, in: address).text }
        if manifest.isLive {
            manifest.began = tree.attributes["availabilityStartTime"].flatMap(HLSDate.read) ?? .zero
        }
        manifest.depth = tree.duration("timeShiftBufferDepth")
        manifest.delay = tree.duration("suggestedPresentationDelay")
        manifest.updatePeriod = tree.duration("minimumUpdatePeriod") ?? manifest.updatePeriod
        let base = base(of: tree, in: address)
        manifest.clocks = tree.all("UTCTiming").prefix(8).compactMap { clock($0, base) }
        var next = Duration.zero
        for element in tree.all("Period") {
            guard try isThere(element, "period", filledBy: "AdaptationSet") else { continue }
            let start = element.duration("start") ?? next
            if let last = manifest.periods.indices.last, manifest.periods[last].duration == nil {
                manifest.periods[last].duration = max(.zero, start - manifest.periods[last].start)
            }
            var period = DASHManifest.Period(start: start, duration: element.duration("duration"))
            let own = self.base(of: element, in: base)
            locked = [:]
            for set in element.all("AdaptationSet") {
                guard try isThere(set, "set of streams", filledBy: "Representation") else { continue }
                try read(set, in: [element], own, into: &period)
            }
            // A stream that cannot be decrypted is left out if another one of its kind remains.
            let kinds = period.sets.map(\.kind)
            for kind in [DASHManifest.StreamSet.Kind.video, .audio] where !kinds.contains(kind) {
                if let scheme = locked[kind] { throw .encrypted(scheme) }
            }
            manifest.periods.append(period)
            next = start + (period.duration ?? .zero)
        }
        if let last = manifest.periods.indices.last, manifest.periods[last].duration == nil,
            let end = tree.duration("mediaPresentationDuration")
        {
            manifest.periods[last].duration = max(.zero, end - manifest.periods[last].start)
        }
        manifest.periods.removeAll { $0.sets.allSatisfy { $0.kind == .subtitles } }
        guard manifest.periods.isEmpty else { return manifest }
        throw isForeign
            ? .unsupported("Its streams are in another container than MP4, MPEG-TS and WebM")
            : manifest.isLive ? .notBegun(manifest.updatePeriod) : .empty
    }

    private mutating func read(
        _ element: XMLTree, in parents: [XMLTree], _ base: HTTPURL, into period: inout DASHManifest.Period
    ) throws(DASHError) {
        // Trick-mode video is only for fast forward and rewind, so it is ignored.
        let purposes = element.all("EssentialProperty").compactMap { $0.attributes["schemeIdUri"] }
        guard !purposes.contains("http://dashif.org/guidelines/trickmode") else { return }
        let own = self.base(of: element, in: base)
        var set: DASHManifest.StreamSet?
        for representation in element.all("Representation") {
            streams -= 1
            guard streams >= 0, runs >= 0 else { throw .malformed("It names too many streams") }
            let type =
                representation.attributes["mimeType"] ?? element.attributes["mimeType"]
                ?? element.attributes["contentType"] ?? ""
            let codecs = representation.attributes["codecs"] ?? element.attributes["codecs"] ?? ""
            guard let kind = kind(of: type, codecs) else { continue }
            let protection = representation.all("ContentProtection") + element.all("ContentProtection")
            if !protection.isEmpty, !mayOpen(protection) {
                locked[kind] = Self.scheme(of: protection)
                continue
            }
            if let range = SegmentAddressing.backwardsRange(in: [representation, element] + parents) {
                throw .malformed("A range of bytes in it ends before it begins: \(range.prefix(64))")
            }
            let place = self.base(of: representation, in: own)
            guard let found = read(representation, in: parents + [element], place, kind, type) else {
                isForeign = true
                continue
            }
            if set == nil { set = self.set(element, kind) }
            if set?.kind == kind { set?.representations.append(found) }
        }
        if let set { period.sets.append(set) }
    }

    /// Whether the item has the key of a stream. If the manifest declares no key ID, any key of the item
    /// suffices for now.
    private func mayOpen(_ protection: [XMLTree]) -> Bool {
        let id = protection.lazy.compactMap { element in
            element.attributes.first { $0.key == "default_KID" || $0.key.hasSuffix(":default_KID") }?.value
        }.first
        guard let id else { return keys.mayOpen(nil) }
        // The attribute may contain several IDs when the key changes.
        return id.split(separator: " ").allSatisfy { name in
            keys.mayOpen(Hexadecimal.bytes("0x" + name.filter { $0 != "-" }, count: 16) ?? [])
        }
    }

    /// The protection systems and the sample encryption of a stream, for messages.
    private static func scheme(of protection: [XMLTree]) -> String {
        let common = "urn:mpeg:dash:mp4protection:2011"
        let schemes = protection.map { ($0.attributes["schemeIdUri"] ?? "", $0.attributes["value"]) }
        var names: [String] = []
        for (scheme, _) in schemes where scheme.lowercased() != common {
            let name = ContentProtection.name(of: scheme)
            if !names.contains(name) { names.append(name) }
        }
        let method =
            schemes.first { $0.0.lowercased() == common }?.1 ?? (names.isEmpty ? "common encryption" : nil)
        let systems = names.isEmpty ? nil : names.prefix(8).joined(separator: ", ")
        return [method.map { String($0.prefix(40)) }, systems].compactMap(\.self).joined(separator: " for ")
    }

    /// The kind of a stream by its MIME type; nil for content that HLS cannot express.
    private mutating func kind(of type: String, _ codecs: String) -> DASHManifest.StreamSet.Kind? {
        switch type.lowercased() {
        case "video/mp4", "video/mp2t", "video/webm", "video": return .video
        case "audio/mp4", "audio", "audio/mp2t", "audio/webm": return .audio
        case "text/vtt", "application/ttml+xml": return .subtitles
        case "application/mp4"
        where codecs.hasPrefix("wvtt") || codecs.hasPrefix("stpp") && !Self.isOfImages(codecs):
            return .subtitles
        case let type where type.hasPrefix("video/") || type.hasPrefix("audio/"): isForeign = true
        case "application/mp4", "text": manifest.unreadTexts += 1
        default: break
        }
        return nil
    }

    /// Whether the subtitles are bitmaps: the IMSC image profile in W3C's registry of TTML profiles.
    private static func isOfImages(_ codecs: String) -> Bool {
        codecs.split(separator: ".").contains { ["im1i", "im2i", "im3i"].contains($0) }
    }

    private func set(_ element: XMLTree, _ kind: DASHManifest.StreamSet.Kind) -> DASHManifest.StreamSet {
        var set = DASHManifest.StreamSet(kind: kind)
        set.id = element.attributes["id"]
        set.language = element.attributes["lang"].flatMap { $0 == "und" ? nil : $0 }
        set.label = element["Label"]?.content ?? element.attributes["label"]
        set.roles = (element.all("Role") + element.all("Accessibility")).compactMap { $0.attributes["value"] }
        return set
    }

    private mutating func read(
        _ element: XMLTree, in parents: [XMLTree], _ base: HTTPURL, _ kind: DASHManifest.StreamSet.Kind,
        _ type: String
    ) -> DASHManifest.Representation? {
        let levels = [element] + parents.reversed()
        func attribute(_ name: String) -> String? { levels.lazy.compactMap { $0.attributes[name] }.first }
        let id = element.attributes["id"] ?? ""
        let bandwidth = min(element.integer("bandwidth") ?? 0, 1 << 40)
        for level in levels {
            for child in level.children { runs -= child["SegmentTimeline"]?.children.count ?? 0 }
        }
        guard runs >= 0,
            let parts = SegmentAddressing.read(
                levels, base, id: id, bandwidth: bandwidth,
                isText: kind == .subtitles && type.lowercased() != "application/mp4",
                isWebM: type.lowercased().hasSuffix("/webm"))
        else { return nil }
        var result = DASHManifest.Representation(id: id, bandwidth: bandwidth, parts: parts)
        result.codecs = (attribute("codecs") ?? "").split(separator: ",").map {
            String($0.filter { !$0.isWhitespace && $0 != "\"" })
        }
        result.width = attribute("width").flatMap { HLSNumber.integer($0) }
        result.height = attribute("height").flatMap { HLSNumber.integer($0) }
        result.frameRate = attribute("frameRate").flatMap(Self.rate)
        let channels = levels.lazy.compactMap { $0["AudioChannelConfiguration"]?.attributes["value"] }.first
        result.channels = channels.flatMap { HLSNumber.integer($0) }.map(String.init)
        return result
    }

    /// Parses `25` or `30000/1001`.
    private static func rate(_ text: String) -> Double? {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        guard let rate = parts.first, parts.count < 3 else { return nil }
        return parts.count == 2 && parts[1] > 0 ? rate / parts[1] : rate
    }

    private mutating func base(of element: XMLTree, in base: HTTPURL) -> HTTPURL {
        let bases = element.all("BaseURL").prefix(Self.mostBases).compactMap {
            $0.content.map { place($0, in: base) }
        }
        if bases.count > 1 {
            let texts = bases.map(\.text)
            note(texts)
            note(texts.map(Self.folder))
        }
        return bases.first ?? base
    }

    private mutating func note(_ bases: [String]) {
        guard Set(bases).count == bases.count, manifest.bases.count < Self.mostRows,
            !manifest.bases.contains(bases)
        else { return }
        manifest.bases.append(bases)
    }

    /// The folder of a URL, against which relative URLs are resolved.
    private static func folder(_ address: String) -> String {
        let path = address.prefix { $0 != "?" }
        return path.lastIndex(of: "/").map { String(path[...$0]) } ?? address
    }

    private static let mostBases = 8
    private static let mostRows = 64

    /// Whether the manifest contains an element. False when it is declared empty. Throws when the element is
    /// in another document.
    private func isThere(_ element: XMLTree, _ name: String, filledBy child: String) throws(DASHError) -> Bool
    {
        guard let link = element.attributes["xlink:href"] else { return true }
        if link == "urn:mpeg:dash:resolve-to-zero:2013" { return false }
        guard element.all(child).isEmpty else { return true }
        throw .unsupported(
            "A \(name) of it is written elsewhere (xlink:href), which is not fetched: \(link.prefix(100))")
    }

    private func clock(_ element: XMLTree, _ base: HTTPURL) -> DASHManifest.Clock? {
        let scheme = element.attributes["schemeIdUri"] ?? ""
        let prefix = "urn:mpeg:dash:utc:"
        guard scheme.hasPrefix(prefix), let value = element.attributes["value"] else { return nil }
        // Only the first of several URIs is used.
        let address = value.split(whereSeparator: \.isWhitespace).first.map {
            place(String($0), in: base).text
        }
        switch scheme.dropFirst(prefix.count) {
        case "direct:2012", "direct:2014": return HLSDate.read(value).map { .direct($0) }
        case "http-head:2012", "http-head:2014": return address.map { .head($0) }
        case "http-iso:2012", "http-iso:2014", "http-xsdate:2012", "http-xsdate:2014":
            return address.map { .text($0) }
        default: return nil
        }
    }

    private func place(_ reference: String, in base: HTTPURL) -> HTTPURL {
        reference.utf8.count <= SegmentAddressing.longestAddress ? HTTPURL(reference, in: base) ?? base : base
    }
}

/// The reason why a DASH manifest cannot be used.
package enum DASHError: Error, Equatable {
    case malformed(String)
    /// The content may be playable, but not as HLS.
    case unsupported(String)
    /// The content is encrypted with this scheme.
    case encrypted(String)
    case empty
    /// A live manifest has no segments yet. The value is the update period.
    case notBegun(Duration)

    package func playerError(about uri: String) -> PlayerError {
        switch self {
        case .malformed(let message), .unsupported(let message):
            PlayerError(.invalidPlaylist, "DASH manifest: \(message)", uri: uri)
        case .encrypted(let scheme): .locked(scheme, keyID: [], uri)
        case .empty, .notBegun:
            PlayerError(.invalidPlaylist, "DASH manifest: There is nothing to play in it", uri: uri)
        }
    }
}

extension XMLTree {
    /// The value of an attribute with an ISO 8601 duration (`PT1H2M3.5S`).
    package func duration(_ name: String) -> Duration? { attributes[name].flatMap(Self.duration(of:)) }

    private static func duration(of text: String) -> Duration? {
        guard text.hasPrefix("P") else { return nil }
        var result = Duration.zero
        var isTime = false
        var number = ""
        for character in text.dropFirst() {
            switch character {
            case "T": isTime = true
            case "0"..."9", ".": number.append(character)
            default:
                let unit: Int? =
                    switch (character, isTime) {
                    case ("Y", false): 365 * 86_400
                    case ("M", false): 30 * 86_400
                    case ("D", false): 86_400
                    case ("H", true): 3600
                    case ("M", true): 60
                    case ("S", true): 1
                    default: nil
                    }
                guard let unit, let value = HLSNumber.duration(number), value <= .seconds(4e9 / Double(unit))
                else { return nil }
                result += value * unit
                number = ""
            }
        }
        return number.isEmpty && result <= .seconds(4_000_000_000) ? result : nil
    }
}
