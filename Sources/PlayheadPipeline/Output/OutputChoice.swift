internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import WindowSystem

/// The sinks that present decoded media. The player chooses them itself: GStreamer's automatic sinks crash
/// without a display, and play silently without a device (1.22.0).
struct OutputChoice: Sendable, Equatable {
    enum Video: Sendable, Equatable { case window, fake }
    enum Audio: Sendable, Equatable { case device(AudioOutputDevice.Interface), fake }

    var video: Video = .fake
    var audio: Audio = .fake
    /// The warning for a stream of a kind that has no output.
    var warnings: [PresentationMeter.Output: PlayerWarning] = [:]
    var fault: PlayerError?

    /// Presents nothing, and warns of nothing.
    init() {}

    init(
        _ configuration: PlayerConfiguration, surface: VideoSurface,
        audioDevice: AudioOutputDevice.ID? = nil, surroundings: Surroundings = .current
    ) {
        if surface.target == .window {
            chooseVideo(configuration.video, surroundings)
            if video == .window, let screen = configuration.window.screen { check(screen, surroundings) }
        } else if configuration.video != .none {
            video = .window
        }
        if configuration.audio == .auto, configuration.clock.virtualClock == nil {
            chooseAudio(audioDevice?.interface, surroundings)
        }
    }

    private mutating func chooseVideo(_ wanted: PlayerConfiguration.VideoOutput, _ surroundings: Surroundings)
    {
        guard wanted != .none else { return }
        if DisplaySystem.usable(in: surroundings) != nil {
            video = .window
            return
        }
        let problem =
            if surroundings.hasDisplay(.wayland) {
                PlayerError(
                    .outputUnavailable, "No plug-in for windows is installed",
                    hint: DebianPackage.hint(element: DisplaySystem.wayland.sink), isRecoverable: false)
            } else {
                PlayerError(
                    .outputUnavailable, "There is no display for a window",
                    hint: "set WAYLAND_DISPLAY or DISPLAY, or choose no video output", isRecoverable: false)
            }
        if wanted == .window { fault = problem }
        warnings[.video] = PlayerWarning(
            "\(problem.message): pictures are decoded and not shown", hint: problem.hint)
    }

    /// Refuses a screen that the display does not have.
    private mutating func check(_ screen: String, _ surroundings: Surroundings) {
        let screens = DisplaySystem.usable(in: surroundings)?.screens ?? []
        guard screens.place(of: screen) == nil else { return }
        fault = PlayerError(
            .outputUnavailable, "There is no screen \(screen)",
            hint: screens.isEmpty ? "the display tells of none" : "the screens are \(screens.names)",
            isRecoverable: false)
    }

    private mutating func chooseAudio(
        _ wanted: AudioOutputDevice.Interface?, _ surroundings: Surroundings
    ) {
        let installed = ([wanted].compactMap(\.self) + surroundings.interfaces).filter {
            surroundings.hasElement($0.factory)
        }
        if let found = installed.first {
            audio = .device(found)
            guard let wanted, wanted != found else { return }
            warnings[.audio] = PlayerWarning(
                "The plug-in for audio devices of \(wanted.rawValue) is not installed: another device is used",
                hint: DebianPackage.hint(element: wanted.factory))
        } else {
            let hint =
                surroundings.interfaces.isEmpty
                ? "start a sound server or connect a sound card, or choose no audio output"
                : DebianPackage.hint("gstreamer1.0-plugins-good gstreamer1.0-alsa")
            audio = .fake
            warnings[.audio] = PlayerWarning(
                "There is no sound output: sound is decoded and not heard", hint: hint)
        }
    }
}

/// The outputs of a machine that can be found without opening them.
struct Surroundings: Sendable {
    /// Whether a display can be opened. Called only if a window is requested, because it opens the display.
    var hasDisplay: @Sendable (DisplaySystem) -> Bool
    /// The interfaces of the sound servers and devices of this machine, best first.
    var interfaces: [AudioOutputDevice.Interface]
    var hasElement: @Sendable (String) -> Bool

    static var current: Surroundings {
        let runtime = environment("XDG_RUNTIME_DIR")
        var sound: [AudioOutputDevice.Interface] = []
        let pulse = runtime.map { FileAddress.exists($0 + "/pulse/native") } ?? false
        if pulse || environment("PULSE_SERVER") != nil { sound.append(.pulse) }
        if runtime.map({ FileAddress.exists($0 + "/pipewire-0") }) ?? false { sound.append(.pipewire) }
        let home = environment("HOME") ?? ""
        let hasCards = LocalFile.names(in: "/dev/snd").map(\.description).contains {
            $0.hasPrefix("pcm") && $0.hasSuffix("p")
        }
        let isConfigured = FileAddress.exists("/etc/asound.conf") || FileAddress.exists(home + "/.asoundrc")
        if hasCards || isConfigured || environment("ALSA_CONFIG_PATH") != nil { sound.append(.alsa) }
        return Surroundings(
            hasDisplay: \.isPossible, interfaces: sound, hasElement: Runtime.hasElement)
    }

    private static func environment(_ name: String) -> String? { LocalFile.environment(name) }
}
