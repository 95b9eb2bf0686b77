import ArgumentParser
import Playhead
internal import PlayheadSystem

/// The options for the audio device.
struct AudioDeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Audio device, as `playhead devices` lists them; without it the default one of the system.",
            valueName: "id or name"))
    var audioDevice: String?

    @Option(help: "What happens when the audio device is lost, until it is back.")
    var audioDeviceLost: AudioDeviceLossPolicy = .fallback

    @Option(
        help: ArgumentHelp(
            "Encodings that the audio device is given as they are, if it takes them: ac3, dts.",
            valueName: "encoding,..."))
    var audioPassthrough = AudioPassthrough()

    @Flag(
        help:
            "Gives a sound card, an ALSA device, the samples of the medium without conversion, if it takes them."
    )
    var exclusive = false

    func validate() throws {
        if audioDevice?.isEmpty == true { throw ValidationError("An audio device must not be empty") }
        if exclusive, identity?.interface != .alsa {
            throw ValidationError(
                "--exclusive needs an ALSA device, such as --audio-device alsa/hw:CARD=PCH,DEV=0; "
                    + "`playhead devices` lists them")
        }
    }

    func apply(to configuration: inout PlayerConfiguration) {
        configuration.audioDevice = identity
        configuration.audioDeviceLossPolicy = audioDeviceLost
        configuration.audioPassthrough = audioPassthrough.encodings
        configuration.isAudioExclusive = exclusive
    }

    /// The device, where its identity was named; nil where only the devices of the system tell which it is.
    var identity: AudioOutputDevice.ID? { audioDevice.flatMap(AudioOutputDevice.ID.init) }

    var needsDevices: Bool { audioDevice != nil && identity == nil }

    /// Makes a player use the device that was named. Throws an error for a name that no device, or more than one, has.
    func apply(to player: Player) async throws(PlayerError) {
        guard let wanted = audioDevice, needsDevices else { return }
        let devices = await player.audioDevices
        let found = devices.filter { $0.name == wanted || $0.id.name == wanted }
        guard found.count != 1 else { return player.audioDevice = found[0].id }
        let problem = found.isEmpty ? "No audio device has" : "Several audio devices have"
        let names = (found.isEmpty ? devices : found).prefix(5).map(\.id.rawValue)
        let hint =
            names.isEmpty
            ? "start a sound server or connect a sound card" : "choose \(names.formatted(or: "or"))"
        throw PlayerError(
            .outputUnavailable, "\(problem) the name \(wanted)", hint: hint, isRecoverable: false)
    }
}

extension [String] {
    /// The texts as a list: `a, b or c`.
    fileprivate func formatted(or conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}

/// The value of `--audio-passthrough`.
struct AudioPassthrough: ExpressibleByArgument {
    var encodings: Set<AudioOutputFormat.Encoding> = []

    init() {}

    init?(argument: String) {
        for name in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let encoding = AudioOutputFormat.Encoding(rawValue: String(name)), encoding != .pcm else {
                return nil
            }
            encodings.insert(encoding)
        }
    }

    var defaultValueDescription: String { "none" }
}
