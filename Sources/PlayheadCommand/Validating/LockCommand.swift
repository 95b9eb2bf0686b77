import ArgumentParser
import Dispatch
import Playhead
import PlayheadServer
import PlayheadTesting
import StreamValidation

/// The command `playhead lock`.
struct LockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lock",
        abstract: "Writes down what a stream promises, and compares it later.",
        discussion: """
            Examples:
              playhead lock https://example.com/master.m3u8 > stream.lock.yaml
              playhead lock --verify stream.lock.yaml
              playhead lock --verify stream.lock.yaml https://staging.example.com/master.m3u8

            All segments are loaded and measured, as by validate. The keys of the file and the tolerances are listed in docs/lock.md.

            Exit codes: 0 written, or no difference; 1 differences; 2 usage; 3 the stream could not be loaded; 130 after the signal INT.
            """
    )

    @Argument(
        help: ArgumentHelp("Playlist, manifest or MP4 file.", valueName: "path or uri"), completion: .file())
    var item: String?

    @Option(
        help: ArgumentHelp("Compare with this file instead of writing one.", valueName: "file"),
        completion: .file())
    var verify: String?

    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup

    func validate() throws {
        if item == nil, verify == nil { throw ValidationError("Nothing to lock: name a playlist") }
        if item == "" || verify == "" { throw ValidationError("A path or uri must not be empty") }
    }

    func run() throws {
        Task.detached { flushAndExit(await execute()) }
        dispatchMain()
    }

    private func execute() async -> Int32 {
        let known: StreamLock?
        do throws(DocumentError) {
            known = try verify.map { path throws(DocumentError) in try Document(path: path).read() }
        } catch {
            Output.complain("\(error)")
            return ExitStatus.usage
        }
        let progress = ProgressLine.begin("segments measured", total: nil)
        Signals.exitWhenAsked { progress?.end() }
        do throws(PlayerError) {
            let report = try await validator(of: item ?? known?.uri ?? "") { progress?.advance() }.run()
            progress?.end()
            if let failed = report.streams.first(where: { $0.failure != nil }) {
                Output.complain("\(failed.name): \(failed.failure ?? "")")
                return ExitStatus.notRun
            }
            return conclude(StreamLock(report), known)
        } catch {
            progress?.end()
            Output.complain(error.message, hint: error.hint)
            return ExitStatus.notRun
        }
    }

    private func conclude(_ lock: StreamLock, _ known: StreamLock?) -> Int32 {
        let output = Output(.standardOutput)
        guard let known else {
            output.printOrExit(String(lock.yaml.dropLast()))
            return ExitStatus.played
        }
        let differences = known.differences(in: lock)
        for difference in differences { output.printOrExit(difference) }
        return differences.isEmpty ? ExitStatus.played : ExitStatus.someRulesViolated
    }

    private func validator(of name: String, _ advance: @escaping @Sendable () -> Void) -> StreamValidator {
        var validator = StreamValidator(uri: fetching.item(name).uri)
        (validator.network, validator.policy, validator.recovery) = (
            fetching.options, fetching.policy, fetching.recovery
        )
        validator.progress = { _, _ in advance() }
        if LoudnessMeter.missingLibrary == nil {
            let configuration = fetching.configuration()
            validator.loudness = { playlist in
                let reader = MediaReader(MediaItem(uri: playlist), configuration: configuration)
                return (try? await Loudness.measure(reader))?.integrated
            }
        }
        return validator
    }
}
