import Foundation
import Testing

/// A parser of bytes or text from outside, which has to read or refuse whatever it gets.
package struct FuzzedParser: Sendable, CustomTestStringConvertible {
    private let name: String
    private let isText: Bool
    private let seeds: @Sendable () throws -> [[UInt8]]
    private let read: @Sendable ([UInt8]) throws -> Void

    /// - Parameters:
    ///   - seeds: valid inputs.
    ///   - read: runs the parser to its end. What it throws is a refusal.
    package init(
        _ name: String, isText: Bool = false,
        _ seeds: @escaping @Sendable @autoclosure () throws -> [[UInt8]],
        _ read: @escaping @Sendable ([UInt8]) throws -> Void
    ) {
        (self.name, self.isText, self.seeds, self.read) = (name, isText, seeds, read)
    }

    package var testDescription: String { name }

    /// The greatest time of one input, in seconds of a processor.
    private static let longest = 2.0
    /// The greatest memory that one input may add to that of the process, in KiB.
    private static let largest = 500 << 10

    /// Runs the parser on inputs until its time is over.
    ///
    /// The number of the input that is read is in a file, which a crash leaves there, or an input without an end.
    package func run(sharing parsers: Int) throws {
        let seeds = try seeds()
        if let wanted = FuzzSettings.input {
            guard wanted.name == name else { return }
            return try runOnly(Mutator.input(wanted.number, from: seeds, isText: isText))
        }
        let file = try ProgressFile(name)
        let limit = FuzzSettings.seconds.map { $0 / Double(parsers) } ?? 0.3
        if FuzzSettings.seconds != nil { print("fuzz: \(name): \(file.path)") }
        let start = FuzzSettings.firstNumber
        var (number, used, peak) = (start, 0.0, Self.peak)
        while used < limit {
            try file.write("\(name):\(number)\n")
            let input = Mutator.input(number, from: seeds, isText: isText)
            let before = Self.processorTime
            try? read(input)
            let time = Self.processorTime - before
            let reproduce = "PLAYHEAD_FUZZ_INPUT='\(name):\(number)' repeats it"
            if time > Self.longest {
                Issue.record("An input of \(input.count) bytes took \(time) s; \(reproduce)")
            }
            // Beside other tests, nothing tells whose memory it is.
            if FuzzSettings.seconds != nil, case let most = Self.peak, most > peak {
                if most - peak > Self.largest {
                    Issue.record(
                        "An input of \(input.count) bytes took \((most - peak) >> 10) MiB; \(reproduce)")
                }
                peak = most
            }
            // The making of the input counts too.
            used += max(Self.processorTime - before, 1e-5)
            number += 1
        }
        if FuzzSettings.seconds != nil { print("fuzz: \(name): \(number - start) inputs in \(used) s") }
    }

    private func runOnly(_ input: [UInt8]) throws {
        let path = NSTemporaryDirectory() + "playhead-fuzz-input"
        try Data(input).write(to: URL(filePath: path))
        print("fuzz: \(name): the input of \(input.count) bytes is \(path)")
        let before = Self.processorTime
        do { try read(input) } catch { print("fuzz: refused: \(error)") }
        print("fuzz: \(Self.processorTime - before) s, at most \(Self.peak >> 10) MiB")
    }

    /// The time that a processor has spent on this thread, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The most memory that the process ever had, in KiB.
    private static var peak: Int {
        var usage = rusage()
        unsafe getrusage(RUSAGE_SELF.rawValue, &usage)
        return usage.ru_maxrss
    }
}

/// What the environment says about the inputs.
private enum FuzzSettings {
    private static let environment = ProcessInfo.processInfo.environment

    /// The time of all parsers together (`PLAYHEAD_FUZZ_SECONDS`); nil for the short run of the gate.
    static let seconds: Double? =
        Stress.isWanted ? environment["PLAYHEAD_FUZZ_SECONDS"].flatMap(Double.init) : nil

    /// The number of the first input: random in long runs, so that each of them finds something else.
    static let firstNumber: UInt64 = seconds == nil ? 1 : UInt64.random(in: 1...(1 << 48))

    /// The only input that is wanted (`PLAYHEAD_FUZZ_INPUT=name:number`).
    static let input: (name: String, number: UInt64)? = environment["PLAYHEAD_FUZZ_INPUT"]
        .flatMap { text in
            guard let colon = text.lastIndex(of: ":"), let number = UInt64(text[text.index(after: colon)...])
            else { return nil }
            return (String(text[..<colon]), number)
        }
}

/// A file that says which input is read, as long as the process lives or if it crashed.
private final class ProgressFile {
    let path: String
    private let descriptor: Int32

    init(_ name: String) throws {
        let plain = name.map { $0.isLetter || $0.isNumber ? $0 : "-" }
        path = NSTemporaryDirectory() + "playhead-fuzz-\(ProcessInfo.processInfo.processIdentifier)-" + plain
        descriptor = unsafe open(path, O_CREAT | O_WRONLY | O_TRUNC | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw CocoaError(.fileWriteUnknown) }
    }

    deinit {
        close(descriptor)
        unsafe unlink(path)
    }

    func write(_ text: String) throws {
        let bytes = Array(text.utf8)
        let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        guard count == bytes.count, ftruncate(descriptor, off_t(count)) == 0 else {
            throw CocoaError(.fileWriteUnknown)
        }
    }
}
