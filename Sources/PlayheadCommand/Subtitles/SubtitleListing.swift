import ArgumentParser
import Playhead

/// Reads the subtitles of a medium or of a subtitle file, and prints them.
struct SubtitleListing: Sendable {
    /// The output format.
    enum Format: String, ExpressibleByArgument, CaseIterable { case srt, vtt, json }

    var address: String
    var track: TrackName?
    var format: Format
    var encoding: String?
    var network = NetworkOptions()
    var policy = NetworkPolicy()
    var recovery = NetworkRecovery()
    var decryptionKeys: [String: String] = [:]

    /// Prints the subtitles and returns the exit code.
    func run() async -> Int32 {
        do throws(PlayerError) {
            let (cues, missing) = try await read()
            do { try Output(.standardOutput).write(format.lines(of: cues)) } catch {
                return ExitStatus.outputClosed
            }
            for warning in missing { Output.complain(warning.message, hint: warning.hint) }
            return missing.isEmpty ? ExitStatus.played : ExitStatus.truncated
        } catch {
            Output.complain(error.message, hint: error.hint)
            return ExitStatus.nothingPlayed
        }
    }

    /// The subtitles, with warnings for missing ones.
    func read() async throws(PlayerError) -> (cues: [SubtitleCue], missing: [PlayerWarning]) {
        var file = SubtitleFile(pathOrURI: address)
        file.encoding = encoding
        if file.isNamedAsOne || encoding != nil {
            return (try await file.cues(network: network, policy: policy, recovery: recovery), [])
        }
        var item = MediaItem(pathOrURI: address)
        item.network = network
        item.decryptionKeys = decryptionKeys
        let transcripts: [SubtitleTranscript]
        do throws(PlayerError) {
            transcripts = try await item.subtitles(policy: policy, recovery: recovery) { [track] tracks in
                Self.choice(track, of: tracks)
            }
        } catch {
            // A file with any other name can still be a subtitle file.
            if error.code == .unknownFormat, let cues = await cues(of: file) { return (cues, []) }
            throw error
        }
        let tracks = transcripts.map(\.track)
        if let found = Self.choice(track, of: tracks),
            let chosen = transcripts.first(where: { $0.track.id == found })
        {
            return (chosen.cues, chosen.missing)
        }
        let pictures = tracks.filter { !$0.hasText }
        if let one = track == nil ? pictures.first : track?.track(among: pictures) {
            throw PlayerError(
                .notFound,
                "The subtitles \(one.id) are pictures\(one.codec.map { " (\($0))" } ?? "") and have no text",
                hint: "playhead play --subtitles draw draws them")
        }
        let names = tracks.map { track in track.language.map { "\(track.id) (\($0))" } ?? "\(track.id)" }
        let hint = names.isEmpty ? nil : "there are \(names.joined(separator: ", "))"
        throw PlayerError(
            .notFound,
            track == nil || names.isEmpty
                ? "There are no subtitles in it" : "There is no such track of subtitles",
            hint: hint)
    }

    private func cues(of file: SubtitleFile) async -> [SubtitleCue]? {
        do { return try await file.cues(network: network, policy: policy, recovery: recovery) } catch {
            return nil
        }
    }

    /// The named track. Without a name it is the default selection of a player, or else the first track.
    private static func choice(_ name: TrackName?, of tracks: [Track]) -> Track.ID? {
        let texts = tracks.filter { $0.kind == .subtitles && $0.hasText }
        if let name { return name.track(among: texts)?.id }
        return TrackSelectionParameters().selection(of: texts).subtitles ?? texts.first?.id
    }
}

extension SubtitleListing.Format {
    /// The complete output.
    func lines(of cues: [SubtitleCue]) -> String {
        switch self {
        case .srt:
            cues.enumerated().map { index, cue in
                "\(index + 1)\n\(cue.times(","))\n\(cue.lines)\n\n"
            }.joined()
        case .vtt:
            "WEBVTT\n\n" + cues.map { "\($0.times("."))\n\(MarkupText.escaped($0.lines))\n\n" }.joined()
        case .json: cues.map { $0.json + "\n" }.joined()
        }
    }
}

extension SubtitleCue {
    /// The text without empty lines, because an empty line ends a cue.
    fileprivate var lines: String { text.split(separator: "\n").joined(separator: "\n") }

    fileprivate func times(_ separator: String) -> String {
        "\(start.stamp(separator)) --> \(end.stamp(separator))"
    }

    fileprivate var json: String {
        var object = JSONObject()
        object.add("start", start)
        object.add("end", end)
        object.add("text", text)
        object.add("track", orNull: track?.rawValue)
        return object.closed
    }
}

extension Duration {
    /// The time as `01:02:03,456`, rounded to 1 ms.
    fileprivate func stamp(_ separator: String) -> String {
        let milliseconds = Int((inNanoseconds + 500_000) / 1_000_000)
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0.padded(2) }
        return clock.joined(separator: ":") + separator + (milliseconds % 1000).padded(3)
    }
}
