extension PlayerMachine {
    /// The pipeline has reported metadata of the item, or a new programme.
    mutating func learn(_ found: MediaMetadata, at moment: Moment) {
        metadata = found
        chapterTimes = TimeSubscriptions(at: found.chapters.flatMap { [$0.start, $0.end].compactMap { $0 } })
        guard awaitsChapter, !isOpened, let startChapter else { return }
        awaitsChapter = false
        seeks.waiting = SeekRequest(target: startChapter.start)
        jump(to: startChapter.start, at: moment)
    }

    /// The start chapter of the item; nil until it is known.
    var startChapter: Chapter? {
        guard let id = item?.startChapter else { return nil }
        return metadata.chapters.first { $0.id == id }
    }

    /// The start of the item: that of its start chapter as soon as it is known.
    var beginning: Duration { startChapter?.start ?? item?.beginning ?? .zero }

    /// Updates the current chapter at the end of a step. The end of the medium belongs to the last chapter.
    /// Backwards, playback leaves a chapter at its start.
    mutating func followChapters(at moment: Moment) {
        guard !metadata.chapters.isEmpty else { return currentChapter = nil }
        let position = clamped(timeline.position(at: moment))
        let isLeaving = timeline.isAdvancing && timeline.speed < 0 || position == duration
        currentChapter = metadata.chapter(
            at: isLeaving && position > .zero ? position - .nanoseconds(1) : position)
    }

    var noSuchChapter: PlayerError {
        let count = metadata.chapters.count
        let number = min(item?.startChapter ?? 0, .max - 1) + 1
        return PlayerError(
            .notFound, "There is no chapter \(number): \(count == 0 ? "it has none" : "it has \(count)")",
            hint: count == 0 ? nil : "choose one from 1 to \(count)", uri: item?.uri)
    }
}
