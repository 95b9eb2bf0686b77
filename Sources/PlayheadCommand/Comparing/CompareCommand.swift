import ArgumentParser
import Dispatch
import Glibc
import PlayheadCheck
import PlayheadCompare
import PlayheadSystem

/// The options of `playhead compare`. ``CompareSession`` runs the command, with a child process per side
/// (``CompareSideCommand``).
struct CompareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Compares two media, or one under two configurations or versions.",
        discussion: """
            Examples:
              playhead compare film.mp4 copy.mp4
              playhead compare film.mp4 film.mp4 --command-b ./old/playhead
              playhead compare master.m3u8 master.m3u8 --option-b=--max-height=480
              playhead compare --perceptual film.mp4 smaller.mp4
              playhead compare --perceptual --expect 'ssim>=0.98' --pictures worst film.mp4 smaller.mp4

            Both sides are played in virtual time. The first difference is reported of the events, the presentation report, the \
            frames and the samples. With --perceptual, pictures and sound are aligned by their times and compared as people see \
            and hear them. docs/compare.md describes findings, expectations and reports.

            Exit codes: 0 equal; 1 different; 2 usage; 3 a side could not be measured; 130 and 143 after the signals INT and TERM.
            """
    )

    @Argument(help: ArgumentHelp("Medium A.", valueName: "a"), completion: .file())
    var a: String

    @Argument(help: ArgumentHelp("Medium B; it may be the same.", valueName: "b"), completion: .file())
    var b: String

    @Flag(help: "Compare pictures by SSIM and PSNR, and sound by correlation.")
    var perceptual = false

    @Option(
        help: ArgumentHelp(
            "Expectation of --perceptual, such as 'ssim>=0.95' or 'skew<=20ms'. Repeatable.",
            valueName: "expectation"))
    var expect: [String] = []

    @Option(
        help: ArgumentHelp("Folder for the least similar pictures of --perceptual.", valueName: "folder"),
        completion: .directory)
    var pictures: String?

    @Option(help: ArgumentHelp("Number of these pictures.", valueName: "number"))
    var count = 5

    @Option(
        help: ArgumentHelp("Also write a report for people, as one HTML page.", valueName: "file"),
        completion: .file())
    var report: String?

    @Flag(help: "Print one JSON object on standard output.")
    var json = false

    @Option(help: ArgumentHelp("Position to begin at.", valueName: "time"))
    var start: Seconds?

    @Option(help: ArgumentHelp("Position to end at.", valueName: "time"))
    var end: Seconds?

    @OptionGroup(title: "Sides") var sides: SideOptions

    @Option(
        help: ArgumentHelp("Maximum real time without a result of a side.", valueName: "seconds"))
    var limit = 60.0

    func validate() throws {
        if a.isEmpty || b.isEmpty { throw ValidationError("A path or uri must not be empty") }
        if a == "-" || b == "-" { throw ValidationError("Standard input cannot be compared") }
        guard limit > 0, limit <= 1e8 else { throw ValidationError("--limit must be more than 0") }
        if !perceptual, !expect.isEmpty { throw ValidationError("--expect needs --perceptual") }
        if !perceptual, pictures != nil { throw ValidationError("--pictures needs --perceptual") }
        if pictures == "" { throw ValidationError("A folder must not be empty") }
        guard (1...1000).contains(count) else { throw ValidationError("--count must lie between 1 and 1000") }
        for text in expect {
            do throws(WordingError) {
                _ = try Threshold(text)
            } catch {
                throw ValidationError("--expect '\(text)': \(error)")
            }
        }
        for side in [sideA, sideB] where side.isThisCommand { try side.validate() }
    }

    /// The parsed expectations.
    var thresholds: Thresholds { Thresholds(expect.compactMap { try? Threshold($0) }) }

    var sideA: ComparedSide {
        ComparedSide(
            name: "A", input: a, program: sides.commandA, environment: sides.environmentA,
            options: part + sides.options + sides.optionsA)
    }

    var sideB: ComparedSide {
        ComparedSide(
            name: "B", input: b, program: sides.commandB, environment: sides.environmentB,
            options: part + sides.options + sides.optionsB)
    }

    /// The options for the part that is compared.
    private var part: [String] {
        [("--start", start), ("--end", end)].compactMap { name, time in
            time.map { "\(name)=\($0.duration.jsonSeconds)" }
        }
    }

    func run() throws {
        let session = CompareSession(options: self)
        Signals.exitWhenAsked()
        Task { flushAndExit(await session.run()) }
        dispatchMain()
    }
}
