/// Rules for the text of each playlist.
enum TextRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.utf8", .must, "RFC 8216bis 4.1", "A playlist is UTF-8 without a byte order mark.",
            "Players may refuse the playlist. Write it in UTF-8, and omit the byte order mark.",
            .text { playlist, findings in
                if playlist.hasByteOrderMark {
                    findings.add("the playlist begins with a byte order mark", line: 1)
                }
                if !playlist.isUTF8 { findings.add("the playlist is not UTF-8") }
            }),
        ValidationRule(
            "hls.control-characters", .must, "RFC 8216bis 4.1",
            "A playlist has no control characters other than CR and LF.",
            "Players may cut a line at the character. Remove it, also from titles and names.",
            .text { playlist, findings in
                for line in playlist.lines {
                    let found = line.text.unicodeScalars.first {
                        $0.value < 0x20 || (0x7F...0x9F).contains($0.value)
                    }
                    if let found {
                        findings.add(
                            "the line has the control character \(found.hexadecimal)", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.extm3u", .must, "RFC 8216bis 4.4.1.1", "The first line is #EXTM3U.",
            "Players do not recognize the playlist. Write #EXTM3U before everything else.",
            .text { playlist, findings in
                if playlist.lines.first?.tag != "EXTM3U" {
                    findings.add("the first line is not #EXTM3U", line: 1)
                }
            }),
        ValidationRule(
            "hls.mixed-playlist", .must, "RFC 8216bis 4.4",
            "A playlist is either a media playlist or a multivariant playlist.",
            "Players refuse a playlist with the tags of both. Divide it into two.",
            .text { playlist, findings in
                guard playlist.kind == .mixed else { return }
                let first = playlist.lines.first { TagName.ofMultivariant.contains($0.tag ?? "") }
                findings.add("tags of segments and of variants are in one playlist", line: first?.number)
            }),
        ValidationRule(
            "hls.empty-playlist", .must, "RFC 8216bis 4.1", "A playlist has segments or variants.",
            "There is nothing to play. Check the packager that writes the playlist.",
            .text { playlist, findings in
                if !playlist.lines.contains(where: { $0.content == .uri }) {
                    findings.add("the playlist has no URI")
                }
            }),
        ValidationRule(
            "hls.tag-repeated", .must, "RFC 8216bis 4.4", "A tag for the whole playlist occurs once.",
            "Players use one of the values, and not all use the same. Remove the others.",
            .text { playlist, findings in
                var seen: Set<String> = []
                for line in playlist.lines {
                    guard let tag = line.tag, TagName.once.contains(tag), !seen.insert(tag).inserted else {
                        continue
                    }
                    findings.add("\(tag) occurs again", line: line.number)
                }
            }),
        ValidationRule(
            "hls.unknown-tag", .should, "RFC 8216bis 4.1",
            "A tag that begins with #EXT is a tag of the format.",
            "Players ignore an unknown tag. Correct its name; for a comment, write # without EXT.",
            .text { playlist, findings in
                for line in playlist.lines {
                    guard let tag = line.tag, !TagName.all.contains(tag), tag.hasPrefix("EXT-X-") else {
                        continue
                    }
                    // Vendors' tags, such as those for advertisements, are common and harmless.
                    guard let known = TagName.all.first(where: { $0.isNearly(tag) }) else { continue }
                    findings.add("\(tag) is unknown; \(known) is similar", line: line.number)
                }
            }),
        ValidationRule(
            "hls.blank-in-line", .must, "RFC 8216bis 4.1",
            "A line has no spaces at its beginning or end, and a tag has none before its value.",
            "Players read the space as a part of the URI or of the value. Remove it.",
            .text { playlist, findings in
                for line in playlist.lines where line.content != .blank && line.content != .comment {
                    let isPadded = line.text.first == " " || line.text.last == " " || line.text.last == "\t"
                    let isSpaced = line.tag != nil && line.tag != "EXTINF" && line.value.first == " "
                    if isPadded || isSpaced {
                        findings.add("the line has a space too many", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.attribute-syntax", .must, "RFC 8216bis 4.2",
            "An attribute list has the form NAME=value,NAME=\"value\", with each name once.",
            "Players read other attributes than were meant. Quote strings, and remove spaces and duplicates.",
            .text { playlist, findings in
                for line in playlist.lines where TagName.withAttributes.contains(line.tag ?? "") {
                    for fault in line.attributes.faults { findings.add(fault, line: line.number) }
                }
            }),
        ValidationRule(
            "hls.attribute-type", .must, "RFC 8216bis 4.2",
            "The value of an attribute has the type of the attribute: a quoted string, a number, a word.",
            "Players ignore a value of another type. Add or remove the quotation marks, or correct the number.",
            .text { playlist, findings in
                for line in playlist.lines {
                    guard let tag = line.tag, TagName.withAttributes.contains(tag) else { continue }
                    for entry in line.attributes.entries {
                        guard let type = AttributeType.of(entry.name, in: tag),
                            let fault = type.fault(of: entry)
                        else { continue }
                        findings.add("\(entry.name) \(fault)", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.version-too-low", .must, "RFC 8216bis 7",
            "EXT-X-VERSION is at least the version of the features in the playlist.",
            "Players of the declared version misread the playlist. Raise EXT-X-VERSION.",
            .text { playlist, findings in
                let declared = playlist.first("EXT-X-VERSION").flatMap { Int($0.value) } ?? 1
                var worst: (version: Int, feature: String, line: Int)?
                for line in playlist.lines {
                    guard
                        let need = line.neededVersion(isFrames: playlist.first("EXT-X-I-FRAMES-ONLY") != nil),
                        need.version > max(declared, worst?.version ?? 0)
                    else { continue }
                    worst = (need.version, need.feature, line.number)
                }
                guard let worst else { return }
                findings.add(
                    "\(worst.feature) needs version \(worst.version); the playlist declares \(declared)",
                    line: worst.line)
            }),
        ValidationRule(
            "hls.version-invalid", .must, "RFC 8216bis 4.4.1.2", "EXT-X-VERSION is an integer from 1 on.",
            "Players assume version 1. Write the number of the version.",
            .text { playlist, findings in
                for line in playlist.all("EXT-X-VERSION") where (Int(line.value) ?? 0) < 1 {
                    findings.add("“\(line.value)” is not a version", line: line.number)
                }
            }),
        ValidationRule(
            "hls.variable-undefined", .must, "RFC 8216bis 4.3",
            "Each variable reference {$name} has a definition before it.",
            "Players refuse the playlist. Add EXT-X-DEFINE before the first use.",
            .text { playlist, findings in
                var names: Set<String> = []
                for line in playlist.lines {
                    if line.tag == "EXT-X-DEFINE" {
                        let attributes = line.attributes
                        for kind in ["NAME", "IMPORT", "QUERYPARAM"] {
                            if let name = attributes[kind] { names.insert(name) }
                        }
                    }
                    for name in line.text.variableReferences where !names.contains(name) {
                        findings.add("the variable \(name) is not defined", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.variable-invalid", .must, "RFC 8216bis 4.4.2.3",
            "EXT-X-DEFINE has one of NAME with VALUE, IMPORT, or QUERYPARAM, and defines each name once.",
            "Players refuse the playlist. Give each variable one definition.",
            .text { playlist, findings in
                var names: Set<String> = []
                for line in playlist.all("EXT-X-DEFINE") {
                    let attributes = line.attributes
                    let given = ["NAME", "IMPORT", "QUERYPARAM"].compactMap { attributes[$0] }
                    if given.count != 1 {
                        findings.add("EXT-X-DEFINE has \(given.count) names", line: line.number)
                    } else if attributes["NAME"] != nil, attributes["VALUE"] == nil {
                        findings.add("the variable \(given[0]) has no value", line: line.number)
                    } else if !names.insert(given[0]).inserted {
                        findings.add("the variable \(given[0]) is defined twice", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.start-offset", .must, "RFC 8216bis 4.4.2.2",
            "EXT-X-START has a TIME-OFFSET within the duration of the playlist.",
            "Players begin elsewhere. Correct the offset; a negative one counts from the end.",
            .text { playlist, findings in
                guard let line = playlist.first("EXT-X-START") else { return }
                guard let offset = line.attributes.number("TIME-OFFSET") else {
                    return findings.add("EXT-X-START has no TIME-OFFSET", line: line.number)
                }
                let media = MediaText(playlist)
                if playlist.kind == .media, media.isComplete, abs(offset) > media.duration {
                    findings.add(
                        "the offset of \(offset.seconds) is outside of the \(media.duration.seconds)",
                        line: line.number)
                }
            }),
    ]
}

extension PlaylistText.Line {
    /// The version of the protocol that the line needs.
    fileprivate func neededVersion(isFrames: Bool) -> (version: Int, feature: String)? {
        switch tag {
        case "EXTINF" where value.prefix(while: { $0 != "," }).contains("."): (3, "a fractional EXTINF")
        case "EXT-X-BYTERANGE": (4, "EXT-X-BYTERANGE")
        case "EXT-X-I-FRAMES-ONLY": (4, "EXT-X-I-FRAMES-ONLY")
        case "EXT-X-MAP": isFrames ? (5, "EXT-X-MAP") : (6, "EXT-X-MAP")
        case "EXT-X-KEY" where attributes["KEYFORMAT"] != nil || attributes["KEYFORMATVERSIONS"] != nil:
            (5, "KEYFORMAT")
        case "EXT-X-KEY" where attributes["IV"] != nil: (2, "IV")
        case "EXT-X-SKIP": (9, "EXT-X-SKIP")
        case "EXT-X-DEFINE" where attributes["QUERYPARAM"] != nil: (11, "QUERYPARAM")
        case "EXT-X-DEFINE": (8, "EXT-X-DEFINE")
        case "EXT-X-MEDIA" where attributes["INSTREAM-ID"]?.hasPrefix("SERVICE") == true:
            (7, "SERVICE in INSTREAM-ID")
        default: nil
        }
    }
}

extension Unicode.Scalar {
    fileprivate var hexadecimal: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// Whether one inserted, removed or changed character makes the names equal, apart from case.
    fileprivate func isNearly(_ other: String) -> Bool {
        let (left, right) = (Array(uppercased()), Array(other.uppercased()))
        guard abs(left.count - right.count) <= 1 else { return false }
        var start = 0
        while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
        var end = 0
        while end < min(left.count, right.count) - start,
            left[left.count - 1 - end] == right[right.count - 1 - end]
        {
            end += 1
        }
        return max(left.count, right.count) - start - end <= 1
    }

    /// The names in `{$name}`.
    fileprivate var variableReferences: [String] {
        var names: [String] = []
        var rest = self[...]
        while let start = rest.firstRange(of: "{$") {
            let name = rest[start.upperBound...].prefix { $0 != "}" }
            guard name.endIndex < rest.endIndex else { break }
            if name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), !name.isEmpty {
                names.append(String(name))
            }
            rest = rest[name.endIndex...]
        }
        return names
    }
}

extension Double {
    /// The number of seconds as text, to the millisecond.
    var seconds: String { "\((self * 1000).rounded() / 1000) s" }
    /// A bit rate as text.
    var bitrate: String {
        self >= 1_000_000
            ? "\((self / 10_000).rounded() / 100) Mbit/s" : "\((self / 100).rounded() / 10) kbit/s"
    }
}

extension Duration {
    var seconds: String { (self / .seconds(1)).seconds }
    var inSeconds: Double { self / .seconds(1) }
}
