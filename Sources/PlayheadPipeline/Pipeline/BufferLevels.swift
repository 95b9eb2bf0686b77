internal import PlayheadCore

/// What a pipeline knows of how full its buffers are.
struct BufferLevels {
    /// What was last reported; nil when nothing was.
    var told: Int? {
        didSet {
            switch told ?? 100 {
            case ..<10: stopsPlayback = true
            case 100...: stopsPlayback = false
            default: break
            }
        }
    }
    /// Whether playback stands still for what was reported, or is about to.
    private(set) var stopsPlayback = false
    /// What is still to be said, should a virtual clock go on before the buffer is full.
    var untold: PlayerTimer?
    /// Whether playback has stood still since it began here, so that more is waited for.
    var hasRunLow = false
    /// Up to where media was held when that was last news, and since when.
    var supply: (end: Duration, since: Duration)?
    /// Looks whether nothing has come for a while.
    var lookout: PlayerTimer?
    /// Whether enough is held, and an output waits for more of it than has come before playback can go on.
    var awaitsOutputs = false

    /// Whether less is held than is enough for playback, as was reported.
    var isLow: Bool { (told ?? 100) < 100 }

    /// Playback goes on elsewhere: what was said is not true there.
    mutating func beginAnew() {
        untold?.cancel()
        lookout?.cancel()
        (untold, lookout, told, supply, hasRunLow, awaitsOutputs) = (nil, nil, nil, nil, false, false)
    }
}
