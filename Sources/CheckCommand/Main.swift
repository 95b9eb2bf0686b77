import ArgumentParser
import Foundation
import Playhead
import PlayheadCheck
import PlayheadSignals

/// Checks, merges, or is a child that checks one input.
@main
enum Main {
    static func main() async {
        Signals.ignoreBrokenPipe()
        let options = parse()
        if let index = options.child { await check(index, options) }
        let session = Session(options: options)
        if options.merge { exit(session.merge()) }
        // Nothing is checked before signals are heeded.
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let run = Task {
            for await _ in starts {}
            return await session.run()
        }
        let interruption = Interruption { run.cancel() }
        start.finish()
        let code = await run.value
        exit(interruption.exitCode ?? code)
    }

    /// Checks one input for the process that started this one, and ends with it.
    private static func check(_ index: Int, _ options: CheckOptions) async -> Never {
        DispatchQueue(label: "playhead.check.parent").async {
            _ = try? FileHandle.standardInput.readToEnd()
            _exit(128 + SIGHUP)
        }
        var conditions = CheckConditions(isVirtual: options.virtual, limit: .seconds(options.limit))
        conditions.tellsMedia = { Console.tell(JSONLine.text(lasts: $0)) }
        let result = await CheckResult.checking(
            options.inputs.first ?? "", index: index, expecting: options.expectations, conditions)
        Console.tell(JSONLine.text(result))
        // Whatever still hangs is not waited for.
        _exit(0)
    }

    private static func parse() -> CheckOptions {
        do {
            return try CheckOptions.parse(TypedWords.all)
        } catch {
            let isFault = CheckOptions.exitCode(for: error) != .success
            let text = CheckOptions.fullMessage(for: error)
            guard isFault else {
                Console.tell(text)
                exit(0)
            }
            Console.complain(text.hasPrefix("Error: ") ? String(text.dropFirst(7)) : text)
            exit(2)
        }
    }
}
