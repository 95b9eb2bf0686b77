extension Player {
    /// Pauses and shows the frame at a distance in frames, backwards if negative, without a result. See the
    /// asynchronous form for the guarantees.
    public func step(by frames: Int) {
        perform(.command(.step(id: nil, by: frames)))
    }

    /// Pauses, shows the frame at a distance in frames, backwards if negative, and returns exactly one result
    /// (contract 2.3).
    ///
    /// The result is ``SeekResult/completed(at:)`` with the start of the shown frame, which is also
    /// ``position``. It is ``SeekResult/unnecessary`` if the first or the last frame is already shown. Steps
    /// in quick succession add up and wait for earlier seeks. A later seek supersedes waiting steps. Steps
    /// before the preroll are kept.
    ///
    /// A backward step is a seek. So is the realignment of the audio when ``play()`` follows a step. Content
    /// without video, live content and unseekable content give ``SeekResult/failed(_:)``. Unseekable content
    /// without audio can step forwards.
    @discardableResult
    public func step(by frames: Int) async -> SeekResult {
        await answered { id in .step(id: id, by: frames) }
    }

    /// Whether a forward step would show another frame: there is video that is not known to refuse steps and
    /// is not at its end.
    public var canStepForward: Bool { snapshot.canStep(forward: true) }

    /// Whether a backward step would show another frame: there is video that is not known to refuse steps and
    /// is not at its beginning.
    public var canStepBackward: Bool { snapshot.canStep(forward: false) }
}
