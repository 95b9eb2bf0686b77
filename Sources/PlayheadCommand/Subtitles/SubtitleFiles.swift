import ArgumentParser
internal import GStreamer
import Glibc
import Playhead
internal import PlayheadSystem

/// Writes the subtitles of several media into a folder, one file for each.
struct SubtitleFiles: Sendable {
    private let files: [(listing: SubtitleListing, path: String)]

    /// Names the files. It throws if two media have the same name.
    init(_ listings: [SubtitleListing], folder: String) throws {
        files = listings.map { listing in
            (listing, "\(folder)/\(MediaName(listing.address).base).\(listing.format.rawValue)")
        }
        var inputs: [String: String] = [:]
        for (listing, path) in files {
            if let other = inputs.updateValue(listing.address, forKey: path) {
                throw ValidationError("\(other) and \(listing.address) have the same file: \(path)")
            }
        }
    }

    /// Writes all files and returns the exit code.
    func run() async -> Int32 {
        let progress = ProgressLine.begin("read", total: files.count)
        Signals.exitWhenAsked { progress?.end() }
        var codes: [Int32] = []
        for (listing, path) in files {
            let (code, lines) = await write(listing, to: path)
            progress.interrupt { Output(.standardError).print(lines) }
            progress?.advance()
            codes.append(code)
        }
        progress?.end()
        let failures = codes.count { $0 == ExitStatus.nothingPlayed }
        if failures == codes.count { return ExitStatus.nothingPlayed }
        return failures > 0 ? ExitStatus.someFailed : codes.max() ?? ExitStatus.played
    }

    /// Writes a file. It returns the exit code for it, and what is to be printed.
    private func write(_ listing: SubtitleListing, to path: String) async -> (Int32, lines: [String]) {
        func complaint(_ message: String, hint: String?) -> [String] {
            let style = TextStyle(for: .standardError)
            return Output.complaint("\(listing.address): \(message)", hint: hint, style: style)
        }
        do throws(PlayerError) {
            let (cues, missing) = try await listing.read()
            do throws(FileFault) {
                try OutputFile(path: path).write(Array(listing.format.lines(of: cues).utf8))
            } catch {
                return (
                    ExitStatus.nothingPlayed,
                    complaint("\(path) cannot be written: \(error.message)", hint: nil)
                )
            }
            let code = missing.isEmpty ? ExitStatus.played : ExitStatus.truncated
            return (code, missing.flatMap { complaint($0.message, hint: $0.hint) })
        } catch {
            return (ExitStatus.nothingPlayed, complaint(error.message, hint: error.hint))
        }
    }
}
