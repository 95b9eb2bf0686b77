internal import GStreamer
internal import PlayheadCore
internal import Synchronization

extension SinkBranch {
    /// Sends everything that is presented to the devices, and to the taps. Must be called before any data
    /// enters.
    ///
    /// A tap receives data for a device with the time at which it is due there. A fake output reports data
    /// when it presents it.
    func present(to taps: PresentationTaps, load: Int, on clock: VirtualClock?) {
        let format = Mutex<PictureFormat?>(nil)
        sink.onHandoff { [weak self, kind, sound, pictures, isReal] rendering in
            switch kind {
            case .video:
                let isHidden = rendering.isHeld && self?.isHeldHidden.load(ordering: .relaxed) ?? true
                if isHidden { return }
                pictures?.take(rendering)
            case .audio: sound?.take(rendering)
            }
            guard taps.areWanted else { return }
            let shift = self?.sound?.shift ?? .zero
            let due = isReal && !rendering.isHeld ? rendering.due.map { $0 + shift } : nil
            let clockTime = due ?? rendering.clockTime ?? clock?.now.offset ?? Rendering.systemTime
            switch kind {
            case .video:
                guard let frame = format.withLock({ VideoFrame(rendering, &$0) }) else { return }
                taps.didPresent(
                    PresentedVideoFrame(
                        load: load, frame: frame, clockTime: clockTime, isHeld: rendering.isHeld))
            case .audio:
                guard let buffer = AudioBuffer(rendering) else { return }
                taps.didPresent(
                    PresentedAudioBuffer(
                        load: load, buffer: buffer, clockTime: clockTime, isHeld: rendering.isHeld))
            }
        }
    }

    /// The video frame that the sink shows; nil if it must not be visible.
    var currentFrame: VideoFrame? {
        guard kind == .video, !isHeldHidden.load(ordering: .relaxed) else { return nil }
        return sink.lastPicture.flatMap { VideoFrame($0) }
    }
}
