extension Player {
    /// Pauses, and shows the frame so many further on, or back when negative; and forgets how that ended. See the asynchronous
    /// form for the promises.
    public func step(by frames: Int) {
        perform(.command(.step(id: nil, by: frames)))
    }

    /// Pauses, shows the frame so many further on, or back when negative, and answers exactly once (contract 2.3).
    ///
    /// The answer is ``SeekResult/completed(at:)`` with the beginning of the frame that is shown then, which is ``position`` too;
    /// ``SeekResult/unnecessary`` where there is none further on, or further back: beyond the last frame and the first one no
    /// step leads. Steps in quick succession add up, and wait for the seeks that were asked for before; a later seek takes the place
    /// of the ones that wait. Before the item is prerolled, steps are kept.
    ///
    /// A step back is a seek; so is what brings the sound to the frame that is shown when ``play()`` follows a step. Content that
    /// has no pictures, is live or cannot seek answers with ``SeekResult/failed(_:)``; but without sound, what cannot seek can go
    /// forwards.
    @discardableResult
    public func step(by frames: Int) async -> SeekResult {
        await answered { id in .step(id: id, by: frames) }
    }

    /// Whether a step forwards would show another frame: there are pictures that are not known to refuse it, and they do not
    /// stand at their end.
    public var canStepForward: Bool { snapshot.canStep(forward: true) }

    /// Whether a step backwards would show another frame: there are pictures that are not known to refuse it, and they do not
    /// stand at their beginning.
    public var canStepBackward: Bool { snapshot.canStep(forward: false) }
}
