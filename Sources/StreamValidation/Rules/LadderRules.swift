internal import MediaFormats

/// Rules for all variants and renditions together.
enum LadderRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.targetduration-differs", .must, "RFC 8216bis 6.2.4",
            "The playlists of all variants and of their renditions have the same target duration.",
            "Live players reload at the wrong time. Cut all streams alike, and declare the same value.",
            .ladder { ladder, findings in
                let streams = (ladder.variants + ladder.renditions).filter {
                    !$0.isIFramesOnly && $0.targetDuration > .zero
                }
                guard !ladder.isOfManifest, let first = streams.first else { return }
                for stream in streams
                where stream.targetDuration != first.targetDuration && stream.role != .rendition("SUBTITLES")
                {
                    findings.add(
                        "the target duration of \(stream.name) is \(stream.targetDuration.seconds); \(first.name) has \(first.targetDuration.seconds)",
                        in: stream.uri)
                }
            }),
        ValidationRule(
            "hls.variants-misaligned", .must, "RFC 8216bis 6.2.4",
            "Segments of the same number begin at the same timestamp in all variants, to 50 ms.",
            "A switch of the variant repeats or skips media. Encode with keyframes at the same frames, and cut there.",
            .ladder { ladder, findings in
                guard let first = ladder.reference else { return }
                for stream in ladder.variants where stream.uri != first.uri {
                    for (left, right) in zip(first.segments, stream.segments) {
                        guard left.isMeasured, right.isMeasured, let old = left.leading,
                            let new = right.leading,
                            old.isVideo == new.isVideo
                        else { continue }
                        let difference = Double(new.start - old.start) / 1e9
                        guard abs(difference) > 0.05 else { continue }
                        findings.add(
                            "the segment begins \(abs(difference).seconds) \(difference > 0 ? "after" : "before") that of \(first.name)",
                            line: right.line, at: right.start, segment: right.uri, in: stream.uri)
                        break
                    }
                }
            }),
        ValidationRule(
            "hls.discontinuities-differ", .must, "RFC 8216bis 6.2.4",
            "Discontinuities are at the same segments, with the same sequence numbers, in all variants.",
            "A switch of the variant shows other media or stalls. Mark the seams alike in all variants.",
            .ladder { ladder, findings in
                guard let first = ladder.reference else { return }
                for stream in ladder.variants where stream.uri != first.uri {
                    if stream.discontinuitySequence != first.discontinuitySequence {
                        findings.add(
                            "EXT-X-DISCONTINUITY-SEQUENCE is \(stream.discontinuitySequence); \(first.name) has \(first.discontinuitySequence)",
                            in: stream.uri)
                    }
                    let pair = zip(first.segments, stream.segments).first {
                        $0.isDiscontinuity != $1.isDiscontinuity
                    }
                    guard let (left, right) = pair else { continue }
                    let which = left.isDiscontinuity ? "only \(first.name) has" : "only this playlist has"
                    findings.add(
                        "\(which) a discontinuity at segment \(right.index + 1)", line: right.line,
                        at: right.start,
                        segment: right.uri, in: stream.uri)
                }
            }),
        ValidationRule(
            "hls.durations-differ", .should, "RFC 8216bis 6.2.4",
            "Variants and audio renditions have the same duration, to one second.",
            "The end is missing after a switch, or sound ends early. Encode all streams to the same end.",
            .ladder { ladder, findings in
                let streams = (ladder.variants + ladder.renditions).filter {
                    $0.isComplete && !$0.isIFramesOnly && $0.role != .rendition("SUBTITLES")
                        && !$0.segments.isEmpty
                }
                guard let longest = streams.max(by: { $0.duration < $1.duration }) else { return }
                for stream in streams where (longest.duration - stream.duration).inSeconds > 1 {
                    findings.add(
                        "\(stream.name) lasts \(stream.duration.seconds); \(longest.name) lasts \(longest.duration.seconds)",
                        in: stream.uri)
                }
            }),
        ValidationRule(
            "hls.rendition-offset", .must, "RFC 8216bis 6.2.4",
            "An audio rendition and the variants begin at the same timestamp, to 200 ms.",
            "Sound and picture are apart. Encode with one clock, and keep its timestamps.",
            .ladder { ladder, findings in
                guard let first = ladder.reference?.segments.first, first.isMeasured, let video = first.video
                else { return }
                for stream in ladder.renditions {
                    guard let segment = stream.segments.first, segment.isMeasured, let audio = segment.audio
                    else { continue }
                    let difference = Double(audio.start - video.start) / 1e9
                    guard abs(difference) > 0.2 else { continue }
                    findings.add(
                        "sound begins \(abs(difference).seconds) \(difference > 0 ? "after" : "before") the picture",
                        line: segment.line, at: segment.start, segment: segment.uri, in: stream.uri)
                }
            }),
        ValidationRule(
            "hls.kinds-differ", .must, "RFC 8216bis 6.2.4", "All variants are complete, or none.",
            "Players take the stream for live after a switch. Write EXT-X-ENDLIST in all playlists together.",
            .ladder { ladder, findings in
                let open = ladder.variants.filter { !$0.isComplete }
                guard !open.isEmpty, open.count < ladder.variants.count else { return }
                for stream in open { findings.add("EXT-X-ENDLIST is missing here only", in: stream.uri) }
            }),
        ValidationRule(
            "hls.dates-differ", .should, "RFC 8216bis 6.2.4",
            "Segments of the same number have the same date in all variants, to 500 ms.",
            "Live players lose their place in a switch. Derive the dates from the same clock.",
            .ladder { ladder, findings in
                guard let first = ladder.reference else { return }
                for stream in ladder.variants where stream.uri != first.uri {
                    let pair = zip(first.segments, stream.segments).first { left, right in
                        guard let old = left.date, let new = right.date else { return false }
                        return abs((new - old).inSeconds) > 0.5
                    }
                    guard let (left, right) = pair, let old = left.date, let new = right.date else {
                        continue
                    }
                    findings.add(
                        "the date differs from that of \(first.name) by \(abs((new - old).inSeconds).seconds)",
                        line: right.line, at: right.start, segment: right.uri, in: stream.uri)
                }
            }),
        ValidationRule(
            "hls.encryption-differs", .should, "RFC 8216bis 6.2.3", "All variants are encrypted, or none.",
            "Players without the key play a part of the variants only. Encrypt all of them.",
            .ladder { ladder, findings in
                let streams = ladder.variants.filter { !$0.segments.isEmpty }
                let clear = streams.filter { !$0.segments.contains(where: \.isEncrypted) }
                guard !clear.isEmpty, clear.count < streams.count else { return }
                for stream in clear { findings.add("this variant is not encrypted", in: stream.uri) }
            }),
        ValidationRule(
            "hls.cue-outside", .should, "RFC 8216bis 3.1.4",
            "The cues of a subtitle segment are displayed during the segment.",
            "Players show the cue late or never. Put each cue into the segments of its time.",
            .ladder { ladder, findings in
                guard !ladder.isOfManifest else { return }
                let origin = ladder.reference?.segments.first?.leading.map { Double($0.start) / 1e9 }
                for stream in ladder.renditions {
                    for segment in stream.segments {
                        guard let text = segment.cues else { continue }
                        let offset = text.hasTimestampMap ? text.offset - (origin ?? text.offset) : 0
                        let range =
                            (segment.start.inSeconds - 1)...((segment.start + segment.declared).inSeconds + 1)
                        let far = text.cues.first { cue in
                            cue.end + offset < range.lowerBound || cue.start + offset > range.upperBound
                        }
                        guard let far else { continue }
                        findings.add(
                            "the cue at \((far.start + offset).seconds) is outside of the segment",
                            line: segment.line,
                            at: segment.start, segment: segment.uri, in: stream.uri)
                    }
                }
            }),
        ValidationRule(
            "apple.bitrate-steps", .should, "HLS Authoring Specification, Bit rates",
            "Bit rates of adjacent variants differ by a factor of 1.5 to 2.",
            "Quality jumps are visible, or switches are useless. Choose the steps of the ladder anew.",
            profiles: [.apple],
            .ladder { ladder, findings in
                let rates = ladder.variants.compactMap { $0.attributes?.number("BANDWIDTH") }.sorted()
                for (low, high) in zip(rates, rates.dropFirst()) where high / low > 2.2 || high / low < 1.3 {
                    findings.add(
                        "\(low.bitrate) and \(high.bitrate) differ by a factor of \((high / low * 100).rounded() / 100)"
                    )
                }
            }),
        ValidationRule(
            "apple.redundancy", .may, "HLS Authoring Specification, Delivery",
            "Variants have redundant streams, or the playlist has EXT-X-CONTENT-STEERING.",
            "A failure of the server ends playback. Add redundant variants on another host.",
            profiles: [.apple],
            .ladder { ladder, findings in
                guard let master = ladder.multivariant, master.text.first("EXT-X-CONTENT-STEERING") == nil
                else { return }
                let rates = master.variants.map {
                    [$0.attributes["BANDWIDTH"], $0.attributes["RESOLUTION"], $0.attributes["CODECS"]]
                }
                if Set(rates).count == rates.count { findings.add("there are no redundant variants") }
            }),
        ValidationRule(
            "playhead.channels-differ", .should, "Playhead",
            "The sound in all variants has the same channels and sample rate.",
            "A switch of the variant interrupts the sound. Encode the sound alike, or as a rendition.",
            profiles: [.playhead],
            .ladder { ladder, findings in
                let sounds = ladder.variants.compactMap { stream in
                    stream.measured.lazy.compactMap(\.audio).first.map { (stream, $0.format) }
                }
                guard let (first, format) = sounds.first else { return }
                for (stream, other) in sounds.dropFirst()
                where (other.channels, other.sampleRate) != (format.channels, format.sampleRate)
                    && other.channels > 0
                {
                    findings.add(
                        "\(stream.name) has \(other.channels) channels at \(other.sampleRate) Hz; \(first.name) has \(format.channels) at \(format.sampleRate) Hz",
                        in: stream.uri)
                }
            }),
        ValidationRule(
            "playhead.renditions-everywhere", .should, "Playhead",
            "Subtitles and captions are declared for all variants with video, if for one.",
            "Subtitles vanish when the player switches. Refer to the group in each EXT-X-STREAM-INF.",
            profiles: [.playhead],
            .multivariant { master, findings in
                let videos = master.variants.filter(\.hasVideo)
                for type in ["SUBTITLES", "CLOSED-CAPTIONS", "AUDIO"]
                where videos.contains(where: { $0.attributes[type] != nil }) {
                    for variant in videos where variant.attributes[type] == nil {
                        findings.add("\(type) is missing", line: variant.line.number)
                    }
                }
            }),
        ValidationRule(
            "playhead.loudness-differs", .should, "Playhead, EBU R128",
            "Variants and audio renditions of a language have the same loudness, to 1 LU.",
            "The volume jumps at a switch. Normalize once, before encoding.", profiles: [.playhead],
            .ladder { ladder, findings in
                let measured = (ladder.variants + ladder.renditions).compactMap { stream in
                    ladder.loudness[stream.uri].map { (stream, $0) }
                }
                for (language, group) in Dictionary(
                    grouping: measured, by: { $0.0.attributes?["LANGUAGE"] ?? "" }
                )
                .sorted(by: { $0.key < $1.key }) where language.isEmpty || group.count > 1 {
                    guard let (first, level) = group.first else { continue }
                    for (stream, other) in group.dropFirst() where abs(other - level) > 1 {
                        findings.add(
                            "\(stream.name) has \((other * 10).rounded() / 10) LUFS; \(first.name) has \((level * 10).rounded() / 10) LUFS",
                            in: stream.uri)
                    }
                }
            }),
    ]
}

