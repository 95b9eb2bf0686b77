internal import AdaptiveStreaming

/// Rules for the text of media playlists.
enum MediaRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.targetduration-missing", .must, "RFC 8216bis 4.4.3.1",
            "A media playlist has EXT-X-TARGETDURATION.",
            "Players refuse the playlist. Add the tag with the longest EXTINF, rounded.",
            .media { media, findings in
                guard let line = media.text.first("EXT-X-TARGETDURATION") else {
                    return findings.add("EXT-X-TARGETDURATION is missing")
                }
                if Int(line.value).map({ $0 > 0 }) != true {
                    findings.add("“\(line.value)” is not a number of seconds", line: line.number)
                }
            }),
        ValidationRule(
            "hls.targetduration-exceeded", .must, "RFC 8216bis 4.4.3.1",
            "Each EXTINF, rounded, is at most the target duration.",
            "Players may run out of media in live streams. Raise EXT-X-TARGETDURATION, or cut shorter segments.",
            .media { media, findings in
                guard let target = media.targetDuration else { return }
                for segment in media.segments {
                    guard let duration = segment.duration, duration.rounded() > target else { continue }
                    findings.add(
                        "the segment lasts \(duration.seconds); the target duration is \(target.seconds)",
                        line: segment.first("EXTINF")?.number, at: .seconds(segment.start),
                        segment: segment.uri)
                }
            }),
        ValidationRule(
            "hls.extinf-missing", .must, "RFC 8216bis 4.4.4.1", "Each segment has EXTINF.",
            "Players ignore the segment or refuse the playlist. Add EXTINF before the URI.",
            .media { media, findings in
                for segment in media.segments where segment.first("EXTINF") == nil {
                    findings.add("the segment has no EXTINF", line: segment.line, segment: segment.uri)
                }
            }),
        ValidationRule(
            "hls.extinf-invalid", .must, "RFC 8216bis 4.4.4.1",
            "EXTINF has a decimal number of seconds and a comma.",
            "Players may refuse the playlist. Write #EXTINF:6.006, with the comma, also without a title.",
            .media { media, findings in
                for line in media.text.all("EXTINF") {
                    if MediaText.duration(line.value) == nil {
                        findings.add("“\(line.value)” is not a duration", line: line.number)
                    } else if !line.value.contains(",") {
                        findings.add("the comma after the duration is missing", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.tag-after-first-segment", .must, "RFC 8216bis 4.4.3.2, 4.4.3.3",
            "EXT-X-MEDIA-SEQUENCE and EXT-X-DISCONTINUITY-SEQUENCE precede the first segment, and the latter precedes each EXT-X-DISCONTINUITY.",
            "Players number the segments wrongly. Move the tag to the head of the playlist.",
            .media { media, findings in
                let first = media.segments.first?.line ?? .max
                let gap = media.text.first("EXT-X-DISCONTINUITY")?.number ?? .max
                if let line = media.text.first("EXT-X-MEDIA-SEQUENCE"), line.number > first {
                    findings.add("EXT-X-MEDIA-SEQUENCE follows a segment", line: line.number)
                }
                if let line = media.text.first("EXT-X-DISCONTINUITY-SEQUENCE"), line.number > min(first, gap)
                {
                    findings.add("EXT-X-DISCONTINUITY-SEQUENCE comes too late", line: line.number)
                }
            }),
        ValidationRule(
            "hls.number-invalid", .must, "RFC 8216bis 4.4.3.2, 4.4.3.3",
            "Sequence numbers are non-negative integers.",
            "Players number the segments wrongly. Correct the number.",
            .media { media, findings in
                for tag in ["EXT-X-MEDIA-SEQUENCE", "EXT-X-DISCONTINUITY-SEQUENCE"] {
                    for line in media.text.all(tag) where Int(line.value).map({ $0 >= 0 }) != true {
                        findings.add("“\(line.value)” is not a sequence number", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.playlist-type", .must, "RFC 8216bis 4.4.3.5", "EXT-X-PLAYLIST-TYPE is EVENT or VOD.",
            "Players treat the playlist as a live one. Correct the value.",
            .media { media, findings in
                for line in media.text.all("EXT-X-PLAYLIST-TYPE")
                where !["EVENT", "VOD"].contains(line.value) {
                    findings.add("“\(line.value)” is not a playlist type", line: line.number)
                }
            }),
        ValidationRule(
            "hls.vod-incomplete", .must, "RFC 8216bis 6.2.1",
            "A playlist of the type VOD ends with EXT-X-ENDLIST.",
            "Players reload the playlist for ever. Add EXT-X-ENDLIST.",
            .media { media, findings in
                let type = media.text.first("EXT-X-PLAYLIST-TYPE")
                if type?.value == "VOD", !media.isComplete {
                    findings.add("EXT-X-ENDLIST is missing", line: type?.number)
                }
            }),
        ValidationRule(
            "hls.byterange", .must, "RFC 8216bis 4.4.4.2",
            "EXT-X-BYTERANGE is length@offset; without an offset, a range of the same resource precedes it.",
            "Players load other bytes. Write the offset of each range.",
            .media { media, findings in
                var previous: String?
                for segment in media.segments {
                    defer { previous = segment.first("EXT-X-BYTERANGE") == nil ? nil : segment.uri }
                    guard let line = segment.first("EXT-X-BYTERANGE") else { continue }
                    let numbers = line.value.split(separator: "@", omittingEmptySubsequences: false).map {
                        Int($0)
                    }
                    if numbers.count > 2 || numbers.contains(nil) || (numbers[0] ?? 0) <= 0 {
                        findings.add(
                            "“\(line.value)” is not a byte range", line: line.number, segment: segment.uri)
                    } else if numbers.count == 1, previous != segment.uri {
                        findings.add(
                            "the range has no offset, and no range of the same resource precedes it",
                            line: line.number, segment: segment.uri)
                    }
                }
            }),
        ValidationRule(
            "hls.key-attributes", .must, "RFC 8216bis 4.4.4.4",
            "EXT-X-KEY has METHOD; it has a URI unless METHOD is NONE, and NONE has no other attribute.",
            "Players cannot decrypt the segments. Complete the tag.",
            .media { media, findings in
                for line in media.text.all("EXT-X-KEY") {
                    let attributes = line.attributes
                    switch attributes["METHOD"] {
                    case nil: findings.add("METHOD is missing", line: line.number)
                    case "NONE" where attributes.entries.count > 1:
                        findings.add("METHOD=NONE has other attributes", line: line.number)
                    case "NONE": break
                    default:
                        if attributes["URI"] == nil { findings.add("URI is missing", line: line.number) }
                        if let iv = attributes["IV"], iv.count != 34 {
                            findings.add(
                                "the initialization vector does not have 128 bits", line: line.number)
                        }
                    }
                }
            }),
        ValidationRule(
            "hls.map-uri", .must, "RFC 8216bis 4.4.4.5", "EXT-X-MAP has a URI.",
            "Players cannot read the segments. Add the URI of the initialization section.",
            .media { media, findings in
                for line in media.text.all("EXT-X-MAP") where line.attributes["URI"] == nil {
                    findings.add("URI is missing", line: line.number)
                }
            }),
        ValidationRule(
            "hls.date-invalid", .must, "RFC 8216bis 4.4.4.6",
            "EXT-X-PROGRAM-DATE-TIME is a date of ISO 8601.",
            "Players cannot place the segments in time. Write a date such as 2026-01-31T12:00:00.000Z.",
            .media { media, findings in
                for line in media.text.all("EXT-X-PROGRAM-DATE-TIME") where HLSDate.read(line.value) == nil {
                    findings.add("“\(line.value)” is not a date", line: line.number)
                }
            }),
        ValidationRule(
            "hls.date-jump", .should, "RFC 8216bis 4.4.4.6, 6.2.1",
            "Dates of segments advance by the durations between them, except at a discontinuity.",
            "Date ranges and positions by date are wrong. Derive the dates from the timestamps of the media.",
            .media { media, findings in
                var last: (date: Double, start: Double)?
                for segment in media.segments {
                    if segment.first("EXT-X-DISCONTINUITY") != nil { last = nil }
                    guard let line = segment.first("EXT-X-PROGRAM-DATE-TIME"),
                        let date = HLSDate.read(line.value)
                    else { continue }
                    let now = (date: date.inSeconds, start: segment.start)
                    if let last {
                        let error = (now.date - last.date) - (now.start - last.start)
                        if abs(error) > 1 {
                            findings.add(
                                "the date is \(abs(error).seconds) too \(error > 0 ? "late" : "early")",
                                line: line.number, at: .seconds(segment.start), segment: segment.uri)
                        }
                    }
                    last = now
                }
            }),
        ValidationRule(
            "hls.daterange", .must, "RFC 8216bis 4.4.5.1",
            "EXT-X-DATERANGE has ID and START-DATE; its end is not before its start and agrees with its duration; END-ON-NEXT needs CLASS and excludes an end.",
            "Players ignore the range, so that advertisements and metadata are lost. Correct the attributes.",
            .media { media, findings in
                for line in media.text.all("EXT-X-DATERANGE") {
                    for fault in Self.rangeFaults(line.attributes) { findings.add(fault, line: line.number) }
                }
            }),
        ValidationRule(
            "hls.daterange-conflict", .must, "RFC 8216bis 4.4.5.1",
            "Date ranges with the same ID have the same values for the same attributes.",
            "Players use one of the values, and not all use the same. Give each range its own ID.",
            .media { media, findings in
                var known: [String: [String: String]] = [:]
                for line in media.text.all("EXT-X-DATERANGE") {
                    let attributes = line.attributes
                    guard let id = attributes["ID"] else { continue }
                    for entry in attributes.entries {
                        if let value = known[id]?[entry.name], value != entry.value {
                            findings.add("\(entry.name) of the range \(id) differs", line: line.number)
                        }
                        known[id, default: [:]][entry.name] = entry.value
                    }
                }
            }),
        ValidationRule(
            "hls.daterange-without-date", .must, "RFC 8216bis 4.4.5.1",
            "A playlist with EXT-X-DATERANGE has EXT-X-PROGRAM-DATE-TIME.",
            "Players cannot place the ranges. Add the date of at least one segment.",
            .media { media, findings in
                guard let line = media.text.first("EXT-X-DATERANGE") else { return }
                if media.text.first("EXT-X-PROGRAM-DATE-TIME") == nil {
                    findings.add("no segment has a date", line: line.number)
                }
            }),
        ValidationRule(
            "hls.server-control", .must, "RFC 8216bis 4.4.3.8",
            "HOLD-BACK is at least three target durations, PART-HOLD-BACK two part targets, and CAN-SKIP-UNTIL six target durations.",
            "Players stand too near to the live edge and stall. Raise the value.",
            .media { media, findings in
                guard let line = media.text.first("EXT-X-SERVER-CONTROL"), let target = media.targetDuration
                else { return }
                let attributes = line.attributes
                let part = media.text.first("EXT-X-PART-INF")?.attributes.number("PART-TARGET")
                func check(_ name: String, _ least: Double?) {
                    guard let value = attributes.number(name), let least, value < least - 0.0005 else {
                        return
                    }
                    findings.add(
                        "\(name) is \(value.seconds); it is at least \(least.seconds)", line: line.number)
                }
                check("HOLD-BACK", 3 * target)
                check("CAN-SKIP-UNTIL", 6 * target)
                check("PART-HOLD-BACK", part.map { 2 * $0 })
            }),
        ValidationRule(
            "hls.part", .must, "RFC 8216bis 4.4.3.7, 4.4.4.9",
            "A playlist with EXT-X-PART has EXT-X-PART-INF, and no part is longer than its PART-TARGET.",
            "Low-latency players stall. Declare the target, and cut the parts at it.",
            .media { media, findings in
                let parts = media.text.all("EXT-X-PART")
                guard let first = parts.first else { return }
                guard let target = media.text.first("EXT-X-PART-INF")?.attributes.number("PART-TARGET") else {
                    return findings.add("EXT-X-PART-INF is missing", line: first.number)
                }
                for line in parts {
                    guard let duration = line.attributes.number("DURATION") else {
                        findings.add("the part has no DURATION", line: line.number)
                        continue
                    }
                    if duration > target + 0.0005 {
                        findings.add(
                            "the part lasts \(duration.seconds); the target is \(target.seconds)",
                            line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.live-window", .must, "RFC 8216bis 6.2.2",
            "A live playlist lists at least three target durations of media.",
            "Players stall, because a segment is gone before they load it. List more segments.",
            .media { media, findings in
                guard !media.isComplete, let target = media.targetDuration,
                    let sequence = media.text.first("EXT-X-MEDIA-SEQUENCE").flatMap({ Int($0.value) }),
                    sequence > 0, media.duration < 3 * target - 0.5
                else { return }
                findings.add(
                    "the playlist lists \(media.duration.seconds) of media at a target of \(target.seconds)")
            }),
        ValidationRule(
            "apple.independent-segments", .must, "HLS Authoring Specification, Media Playlists",
            "EXT-X-INDEPENDENT-SEGMENTS is in the multivariant playlist or in each media playlist.",
            "Players do not know that they can begin at each segment. Add the tag.", profiles: [.apple],
            .ladder { ladder, findings in
                guard !ladder.isOfManifest,
                    ladder.multivariant?.text.first("EXT-X-INDEPENDENT-SEGMENTS") == nil
                else { return }
                for stream in ladder.variants
                where !stream.isIndependent && stream.measured.contains(where: { $0.video != nil }) {
                    findings.add("EXT-X-INDEPENDENT-SEGMENTS is missing", in: stream.uri)
                }
            }),
        ValidationRule(
            "apple.targetduration", .should, "HLS Authoring Specification, Media Segmentation",
            "The target duration is about six seconds.",
            "Longer segments make starts and switches slow. Shorter ones cost requests.", profiles: [.apple],
            .media { media, findings in
                guard media.text.first("EXT-X-I-FRAMES-ONLY") == nil, let target = media.targetDuration,
                    !(2...8).contains(target)
                else { return }
                findings.add(
                    "the target duration is \(target.seconds)",
                    line: media.text.first("EXT-X-TARGETDURATION")?.number)
            }),
    ]

    private static func rangeFaults(_ attributes: AttributeText) -> [String] {
        var faults: [String] = []
        if attributes["ID"] == nil { faults.append("ID is missing") }
        let start = attributes["START-DATE"].flatMap(HLSDate.read)
        let end = attributes["END-DATE"].flatMap(HLSDate.read)
        if start == nil { faults.append("START-DATE is missing or invalid") }
        if attributes["END-DATE"] != nil, end == nil { faults.append("END-DATE is not a date") }
        if let start, let end {
            if end < start { faults.append("END-DATE is before START-DATE") }
            if let duration = attributes.number("DURATION"), abs((end - start).inSeconds - duration) > 0.1 {
                faults.append("END-DATE and DURATION disagree")
            }
        }
        if attributes.isYes("END-ON-NEXT") {
            if attributes["CLASS"] == nil { faults.append("END-ON-NEXT has no CLASS") }
            if attributes["DURATION"] != nil || attributes["END-DATE"] != nil {
                faults.append("END-ON-NEXT has DURATION or END-DATE")
            }
        }
        return faults
    }
}
