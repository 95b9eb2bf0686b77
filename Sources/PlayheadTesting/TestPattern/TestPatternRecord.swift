internal import Playhead

/// The presented frames and audio in order.
struct TestPatternRecord: Sendable {
    struct Picture: Sendable {
        var load: Int
        var code: FrameCode?
        var mediaTime: Duration
        var clockTime: Duration
        var isHeld: Bool
        /// Whether the frame is the first one of a load or after a jump.
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
    /// The last frame that was presented while playback advanced.
    private var lastShown: Picture?
    /// The direction of the last frame numbers: 1 for rising, -1 for falling.
    private var direction = 1
    /// The media time of held audio that is about to be presented.
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

    /// Whether a held frame is also the next frame, because playback was only paused.
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
