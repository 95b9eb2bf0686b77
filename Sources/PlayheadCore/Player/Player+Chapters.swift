extension Player {
    /// The chapters of the current item in ascending order of time; empty until they are known, or without
    /// chapters.
    public var chapters: [Chapter] { snapshot.metadata.chapters }

    /// The chapter at the position, or at the target of the seek in flight; nil outside all chapters.
    ///
    /// It changes at chapter boundaries of the media timeline, at any speed, and immediately with every seek
    /// (``PlayerEvent/chapterChanged(_:)``).
    public var currentChapter: Chapter? { snapshot.currentChapter }

    /// Seeks to the start of a chapter without a result. See the asynchronous form of
    /// ``seek(to:tolerance:)->()``.
    public func seek(to chapter: Chapter) { seek(to: chapter.start) }

    /// Seeks to the start of a chapter and returns exactly one result, like
    /// ``seek(to:tolerance:)->SeekResult``.
    @discardableResult
    public func seek(to chapter: Chapter) async -> SeekResult { await seek(to: chapter.start) }

    /// Seeks to the start of the next chapter; does nothing without one.
    public func skipToNextChapter() {
        if let chapter = snapshot.nextChapter { seek(to: chapter) }
    }

    /// Seeks to the start of the current chapter, or within its first two seconds to the previous one. Does
    /// nothing without one.
    public func skipToPreviousChapter() {
        if let chapter = snapshot.previousChapter { seek(to: chapter) }
    }

    /// Whether ``skipToNextChapter()`` would seek.
    public var canSkipToNextChapter: Bool {
        let snapshot = snapshot
        return snapshot.canSeek && snapshot.nextChapter != nil
    }

    /// Whether ``skipToPreviousChapter()`` would seek.
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
