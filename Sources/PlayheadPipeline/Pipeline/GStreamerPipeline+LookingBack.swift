internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Finds the subtitles that began before the target of a seek and are still due. Called when the seek has
    /// landed.
    ///
    /// `matroskademux` outputs none of them (1.22.0), unless it has passed them earlier. The last 10 s before
    /// the target are read a second time, beside playback and without decoding.
    func lookBackForTexts(at position: Duration) {
        texts.lookBack?.giveUp()
        texts.lookBack = nil
        guard Workaround.matroskaCuesBeforeSeek.isNeeded, position > .zero,
            request.item.uri.hasPrefix("file:"), mayMissTexts
        else { return }
        let reading = SubtitleExtractor(
            of: request.item.uri, part: max(position - Self.lookBack, .zero)..<position + .milliseconds(1),
            queue: DispatchQueue(label: "playhead.lookback", qos: .utility))
        texts.lookBack = reading
        // Only the last one of several seeks is worth the read. A virtual clock stands still for it.
        if configuration.clock.virtualClock != nil { return begin(reading) }
        later(after: Self.pause) { pipeline in
            if pipeline.texts.lookBack === reading { pipeline.begin(reading) }
        }
    }

    private static let lookBack: Duration = .seconds(10)
    private static let pause: Duration = .milliseconds(30)

    private var mayMissTexts: Bool {
        guard plugged.withLock({ $0.demuxers.contains("matroskademux") }) else { return false }
        let known = transcripts.withLock { Set($0.keys) }
        return tracks.all.contains { $0.kind == .subtitles && $0.hasText && !known.contains($0.id) }
    }

    private func begin(_ reading: SubtitleExtractor) {
        time.beginWork()
        reading.begin(patience: configuration.loadTimeout) { [weak self, time] result in
            if case .success(let found) = result { self?.later { $0.add(found, of: reading) } }
            time.endWork()
        }
    }

    private func add(_ found: [SubtitleExtractor.Texts], of reading: SubtitleExtractor) {
        guard texts.lookBack === reading else { return }
        texts.lookBack = nil
        for stream in found {
            for cue in stream.schedule.cues {
                texts.schedules[stream.track.id, default: CueSchedule()].add(cue)
            }
        }
        textsChanged()
    }
}
