internal import GStreamer
internal import PlayheadCore
internal import PlayheadStreaming
internal import Synchronization

/// What the outputs of a medium that is read give out, and to whom.
struct ReadingOutputs: Sendable {
    /// The video to give out; nil for none.
    var video: VideoConversion?
    /// The audio to give out; nil for none.
    var audio: AudioConversion?
    /// The pictures that are made of keyframes alone; nil to read everything.
    var keyframes: StreamingEngine.KeyframePictures?
    /// Called with each frame or buffer on the streaming thread of its output, also with what an output holds
    /// while paused.
    var onSample: @Sendable (_ sample: DecodedSample, _ isHeld: Bool) -> Void
    /// Whether the last seek was exact, so that it may have cut the first frame.
    var isExact: @Sendable () -> Bool
    /// Called on the streaming thread when nothing comes from an output up to a media time.
    var onGap: @Sendable (PresentationMeter.Output, Duration) -> Void
    /// Called on the streaming thread when an output has given out everything.
    var onEnd: @Sendable (PresentationMeter.Output) -> Void

    var kinds: Set<Track.Kind> {
        Set((video == nil ? [] : [Track.Kind.video]) + (audio == nil ? [] : [.audio]))
    }

    /// Whether only video or only audio is read.
    var isPartial: Bool { kinds.count < 2 }

    /// The caps that a decoder must reach; nothing else is decoded.
    var decodedCaps: String {
        kinds.map { $0 == .video ? "video/x-raw(ANY)" : "audio/x-raw(ANY)" }.sorted().joined(separator: "; ")
    }

    /// The elements that convert decoded video; nil if one is not installed.
    func videoElements() -> [Element]? { (video ?? VideoConversion()).elements() }

    /// The elements that convert decoded audio; nil if one is not installed.
    func audioElements() -> [Element]? { (audio ?? AudioConversion()).elements() }

    /// Gives out what reaches the sink of a branch.
    func take(from branch: SinkBranch) {
        if !isPartial { followGaps(branch) }
        let format = Mutex<PictureFormat?>(nil)
        let isUpright = video?.appliesOrientation == true
        branch.sink.onHandoff { [weak branch, onSample, isExact] rendering in
            switch branch?.kind {
            case .video?:
                guard var frame = format.withLock({ VideoFrame(rendering, &$0) }) else { return }
                if isExact() || branch?.isCut(frame) == true { branch?.restoreStart(of: &frame) }
                // The element that turns frames does not say so.
                if isUpright { (frame.rotation, frame.isMirrored) = (0, false) }
                onSample(.video(frame), rendering.isHeld)
            case .audio?:
                guard let buffer = AudioBuffer(rendering), buffer.frames > 0 else { return }
                onSample(.audio(buffer), rendering.isHeld)
            case nil: break
            }
        }
    }

    /// Follows the gaps that enter a branch, in which another output must not wait for it.
    private func followGaps(_ branch: SinkBranch) {
        let segment = Mutex<Segment?>(nil)
        branch.elements.first?.pad("sink")?.watch { [onGap, kind = branch.kind] passage in
            switch passage {
            case .segment(let new): segment.withLock { $0 = new }
            case .gap(let end?):
                if let end = segment.withLock({ $0?.unboundedStreamTime(end) }) { onGap(kind, end) }
            default: break
            }
        }
    }

}

extension SinkBranch {
    /// Whether no frame that was decoded begins where this one does.
    fileprivate func isCut(_ frame: VideoFrame) -> Bool {
        guard let starts = ledger?.starts, !starts.isEmpty else { return false }
        return !starts.contains { abs(($0 - frame.time).inNanoseconds) < 500_000 }
    }

    /// Gives a frame that a seek has cut its own start again.
    fileprivate func restoreStart(of frame: inout VideoFrame) {
        guard let held, held.mayBeCut else { return }
        let end = frame.duration.map { [time = frame.time] in time + $0 }
        let known = ledger?.start(
            of: frame.time, endingAt: end, length: held.length, isFirst: held.isFirst)
        guard let start = known, start < frame.time else { return }
        frame.duration = end.map { $0 - start }
        frame.time = start
    }
}

/// The conversion of decoded video frames.
struct VideoConversion: Sendable, Equatable {
    /// The pixel format; nil for that of the decoder.
    var format: PixelFormat?
    /// The size; nil for that of the medium.
    var size: FrameSize?
    /// Whether frames are turned as they are displayed.
    var appliesOrientation = false

    /// The elements in order; nil if one is not installed.
    func elements() -> [Element]? {
        guard let system = Element.make("capsfilter") else { return nil }
        // Decoders must not leave frames in memory that only they can read.
        system.set("caps", text: "video/x-raw")
        var elements = [system]
        if appliesOrientation {
            guard let convert = Element.make("videoconvert"), let flip = Element.make("videoflip") else {
                return nil
            }
            // It turns only some formats: no 4:2:2 in planes, no planes of RGB or alpha, no 16 bits. Frames of
            // its formats pass unchanged.
            convert.set("n-threads", uint: 1)
            flip.set("video-direction", text: "auto")
            elements += [convert, flip]
        }
        // Scaled in the format of the decoder, plane by plane: converting the large picture takes much longer.
        if let size {
            // To three times the size with 2 pixels for each one, and then with all of them: the second step
            // alone takes several times as long, and after the first one alone small pictures flicker.
            for (caps, method) in [(size.roughCaps, "bilinear"), (size.caps, "bilinear2")] {
                guard let scale = Element.make("videoscale"), let filter = Element.make("capsfilter") else {
                    return nil
                }
                scale.set("add-borders", false)
                scale.set("method", text: method)
                scale.set("n-threads", uint: 1)
                filter.set("caps", text: "video/x-raw, \(caps)")
                elements += [scale, filter]
            }
        }
        if let format {
            guard let convert = Element.make("videoconvert"), let filter = Element.make("capsfilter") else {
                return nil
            }
            convert.set("n-threads", uint: 1)
            filter.set("caps", text: "video/x-raw, format=(string)\(format.rawValue)")
            elements += [convert, filter]
        }
        return elements
    }
}

extension FrameSize {
    /// At most three times the size.
    fileprivate var roughCaps: String {
        "width=(int)[1,\(sides.width * 3)], height=(int)[1,\(sides.height * 3)]"
    }

    fileprivate var caps: String {
        switch self {
        case .exact(let width, let height): "width=(int)\(width), height=(int)\(height)"
        case .fitting(let width, let height):
            "width=(int)[1,\(width)], height=(int)[1,\(height)], pixel-aspect-ratio=(fraction)1/1"
        }
    }
}

/// The conversion of decoded audio.
struct AudioConversion: Sendable, Equatable {
    /// The sample rate in Hz; nil for that of the medium.
    var sampleRate: Int?
    /// The number of channels; nil for that of the medium.
    var channels: Int?

    /// The elements in order; nil if one is not installed.
    func elements() -> [Element]? {
        guard sampleRate != nil || channels != nil else { return [] }
        guard let convert = Element.make("audioconvert"), let resample = Element.make("audioresample"),
            let filter = Element.make("capsfilter")
        else { return nil }
        var caps = "audio/x-raw, format=(string)F32LE, layout=(string)interleaved"
        if let sampleRate { caps += ", rate=(int)\(sampleRate)" }
        if let channels { caps += ", channels=(int)\(channels)" }
        filter.set("caps", text: caps)
        return [convert, resample, filter]
    }
}
