internal import GStreamer
internal import Synchronization

extension SinkBranch {
    /// Has a spectator see or hear everything that the output presents. To be called before anything has come.
    ///
    /// A synchronising fake tells when it presents. A real output does not: what reaches it is told at once, with the time at which it is
    /// due.
    func present(to spectator: any PlaybackSpectator, load: Int, on clock: VirtualClock?) {
        let tell: @Sendable (Rendering) -> Void = { [weak self, kind] rendering in
            let clockTime = rendering.clockTime ?? clock?.now.offset ?? Rendering.systemTime
            switch kind {
            case .video:
                let isHidden = rendering.isHeld && self?.isHeldHidden.load(ordering: .relaxed) ?? true
                guard !isHidden, let picture = rendering.picture, let start = picture.start else { return }
                spectator.sees(
                    PresentedPicture(
                        load: load, mediaTime: start, duration: picture.duration, clockTime: clockTime,
                        isHeld: rendering.isHeld, width: picture.content.width,
                        height: picture.content.height, luma: picture.content.luma))
            case .audio:
                guard let sound = rendering.sound, let start = sound.start else { return }
                spectator.hears(
                    PresentedSound(
                        load: load, mediaTime: start, clockTime: clockTime, isHeld: rendering.isHeld,
                        sampleRate: sound.content.rate, channels: sound.content.channels,
                        samples: sound.content.samples))
            }
        }
        if sink.factoryName == "fakesink" { sink.onHandoff(tell) } else { sink.onArrival(tell) }
    }
}
