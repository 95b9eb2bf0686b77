import ArgumentParser
import Dispatch
import Playhead
internal import PlayheadSystem

/// The options of `playhead waveform`. ``WaveformWriter`` runs the command.
struct WaveformCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "waveform",
        abstract: "Writes the waveform of the sound: as JSON, .dat or PNG.",
        discussion: """
            Examples:
              playhead waveform talk.mp3 > talk.json          for web players such as Peaks.js
              playhead waveform talk.mp3 --format png --size 1000x200 --output talk.png
              playhead waveform concert.flac --format dat --split --output concert.dat

            JSON and .dat are those of BBC's audiowaveform.

            Exit codes: 0 it was written; 1 there is no such file or no sound; 2 usage; 4 a part of the medium is missing; 130 \
            after the signal INT.
            """
    )

    /// The format of the file.
    enum Format: String, ExpressibleByArgument, CaseIterable { case json, dat, png }

    @Argument(help: ArgumentHelp("Medium to read.", valueName: "path or uri"), completion: .file())
    var item: String

    @Option(help: "Format of the file.")
    var format: Format = .json

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("File to write; - is standard output.", valueName: "file"), completion: .file())
    var output = "-"

    @Option(help: ArgumentHelp("Points for each second. Default: 100.", valueName: "number"))
    var pixelsPerSecond: Int?

    @Option(help: ArgumentHelp("Bits of a value of JSON and .dat, 8 or 16.", valueName: "number"))
    var bits = 16

    @Flag(help: "Keep the channels apart.")
    var split = false

    @Option(help: ArgumentHelp("Size of the PNG. Default: 1000x200.", valueName: "size"))
    var size: PictureSize?

    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup
    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    var inputs: [String] { [item] }

    func validate() throws {
        if item.isEmpty || output.isEmpty { throw ValidationError("A path or uri must not be empty") }
        if let pixelsPerSecond, !(1...10_000).contains(pixelsPerSecond) {
            throw ValidationError("--pixels-per-second must lie between 1 and 10000")
        }
        if Waveform.Bits(rawValue: bits) == nil { throw ValidationError("--bits must be 8 or 16") }
        if size?.isWhole == false { throw ValidationError("--size needs both sides, as in 1000x200") }
        if size != nil, format != .png { throw ValidationError("--size is for --format png") }
        if format == .png, pixelsPerSecond != nil {
            throw ValidationError("--size determines the points of a PNG, not --pixels-per-second")
        }
        if output == "-", format != .json, Terminal.isTerminal(.standardOutput) {
            throw ValidationError("The file is not for a terminal: name it with --output, or a pipe")
        }
    }

    func run() throws {
        let writer = WaveformWriter(
            reader: MediaReader(fetching.item(item), configuration: fetching.configuration()), format: format,
            pixelsPerSecond: pixelsPerSecond ?? 100, bits: Waveform.Bits(rawValue: bits) ?? .sixteen,
            splits: split, size: size?.sides ?? (1000, 200))
        let output = output
        Signals.exitWhenAsked()
        Task.detached { flushAndExit(await writer.write(to: output)) }
        dispatchMain()
    }
}

/// Reads the sound of a medium and writes its waveform.
struct WaveformWriter: Sendable {
    var reader: MediaReader
    var format: WaveformCommand.Format
    var pixelsPerSecond: Int
    var bits: Waveform.Bits
    var splits: Bool
    var size: (width: Int, height: Int)

    /// Writes the file and returns the exit code.
    func write(to output: String) async -> Int32 {
        let file = WrittenFile(path: output)
        return await file.run(reading: reader.item.uri) {
            var builder = WaveformBuilder(
                .pixelsPerSecond(format == .png ? 1000 : pixelsPerSecond), splitsChannels: splits)
            var code = ExitStatus.played
            do throws(PlayerError) {
                for try await buffer in reader.audioBuffers() { builder.append(buffer) }
            } catch {
                Output.complain(error.message, hint: error.hint)
                // What there is of it is written.
                guard error.code == .truncated, builder.waveform.pixels > 0 else {
                    return ExitStatus.nothingPlayed
                }
                code = ExitStatus.truncated
            }
            let bytes = try bytes(of: builder.waveform)
            if file.isStandardOutput {
                try OutputFile.standardOutput()?.write(bytes)
            } else {
                try OutputFile.replace(output, with: bytes)
            }
            return code
        }
    }

    private func bytes(of waveform: Waveform) throws(PlayerError) -> [UInt8] {
        switch format {
        case .json: Array(waveform.json(bits: bits).utf8)
        case .dat: waveform.dat(bits: bits)
        case .png: try waveform.picture(width: size.width, height: size.height).encoded(as: .png)
        }
    }
}

extension Waveform {
    /// A picture of the waveform on a transparent ground, one channel above the other: the peaks, and the RMS
    /// darker.
    func picture(width: Int, height: Int) -> VideoFrame {
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        let rows = max(height / channels, 1)
        for channel in 0..<channels {
            for x in 0..<width {
                let first = pixels * x / width
                let range = (first..<max(pixels * (x + 1) / width, first + 1)).clamped(to: 0..<pixels)
                let points = range.map { self[$0, channel: channel] }
                guard !points.isEmpty else { continue }
                let lowest = points.map { $0.minimum }.min() ?? 0
                let highest = max(points.map { $0.maximum }.max() ?? 0, lowest)
                let power = points.reduce(Float(0)) { $0 + $1.rms * $1.rms } / Float(points.count)
                let mean = power.squareRoot()
                for y in 0..<rows where channel * rows + y < height {
                    // The middle of a row, 1 at the top and -1 at the bottom.
                    let level = 1 - 2 * (Float(y) + 0.5) / Float(rows)
                    let isLine = abs(level) <= 1 / Float(rows)
                    guard isLine || (lowest...highest).contains(level) else { continue }
                    let color: [UInt8] =
                        abs(level) <= mean ? [0x1d, 0x4e, 0xd8, 0xff] : [0x60, 0xa5, 0xfa, 0xff]
                    let place = ((channel * rows + y) * width + x) * 4
                    for index in 0..<4 { bytes[place + index] = color[index] }
                }
            }
        }
        return VideoFrame(time: start, format: .rgba, width: width, height: height, bytes: bytes)
    }
}
