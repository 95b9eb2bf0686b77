extension MediaMetadata {
    /// The chapter at a position: of several, the one with the latest start.
    public func chapter(at position: Duration) -> Chapter? {
        chapters.last { $0.start <= position && position < $0.end ?? .farthest }
    }
}