extension MeasuredLadder {
    /// The variant with which the others are compared: the first one with video, or the first one.
    var reference: MeasuredStream? {
        let read = variants.filter { !$0.measured.isEmpty && !$0.isIFramesOnly }
        return read.first { $0.measured.first?.video != nil } ?? read.first
    }

    /// The renditions with segments of their own that a variant refers to.
    func renditions(of stream: MeasuredStream) -> [MeasuredStream] {
        renditions.filter { rendition in
            guard case .rendition(let type) = rendition.role, let group = rendition.attributes?["GROUP-ID"]
            else { return false }
            return stream.attributes?[type] == group
        }
    }

    /// A bit rate of a variant, and of the largest audio rendition that plays beside it.
    func total(of stream: MeasuredStream, _ rate: (MeasuredStream) -> Double?) -> Double? {
        guard let own = rate(stream) else { return nil }
        let sounds = renditions(of: stream).filter { $0.role == .rendition("AUDIO") }
        return own + (sounds.compactMap(rate).max() ?? 0)
    }
}

extension MeasuredStream {
    /// The codecs of the video and the sound.
    var families: [CodecFamily] {
        (measured.first?.tracks ?? []).filter { $0.isVideo || $0.isAudio }.compactMap {
            CodecFamily($0.format.codec)
        }
    }

    /// Whether video or sound is expected.
    var carriesMedia: Bool { role != .rendition("SUBTITLES") }
}
