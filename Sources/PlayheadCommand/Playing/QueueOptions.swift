import ArgumentParser
import Playhead

/// The options of the queue.
struct QueueOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Playlist: M3U, PLS, XSPF, CUE or a folder; - is standard input.",
            valueName: "file"), completion: .file())
    var playlist: String?

    @Option(
        help: ArgumentHelp(
            "Program that finds the media of web addresses, such as 'yt-dlp -J -f b'.", valueName: "command"))
    var resolver: String?

    @Option(help: ArgumentHelp("Shuffle the queue; the same seed gives the same order.", valueName: "seed"))
    var shuffle: ShuffleSeed?

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp(
            "Repeat one item, all items, or all items a number of times.",
            valueName: "one|all|number"))
    var repetition: Repetition?

    @Option(help: "Action after an item fails; retry tries three times.")
    var onError: ErrorAction = .skip

    @Option(help: "Preload the next item for gapless transitions.")
    var gapless: YesOrNo = .yes

    @Flag(help: "Start each item at its saved position, and save the position on exit.")
    var resume = false

    func validate() throws {
        if resolver == "" { throw ValidationError("--resolver needs a command") }
        if playlist == "" { throw ValidationError("A path or uri must not be empty") }
    }

    /// Applies the options to a queue.
    func apply(to queue: PlayerQueue) {
        queue.repeatMode = repetition?.mode ?? .off
        queue.failurePolicy = onError.policy
        if let shuffle { queue.shuffle(seed: shuffle.value) }
    }
}

/// The value of an option with `yes` or `no`.
enum YesOrNo: String, ExpressibleByArgument, CaseIterable { case yes, no }

/// The value of `--on-error`.
enum ErrorAction: String, ExpressibleByArgument, CaseIterable {
    case stop, skip, retry

    var policy: FailurePolicy {
        switch self {
        case .stop: .stop
        case .skip: .skip
        case .retry: .retry(3)
        }
    }
}

/// The value of `--repeat`.
struct Repetition: ExpressibleByArgument {
    let mode: RepeatMode

    init?(argument: String) {
        switch argument {
        case "one": mode = .one
        case "all": mode = .all
        default:
            guard let number = Int(argument), number > 0 else { return nil }
            mode = .times(number)
        }
    }
}

/// The value of `--shuffle`: a number, or no value for a random seed.
struct ShuffleSeed: ExpressibleByArgument {
    let value: UInt64

    init?(argument: String) {
        guard
            let value = argument == OptionalValues.defaults["--shuffle"]
                ? .random(in: .min ... .max) : UInt64(argument)
        else {
            return nil
        }
        self.value = value
    }
}
