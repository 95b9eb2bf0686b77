internal import GStreamer
internal import PlayheadCore
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

extension GStreamerPipeline {
    /// What is presented from now on is seen and heard, and what is held is seen at once.
    func presentOnDevices() {
        isPresented.store(true, ordering: .sequentiallyConsistent)
        limitLoading()
        for branch in branches {
            branch.sound?.present()
            branch.pictures?.present()
        }
        present()
        if isOpened { settleWindow() }
        followTexts()
    }

    /// A window that has nothing to show is closed.
    func settleWindow() {
        let hasPictures = branches.contains { $0.kind == .video }
        if isPresented.load(ordering: .sequentiallyConsistent), !hasPictures { devices.closeWindow() }
    }

    /// Nothing of this load is heard any more; from any thread.
    func leaveDevices() {
        for branch in branches { branch.sound?.flush() }
    }

    /// What a device says that fails.
    func hear(_ fault: BusMessage?, of device: String, from generation: Int) {
        guard let fault else {
            return fail(PlayerError(.outputUnavailable, "\(device) does not start", uri: request.item.uri))
        }
        hear(fault, from: generation)
    }
}

extension SinkBranch {
    /// Presents as asked, from now on. What cannot be understood at a speed is not to be heard.
    func apply(_ settings: OutputSettings, at speed: Double) {
        sound?.setVolume(
            settings.volume, isMuted: settings.isMuted || !Self.audibleSpeeds.contains(speed))
        pictures?.setAspect(settings.aspectMode)
    }
}
