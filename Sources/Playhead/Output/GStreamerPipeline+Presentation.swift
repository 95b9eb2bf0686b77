internal import GStreamer
internal import Synchronization

extension GStreamerPipeline {
    /// Presents as asked and at the speed of what comes next.
    func present() {
        let presentation = presentation.withLock { $0 }
        for branch in branches { branch.apply(presentation.settings, at: presentation.speed) }
    }

    /// The sound that comes next is played at this speed.
    func prepareSound(for speed: Double) {
        guard presentation.withLock({ $0.speed }) != speed else { return }
        presentation.withLock { $0.speed = speed }
        present()
        for branch in branches { branch.keepPitch(at: speed) }
        guard SinkBranch.needsPitchKept(at: speed), !hasWarnedOfPitch, !Runtime.hasElement("scaletempo")
        else {
            return
        }
        hasWarnedOfPitch = true
        report(
            .warning(
                PlayerWarning(
                    "The pitch of the sound changes with the speed: the plug-in that keeps it is not installed",
                    hint: DebianPackage.hint(DebianPackage.of(element: "scaletempo")))))
    }
}

extension SinkBranch {
    /// Presents as asked, from now on. What cannot be understood at a speed is not to be heard.
    func apply(_ settings: OutputSettings, at speed: Double) {
        volume?.set("volume", settings.volume)
        volume?.set("mute", settings.isMuted || !Self.audibleSpeeds.contains(speed))
        guard crop != nil else { return }
        sink.set("force-aspect-ratio", settings.aspectMode != .stretch)
        fillsWindow(settings.aspectMode == .fill)
    }
}
