extension MediaMetadata {
    /// The chapter that a position lies in: of several, the one that begins last.
    public func chapter(at position: Duration) -> Chapter? {
        chapters.last { $0.start <= position && position < $0.end ?? .farthest }
    }
}
