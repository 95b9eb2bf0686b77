extension Player {
    /// The chapters of the current item, in the order of time; empty until they are known, and without any.
    public var chapters: [Chapter] { snapshot.metadata.chapters }

    /// The chapter that playback is in, or that the seek in flight leads to; nil outside of all. It changes where a chapter begins and ends
    /// on the media timeline, at any speed, and with every seek at once (``PlayerEvent/chapterChanged(_:)``).
    public var currentChapter: Chapter? { snapshot.currentChapter }

    /// Moves to where a chapter begins, and forgets how that ended; see the asynchronous form of ``seek(to:tolerance:)->()``.
    public func seek(to chapter: Chapter) { seek(to: chapter.start) }

    /// Moves to where a chapter begins, and answers exactly once, like ``seek(to:tolerance:)->SeekResult``.
    @discardableResult
    public func seek(to chapter: Chapter) async -> SeekResult { await seek(to: chapter.start) }

    /// Moves to the chapter that begins next; nothing happens where there is none.
    public func skipToNextChapter() {
        if let chapter = snapshot.nextChapter { seek(to: chapter) }
    }

    /// Moves to where the current chapter begins, or within its first two seconds to the one before; nothing happens where there is none.
    public func skipToPreviousChapter() {
        if let chapter = snapshot.previousChapter { seek(to: chapter) }
    }

    /// Whether ``skipToNextChapter()`` would move.
    public var canSkipToNextChapter: Bool {
        let snapshot = snapshot
        return snapshot.canSeek && snapshot.nextChapter != nil
    }

    /// Whether ``skipToPreviousChapter()`` would move.
    public var canSkipToPreviousChapter: Bool {
        let snapshot = snapshot
        return snapshot.canSeek && snapshot.previousChapter != nil
    }
}

extension PlayerSnapshot {
    var nextChapter: Chapter? { metadata.chapters.first { $0.start > position } }

    var previousChapter: Chapter? {
        guard let begun = metadata.chapters.last(where: { $0.start <= position }) else { return nil }
        if position - begun.start > .seconds(2) { return begun }
        return metadata.chapters.last { $0.start < begun.start }
    }
}
