internal import PlayheadCore

/// Parses the segment location of a representation.
enum SegmentAddressing {
    /// The maximum length of a URI template in bytes.
    static let longestAddress = 2048
    private static let mostPlaces = 16

    /// - Parameter levels: the representation and its parents, the innermost first. Inner values override
    ///   outer ones.
    static func read(
        _ levels: [XMLTree], _ base: HTTPURL, id: String, bandwidth: Int, isText: Bool, isWebM: Bool
    ) -> DASHManifest.Parts? {
        let templates = levels.compactMap { $0["SegmentTemplate"] }
        let lists = levels.compactMap { $0["SegmentList"] }
        let bases = levels.compactMap { $0["SegmentBase"] }
        let name = Names(id: id, bandwidth: bandwidth, base: base)
        if !templates.isEmpty {
            let found = Inherited(templates)
            guard let media = found.attribute("media"), media.utf8.count <= longestAddress,
                media.utf8.count(where: { $0 == UInt8(ascii: "$") }) <= 2 * mostPlaces
            else { return nil }
            var parts = DASHManifest.Parts(form: .template(name.filled(media)))
            found.time(&parts)
            parts.map =
                found.attribute("initialization").flatMap {
                    $0.utf8.count <= longestAddress ? $0 : nil
                }.map { MediaPlaylist.Map(uri: name.filled($0), range: nil) }
                ?? found.child("Initialization").map { name.map($0) }
            return parts.timing == nil ? nil : parts
        }
        if !lists.isEmpty {
            let found = Inherited(lists)
            let places = found.children("SegmentURL").map { element in
                DASHManifest.Place(
                    uri: element.attributes["media"].map { name.place($0) } ?? base.text,
                    range: element.attributes["mediaRange"].flatMap(Self.range))
            }
            var parts = DASHManifest.Parts(form: .list(places))
            found.time(&parts)
            parts.map = found.child("Initialization").map { name.map($0) }
            return places.isEmpty ? nil : parts
        }
        guard levels.first?["BaseURL"] != nil || !bases.isEmpty else { return nil }
        if isText { return DASHManifest.Parts(form: .whole(base.text)) }
        let found = Inherited(bases)
        let index = found.attribute("indexRange").flatMap(Self.range)?.range
        var parts = DASHManifest.Parts(form: .file(base.text, index: index))
        found.time(&parts)
        parts.map =
            found.child("Initialization").map { name.map($0) }
            // The index of a WebM file may be at its end.
            ?? index.flatMap { $0.lowerBound > 0 && !isWebM ? $0.lowerBound : nil }.map {
                MediaPlaylist.Map(uri: base.text, range: HLSByteRange(offset: 0, length: $0))
            }
        return parts
    }

    /// The first byte range that ends before it begins; nil when all ranges are valid.
    static func backwardsRange(in levels: [XMLTree]) -> String? {
        let holders = levels.flatMap { level in
            ["SegmentTemplate", "SegmentList", "SegmentBase"].compactMap { level[$0] }
        }
        let texts = holders.lazy.flatMap { holder in
            [holder.attributes["indexRange"]] + holder.all("SegmentURL").map { $0.attributes["mediaRange"] }
                + holder.all("Initialization").map { $0.attributes["range"] }
        }
        return texts.compactMap(\.self).first { text in
            let ends = text.split(separator: "-").compactMap { HLSNumber.integer($0) }
            return ends.count == 2 && ends[0] > ends[1]
        }
    }

    /// Parses `816-160211`, with both ends inclusive.
    private static func range(_ text: String) -> HLSByteRange? {
        let ends = text.split(separator: "-").compactMap { HLSNumber.integer($0) }
        guard ends.count == 2, ends[0] <= ends[1], ends[1] < 1 << 48 else { return nil }
        return HLSByteRange(offset: ends[0], length: ends[1] - ends[0] + 1)
    }

    /// Elements of the same name, the innermost first, with inherited attributes.
    private struct Inherited {
        let elements: [XMLTree]

