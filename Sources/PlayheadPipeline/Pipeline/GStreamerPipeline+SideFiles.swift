internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import Synchronization

extension GStreamerPipeline {
    /// Starts to read the subtitle files of the item concurrently. Called once for each load, before it is
    /// opened.
    func readSubtitleFiles() {
        texts.delay = request.subtitleDelay
        var files = request.item.subtitleFiles
        if configuration.findsSubtitleFiles {
            files += SubtitleFile.beside(request.item).filter { found in
                !files.contains { $0.uri == found.uri }
            }
        }
        texts.files = files.map { SidecarSubtitle($0) }
        let access = NetworkAccess(configuration, for: request.item)
        for (index, file) in files.enumerated() {
            // A virtual clock stands still for local files. A server may take time on that clock.
            let isLocal = file.isLocal
            if isLocal { time.beginWork() }
            subtitleReader.read(file, access, within: configuration.loadTimeout) {
                [weak self, time] result in
                self?.later { $0.finishReading(index, result) }
                if isLocal { time.endWork() }
            }
        }
    }

    /// The subtitle files as tracks, numbered after those of the medium. Called on the pipeline's queue,
    /// again if the medium turns out to have more tracks.
    func externalTracks(after embedded: Int) -> [Track] {
        if texts.embedded != embedded {
            for index in texts.files.indices { texts.schedules[sideTrack(index)] = nil }
            texts.embedded = embedded
            for (index, file) in texts.files.enumerated() {
                guard let schedule = file.schedule else { continue }
                texts.schedules[sideTrack(index)] = schedule
                publishTranscript(schedule.cues, of: sideTrack(index))
            }
        }
        return texts.files.enumerated().compactMap { index, file in
            file.isBroken ? nil : file.track(sideTrack(index))
        }
    }

    /// Whether a track is a subtitle file.
    func isExternal(_ track: Track.ID) -> Bool { texts.files.indices.contains { sideTrack($0) == track } }

    private func sideTrack(_ index: Int) -> Track.ID { Track.ID(.subtitles, texts.embedded + index + 1) }

    private func finishReading(_ index: Int, _ result: Result<SubtitleDocument, PlayerError>) {
        switch result {
        case .success(let document):
            let track = sideTrack(index)
            let isOfOtherFormat = texts.files[index].format != document.format
            texts.files[index].format = document.format
            texts.files[index].schedule = document.schedule
            texts.schedules[track] = document.schedule
            if isOfOtherFormat, tracks.areReported { reportTracks() }
            publishTranscript(document.cues, of: track)
            if track == texts.shownTrack {
                texts.shownUntil = nil
                textsChanged()
            }
        case .failure(let error):
            let name = texts.files[index].file.name
            report(
                .warning(
                    PlayerWarning(
                        "The subtitles “\(name)” cannot be read: \(error.message)", hint: error.hint)))
            texts.files[index].isBroken = true
            if tracks.areReported { reportTracks() }
        }
    }
}

extension SubtitleCue {
    /// A copy of the cue that belongs to a track.
    func of(_ track: Track.ID?) -> SubtitleCue {
        var copy = self
        copy.track = track
        return copy
    }
}
