import ArgumentParser
import Playhead
import PlayheadSystem

/// The options for the outputs of picture and sound.
struct OutputOptions: ParsableArguments {
    @Option(help: "Video output; none decodes in real time without a window, terminal draws in the terminal.")
    var video: VideoPresentation = .auto

    @OptionGroup var window: WindowOptionGroup

    @Option(help: "Audio output; none decodes in real time without a device.")
    var audio: PlayerConfiguration.AudioOutput = .auto

    @OptionGroup var device: AudioDeviceOptions

    @Option(help: ArgumentHelp("Volume, 0 to 2, or 0% to 200%.", valueName: "factor"))
    var volume = Volume(1)

    @Flag(help: "Start muted.")
    var mute = false

    @Option(help: ArgumentHelp("Playback speed, 0.1 to 16.", valueName: "factor"))
    var speed = 1.0

    @Option(help: "Scaling of video in the window or terminal.")
    var aspect: AspectMode = .fit

    @OptionGroup var decoding: DecoderOption

    @Option(help: "Deinterlacing of video; auto changes interlaced frames only.")
    var deinterlace: PlayerConfiguration.Deinterlacing = .auto

    @Option(
        help: ArgumentHelp(
            "Filter for video: elements of GStreamer, such as 'videobalance saturation=0'.",
            valueName: "elements"))
    var videoFilter: String?

    @Option(
        help: ArgumentHelp(
            "Filter for audio: elements of GStreamer, such as 'equalizer-3bands band0=6'.",
            valueName: "elements"))
    var audioFilter: String?

    @Option(
        help: ArgumentHelp("Folder of the screenshots that the key s takes.", valueName: "folder"),
        completion: .directory)
    var screenshotDirectory = "."

    func validate() throws {
        if screenshotDirectory.isEmpty { throw ValidationError("A folder must not be empty") }
        guard (0...2).contains(volume.value) else {
            throw ValidationError("--volume must lie between 0 and 2, or 0% and 200%")
        }
        guard (0.1...16).contains(speed) else {
            throw ValidationError("--speed must lie between 0.1 and 16")
        }
    }

    /// Applies the options to a player that has no item yet.
    @MainActor
    func apply(to player: Player) {
        if mute { player.isMuted = true }
        player.volume = volume.value
        if speed != 1 { player.speed = speed }
        player.aspectMode = aspect
    }
}

/// The value of `--volume`: a factor, or a percentage.
struct Volume: ExpressibleByArgument {
    let value: Double

    init(_ value: Double) { self.value = value }

    init?(argument: String) {
        let isPercentage = argument.hasSuffix("%")
        guard let number = Double(isPercentage ? argument.dropLast() : argument[...]) else { return nil }
        value = isPercentage ? number / 100 : number
    }

    var defaultValueDescription: String { value.jsonNumber }
}
