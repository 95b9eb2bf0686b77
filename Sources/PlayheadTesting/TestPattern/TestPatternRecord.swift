internal import Playhead

/// What was presented, in the order in which it was.
struct TestPatternRecord: Sendable {
    struct Picture: Sendable {
        var load: Int
        var code: FrameCode?
        var mediaTime: Duration
        var clockTime: Duration
        var isHeld: Bool
        /// Whether playback jumped here, or a load begins.
        var isLanding: Bool

        var frame: PresentedFrame? {
            code.map {
                PresentedFrame(
                    load: load, item: $0.item, number: $0.number, mediaTime: mediaTime, clockTime: clockTime,
                    isHeld: isHeld, isLanding: isLanding)
            }
        }
    }

    private(set) var pictures: [Picture] = []
    private(set) var passages: [SoundPassage] = []
    /// The last picture that was shown while something advanced.
    private var lastShown: Picture?
    /// Which number followed the last one but one.
    private var direction = 1
    /// Where sound is held that is about to be played.
    private var heldSound: Duration?

    mutating func append(_ picture: PresentedVideoFrame, _ code: FrameCode?) {
        var shown = Picture(
            load: picture.load, code: code, mediaTime: picture.mediaTime, clockTime: picture.clockTime,
            isHeld: picture.isHeld, isLanding: false)
        let isFirst = pictures.last?.load != shown.load
        if isFirst { (lastShown, direction) = (nil, 1) }
        shown.isLanding = isFirst || shown.isHeld && !isNext(shown)
        pictures.append(shown)
        guard !shown.isHeld else { return }
        if let last = lastShown?.code, let code, last.number != code.number {
            direction = shown.isLanding || code.number > last.number ? 1 : -1
        }
        lastShown = shown
    }

    /// Whether a picture that is held is the next one anyway: playback was only paused.
    private func isNext(_ picture: Picture) -> Bool {
        if let held = pictures.last, held.isHeld {
            return held.code != nil && held.code == picture.code && held.mediaTime == picture.mediaTime
        }
        guard let last = lastShown?.code, let next = picture.code else { return false }
        return next.item == last.item && next.number - last.number == direction
    }

    mutating func append(_ sound: PresentedAudioBuffer) {
        guard !sound.isHeld else {
            heldSound = sound.mediaTime
            return
        }
        let held = heldSound
        heldSound = nil
        guard let last = passages.last, last.continues(with: sound) else {
            let isLanding = held != nil || passages.last?.load != sound.load
            return passages.append(SoundPassage(sound, isLanding: isLanding))
        }
        passages[passages.count - 1].append(sound)
    }
}
