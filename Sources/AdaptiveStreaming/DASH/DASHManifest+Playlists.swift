package import PlayheadCore

/// The conversion of a manifest to HLS playlists.
extension DASHManifest {
    /// The multivariant playlist: one variant for each video representation, with audio as renditions.
    /// Without video, the variants are audio representations.
    package func multivariant(_ limits: QualityLimits) -> MultivariantPlaylist {
        var result = MultivariantPlaylist()
        result.isIndependent = true
        guard let period = periods.first else { return result }
        let own = mainSets(of: period)
        let sounds = own.first?.kind == .video ? period.sets.filter { $0.kind == .audio } : []
        let least = own.flatMap(\.representations).map(\.bandwidth).min() ?? 0
        let chosen = sounds.compactMap { Self.sound(of: $0, beside: least, limits) }
        var names: Set<String> = []
        func add(_ set: StreamSet, _ place: Int, _ representation: Representation, _ kind: Group) {
            let name = set.label ?? set.language ?? "\(kind.rawValue) \(place + 1)"
            var rendition = MultivariantPlaylist.Rendition(
                index: result.renditions.count, kind: kind == .audio ? .audio : .subtitles,
                group: kind.rawValue,
                name: names.insert("\(kind) \(name)").inserted ? name : "\(name) \(place + 1)")
            rendition.language = set.language
            rendition.uri = location(of: RepresentationAddress(set.kind, place, representation))
            let mains = period.sets.filter { $0.kind == set.kind && $0.roles.contains("main") }
            rendition.isDefault = kind == .audio && (mains.isEmpty ? place == 0 : mains[0] == set)
            rendition.isAutoselected = rendition.isDefault
            rendition.isForced = kind == .texts && !set.roles.allSatisfy { !$0.hasPrefix("forced") }
            if set.roles.contains("description") {
                rendition.characteristics = ["public.accessibility.describes-video"]
            } else if set.roles.contains("caption") {
                rendition.characteristics = ["public.accessibility.describes-music-and-sound"]
            }
            rendition.channels = representation.channels
            result.renditions.append(rendition)
        }
        for (place, (set, sound)) in zip(sounds, chosen).enumerated() { add(set, place, sound, .audio) }
        for (place, set) in period.sets.filter({ $0.kind == .subtitles }).enumerated() {
            if let text = set.representations.first { add(set, place, text, .texts) }
        }
        for set in own {
            let place = period.sets.filter { $0.kind == set.kind }.firstIndex { $0 == set } ?? 0
            for representation in set.representations {
                let beside = chosen.map(\.bandwidth).max() ?? 0
                var variant = MultivariantPlaylist.Variant(
                    index: result.variants.count,
                    uri: location(of: RepresentationAddress(set.kind, place, representation)),
                    bandwidth: representation.bandwidth + beside)
                variant.codecs = representation.codecs + (chosen.first?.codecs ?? [])
                (variant.width, variant.height) = (representation.width, representation.height)
                variant.frameRate = representation.frameRate
                variant.audio = chosen.isEmpty ? nil : Group.audio.rawValue
                variant.subtitles =
                    result.renditions.contains { $0.kind == .subtitles } ? Group.texts.rawValue : nil
                result.variants.append(variant)
            }
        }
        return result
    }

    private enum Group: String { case audio, texts }

    /// A representation of the first period, with its declared properties.
    package struct DeclaredRepresentation: Sendable {
        package var address: RepresentationAddress
        package var id: String
        package var isVideo: Bool
        package var isAudio: Bool
        /// The index of the adaptation set among those of its kind.
        package var set: Int
        package var bandwidth: Int
        package var codecs: [String]
        package var width: Int?
        package var height: Int?
        package var frameRate: Double?
        package var language: String?
    }

    /// All representations of the first period.
    package var representations: [DeclaredRepresentation] {
        guard let period = periods.first else { return [] }
        return StreamSet.Kind.allCases.flatMap { kind in
            period.sets.filter { $0.kind == kind }.enumerated().flatMap { place, set in
                set.representations.map { representation in
                    DeclaredRepresentation(
                        address: RepresentationAddress(kind, place, representation), id: representation.id,
                        isVideo: kind == .video, isAudio: kind == .audio, set: place,
                        bandwidth: representation.bandwidth, codecs: representation.codecs,
                        width: representation.width, height: representation.height,
                        frameRate: representation.frameRate, language: set.language)
                }
            }
        }
    }

    /// The video codec of an adaptation set, that is the first element of its RFC 6381 name.
    private static func codec(of set: StreamSet) -> Substring? {
        set.representations.first?.codecs.first?.prefix { $0 != "." }
    }

    /// The adaptation sets that supply the variants, and can replace each other.
    private func mainSets(of period: Period) -> [StreamSet] {
        let pictures = period.sets.filter { $0.kind == .video }
        let sets = pictures.isEmpty ? period.sets.filter { $0.kind == .audio } : pictures
        guard let main = sets.first(where: { $0.roles.contains("main") }) ?? sets.first else { return [] }
        // Another audio set is other content, not another quality.
        if pictures.isEmpty { return [main] }
        return sets.filter { $0.roles == main.roles && Self.codec(of: $0) == Self.codec(of: main) }
    }

