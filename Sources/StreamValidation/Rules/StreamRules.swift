internal import MediaFormats

/// Rules for the measured segments of one variant, rendition or representation.
enum StreamRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.playlist-missing", .must, "RFC 8216bis 6.2.4",
            "The URI of each variant and rendition is a playlist.",
            "Players stop at the stream, or skip the variant. Correct the URI, or the playlist there.",
            .stream { stream, findings in
                if let failure = stream.failure { findings.add(failure) }
            }),
        ValidationRule(
            "hls.segment-missing", .must, "RFC 8216bis 6.2.1", "The URI of each segment is a segment.",
            "Players skip the segment or stop. Upload it, or mark it with EXT-X-GAP.",
            .stream { stream, findings in
                for segment in stream.segments {
                    if case .notLoaded(let why) = segment.failure { findings.add(why, of: segment) }
                }
            }),
        ValidationRule(
            "hls.key-unusable", .must, "RFC 8216bis 4.4.4.4, 5",
            "A key has 16 bytes, can be loaded, and decrypts its segments.",
            "Players stop at the segment. Check the key server, and the key of the packager.",
            .stream { stream, findings in
                for segment in stream.segments {
                    if case .key(let why) = segment.failure { findings.add(why, of: segment) }
                }
            }),
        ValidationRule(
            "hls.segment-unreadable", .must, "RFC 8216bis 3.1",
            "A segment is whole and has a supported format: MPEG-TS, fragmented MP4, packed audio or WebVTT.",
            "Players skip the segment or stop. Write it again; look for a transfer that was cut off.",
            .stream { stream, findings in
                for segment in stream.segments where !stream.isIFramesOnly {
                    if case .unreadable(let why) = segment.failure {
                        let lacksMap = segment.container == .fragmentedMP4 && !segment.hasMap
                        if !lacksMap { findings.add(why, of: segment) }
                    } else if segment.damagedBytes > 0 {
                        findings.add("\(segment.damagedBytes) bytes are unreadable", of: segment)
                    }
                }
            }),
        ValidationRule(
            "hls.map-missing", .must, "RFC 8216bis 3.1.2", "Fragmented MP4 has EXT-X-MAP.",
            "Players cannot read the segments. Add EXT-X-MAP with the initialization section.",
            .stream { stream, findings in
                let first = stream.segments.first { $0.container == .fragmentedMP4 && !$0.hasMap }
                if let first, !stream.isOfManifest {
                    findings.add("the segment has no initialization section", of: first)
                }
            }),
        ValidationRule(
            "hls.extinf-inaccurate", .should, "RFC 8216bis 4.4.4.1",
            "EXTINF is the duration of the segment, to 100 ms and one frame.",
            "Seeks land beside their targets, and the duration is wrong. Write the duration of the media.",
            .stream { stream, findings in
                guard !stream.isIFramesOnly, !stream.isOfManifest else { return }
                for segment in stream.segments {
                    guard let measured = segment.measured else { continue }
                    let error = (measured - segment.declared).inSeconds
                    guard abs(error) > 0.1 + segment.frameDuration else { continue }
                    findings.add(
                        "EXTINF is \(segment.declared.seconds); the media lasts \(measured.seconds)",
                        of: segment)
                }
            }),
        ValidationRule(
            "hls.duration-drift", .should, "RFC 8216bis 4.4.4.1",
            "The sum of EXTINF and the timestamps advance alike, to 500 ms.",
            "Long seeks land beside their targets. Derive EXTINF from timestamps, without rounding each one.",
            .stream { stream, findings in
                guard !stream.isIFramesOnly, !stream.isOfManifest else { return }
                var origin: (declared: Double, measured: Double)?
                var isTold = false
                for segment in stream.segments {
                    if segment.isDiscontinuity { (origin, isTold) = (nil, false) }
                    guard segment.isMeasured, let start = segment.leading?.start else { continue }
                    let now = (declared: segment.start.inSeconds, measured: Double(start) / 1e9)
                    guard let first = origin else {
                        origin = now
                        continue
                    }
                    let drift = (now.measured - first.measured) - (now.declared - first.declared)
                    guard abs(drift) > 0.5, !isTold else { continue }
                    isTold = true
                    findings.add("the timestamps are \(drift.seconds) ahead of EXTINF", of: segment)
                }
            }),
        ValidationRule(
            "hls.discontinuity-missing", .must, "RFC 8216bis 4.4.4.3",
            "Timestamps continue from segment to segment, or EXT-X-DISCONTINUITY precedes the change.",
            "Players stall, or play sound and picture apart. Add EXT-X-DISCONTINUITY, or restore the timestamps.",
            .stream { stream, findings in
                guard !stream.isIFramesOnly else { return }
                for (previous, segment) in zip(stream.segments, stream.segments.dropFirst()) {
                    guard !segment.isDiscontinuity, previous.isMeasured, segment.isMeasured,
                        let old = previous.leading, let new = segment.leading, old.isVideo == new.isVideo
                    else { continue }
                    let jump = Double(new.start - old.end) / 1e9
                    guard abs(jump) > 0.1 + 2 * segment.frameDuration else { continue }
                    findings.add(
                        "the timestamps \(jump > 0 ? "skip" : "go back") \(abs(jump).seconds)", of: segment)
                }
            }),
        ValidationRule(
            "hls.format-changed", .must, "RFC 8216bis 4.4.4.3",
            "Codecs, tracks, size, sample rate and channels are constant, or EXT-X-DISCONTINUITY precedes the change.",
            "Decoders fail or show damaged pictures. Add EXT-X-DISCONTINUITY before the change.",
            .stream { stream, findings in
                guard !stream.isIFramesOnly else { return }
                for (previous, segment) in zip(stream.segments, stream.segments.dropFirst()) {
                    guard !segment.isDiscontinuity, previous.isMeasured, segment.isMeasured,
                        let change = segment.change(from: previous)
                    else { continue }
                    findings.add(change, of: segment)
                }
            }),
        ValidationRule(
            "hls.keyframe-missing", .must, "RFC 8216bis 4.4.2.1",
            "With EXT-X-INDEPENDENT-SEGMENTS, each video segment begins with a keyframe.",
            "Switches and seeks show damaged pictures or wait. Cut segments at keyframes, or remove the tag.",
            .stream { stream, findings in
                guard stream.isIndependent, !stream.isIFramesOnly, !stream.isOfManifest else { return }
                for segment in stream.measured where segment.video.map({ !$0.beginsWithSync }) == true {
                    findings.add("the first frame is not a keyframe", of: segment)
                }
            }),
        ValidationRule(
            "hls.video-without-keyframe", .should, "RFC 8216bis 3.1",
            "Each video segment has a keyframe.",
            "Players cannot begin in the segment. Set the keyframe interval to the segment duration or a part of it.",
            .stream { stream, findings in
                for segment in stream.measured where segment.video?.syncTimes.isEmpty == true {
                    if segment.isEncrypted { continue }
                    findings.add("the segment has no keyframe", of: segment)
                }
            }),
        ValidationRule(
            "hls.track-missing", .must, "RFC 8216bis 4.4.4.3",
            "A track of the stream has samples in each segment.",
            "Players stall while they wait for the track. Fill the gap, or mark it with EXT-X-GAP.",
            .stream { stream, findings in
                guard !stream.isIFramesOnly else { return }
                for (previous, segment) in zip(stream.segments, stream.segments.dropFirst()) {
                    guard !segment.isDiscontinuity, previous.isMeasured, segment.isMeasured else { continue }
                    for track in previous.tracks where track.isVideo || track.isAudio {
                        let remains = segment.tracks.contains { $0.format.kind == track.format.kind }
                        // A change of the audio track is reported as a change of the format.
                        if !remains {
                            findings.add(
                                "the \(track.isVideo ? "video" : "audio") track has no samples", of: segment)
                        }
                    }
                }
            }),
        ValidationRule(
            "hls.ts-programs", .must, "RFC 8216bis 3.1.1", "An MPEG-TS segment has one program.",
            "Players play any of the programs. Remove the others.",
            .stream { stream, findings in
                for segment in stream.segments where (segment.structure.programs ?? 1) > 1 {
                    findings.add("the segment has \(segment.structure.programs ?? 0) programs", of: segment)
                }
            }),
        ValidationRule(
            "hls.ts-tables", .must, "RFC 8216bis 3.1.1",
            "An MPEG-TS segment begins with PAT and PMT, or has EXT-X-MAP.",
            "Players cannot begin in the segment. Repeat the tables at the start of each segment.",
            .stream { stream, findings in
                for segment in stream.segments where segment.container == .transportStream && !segment.hasMap
                {
                    if segment.isEncrypted || stream.isIFramesOnly { continue }
                    if segment.structure.programs == nil || !segment.structure.beginsWithTables {
                        findings.add("the tables are missing at the start", of: segment)
                    }
                }
            }),
        ValidationRule(
            "hls.ts-continuity", .should, "ISO/IEC 13818-1 2.4.3.3",
            "Continuity counters of MPEG-TS continue within a segment.",
            "Packets are missing, and pictures or sound are damaged. Look for losses before the packager.",
            .stream { stream, findings in
                for segment in stream.segments where segment.structure.continuityErrors > 0 {
                    findings.add(
                        "\(segment.structure.continuityErrors) counters do not continue", of: segment)
                }
            }),
        ValidationRule(
            "mp4.decode-time-missing", .must, "RFC 8216bis 3.1.2, ISO/IEC 14496-12 8.8.12",
            "Each track fragment has a decode time (tfdt).",
            "Players cannot place the segment in time. Write tfdt in each traf.",
            .stream { stream, findings in
                for segment in stream.segments where segment.structure.fragmentsWithoutTime > 0 {
                    findings.add(
                        "\(segment.structure.fragmentsWithoutTime) fragments have no tfdt", of: segment)
                }
            }),
        ValidationRule(
            "hls.packed-audio-timestamp", .must, "RFC 8216bis 3.1.3",
            "A segment of packed audio begins with an ID3 tag with its timestamp.",
            "Players cannot place the sound beside the video. Write the PRIV frame com.apple.streaming.transportStreamTimestamp.",
            .stream { stream, findings in
                for segment in stream.segments
                where segment.container == .packedAudio && !segment.structure.hasTimestampTag {
                    findings.add("the timestamp is missing", of: segment)
                }
            }),
        ValidationRule(
            "hls.segment-media-type", .should, "RFC 8216bis 3.1",
            "The media type of a segment's response is that of its content.",
            "Browsers and proxies may refuse the segment. Correct the media type on the server.",
            .stream { stream, findings in
                for segment in stream.segments {
                    guard let type = segment.mediaType, let types = segment.container?.mediaTypes,
                        !types.contains(type), type != "application/octet-stream"
                    else { continue }
                    findings.add("the media type is \(type)", of: segment)
                }
            }),
        ValidationRule(
            "hls.i-frame-segment", .must, "RFC 8216bis 4.4.3.6",
            "Each segment of an I-frame playlist is one keyframe.",
            "Players show damaged pictures while scrubbing. Write the byte range of each keyframe.",
            .stream { stream, findings in
                guard stream.isIFramesOnly else { return }
                for segment in stream.segments where segment.isMeasured {
                    guard let video = segment.video else { continue }
                    if video.samples > 1 || !video.beginsWithSync {
                        findings.add("the segment has \(video.samples) frames", of: segment)
                    }
                }
            }),
        ValidationRule(
            "hls.webvtt", .must, "RFC 8216bis 3.1.4, WebVTT",
            "A segment of subtitles begins with WEBVTT, and its cue times are valid.",
            "Players show no subtitles. Correct the header and the times; milliseconds have three digits.",
            .stream { stream, findings in
                for segment in stream.segments {
                    guard let text = segment.cues else { continue }
                    if !text.hasHeader { findings.add("the header WEBVTT is missing", of: segment) }
                    for line in text.badTimes { findings.add("“\(line)” is not a cue time", of: segment) }
                }
            }),
        ValidationRule(
            "hls.webvtt-timestamp-map", .should, "RFC 8216bis 3.1.4",
            "Each WebVTT segment has X-TIMESTAMP-MAP.",
            "Subtitles are early or late beside MPEG-TS. Write X-TIMESTAMP-MAP=MPEGTS:…,LOCAL:… after WEBVTT.",
            .stream { stream, findings in
                for segment in stream.segments {
                    guard let text = segment.cues, text.hasHeader, !text.hasTimestampMap, !text.cues.isEmpty
                    else { continue }
                    findings.add("X-TIMESTAMP-MAP is missing", of: segment)
                }
            }),
        ValidationRule(
            "apple.keyframe-interval", .should, "HLS Authoring Specification, Video",
            "A keyframe occurs at least every two seconds.",
            "Scrubbing and switches are slow. Set the keyframe interval of the encoder.", profiles: [.apple],
            .stream { stream, findings in
                guard !stream.isIFramesOnly else { return }
                for segment in stream.measured {
                    guard let video = segment.video, !video.syncTimes.isEmpty else { continue }
                    let times = video.syncTimes + [video.end]
                    let longest = zip(times, times.dropFirst()).map { Double($1 - $0) / 1e9 }.max() ?? 0
                    if longest > 2.1 { findings.add("keyframes are \(longest.seconds) apart", of: segment) }
                }
            }),
        ValidationRule(
            "playhead.seam-skew", .should, "Playhead",
            "At the start and at each discontinuity, sound and picture begin and end together, to 200 ms.",
            "Viewers hear a gap, or sound and picture apart. Cut both at the same time.",
            profiles: [.playhead],
            .stream { stream, findings in
                for (index, segment) in stream.segments.enumerated() where segment.isMeasured {
                    guard let video = segment.video, let audio = segment.audio else { continue }
                    let isFirst = index == 0 || segment.isDiscontinuity
                    let isLast =
                        index + 1 == stream.segments.count || stream.segments[index + 1].isDiscontinuity
                    let start = Double(audio.start - video.start) / 1e9
                    if isFirst, abs(start) > 0.2 {
                        findings.add(
                            "sound begins \(abs(start).seconds) \(start > 0 ? "after" : "before") the picture",
                            of: segment)
                    }
                    let end = Double(audio.end - video.end) / 1e9
                    if isLast, !isFirst || abs(end - start) > 0.2, abs(end) > 0.2 {
                        findings.add(
                            "sound ends \(abs(end).seconds) \(end > 0 ? "after" : "before") the picture",
                            of: segment)
                    }
                }
            }),
    ]
}

