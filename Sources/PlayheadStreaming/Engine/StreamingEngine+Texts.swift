internal import AdaptiveStreaming
internal import MediaFormats
internal import PlayheadCore
internal import PlayheadNetwork

/// The parsed subtitle cues of a segment, before their place on the media timeline is known.
package struct HeldTexts: Sendable {
    var cues: [SubtitleCue]
    /// The stream time that corresponds to zero of the cues; nil when the segment does not declare it.
    var time: Int64?
    var run: StreamTimestampOffsets.Run
    /// The offset of the cues on the media timeline, if the manifest declares the start of the segment.
    var stated: Int64?
    var track: StreamTrack.ID
}

/// Subtitles: segments of WebVTT or TTML, and subtitles in fragmented MP4.
extension StreamingEngine {
    /// Takes a subtitle segment without a container.
    mutating func takeTexts(_ job: StreamFetch, _ load: SegmentLoad, _ role: StreamRole, at address: HTTPURL)
        throws(FetchFault)
    {
        guard var loader = loaders[role] else { return }
        var bytes = job.body
        if let key = load.segment.key {
            guard let plain = keys[key.uri].flatMap({ decrypt(bytes, with: key, $0, load, loader) }) else {
                throw .content("a segment that its key does not decrypt", address)
            }
            bytes = plain
        }
        let id = StreamTrack.ID(rendition: loader.reference.place, kind: .subtitles)
        loader.tracks[0] = id
        loader.hasBegun = true
        loaders[role] = loader
        if queues[id] == nil { queues[id] = SampleQueue() }
        guard bytes.contains(where: { $0 > 0x20 }) else { return }
        do throws(PlayerError) {
            let timed = timedText(bytes, lasting: load.interval)
            let cues = if let timed { timed } else { try SubtitleDocument(bytes).cues }
            heldTexts.append(
                HeldTexts(
                    cues: cues, time: Self.distance(of: bytes), run: load.run,
                    stated: load.segment.mediaTime.map { (load.interval.lowerBound - $0).inNanoseconds },
                    track: id))
        } catch {
            throw .content("something else in place of subtitles", address)
        }
        giveTexts()
    }

    /// Reads a completely received subtitle segment after its key has arrived.
    mutating func readTexts(_ role: StreamRole) {
        guard let request = loaders[role]?.segment?.body, let job = jobs[request],
            job.reference.kind == .subtitles, !job.isUnderWay, job.retryAt == nil,
            let address = HTTPURL(job.target.uri)
        else { return }
        finished(request, at: address)
    }

    /// Delivers the cues whose place on the timeline is known. Cues that depend on the video timestamps wait
    /// for them.
    mutating func giveTexts() {
        let main = loaders[.main]
        let isOver = main == nil || main?.isComplete == true || main?.isDead == true
        let held = heldTexts
        heldTexts = []
        for texts in held {
            guard isOver || texts.stated != nil || clocks.shift(of: texts.run) != nil else {
                heldTexts.append(texts)
                continue
            }
            let shift = clocks.shift(of: texts.run) ?? 0
            var distance = texts.time.map { $0 &+ shift } ?? texts.stated ?? 0
            // Cues without a declared time use the offset of the fragments.
            if texts.time == nil, texts.stated == nil, main?.reader.countsFromZero == true {
                distance = shift
            }
            var cues = texts.cues
            for index in cues.indices {
                cues[index].start += .nanoseconds(distance)
                cues[index].end += .nanoseconds(distance)
            }
            act(.cues(cues.filter { $0.end > .zero }, texts.track))
        }
    }

    /// The offset of stream times relative to cue times (RFC 8216, 3.5); nil when the segment does not
    /// declare it.
    private static func distance(of bytes: [UInt8]) -> Int64? {
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
        guard let mark = head.range(of: "X-TIMESTAMP-MAP=") else { return nil }
        let line = head[mark.upperBound...].prefix { !$0.isNewline }
        var (local, ticks): (Int64?, Int64?)
        for part in line.split(separator: ",") {
            let pair = part.split(separator: ":", maxSplits: 1)
            guard pair.count == 2 else { continue }
            if pair[0] == "MPEGTS" { ticks = Int64(pair[1].filter(\.isNumber)) }
            if pair[0] == "LOCAL" { local = Self.clock(pair[1])?.inNanoseconds }
        }
        guard let local, let ticks else { return nil }
        return Ticks.nanoseconds(ticks, timescale: 90_000) - local
    }

    private static func clock(_ text: Substring) -> Duration? {
        var bytes = ArraySlice(text.utf8)
        return CueTime.clock(&bytes)
    }

    /// Takes a subtitle sample of fragmented MP4.
    ///
    /// - Parameter shift: the offset of the container timestamps on the media timeline.
    mutating func takeText(
        _ sample: MediaSample, of id: StreamTrack.ID, _ loader: inout StreamLoader, shift: Int64
    ) {
        guard let format = tracks.first(where: { $0.id == id })?.format ?? loader.formats[id] else { return }
        let start = Duration.nanoseconds(sample.presentationTime)
        let end = start + .nanoseconds(sample.duration ?? 0)
        var cues: [SubtitleCue] = []
        switch format.codec {
        case .webVTT:
            cues = WebVTTSample.cues(in: sample.data).map { cue in
                SubtitleCue(text: MarkupText.plain(cue.text), markup: cue.text, start: start, end: end)
            }
        case .ttml: cues = timedText(sample, shift: shift)
        default: break
        }
        if !cues.isEmpty { act(.cues(cues.filter { !$0.text.isEmpty && $0.end > .zero }, id)) }
    }
}

extension String {
    fileprivate func range(of text: StaticString) -> Range<String.Index>? {
        let wanted = Array("\(text)".utf8)
        guard let found = Array(utf8).firstRange(of: wanted) else { return nil }
        let start = utf8.index(utf8.startIndex, offsetBy: found.lowerBound)
        return start..<utf8.index(start, offsetBy: wanted.count)
    }
}