    /// The best audio representation that leaves room for the video within the limits.
    private static func sound(of set: StreamSet, beside least: Int, _ limits: QualityLimits)
        -> Representation?
    {
        let fitting = set.representations.filter { sound in
            limits.maximumBitrate.map { sound.bandwidth + least <= $0 } ?? true
        }
        return fitting.max { $0.bandwidth < $1.bandwidth }
            ?? set.representations.min { $0.bandwidth < $1.bandwidth }
    }

    private func location(of choice: RepresentationAddress) -> String { "\(location)#\(choice.fragment)" }

    /// The files of a representation whose segment indexes are needed.
    package func files(of choice: RepresentationAddress) -> [IndexedFile] {
        periods.compactMap { period in
            guard case .file(let uri, let index)? = choice.representation(in: period)?.parts.form else {
                return nil
            }
            return IndexedFile(uri: uri, index: index)
        }
    }

    /// The media playlist of a representation.
    ///
    /// - Parameters:
    ///   - now: the server time since 1970.
    ///   - indexes: the segment indexes of its files.
    ///   - numbering: the previous segment numbers of a live stream.
    package func media(
        _ choice: RepresentationAddress, at now: Duration, indexes: [IndexedFile: SegmentIndex], limit: Int,
        _ numbering: inout DASHNumbering
    ) -> MediaPlaylist {
        var found: [Segment] = []
        for period in periods where found.count < limit {
            guard let representation = choice.representation(in: period) else {
                // A period without this representation is a gap, so that the streams stay in sync.
                if let duration = period.duration {
                    var gap = MediaPlaylist.Segment(uri: location, duration: duration)
                    (gap.isGap, gap.isDiscontinuity) = (true, !found.isEmpty)
                    found.append(Segment(start: began + period.start, content: gap))
                }
                continue
            }
            var index: SegmentIndex?
            if case .file(let uri, let place) = representation.parts.form {
                index = indexes[IndexedFile(uri: uri, index: place)]
            }
            var segments = segments(
                of: representation, in: period, at: now, index: index, limit: limit - found.count)
            if !found.isEmpty, !segments.isEmpty { segments[0].content.isDiscontinuity = true }
            found += Self.withGaps(segments).prefix(limit - found.count)
        }
        var result = MediaPlaylist()
        result.isIndependent = true
        result.segments = found.map(\.content)
        result.targetDuration = found.map(\.content.duration).max() ?? .seconds(1)
        if isLive {
            (result.sequence, result.discontinuitySequence) = numbering.take(found, since: began)
            result.serverControl.holdBack = delay
            result.isComplete = hasEnded(with: found)
        } else if let began = numbering.began {
            // The stream was live. Its segments keep their numbers, but their times now count from the
            // beginning.
            for index in found.indices { found[index].start += began }
            (result.sequence, result.discontinuitySequence) = numbering.take(found, since: began)
            result.isComplete = true
        } else {
            (result.isComplete, result.kind) = (true, .onDemand)
        }
        return result
    }

    /// Whether the last available segment ends at the end of the presentation.
    private func hasEnded(with segments: [Segment]) -> Bool {
        guard let last = periods.last, let duration = last.duration, let segment = segments.last else {
            return false
        }
        let end = segment.start + segment.content.duration
        return end >= began + last.start + duration - .milliseconds(500)
    }

    /// Inserts gap segments where the timeline omits segments.
    private static func withGaps(_ segments: [Segment]) -> [Segment] {
        var result: [Segment] = []
        for segment in segments {
            if let last = result.last, case let end = last.start + last.content.duration,
                segment.start - end > .milliseconds(100)
            {
                var gap = MediaPlaylist.Segment(uri: segment.content.uri, duration: segment.start - end)
                (gap.isGap, gap.map, gap.date) = (true, segment.content.map, nil)
                result.append(Segment(start: end, content: gap))
            }
            result.append(segment)
        }
        return result
    }
}

/// Assigns segment numbers in a live stream. Manifests identify segments by time, playlists by consecutive
/// numbers.
package struct DASHNumbering: Sendable, Equatable {
    private var known: [DASHManifest.Segment] = []
    /// The start of the live stream since 1970; nil for a static one.
    private(set) var began: Duration?
    private var first = 0
    private var discontinuities = 0

    package init() {}

    /// The number of the first segment, and the number of discontinuities before it.
    mutating func take(
        _ segments: [DASHManifest.Segment], since began: Duration
    ) -> (number: Int, discontinuities: Int) {
        self.began = began
        guard let head = segments.first else { return (first, discontinuities) }
        let half = head.content.duration / 2
        if known.isEmpty {
            first = Int(head.start / max(head.content.duration, .milliseconds(1)))
        } else if let same = known.firstIndex(where: { ($0.start - head.start).magnitude <= half }) {
            discontinuities += known[..<same].count { $0.content.isDiscontinuity }
            first += same
        } else if let old = segments.firstIndex(where: { ($0.start - known[0].start).magnitude <= half }) {
            // This is an older version of the manifest. It does not change the numbering.
            return (max(0, first - old), discontinuities)
        } else {
            discontinuities += known.count { $0.content.isDiscontinuity }
            first += known.count
        }
        known = segments
        return (first, discontinuities)
    }
}
