internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

extension GStreamerPipeline {
    /// Starts presentation with the current settings, at the speed of the next media.
    func present() {
        findLoudness()
        let presentation = presentation.withLock { $0 }
        for branch in branches { branch.apply(presentation) }
        cover.feed?.setAspect(presentation.settings.aspectMode)
        warnOfLoudness(presentation.settings)
        warnOfShift(presentation.settings)
    }

    /// Warns once if the pitch cannot be shifted.
    private func warnOfShift(_ settings: OutputSettings) {
        guard settings.effects.pitch != 0, isHeard, !Runtime.hasElement("pitch") else { return }
        warnOnce(
            \.hasWarnedOfShift, "The pitch stays as it is: the plug-in that shifts it is not installed",
            hint: DebianPackage.hint(element: "pitch"))
    }

    /// Warns once if the loudness cannot be measured.
    private func warnOfLoudness(_ settings: OutputSettings) {
        guard settings.effects.normalization != nil, isHeard, !LoudnessLibrary.isInstalled else { return }
        warnOnce(
            \.hasWarnedOfLoudness,
            "The loudness stays as it is: the library that measures it is not installed",
            hint: DebianPackage.hint("libebur128-1"))
    }

    /// Sets the speed of the audio that arrives next.
    func prepareSound(for speed: Double) {
        guard presentation.withLock({ $0.speed }) != speed else { return }
        presentation.withLock { $0.speed = speed }
        present()
        for branch in branches { branch.keepPitch(at: speed) }
        guard SinkBranch.needsPitchKept(at: speed), !Runtime.hasElement("scaletempo") else { return }
        warnOnce(
            \.hasWarnedOfPitch,
            "The pitch of the sound changes with the speed: the plug-in that keeps it is not installed",
            hint: DebianPackage.hint(element: "scaletempo"))
    }

    /// Reports a warning, unless the flag says that it was reported.
    private func warnOnce(
        _ flag: ReferenceWritableKeyPath<GStreamerPipeline, Bool>, _ message: String,
        hint: @autoclosure () -> String
    ) {
        guard !self[keyPath: flag] else { return }
        self[keyPath: flag] = true
        report(.warning(PlayerWarning(message, hint: hint())))
    }
}

extension GStreamerPipeline {
    /// Makes subsequent audio and video go to the devices, and shows a held frame at once.
    func presentOnDevices() {
        isPresented.store(true, ordering: .sequentiallyConsistent)
        limitLoading()
        for branch in branches {
            branch.sound?.present()
            branch.pictures?.present()
        }
        present()
        if isOpened { settleWindow() }
        nameWindow()
        followTexts()
    }

    /// Gives the window the title of the item.
    func nameWindow() {
        guard isPresented.load(ordering: .sequentiallyConsistent) else { return }
        for feed in branches.compactMap(\.pictures) + [cover.feed].compactMap({ $0 }) {
            feed.device.setTitle(itemName)
        }
    }

    /// The title of the item, else that in its metadata, else the name of its file.
    var itemName: String {
        let item = request.item
        let name = (FileAddress.path(uri: item.uri)?.description ?? item.uri).split(separator: "/").last.map(
            String.init)
        return item.title ?? metadata.reported?.title ?? name ?? item.uri
    }

    /// Drops the audio of this load that was not heard yet. May be called from any thread.
    func leaveDevices() {
        for branch in branches { branch.sound?.flush() }
    }

    /// Handles the fault of a device.
    func hear(_ fault: BusMessage?, of device: String, from generation: Int) {
        guard let fault else {
            return fail(PlayerError(.outputUnavailable, "\(device) does not start", uri: request.item.uri))
        }
        if case .warning(let fault) = fault {
            return report(.warning(PlayerWarning("\(fault.message): pictures are decoded and not shown")))
        }
        hear(fault, from: generation)
    }
}

extension SinkBranch {
    /// Applies output settings from now on. Audio at a speed at which it is unintelligible is muted.
    func apply(_ presentation: Presentation) {
        var settings = presentation.settings
        settings.isMuted = settings.isMuted || !Self.audibleSpeeds.contains(presentation.speed)
        sound?.apply(
            settings, presentation.metadata, presentation.loudness,
            learns: presentation.loudnessTrack != nil && presentation.speed == 1)
        if kind == .audio { delay(by: settings.audioDelay) }
        pictures?.setAspect(settings.aspectMode)
    }
}
