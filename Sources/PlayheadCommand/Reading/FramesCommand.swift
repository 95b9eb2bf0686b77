import ArgumentParser
import Dispatch
import Playhead

/// The options of `playhead frames`. ``FrameListing`` runs the command.
struct FramesCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "frames",
        abstract: "Decodes a medium for other programs: raw pictures or sound.",
        discussion: """
            Examples:
              playhead frames film.mkv --format y4m | x264 --demuxer y4m -o film.264 -
              playhead frames film.mkv --format rgb24 --size 320x180 | ./detect 320 180
              playhead frames talk.mp4 --format wav --sample-rate 16000 --channels 1 --output talk.wav
              playhead frames film.mkv --format gray --start 1:00 --end 1:10 > ten-seconds.gray

            It decodes as fast as the reader takes it. Raw pictures follow each other without padding: rows from the top, and \
            for yuv420p the planes Y, U and V. Sound is interleaved.

            Exit codes: 0 all of it was written; 1 there is no such file or track; 2 usage; 4 a part of it is missing or damaged; \
            130 after the signal INT.
            """
    )

    /// What is written.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case rgb24, rgba, bgra, gray, yuv420p, y4m, wav, s16le, f32le
    }

    @Argument(help: ArgumentHelp("Medium to read.", valueName: "path or uri"), completion: .file())
    var item: String

    @Option(help: "Pictures as rgb24, rgba, bgra, gray, yuv420p or y4m; sound as wav, s16le or f32le.")
    var format: Format = .y4m

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("File to write; - is standard output.", valueName: "file"), completion: .file())
    var output = "-"

    @Option(
        help: ArgumentHelp(
            "Largest size of pictures, as 320x180, 320x or x180. The shape is kept.", valueName: "size"))
    var size: PictureSize?

    @Option(help: ArgumentHelp("Position to begin at.", valueName: "time"))
    var start: Seconds?

    @Option(help: ArgumentHelp("Position to end at.", valueName: "time"))
    var end: Seconds?

    @Option(
        help: ArgumentHelp("Sample rate of sound, in Hz. Default: that of the medium.", valueName: "number"))
    var sampleRate: Int?

    @Option(help: ArgumentHelp("Channels of sound. Default: those of the medium.", valueName: "number"))
    var channels: Int?

    @OptionGroup var decoding: DecoderOption
    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup
    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    var inputs: [String] { [item] }

    func validate() throws {
        if item.isEmpty || output.isEmpty { throw ValidationError("A path or uri must not be empty") }
        if output == "-", Terminal.isTerminal(.standardOutput) {
            throw ValidationError("Frames are not for a terminal: name a file with --output, or a pipe")
        }
        if let start, let end, start.duration >= end.duration {
            throw ValidationError("--start must lie before --end")
        }
        if let start, start.duration < .zero { throw ValidationError("--start must not be negative") }
        if let sampleRate, !(1000...768_000).contains(sampleRate) {
            throw ValidationError("--sample-rate must lie between 1000 and 768000")
        }
        if let channels, !(1...64).contains(channels) {
            throw ValidationError("--channels must lie between 1 and 64")
        }
        if format.isSound, size != nil {
            throw ValidationError("--size is for pictures, not for \(format.rawValue)")
        }
        if !format.isSound, sampleRate != nil || channels != nil {
            throw ValidationError("--sample-rate and --channels are for sound, not for \(format.rawValue)")
        }
    }

    func run() throws {
        var item = fetching.item(item)
        (item.startPosition, item.endPosition) = (start?.duration, end?.duration)
        let listing = FrameListing(
            reader: MediaReader(item, configuration: fetching.configuration(decoding.decoder)),
            format: format,
            size: size?.size, sampleRate: sampleRate,
            channels: channels, output: output)
        Signals.exitWhenAsked()
        Task.detached { flushAndExit(await listing.run()) }
        dispatchMain()
    }
}

extension FramesCommand.Format {
    /// Whether it is sound.
    var isSound: Bool {
        switch self {
        case .wav, .s16le, .f32le: true
        case .rgb24, .rgba, .bgra, .gray, .yuv420p, .y4m: false
        }
    }

    /// The pixel format of pictures.
    var pixels: PixelFormat {
        switch self {
        case .rgb24: .rgb
        case .rgba: .rgba
        case .bgra: .bgra
        case .gray: .gray8
        case .yuv420p, .y4m, .wav, .s16le, .f32le: .i420
        }
    }
}

extension FetchingOptionGroup {
    /// The configuration of a reader with these options.
    func configuration(_ decoding: PlayerConfiguration.Decoding = .automatic) -> PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.decoding = decoding
        configuration.network = options
        configuration.networkPolicy = policy
        configuration.networkRecovery = recovery
        return configuration
    }

    /// The medium at an address, with the keys of these options.
    func item(_ address: String) -> MediaItem {
        var item = MediaItem(pathOrURI: address)
        item.decryptionKeys = decryptionKeys
        return item
    }
}