        init(_ elements: [XMLTree]) { self.elements = elements }

        func attribute(_ name: String) -> String? { elements.lazy.compactMap { $0.attributes[name] }.first }
        func integer(_ name: String) -> Int? { elements.lazy.compactMap { $0.integer(name) }.first }
        func child(_ name: String) -> XMLTree? { elements.lazy.compactMap { $0[name] }.first }
        func children(_ name: String) -> [XMLTree] {
            elements.lazy.map { $0.all(name) }.first { !$0.isEmpty } ?? []
        }

        func time(_ parts: inout DASHManifest.Parts) {
            parts.scale = min(max(1, integer("timescale") ?? 1), 1 << 32)
            let longest = Int(HLSNumber.longest / .seconds(1)) * parts.scale
            parts.origin = integer("presentationTimeOffset") ?? 0
            parts.firstNumber = integer("startNumber") ?? 1
            parts.lastNumber = integer("endNumber")
            if let timeline = child("SegmentTimeline") {
                parts.timing = .runs(
                    timeline.all("S").compactMap { element in
                        guard let duration = element.integer("d"), duration > 0, duration <= longest else {
                            return nil
                        }
                        let repeats = element.attributes["r"].flatMap { Int($0) } ?? 0
                        return DASHManifest.Run(
                            start: element.integer("t"), duration: duration, repeats: min(repeats, 1 << 40))
                    })
            } else if let duration = integer("duration"), duration > 0, duration <= longest {
                parts.timing = .even(duration)
            }
        }
    }

    /// Resolves the URIs and templates of a representation.
    private struct Names {
        let id: String
        let bandwidth: Int
        let base: HTTPURL

        func place(_ reference: String) -> String { HTTPURL(reference, in: base)?.text ?? reference }

        func map(_ element: XMLTree) -> MediaPlaylist.Map {
            MediaPlaylist.Map(
                uri: element.attributes["sourceURL"].map { place($0) } ?? base.text,
                range: element.attributes["range"].flatMap(SegmentAddressing.range))
        }

        /// Resolves a template to an absolute URI in which only numbers and times are left open.
        func filled(_ template: String) -> String {
            var open: [String] = []
            let own = DASHTemplate.fill(template) { name, whole in
                switch name {
                case "RepresentationID": return .text(id)
                case "Bandwidth": return .number(bandwidth)
                default:
                    // The placeholder could be changed by URI resolution, so a plain word replaces it
                    // meanwhile.
                    open.append(whole)
                    return .text("playhead-place-\(open.count - 1)-")
                }
            }
            var result = place(own)
            for (index, whole) in open.enumerated() {
                result = result.replacing("playhead-place-\(index)-", with: whole)
            }
            return result
        }
    }
}

/// Expands URI templates of DASH, such as `$Number%05d$`.
enum DASHTemplate {
    enum Value {
        case text(String)
        case number(Int)
    }

    /// Replaces the placeholders for which `value` returns a value, by name and complete placeholder. Others
    /// stay.
    static func fill(_ template: String, _ value: (_ name: String, _ whole: String) -> Value?) -> String {
        var result = ""
        var rest = template[...]
        while let dollar = rest.firstIndex(of: "$") {
            result += rest[..<dollar]
            rest = rest[rest.index(after: dollar)...]
            guard let end = rest.firstIndex(of: "$") else {
                result += "$"
                continue
            }
            let inside = rest[..<end]
            rest = rest[rest.index(after: end)...]
            let parts = inside.split(separator: "%", maxSplits: 1)
            switch value(parts.first.map(String.init) ?? "", "$\(inside)$") {
            case .text(let text): result += text
            case .number(let number):
                let digits = String(number)
                let width = parts.count > 1 ? HLSNumber.integer(parts[1].dropLast()) ?? 1 : 1
                result += String(repeating: "0", count: max(0, min(width, 40) - digits.count)) + digits
            case nil: result += "$\(inside)$"
            }
        }
        return result + rest
    }
}
