import ArgumentParser
import Dispatch
import Glibc
import Playhead
import PlayheadCheck
import PlayheadCompare
internal import PlayheadSystem

/// The hidden subcommand that measures one side of a comparison, in a process of its own. It ignores the
/// configuration file.
struct CompareSideCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare-side", abstract: "Measures one medium for playhead compare.",
        shouldDisplay: false)

    @Argument(help: ArgumentHelp("Medium to measure.", valueName: "path or uri"))
    var item: String

    @Option(help: "Kind of the measurement.")
    var measure: MeasurementKind = .play

    @Option(help: ArgumentHelp("Size of pictures.", valueName: "size"))
    var size = PictureSize(width: 480, height: 480)

    @Flag(help: "Stretch pictures to this size.")
    var exact = false

    @Option(help: ArgumentHelp("Length of the beginning to read.", valueName: "seconds"))
    var preview: Seconds?

    @Option(help: ArgumentHelp("Position to begin at.", valueName: "time"))
    var start: Seconds?

    @Option(help: ArgumentHelp("Position to end at.", valueName: "time"))
    var end: Seconds?

    @OptionGroup var decoding: DecoderOption

    @Option(help: "Deinterlacing of video; auto changes interlaced frames only.")
    var deinterlace: PlayerConfiguration.Deinterlacing = .auto

    @Flag(help: "Treat playback with gaps as success.")
    var allowGaps = false

    @OptionGroup(title: "HLS and DASH") var streaming: StreamingOptions
    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup

    func validate() throws {
        if item.isEmpty { throw ValidationError("A path or uri must not be empty") }
        if let start, start.duration < .zero { throw ValidationError("--start must not be negative") }
        if let end, end.duration <= start?.duration ?? .zero {
            throw ValidationError("--end must lie behind --start")
        }
    }

    func run() throws {
        // The process that compares ends this one with itself.
        DispatchQueue(label: "playhead.compare.parent").async {
            while !InputFile.standardInput.read(upTo: 4096).isEmpty {}
            _exit(ExitStatus.code(forSignal: SIGHUP))
        }
        let head = MeasurementHead(
            measure, version: Player.version, gstreamer: Player.gstreamerVersion)
        Output(.standardOutput).printOrExit(JSONLine.text(head))
        Task {
            do {
                try await measureItem()
            } catch {
                // The process that compares reads no more.
                flushAndExit(ExitStatus.outputClosed)
            }
            flushAndExit(ExitStatus.played)
        }
        dispatchMain()
    }

    private func measureItem() async throws {
        let output = Output(.standardOutput)
        let measurement = MediumMeasurement(medium, playerConfiguration)
        switch measure {
        case .play:
            await PlayMeasurement(medium, playerConfiguration).run { output.printOrExit(JSONLine.text($0)) }
        case .sound:
            try await measurement.sound { try output.write($0.bytes) }
        case .pictures:
            let (width, height) = size.sides
            let frames: FrameSize = exact ? .exact(width: width, height: height) : size.size
            try await measurement.pictures(
                frames, until: preview.map { (start?.duration ?? .zero) + $0.duration }
            ) {
                try output.write($0.bytes)
            }
        }
    }

    private var medium: MediaItem {
        var item = fetching.item(item)
        (item.startPosition, item.endPosition) = (start?.duration, end?.duration)
        return item
    }

    private var playerConfiguration: PlayerConfiguration {
        var configuration = fetching.configuration()
        streaming.apply(to: &configuration)
        configuration.decoding = decoding.decoder
        configuration.deinterlacing = deinterlace
        configuration.allowsGaps = allowGaps
        return configuration
    }
}

extension MeasurementKind: ExpressibleByArgument {}
