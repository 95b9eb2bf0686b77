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
                guard let picture = rendering.picture, let start = picture.start else { return }
                tap.didPresent(
                    PresentedVideoFrame(
                        load: load, mediaTime: start, duration: picture.duration, clockTime: clockTime,
                        isHeld: rendering.isHeld, width: picture.content.width,
                        height: picture.content.height, luma: picture.content.luma))
            case .audio:
                guard let sound = rendering.sound, let start = sound.start else { return }
                tap.didPresent(
                    PresentedAudioBuffer(
                        load: load, mediaTime: start, clockTime: clockTime, isHeld: rendering.isHeld,
                        sampleRate: sound.content.rate, channels: sound.content.channels,
                        samples: sound.content.samples))
            }
        }
    }
}
