import ArgumentParser
import Dispatch
import Playhead
internal import PlayheadSystem

/// The options of `playhead storyboard`. ``StoryboardWriter`` runs the command.
struct StoryboardCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storyboard",
        abstract: "Writes previews for a seek bar: sheets of small pictures and their WebVTT file.",
        discussion: """
            Examples:
              playhead storyboard film.mkv --output previews/
              playhead storyboard film.mkv --output previews/ --every 5s --size 160x90 --format webp
              playhead storyboard film.mkv --output previews/ --count 200 --exact

            The folder gets film.vtt and its sheets. A web player shows them from a track of the kind metadata.

            Exit codes: 0 it was written; 1 it was not; 2 usage; 130 after the signal INT.
            """
    )

    @Argument(
        help: ArgumentHelp("Medium to take pictures of.", valueName: "path or uri"), completion: .file())
    var item: String

    @Option(
        name: .shortAndLong, help: ArgumentHelp("Folder of the files.", valueName: "folder"),
        completion: .directory)
    var output = "."

    @Option(help: ArgumentHelp("A picture for each interval, such as 10s.", valueName: "time"))
    var every: Interval?

    @Option(help: ArgumentHelp("Number of pictures. Default: 100.", valueName: "number"))
    var count: Int?

    @Option(help: ArgumentHelp("Largest size of a picture.", valueName: "size"))
    var size = PictureSize(width: 160, height: 90)

    @Option(help: ArgumentHelp("Pictures in a row of a sheet.", valueName: "number"))
    var columns = 10

    @Option(help: ArgumentHelp("Rows of a sheet.", valueName: "number"))
    var rows = 10

    @Option(help: "Format of the sheets.")
    var format: ThumbnailsCommand.Format = .jpeg

    @Option(help: ArgumentHelp("Quality of JPEG and WebP, 1 to 100.", valueName: "number"))
    var quality = 75

    @Flag(help: "Take the exact frames in place of keyframes: slower.")
    var exact = false

    @OptionGroup var decoding: DecoderOption
    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup
    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    var inputs: [String] { [item] }

    func validate() throws {
        if item.isEmpty || output.isEmpty { throw ValidationError("A path or uri must not be empty") }
        if output == "-" {
            throw ValidationError("A storyboard is several files: name a folder with --output")
        }
        if every != nil, count != nil { throw ValidationError("--every and --count exclude each other") }
        if let count, !(1...10_000).contains(count) {
            throw ValidationError("--count must lie between 1 and 10000")
        }
        if !(1...100).contains(quality) { throw ValidationError("--quality must lie between 1 and 100") }
        for (name, number) in [("columns", columns), ("rows", rows)] where !(1...100).contains(number) {
            throw ValidationError("--\(name) must lie between 1 and 100")
        }
    }

    func run() throws {
        let writer = StoryboardWriter(
            generator: ImageGenerator(
                fetching.item(item), size: size.size, format: .rgb,
                configuration: fetching.configuration(decoding.decoder)),
            places: every.map { .every($0.duration) } ?? .count(count ?? 100), columns: columns, rows: rows,
            format: format.image(quality: quality), folder: output, name: MediaName(item).base,
            tolerance: exact ? .exact : .near)
        Signals.exitWhenAsked()
        Task.detached {
            do throws(PlayerError) {
                try await writer.write()
                flushAndExit(ExitStatus.played)
            } catch {
                Output.complain(error.message, hint: error.hint)
                flushAndExit(ExitStatus.nothingPlayed)
            }
        }
        dispatchMain()
    }
}

/// Writes the sheets and the WebVTT file of a storyboard.
struct StoryboardWriter: Sendable {
    var generator: ImageGenerator
    var places: PicturePlaces
    var columns: Int
    var rows: Int
    var format: ImageFormat
    var folder: String
    /// The name of the medium, without an extension.
    var name: String
    var tolerance: SeekTolerance

    func write() async throws(PlayerError) {
        _ = try await generator.image(at: .zero, tolerance: .before)
        guard let duration = generator.duration else {
            throw PlayerError(.notSeekable, "The duration is not known", hint: "storyboards need it")
        }
        var composer = StoryboardComposer(columns: columns, rows: rows)
        var sheets = 0
        func save(_ sheet: VideoFrame) throws(PlayerError) {
            try write(try sheet.encoded(as: format), to: sheetName(sheets))
            sheets += 1
        }
        for time in places.times(in: duration) {
            var frame = try await generator.image(at: time, tolerance: tolerance)
            frame.time = time
            if let sheet = try composer.append(frame) { try save(sheet) }
        }
        if let sheet = composer.finish() { try save(sheet) }
        let text = composer.storyboard?.webVTT(duration: duration, sheetName: sheetName) ?? ""
        try write(Array(text.utf8), to: "\(name).vtt")
    }

    private func sheetName(_ index: Int) -> String { "\(name)-sheet\(index + 1).\(format.fileExtension)" }

    private func write(_ bytes: [UInt8], to name: String) throws(PlayerError) {
        do throws(FileFault) {
            try OutputFile.replace("\(folder)/\(name)", with: bytes)
        } catch {
            throw PlayerError(.writeFailed, "\(folder)/\(name) cannot be written: \(error.message)")
        }
    }
}
