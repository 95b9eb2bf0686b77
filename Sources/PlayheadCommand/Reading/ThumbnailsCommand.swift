import ArgumentParser
import Dispatch
import Glibc
import Playhead

/// The options of `playhead thumbnails`. ``ThumbnailWriter`` runs the command.
struct ThumbnailsCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "thumbnails",
        abstract: "Writes pictures of media: as PNG, JPEG or WebP.",
        discussion: """
            Examples:
              playhead thumbnails film.mkv                    film.jpg, a picture that stands for it
              playhead thumbnails --at 10,1:20 film.mkv       film-1.jpg and film-2.jpg
              playhead thumbnails --every 10s --size 320x180 --output previews/ film.mkv
              playhead thumbnails --count 9 --keyframes --format webp *.mp4
              playhead thumbnails --cover *.flac              covers, or frames of films without one
              playhead thumbnails --output - film.mkv | display

            Pictures are turned and shaped as they are displayed. Keyframes are much faster than exact times.

            Exit codes: 0 all were written; 1 none; 2 usage; 3 those of some media were not written; 130 after the signal INT.
            """
    )

    /// The format of the files.
    enum Format: String, ExpressibleByArgument, CaseIterable { case png, jpeg, webp }

    @Argument(help: ArgumentHelp("Media to take pictures of.", valueName: "path or uri"), completion: .file())
    var items: [String]

    @Option(help: ArgumentHelp("Positions, separated by commas.", valueName: "times"))
    var at: TimeList?

    @Option(help: ArgumentHelp("A picture for each interval, such as 10s or 1:00.", valueName: "time"))
    var every: Interval?

    @Option(help: ArgumentHelp("A number of pictures, spread over the medium.", valueName: "number"))
    var count: Int?

    @Flag(help: "Take the embedded cover, if there is one.")
    var cover = false

    @Option(
        help: ArgumentHelp("Largest size, as 320x180, 320x or x180. The shape is kept.", valueName: "size"))
    var size: PictureSize?

    @Option(help: "Format of the files.")
    var format: Format = .jpeg

    @Option(help: ArgumentHelp("Quality of JPEG and WebP, 1 to 100.", valueName: "number"))
    var quality = 85

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Folder of the files; - writes one picture to standard output.", valueName: "folder"),
        completion: .directory)
    var output = "."

    @Flag(help: "Take the nearest keyframes.")
    var keyframes = false

    @Flag(help: "Print a JSON object for each file.")
    var json = false

    @Option(
        help: ArgumentHelp("Number of media at a time. Default: that of the processors.", valueName: "number")
    )
    var jobs: Int?

    @OptionGroup var decoding: DecoderOption
    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup
    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    var inputs: [String] { items }

    func validate() throws {
        if items.contains("") || output.isEmpty { throw ValidationError("A path or uri must not be empty") }
        if [at != nil, every != nil, count != nil, cover].count(where: { $0 }) > 1 {
            throw ValidationError("--at, --every, --count and --cover exclude each other")
        }
        if let count, !(1...10_000).contains(count) {
            throw ValidationError("--count must lie between 1 and 10000")
        }
        if !(1...100).contains(quality) { throw ValidationError("--quality must lie between 1 and 100") }
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must lie between 1 and 256") }
        guard output == "-" else { return }
        if items.count > 1 || every != nil || count ?? 1 > 1 || at?.times.count ?? 1 > 1 {
            throw ValidationError("Standard output takes one picture")
        }
        if json { throw ValidationError("--json and --output - exclude each other") }
        if Terminal.isTerminal(.standardOutput) {
            throw ValidationError("A picture is not for a terminal: name a folder with --output, or a pipe")
        }
    }

    func run() throws {
        let places: PicturePlaces =
            if let at {
                .times(at.times)
            } else if let every {
                .every(every.duration)
            } else {
                count.map { .count($0) } ?? .representative(prefersCover: cover)
            }
        let writer = ThumbnailWriter(
            places: places, size: size?.size, format: format.image(quality: quality), output: output,
            keyframes: keyframes, json: json, decoding: decoding.decoder, fetching: fetching)
        let jobs = jobs
        let files = MediaFiles(items, verb: "done", jobs: jobs)
        Task.detached { flushAndExit(await files.run { await writer.write($0, among: items) }) }
        dispatchMain()
    }
}

extension ThumbnailsCommand.Format {
    func image(quality: Int) -> ImageFormat {
        switch self {
        case .png: .png
        case .jpeg: .jpeg(quality: quality)
        case .webp: .webp(quality: quality)
        }
    }
}

/// Where in a medium pictures are taken.
enum PicturePlaces: Sendable {
    case times([Duration])
    case every(Duration)
    case count(Int)
    /// One picture that stands for the medium.
    case representative(prefersCover: Bool)

    /// The positions in a medium of a duration.
    func times(in duration: Duration) -> [Duration] {
        switch self {
        case .times(let times): times
        case .every(let interval):
            (0..<Self.most).lazy.map { interval * $0 }.prefix { $0 < max(duration, .nanoseconds(1)) }.map(
                \.self)
        case .count(let count): (0..<count).map { duration * (Double($0) + 0.5) / Double(count) }
        case .representative: []
        }
    }

    private static let most = 100_000
}

/// Positions separated by commas, such as `10,1:20`.
struct TimeList: ExpressibleByArgument {
    let times: [Duration]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let times = parts.compactMap { Seconds(argument: String($0))?.duration }
        guard times.count == parts.count, times.allSatisfy({ $0 >= .zero }) else { return nil }
        self.times = times
    }
}

/// An interval, such as `10`, `10s` or `1:00`.
struct Interval: ExpressibleByArgument {
    let duration: Duration

    init?(argument: String) {
        let number = argument.hasSuffix("s") ? String(argument.dropLast()) : argument
        guard let seconds = Seconds(argument: number), seconds.duration >= .milliseconds(1) else {
            return nil
        }
        duration = seconds.duration
    }
}