extension Findings {
    mutating func add(_ message: String, of segment: MeasuredSegment) {
        add(message, line: segment.line, at: segment.start, segment: segment.uri)
    }
}

extension MeasuredSegment {
    /// The mean duration of a frame in seconds; 0 without video.
    var frameDuration: Double {
        guard let video, video.samples > 0 else { return 0 }
        return video.duration.inSeconds / Double(video.samples)
    }

    /// The change of the format since the previous segment, in words; nil without one.
    func change(from previous: MeasuredSegment) -> String? {
        if let old = previous.video?.format, let new = video?.format {
            if old.codec != new.codec { return "the video codec changes" }
            if old.width > 0, new.width > 0, (old.width, old.height) != (new.width, new.height) {
                return "the size changes from \(old.width)x\(old.height) to \(new.width)x\(new.height)"
            }
        }
        if let old = previous.audio?.format, let new = audio?.format {
            if old.codec != new.codec { return "the audio codec changes" }
            if old.sampleRate > 0, new.sampleRate > 0, old.sampleRate != new.sampleRate {
                return "the sample rate changes from \(old.sampleRate) Hz to \(new.sampleRate) Hz"
            }
            if old.channels > 0, new.channels > 0, old.channels != new.channels {
                return "the channels change from \(old.channels) to \(new.channels)"
            }
        }
        return nil
    }
}

extension MeasuredSegment.Container {
    fileprivate var mediaTypes: Set<String> {
        switch self {
        case .transportStream: ["video/mp2t"]
        case .fragmentedMP4:
            ["video/mp4", "audio/mp4", "application/mp4", "video/iso.segment", "audio/iso.segment"]
        case .packedAudio:
            ["audio/aac", "audio/mpeg", "audio/ac3", "audio/eac3", "audio/x-aac", "audio/aacp"]
        case .webM: ["video/webm", "audio/webm"]
        case .text: ["text/vtt", "text/plain"]
        }
    }
}
