import Playhead
import PlayheadSystem

/// Formats the inspection of a medium as text.
struct InspectionPage {
    let name: String
    let inspection: MediaInspection
    /// Nil if no loudness is asked for.
    var loudness: LoudnessMeasurement?
    var style = TextStyle.plain
    var symbols = TextSymbols.unicode

    /// The page with its last line feed. It has no control characters, because tags come from untrusted
    /// files.
    var text: String {
        var lines = [style(name.printable, .bold)]
        if let error = inspection.error {
            lines += ["  \(style("cannot be played:", .red)) \(error.message.printable)"]
            if let hint = error.hint { lines.append("  \(hint.printable)") }
        }
        if inspection.isPlayable { lines += table(medium) }
        lines += section("Tracks", inspection.tracks.map(row))
        lines += section("Loudness", loudnessRows)
        lines += section("Chapters", inspection.chapters.map(row))
        lines += section("Tags", tags)
        lines += section(
            "Missing", inspection.missing.map { [$0.what, $0.debianPackage.map { "package \($0)" } ?? ""] })
        return lines.map { $0 + "\n" }.joined()
    }

    private var medium: [[String]] {
        let metadata = inspection.metadata
        let unknown = inspection.isImage ? "none, it is an image" : "not known"
        let length = inspection.isLive ? "live" : inspection.duration?.clockWithThousandths ?? unknown
        return [
            ["container", metadata.container ?? "not known"], ["duration", length],
            ["bitrate", metadata.bitrate.map { $0.inKilobits } ?? ""],
            ["seekable", inspection.isSeekable ? "yes" : "no"],
        ].filter { !$0[1].isEmpty }
    }

    private func row(of track: Track) -> [String] {
        var flags: [String] = []
        if track.isDefault { flags.append("default") }
        if track.isForced { flags.append("forced") }
        if track.isForHearingImpaired { flags.append("hearing impaired") }
        if track.isOriginal { flags.append("original") }
        if track.kind == .subtitles, !track.hasText { flags.append("pictures") }
        let channels = track.channels.map {
            ["", "mono", "stereo"].indices.contains($0) ? ["", "mono", "stereo"][$0] : "\($0) channels"
        }
        var facts: [String?] = [
            track.size.map { "\($0.width)x\($0.height)" }, track.frameRate.map { "\($0.jsonNumber) fps" },
        ]
        facts += track.video?.words(symbols) ?? []
        facts += [
            track.audio?.channelLayout ?? channels, track.sampleRate.map { "\($0) Hz" },
            track.audio?.sampleFormat, track.bitrate.map { $0.inKilobits }, track.encryption,
            track.decoder?.words(isOfVideo: track.kind == .video),
        ]
        let profile = [track.profile, track.level.map { "@\($0)" }].compactMap { $0 }.joined()
        let codec = (track.codec ?? "?") + (profile.isEmpty ? "" : " (\(profile))")
        return [
            track.id.rawValue, codec, track.language ?? "",
            facts.compactMap { $0 }.joined(separator: ", "), flags.joined(separator: ", "),
            track.title.map { symbols.openingQuote + $0 + symbols.closingQuote } ?? "",
        ]
    }

    private var loudnessRows: [[String]] {
        guard let loudness else { return [] }
        let measured = inspection.tracks.compactMap { track in
            loudness.tracks[track.id].map { [track.id.rawValue, $0.words] }
        }
        return measured + (loudness.error.map { [["not measured:", $0.message]] } ?? [])
    }

    private func row(of chapter: Chapter) -> [String] {
        ["\(chapter.id + 1)", chapter.start.clockWithThousandths, chapter.title ?? ""]
    }

