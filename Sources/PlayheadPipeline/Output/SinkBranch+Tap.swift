internal import GStreamer
internal import PlayheadCore
internal import Synchronization

extension SinkBranch {
    /// Sends everything that is presented to the devices, and to a tap. Must be called before any data
    /// enters.
    ///
    /// The tap receives data for a device with the time at which it is due there. A fake output reports data
    /// when it presents it.
    func present(to tap: (any PresentationTap)?, load: Int, on clock: VirtualClock?) {
        guard tap != nil || isReal else { return }
        let format = Mutex<PictureFormat?>(nil)
        sink.onHandoff { [weak self, kind, sound, pictures, isReal] rendering in
            switch kind {
            case .video:
                let isHidden = rendering.isHeld && self?.isHeldHidden.load(ordering: .relaxed) ?? true
                if isHidden { return }
                pictures?.take(rendering)
            case .audio: sound?.take(rendering)
            }
            guard let tap else { return }
            let due = isReal && !rendering.isHeld ? rendering.due : nil
            let clockTime = due ?? rendering.clockTime ?? clock?.now.offset ?? Rendering.systemTime
            switch kind {
            case .video:
                guard let frame = format.withLock({ VideoFrame(rendering, &$0) }) else { return }
                tap.didPresent(
                    PresentedVideoFrame(
                        load: load, frame: frame, clockTime: clockTime, isHeld: rendering.isHeld))
            case .audio:
                guard let buffer = AudioBuffer(rendering) else { return }
                tap.didPresent(
                    PresentedAudioBuffer(
                        load: load, buffer: buffer, clockTime: clockTime, isHeld: rendering.isHeld))
            }
        }
    }
}
