/// Reads manifests of DASH.
struct DASHReader {
    let address: WebAddress
    private var manifest: DASHManifest
    /// How many streams, and how many lines of timelines, may still be read.
    private var streams = 1000
    private var runs: Int
    private var isProtected = false
    private var isForeign = false

    /// Reads a manifest; time and memory are proportional to its size.
    static func read(_ bytes: [UInt8], limits: HLSLimits, at address: WebAddress) throws(DASHError)
        -> DASHManifest
    {
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
        var reader = DASHReader(at: address, limits: limits)
        return try reader.read(tree)
    }

    private init(at address: WebAddress, limits: HLSLimits) {
        self.address = address
        // Streams share what is written above them.
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
        var next = Duration.zero
        for element in tree.all("Period") {
            if element.attributes["xlink:href"] != nil, element.all("AdaptationSet").isEmpty {
                throw .unsupported("A period of it is written elsewhere")
            }
            let start = element.duration("start") ?? next
            if let last = manifest.periods.indices.last, manifest.periods[last].duration == nil {
                manifest.periods[last].duration = max(.zero, start - manifest.periods[last].start)
            }
            var period = DASHManifest.Period(start: start, duration: element.duration("duration"))
            let own = self.base(of: element, in: base)
            for set in element.all("AdaptationSet") {
                try read(set, in: [element], own, into: &period)
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
        if isProtected { throw .encrypted }
        throw isForeign
            ? .unsupported("Its streams are in another container than MP4 and MPEG-TS")
            : manifest.isLive ? .notBegun(manifest.updatePeriod) : .empty
    }

    private mutating func read(
        _ element: XMLTree, in parents: [XMLTree], _ base: WebAddress, into period: inout DASHManifest.Period
    ) throws(DASHError) {
        // Pictures for winding, which nobody plays.
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
            guard let kind = kind(of: type) else { continue }
            if !element.all("ContentProtection").isEmpty || !representation.all("ContentProtection").isEmpty {
                isProtected = true
                continue
            }
            if let range = DASHParts.backwardsRange(in: [representation, element] + parents) {
                throw .malformed("A range of bytes in it ends before it begins: \(range.prefix(64))")
            }
            let place = self.base(of: representation, in: own)
            guard let found = read(representation, in: parents + [element], place, kind) else {
                isForeign = true
                continue
            }
            if set == nil { set = self.set(element, kind) }
            if set?.kind == kind { set?.representations.append(found) }
        }
        if let set { period.sets.append(set) }
    }

    /// What is in a stream by its type; nil for what cannot be played as HLS.
    private mutating func kind(of type: String) -> DASHManifest.StreamSet.Kind? {
        switch type.lowercased() {
        case "video/mp4", "video/mp2t", "video": return .video
        case "audio/mp4", "audio", "audio/mp2t": return .audio
        case "text/vtt": return .subtitles
        case let type where type.hasPrefix("video/") || type.hasPrefix("audio/"): isForeign = true
        case "application/mp4", "application/ttml+xml", "text": manifest.unreadTexts += 1
        default: break
        }
        return nil
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
        _ element: XMLTree, in parents: [XMLTree], _ base: WebAddress, _ kind: DASHManifest.StreamSet.Kind
    ) -> DASHManifest.Representation? {
        let levels = [element] + parents.reversed()
        func attribute(_ name: String) -> String? { levels.lazy.compactMap { $0.attributes[name] }.first }
        let id = element.attributes["id"] ?? ""
        let bandwidth = min(element.integer("bandwidth") ?? 0, 1 << 40)
        for level in levels {
            for child in level.children { runs -= child["SegmentTimeline"]?.children.count ?? 0 }
        }
        guard runs >= 0,
            let parts = DASHParts.read(levels, base, id: id, bandwidth: bandwidth, isText: kind == .subtitles)
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

    /// `25` or `30000/1001`.
    private static func rate(_ text: String) -> Double? {
        let parts = text.split(separator: "/").compactMap { Double($0) }
        guard let rate = parts.first, parts.count < 3 else { return nil }
        return parts.count == 2 && parts[1] > 0 ? rate / parts[1] : rate
    }

    private func base(of element: XMLTree, in base: WebAddress) -> WebAddress {
        element["BaseURL"]?.content.map { place($0, in: base) } ?? base
    }

    private func place(_ reference: String, in base: WebAddress) -> WebAddress {
        reference.utf8.count <= DASHParts.longestAddress ? WebAddress(reference, in: base) ?? base : base
    }
}

/// Why a manifest of DASH cannot be used.
enum DASHError: Error, Equatable {
    case malformed(String)
    /// It can be played, but not as HLS.
    case unsupported(String)
    case encrypted
    case empty
    /// A live one that names nothing yet, and how often it has something new.
    case notBegun(Duration)

    func playerError(about uri: String) -> PlayerError {
        switch self {
        case .malformed(let message), .unsupported(let message):
            PlayerError(.badPlaylist, "DASH manifest: \(message)", uri: uri)
        case .encrypted:
            PlayerError(
                .encrypted, "DASH manifest: Its streams are encrypted", hint: "such streams cannot be played",
                uri: uri)
        case .empty, .notBegun:
            PlayerError(.badPlaylist, "DASH manifest: There is nothing to play in it", uri: uri)
        }
    }
}

extension XMLTree {
    /// The value of an attribute that is a duration of ISO 8601 (`PT1H2M3.5S`).
    func duration(_ name: String) -> Duration? { attributes[name].flatMap(Self.duration(of:)) }

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