    private var tags: [[String]] {
        let metadata = inspection.metadata
        let numbers = [
            (metadata.trackNumber, metadata.trackCount), (metadata.discNumber, metadata.discCount),
        ]
        .map { number, count in
            [number.map { "\($0)" }, count.map { "of \($0)" }].compactMap { $0 }.joined(separator: " ")
        }
        let gains = [metadata.trackGain, metadata.albumGain].map { $0.map { "\($0.jsonNumber) dB" } ?? "" }
        let artwork = metadata.artwork.map { "\($0.type), \($0.bytes.count) bytes" }
        return [
            ["title", metadata.title ?? ""], ["artist", metadata.artist ?? ""],
            ["album", metadata.album ?? ""],
            ["album artist", metadata.albumArtist ?? ""], ["genre", metadata.genre ?? ""],
            ["date", metadata.date ?? ""], ["track", numbers[0]], ["disc", numbers[1]],
            ["organization", metadata.organization ?? ""], ["track gain", gains[0]],
            ["album gain", gains[1]],
            ["comment", metadata.comment ?? ""], ["artwork", artwork ?? ""],
        ].filter { !$0[1].isEmpty }
    }

    private func section(_ title: String, _ rows: [[String]]) -> [String] {
        rows.isEmpty ? [] : ["", "  " + style(title, .bold)] + table(rows, indent: 4)
    }

    /// Formats rows as columns of the necessary width. Empty columns are omitted.
    private func table(_ rows: [[String]], indent: Int = 2) -> [String] {
        let cells = rows.filter { $0.count > 1 && $0.contains { !$0.isEmpty } }.map { $0.map(\.printable) }
        let widths = (0..<(cells.first?.count ?? 0)).map { column in
            cells.map { $0[column].columns }.max() ?? 0
        }
        return cells.compactMap { row in
            var line = String(repeating: " ", count: indent)
            for (cell, width) in zip(row, widths) where width > 0 {
                line += cell + String(repeating: " ", count: width - cell.columns + 2)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}

extension VideoProperties {
    /// The properties that differ from those of most videos.
    fileprivate func words(_ symbols: TextSymbols) -> [String] {
        var words: [String] = []
        if frameRateMode == .variable { words.append("variable") }
        switch fieldOrder {
        case .topFieldFirst: words.append("top field first")
        case .bottomFieldFirst: words.append("bottom field first")
        case .interlaced: words.append("interlaced")
        case .mixed: words.append("mixed fields")
        case .progressive, nil: break
        }
        if let bitDepth, bitDepth != 8 { words.append("\(bitDepth) bit") }
        if let chromaFormat, chromaFormat != "4:2:0" { words.append(chromaFormat) }
        if let ratio = pixelAspectRatio, ratio.width != ratio.height {
            words.append("pixels \(ratio.width):\(ratio.height)")
        }
        if isMirrored == true { words.append("mirrored") }
        if let rotation, rotation != 0 { words.append("rotated \(rotation)\(symbols.degree)") }
        if let primaries = color?.primaries { words.append(primaries) }
        switch hdr {
        case .hdr10: words.append("HDR10")
        case .pq: words.append("PQ")
        case .hlg: words.append("HLG")
        case nil: break
        }
        if color?.isFullRange == true { words.append("full range") }
        return words
    }
}

extension TrackDecoder {
    /// The decoder, and the memory of its frames.
    fileprivate func words(isOfVideo: Bool) -> String {
        let name = isHardware ? "hardware decoder \(name)" : "decoder \(name)"
        return isOfVideo ? "\(name) (\(memory == "system" ? "system memory" : memory))" : name
    }
}

extension Int {
    fileprivate var inKilobits: String { "\((self + 500) / 1000) kbit/s" }
}

extension Duration {
    /// Hours, minutes, seconds and milliseconds: `1:02:03.450`, `2:03.450`.
    fileprivate var clockWithThousandths: String {
        let thousandths = Int((attoseconds + 500_000_000_000_000) / 1_000_000_000_000_000)
        let (hours, rest) = thousandths.quotientAndRemainder(dividingBy: 3_600_000)
        let (minutes, tail) = rest.quotientAndRemainder(dividingBy: 60_000)
        let (seconds, fraction) = tail.quotientAndRemainder(dividingBy: 1000)
        let front = hours > 0 ? "\(hours):\(minutes.padded(2))" : "\(minutes)"
        return "\(front):\(seconds.padded(2)).\(fraction.padded(3))"
    }
}
