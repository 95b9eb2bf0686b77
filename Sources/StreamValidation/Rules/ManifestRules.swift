internal import AdaptiveStreaming

/// Rules for DASH manifests and their segments.
enum ManifestRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "dash.profiles-missing", .must, "ISO/IEC 23009-1 5.3.1.2", "MPD has profiles.",
            "Players cannot tell whether they support the manifest. Add urn:mpeg:dash:profile:isoff-live:2011 or another one.",
            .manifest { manifest, findings in
                if manifest.root.attributes["profiles"] == nil { findings.add("MPD@profiles is missing") }
            }),
        ValidationRule(
            "dash.min-buffer-time", .must, "ISO/IEC 23009-1 5.3.1.2", "MPD has minBufferTime.",
            "Players cannot derive the needed bandwidth. Add it, such as PT2S.",
            .manifest { manifest, findings in
                if manifest.root.duration("minBufferTime") == nil {
                    findings.add("MPD@minBufferTime is missing or invalid")
                }
            }),
        ValidationRule(
            "dash.dynamic-attributes", .must, "ISO/IEC 23009-1 5.3.1.2",
            "A dynamic MPD has availabilityStartTime and publishTime.",
            "Players cannot compute the live edge. Add both as UTC times.",
            .manifest { manifest, findings in
                guard manifest.isDynamic else { return }
                for name in ["availabilityStartTime", "publishTime"]
                where manifest.root.attributes[name].flatMap(HLSDate.read) == nil {
                    findings.add("MPD@\(name) is missing or invalid")
                }
            }),
        ValidationRule(
            "dash.utc-timing", .should, "DASH-IF IOP 4.7", "A dynamic MPD has UTCTiming.",
            "Players with a wrong clock stall or stay behind. Add a UTCTiming element.", profiles: [.dashIF],
            .manifest { manifest, findings in
                if manifest.isDynamic, manifest.root["UTCTiming"] == nil {
                    findings.add("UTCTiming is missing")
                }
            }),
        ValidationRule(
            "dash.duration-missing", .must, "ISO/IEC 23009-1 5.3.1.2",
            "A static MPD has mediaPresentationDuration, or each period has a duration.",
            "Players do not know the end. Add mediaPresentationDuration.",
            .manifest { manifest, findings in
                guard !manifest.isDynamic, manifest.root.duration("mediaPresentationDuration") == nil,
                    manifest.periods.last?.duration("duration") == nil
                else { return }
                findings.add("the duration of the presentation is not declared")
            }),
        ValidationRule(
            "dash.period-id", .should, "DASH-IF IOP 3.2.7", "Each period of a dynamic MPD has an id.",
            "Players mix up periods in an update. Add an id to each period.", profiles: [.dashIF],
            .manifest { manifest, findings in
                for (index, period) in manifest.periods.enumerated()
                where manifest.isDynamic && period.attributes["id"] == nil {
                    findings.add("period \(index + 1) has no id")
                }
            }),
        ValidationRule(
            "dash.period-empty", .must, "ISO/IEC 23009-1 5.3.2",
            "An MPD has periods, and each has adaptation sets.",
            "There is nothing to play. Check the packager that writes the manifest.",
            .manifest { manifest, findings in
                if manifest.periods.isEmpty { findings.add("there is no period") }
                for (index, period) in manifest.periods.enumerated()
                where period["AdaptationSet"] == nil && !period.attributes.keys.contains("href") {
                    findings.add("period \(index + 1) has no adaptation set")
                }
            }),
        ValidationRule(
            "dash.period-order", .must, "ISO/IEC 23009-1 5.3.2.1",
            "Periods do not overlap, and follow one another in time.",
            "Players skip media or stall at the seam. Correct start and duration.",
            .manifest { manifest, findings in
                var end: Duration?
                for (index, period) in manifest.periods.enumerated() {
                    let start = period.duration("start") ?? end
                    if let start, let end, (end - start).inSeconds > 0.001 {
                        findings.add(
                            "period \(index + 1) begins \((end - start).seconds) before the end of the previous one"
                        )
                    }
                    end = start.flatMap { start in period.duration("duration").map { start + $0 } }
                }
            }),
        ValidationRule(
            "dash.bandwidth-missing", .must, "ISO/IEC 23009-1 5.3.5.2", "Each representation has bandwidth.",
            "Players cannot choose a representation. Add the bit rate.",
            .manifest { manifest, findings in
                for item in manifest.representations
                where (item.representation.integer("bandwidth") ?? 0) == 0 {
                    findings.add(
                        "the representation \(item.representation.attributes["id"] ?? "?") has no bandwidth")
                }
            }),
        ValidationRule(
            "dash.representation-id", .must, "ISO/IEC 23009-1 5.3.5.2",
            "Each representation has an id that is unique in its period.",
            "Players load segments of another representation. Give each its own id.",
            .manifest { manifest, findings in
                for period in manifest.periods {
                    var ids: Set<String> = []
                    for representation in period.all("AdaptationSet").flatMap({ $0.all("Representation") }) {
                        guard let id = representation.attributes["id"] else {
                            findings.add("a representation has no id")
                            continue
                        }
                        if !ids.insert(id).inserted { findings.add("the id \(id) occurs again") }
                    }
                }
            }),
        ValidationRule(
            "dash.mime-type-missing", .must, "ISO/IEC 23009-1 5.3.7.2",
            "Each representation or its adaptation set has mimeType.",
            "Players cannot tell video from sound. Add video/mp4, audio/mp4 or another type.",
            .manifest { manifest, findings in
                for item in manifest.representations
                where ManifestText.inherited("mimeType", item.set, item.representation) == nil {
                    findings.add(
                        "the representation \(item.representation.attributes["id"] ?? "?") has no mimeType")
                }
            }),
        ValidationRule(
            "dash.codecs-missing", .should, "ISO/IEC 23009-1 5.3.7.2, DASH-IF IOP",
            "Each representation of video or sound has codecs.",
            "Players load a segment to learn whether they can play it. Add the RFC 6381 name.",
            .manifest { manifest, findings in
                for item in manifest.representations {
                    let type = ManifestText.inherited("mimeType", item.set, item.representation) ?? ""
                    guard type.hasPrefix("video") || type.hasPrefix("audio"),
                        ManifestText.inherited("codecs", item.set, item.representation) == nil
                    else { continue }
                    findings.add(
                        "the representation \(item.representation.attributes["id"] ?? "?") has no codecs")
                }
            }),
        ValidationRule(
            "dash.size-missing", .should, "DASH-IF IOP 3.2.4",
            "Each video representation has width and height.",
            "Players cannot limit the size to the screen. Add both.", profiles: [.dashIF],
            .manifest { manifest, findings in
                for item in manifest.representations {
                    let type = ManifestText.inherited("mimeType", item.set, item.representation) ?? ""
                    let size = ["width", "height"].map {
                        ManifestText.inherited($0, item.set, item.representation)
                    }
                    guard type.hasPrefix("video"), size.contains(nil) else { continue }
                    findings.add(
                        "the representation \(item.representation.attributes["id"] ?? "?") has no size")
                }
            }),
        ValidationRule(
            "dash.segment-alignment", .must, "DASH-IF IOP 3.2.4",
            "An adaptation set with several representations has segmentAlignment.",
            "Players may not switch between the representations. Cut them alike, and declare it.",
            profiles: [.dashIF],
            .manifest { manifest, findings in
                for set in manifest.periods.flatMap({ $0.all("AdaptationSet") })
                where set.all("Representation").count > 1 {
                    let names = ["segmentAlignment", "subsegmentAlignment", "bitstreamSwitching"]
                    let isAligned = names.contains { set.attributes[$0].map { $0 != "false" } == true }
                    if !isAligned {
                        findings.add(
                            "the adaptation set \(set.attributes["id"] ?? set.attributes["mimeType"] ?? "") is not aligned"
                        )
                    }
                }
            }),
        ValidationRule(
            "dash.template", .must, "ISO/IEC 23009-1 5.3.9.4.4",
            "A template of media segments has $Number$ or $Time$, and known identifiers only.",
            "All segments have the same address. Correct the template.",
            .manifest { manifest, findings in
                for template in manifest.templates {
                    guard let media = template.attributes["media"] else { continue }
                    let names = media.templateIdentifiers
                    if !names.contains("Number"), !names.contains("Time"), !names.contains("SubNumber") {
                        findings.add("the template “\(media)” has neither $Number$ nor $Time$")
                    }
                    let known: Set = ["", "RepresentationID", "Number", "Bandwidth", "Time", "SubNumber"]
                    for name in names where !known.contains(name) { findings.add("$\(name)$ is unknown") }
                }
            }),
        ValidationRule(
            "dash.timeline-overlap", .must, "ISO/IEC 23009-1 5.3.9.6",
            "Entries of a SegmentTimeline do not overlap.",
            "Players load segments twice. Correct t, d and r.",
            .manifest { manifest, findings in
                for timeline in manifest.templates.compactMap({ $0["SegmentTimeline"] }) {
                    var end = 0
                    for entry in timeline.all("S") {
                        let start = entry.integer("t") ?? end
                        if start < end { findings.add("the entry at \(start) begins before \(end)") }
                        let repeats = max(entry.integer("r") ?? 0, 0)
                        end = start + (entry.integer("d") ?? 0) * (repeats + 1)
                    }
                }
            }),
        ValidationRule(
            "dash.segment-time", .must, "ISO/IEC 23009-1 7.2.1, 5.3.9.6",
            "The first sample of a segment has the time of the manifest, to 100 ms.",
            "Seeks land beside their targets, and sound and picture are apart. Write the decode time of the media.",
            .stream { stream, findings in
                for segment in stream.segments where stream.isOfManifest && segment.isMeasured {
                    guard let declared = segment.mediaTime?.inSeconds, let start = segment.leading?.start
                    else { continue }
                    let difference = Double(start) / 1e9 - declared
                    guard abs(difference) > 0.1 else { continue }
                    findings.add(
                        "the media begins \(abs(difference).seconds) \(difference > 0 ? "after" : "before") its declared time",
                        of: segment)
                }
            }),
        ValidationRule(
            "dash.segment-duration", .must, "DASH-IF IOP 3.2.7.1",
            "The duration of a segment differs from the declared one by at most half of it.",
            "Players estimate the wrong segment for a seek. Cut segments at even times.",
            .stream { stream, findings in
                for (index, segment) in stream.segments.enumerated() where stream.isOfManifest {
                    guard let measured = segment.measured?.inSeconds, index + 1 < stream.segments.count else {
                        continue
                    }
                    let declared = segment.declared.inSeconds
                    guard abs(measured - declared) > declared / 2 else { continue }
                    findings.add(
                        "the segment lasts \(measured.seconds), not \(declared.seconds)", of: segment)
                }
            }),
        ValidationRule(
            "dash.keyframe-missing", .must, "DASH-IF IOP 3.2.4",
            "Each video segment begins with a keyframe.",
            "Switches and seeks show damaged pictures. Cut segments at keyframes.",
            .stream { stream, findings in
                for segment in stream.measured where stream.isOfManifest {
                    if segment.video.map({ !$0.beginsWithSync }) == true {
                        findings.add("the first frame is not a keyframe", of: segment)
                    }
                }
            }),
        ValidationRule(
            "dash.bandwidth-exceeded", .must, "ISO/IEC 23009-1 5.3.5.4",
            "Each segment can be loaded at the declared bandwidth within its duration and minBufferTime.",
            "Players stall although the network has the declared bandwidth. Declare a higher one.",
            .stream { stream, findings in
                guard stream.isOfManifest, let bandwidth = stream.attributes?.number("BANDWIDTH"),
                    bandwidth > 0
                else { return }
                var debt = 0.0
                for segment in stream.segments where !segment.isGap {
                    let seconds = Double(segment.bytes * 8) / bandwidth
                    debt = max(0, debt + seconds - segment.declared.inSeconds)
                    guard debt > stream.minimumBuffer.inSeconds else { continue }
                    findings.add(
                        "the segment has \((segment.bitrate ?? 0).bitrate); bandwidth is \(bandwidth.bitrate)",
                        of: segment)
                    debt = 0
                }
            }),
    ]
}

extension ManifestText {
    /// All segment templates, at each level.
    fileprivate var templates: [XMLTree] {
        func find(in element: XMLTree) -> [XMLTree] {
            element.all("SegmentTemplate") + element.children.flatMap(find)
        }
        return find(in: root)
    }
}

extension String {
    /// The identifiers between dollar signs, without their formats.
    fileprivate var templateIdentifiers: [String] {
        let parts = split(separator: "$", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 && $0 + 1 < parts.count }.map { index in
            String(parts[index].prefix { $0 != "%" })
        }
    }
}
