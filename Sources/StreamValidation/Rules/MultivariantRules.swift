/// Rules for the text of multivariant playlists.
enum MultivariantRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.stream-inf-uri", .must, "RFC 8216bis 4.4.6.2", "A URI line follows each EXT-X-STREAM-INF.",
            "Players lose the variant. Write the URI on the next line.",
            .multivariant { master, findings in
                for variant in master.variants where variant.uri == nil {
                    findings.add("no URI follows", line: variant.line.number)
                }
            }),
        ValidationRule(
            "hls.bandwidth-missing", .must, "RFC 8216bis 4.4.6.2", "Each variant has BANDWIDTH, above 0.",
            "Players cannot choose a variant. Add the peak segment bit rate.",
            .multivariant { master, findings in
                let tags = master.variants.map { ($0.line, $0.attributes) } + master.iFrameStreams
                for (line, attributes) in tags where attributes.integer("BANDWIDTH").map({ $0 > 0 }) != true {
                    findings.add("BANDWIDTH is missing", line: line.number)
                }
            }),
        ValidationRule(
            "hls.average-above-peak", .must, "RFC 8216bis 4.4.6.2", "AVERAGE-BANDWIDTH is at most BANDWIDTH.",
            "Players choose the wrong variant. BANDWIDTH is the peak; exchange or correct the two.",
            .multivariant { master, findings in
                for variant in master.variants {
                    guard let average = variant.attributes.integer("AVERAGE-BANDWIDTH"),
                        let peak = variant.attributes.integer("BANDWIDTH"), average > peak
                    else { continue }
                    findings.add(
                        "AVERAGE-BANDWIDTH \(average) is above BANDWIDTH \(peak)", line: variant.line.number)
                }
            }),
        ValidationRule(
            "hls.codecs-missing", .should, "RFC 8216bis 4.4.6.2", "Each variant has CODECS.",
            "Players load a segment to learn whether they can play it. Add the RFC 6381 names of all codecs.",
            .multivariant { master, findings in
                for variant in master.variants where variant.attributes["CODECS"] == nil {
                    findings.add("CODECS is missing", line: variant.line.number)
                }
            }),
        ValidationRule(
            "hls.resolution-missing", .should, "RFC 8216bis 4.4.6.2",
            "Each variant with video has RESOLUTION.",
            "Players cannot limit the size to the screen. Add WIDTHxHEIGHT.",
            .multivariant { master, findings in
                for variant in master.variants
                where variant.hasVideo && variant.attributes["RESOLUTION"] == nil {
                    findings.add("RESOLUTION is missing", line: variant.line.number)
                }
            }),
        ValidationRule(
            "hls.frame-rate-missing", .should, "RFC 8216bis 4.4.6.2",
            "Variants with video have FRAME-RATE if one of them has more than 30 frames per second.",
            "Players cannot avoid frame rates that they do not decode in time. Add FRAME-RATE to each.",
            .multivariant { master, findings in
                let isFast = master.variants.contains { ($0.attributes.number("FRAME-RATE") ?? 0) > 30 }
                for variant in master.variants
                where isFast && variant.hasVideo && variant.attributes["FRAME-RATE"] == nil {
                    findings.add("FRAME-RATE is missing", line: variant.line.number)
                }
            }),
        ValidationRule(
            "hls.group-missing", .must, "RFC 8216bis 4.4.6.2",
            "AUDIO, VIDEO, SUBTITLES and CLOSED-CAPTIONS name a group of the playlist.",
            "Players have no sound or no subtitles. Correct the name, or add the EXT-X-MEDIA of the group.",
            .multivariant { master, findings in
                for variant in master.variants {
                    for type in ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS"] {
                        guard let group = variant.attributes[type],
                            type != "CLOSED-CAPTIONS" || group != "NONE",
                            master.members(type, group).isEmpty
                        else { continue }
                        findings.add(
                            "the group \(group) of \(type) does not exist", line: variant.line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.media-attributes", .must, "RFC 8216bis 4.4.6.1",
            "EXT-X-MEDIA has TYPE, GROUP-ID and NAME; SUBTITLES has a URI; CLOSED-CAPTIONS has INSTREAM-ID and no URI.",
            "Players ignore the rendition. Complete the tag.",
            .multivariant { master, findings in
                for (line, attributes) in master.renditions {
                    for name in ["TYPE", "GROUP-ID", "NAME"] where attributes[name] == nil {
                        findings.add("\(name) is missing", line: line.number)
                    }
                    switch attributes["TYPE"] {
                    case "SUBTITLES" where attributes["URI"] == nil:
                        findings.add("URI is missing", line: line.number)
                    case "CLOSED-CAPTIONS":
                        if attributes["URI"] != nil {
                            findings.add("closed captions have a URI", line: line.number)
                        }
                        if attributes["INSTREAM-ID"] == nil {
                            findings.add("INSTREAM-ID is missing", line: line.number)
                        }
                    default: break
                    }
                }
            }),
        ValidationRule(
            "hls.instream-id", .must, "RFC 8216bis 4.4.6.1",
            "INSTREAM-ID is CC1 to CC4 or SERVICE1 to SERVICE63, and occurs with closed captions only.",
            "Players do not find the captions. Write the channel of the captions in the video.",
            .multivariant { master, findings in
                for (line, attributes) in master.renditions {
                    guard let id = attributes["INSTREAM-ID"] else { continue }
                    let service = id.hasPrefix("SERVICE") ? Int(id.dropFirst(7)) : nil
                    let isValid =
                        ["CC1", "CC2", "CC3", "CC4"].contains(id) || service.map((1...63).contains) == true
                    if !isValid { findings.add("“\(id)” is not a caption channel", line: line.number) }
                    if attributes["TYPE"] != "CLOSED-CAPTIONS" {
                        findings.add("INSTREAM-ID is not on closed captions", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.name-repeated", .must, "RFC 8216bis 4.4.6.1.1",
            "Renditions of a group have different NAMEs.",
            "Viewers cannot choose between them. Name each rendition.",
            .multivariant { master, findings in
                var names: Set<[String]> = []
                for (line, attributes) in master.renditions {
                    let key = [attributes["TYPE"], attributes["GROUP-ID"], attributes["NAME"]].map {
                        $0 ?? ""
                    }
                    if !names.insert(key).inserted {
                        findings.add("NAME “\(key[2])” occurs again", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.default-repeated", .must, "RFC 8216bis 4.4.6.1.1",
            "At most one rendition of a group has DEFAULT=YES.",
            "Players choose different renditions. Leave one default.",
            .multivariant { master, findings in
                var groups: Set<[String]> = []
                for (line, attributes) in master.renditions where attributes.isYes("DEFAULT") {
                    let key = [attributes["TYPE"] ?? "", attributes["GROUP-ID"] ?? ""]
                    if !groups.insert(key).inserted {
                        findings.add("a second rendition of \(key[1]) is the default", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.default-not-autoselect", .must, "RFC 8216bis 4.4.6.1",
            "A rendition with DEFAULT=YES does not have AUTOSELECT=NO.",
            "The two contradict each other. Write AUTOSELECT=YES.",
            .multivariant { master, findings in
                for (line, attributes) in master.renditions
                where attributes.isYes("DEFAULT") && attributes["AUTOSELECT"] == "NO" {
                    findings.add("DEFAULT=YES has AUTOSELECT=NO", line: line.number)
                }
            }),
        ValidationRule(
            "hls.autoselect-ambiguous", .must, "RFC 8216bis 4.4.6.1.1",
            "Renditions of a group with AUTOSELECT=YES differ in LANGUAGE, ASSOC-LANGUAGE, FORCED or CHARACTERISTICS.",
            "Players select one of them by chance. Declare the difference.",
            .multivariant { master, findings in
                var known: Set<[String]> = []
                for (line, attributes) in master.renditions
                where attributes.isYes("AUTOSELECT") || attributes.isYes("DEFAULT") {
                    let key = [
                        "TYPE", "GROUP-ID", "LANGUAGE", "ASSOC-LANGUAGE", "FORCED", "CHARACTERISTICS",
                        "CHANNELS",
                    ]
                    .map { attributes[$0] ?? "" }
                    if !known.insert(key).inserted {
                        findings.add(
                            "another rendition of the group has the same language and role", line: line.number
                        )
                    }
                }
            }),
        ValidationRule(
            "hls.forced-not-subtitles", .must, "RFC 8216bis 4.4.6.1",
            "FORCED occurs with TYPE=SUBTITLES only.",
            "Players ignore it. Remove it.",
            .multivariant { master, findings in
                for (line, attributes) in master.renditions
                where attributes["FORCED"] != nil && attributes["TYPE"] != "SUBTITLES" {
                    findings.add("FORCED is on \(attributes["TYPE"] ?? "a rendition")", line: line.number)
                }
            }),
        ValidationRule(
            "hls.language-invalid", .must, "RFC 8216bis 4.4.6.1, RFC 5646",
            "LANGUAGE and ASSOC-LANGUAGE are language tags of RFC 5646.",
            "Players cannot select by language. Write a tag such as en, pt-BR or zh-Hant.",
            .multivariant { master, findings in
                for (line, attributes) in master.renditions {
                    for name in ["LANGUAGE", "ASSOC-LANGUAGE"] {
                        guard let tag = attributes[name], !tag.isLanguageTag else { continue }
                        findings.add("“\(tag)” is not a language tag", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.channels-missing", .should, "RFC 8216bis 4.4.6.1", "Each audio rendition has CHANNELS.",
            "Players cannot prefer surround sound. Add the number of channels.",
            .multivariant { master, findings in
                for (line, attributes) in master.renditions
                where attributes["TYPE"] == "AUDIO" && attributes["CHANNELS"] == nil {
                    findings.add("CHANNELS is missing", line: line.number)
                }
            }),
        ValidationRule(
            "hls.groups-differ", .must, "RFC 8216bis 4.4.6.1.1",
            "Groups of the same type have the same members.",
            "A switch of the variant changes the language. Give each group the same renditions.",
            .multivariant { master, findings in
                for type in ["AUDIO", "VIDEO", "SUBTITLES"] {
                    let groups = master.groups(type)
                    guard let first = groups.first else { continue }
                    func names(_ group: String) -> Set<String> {
                        Set(
                            master.members(type, group).map {
                                "\($0.attributes["NAME"] ?? "") (\($0.attributes["LANGUAGE"] ?? "-"))"
                            })
                    }
                    for group in groups.dropFirst() where names(group) != names(first) {
                        let other = names(group).symmetricDifference(names(first)).sorted().joined(
                            separator: ", ")
                        findings.add(
                            "the groups \(first) and \(group) differ: \(other)",
                            line: master.members(type, group).first?.line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.captions-none", .must, "RFC 8216bis 4.4.6.2",
            "If one variant has CLOSED-CAPTIONS=NONE, all have.",
            "Players show an empty caption menu. Declare the captions alike for all variants.",
            .multivariant { master, findings in
                let none = master.variants.filter { $0.attributes["CLOSED-CAPTIONS"] == "NONE" }
                guard !none.isEmpty, none.count < master.variants.count else { return }
                findings.add(
                    "\(none.count) of \(master.variants.count) variants have CLOSED-CAPTIONS=NONE",
                    line: none.first?.line.number)
            }),
        ValidationRule(
            "hls.score-incomplete", .should, "RFC 8216bis 4.4.6.2", "If one variant has SCORE, all have.",
            "Players ignore SCORE. Add it to each variant, or remove it.",
            .multivariant { master, findings in
                let scored = master.variants.filter { $0.attributes["SCORE"] != nil }
                guard !scored.isEmpty, scored.count < master.variants.count else { return }
                findings.add("\(scored.count) of \(master.variants.count) variants have SCORE")
            }),
        ValidationRule(
            "hls.i-frame-uri", .must, "RFC 8216bis 4.4.6.3", "EXT-X-I-FRAME-STREAM-INF has a URI.",
            "Players have no pictures while scrubbing. Add the URI.",
            .multivariant { master, findings in
                for (line, attributes) in master.iFrameStreams where attributes["URI"] == nil {
                    findings.add("URI is missing", line: line.number)
                }
            }),
        ValidationRule(
            "hls.session-data", .must, "RFC 8216bis 4.4.6.4",
            "EXT-X-SESSION-DATA has DATA-ID and one of VALUE and URI, and each DATA-ID and LANGUAGE once.",
            "Players ignore the data. Complete the tag.",
            .multivariant { master, findings in
                var known: Set<[String]> = []
                for line in master.text.all("EXT-X-SESSION-DATA") {
                    let attributes = line.attributes
                    guard let id = attributes["DATA-ID"] else {
                        findings.add("DATA-ID is missing", line: line.number)
                        continue
                    }
                    if (attributes["VALUE"] == nil) == (attributes["URI"] == nil) {
                        findings.add("\(id) has not exactly one of VALUE and URI", line: line.number)
                    }
                    if !known.insert([id, attributes["LANGUAGE"] ?? ""]).inserted {
                        findings.add("\(id) occurs again", line: line.number)
                    }
                }
            }),
        ValidationRule(
            "hls.variant-repeated", .should, "RFC 8216bis 6.2.4",
            "No two variants have the same URI and groups.",
            "The variant is listed for nothing. Remove one.",
            .multivariant { master, findings in
                var known: Set<[String]> = []
                for variant in master.variants {
                    guard let uri = variant.uri else { continue }
                    let groups = ["AUDIO", "VIDEO", "SUBTITLES", "CLOSED-CAPTIONS", "CODECS"].map {
                        variant.attributes[$0] ?? ""
                    }
                    if !known.insert([uri] + groups).inserted {
                        findings.add("the variant \(uri) occurs again", line: variant.line.number)
                    }
                }
            }),
        ValidationRule(
            "apple.average-bandwidth", .must, "HLS Authoring Specification, Multivariant Playlists",
            "Each variant has AVERAGE-BANDWIDTH.", "Players judge the network worse. Add the mean bit rate.",
            profiles: [.apple],
            .multivariant { master, findings in
                for variant in master.variants where variant.attributes["AVERAGE-BANDWIDTH"] == nil {
                    findings.add("AVERAGE-BANDWIDTH is missing", line: variant.line.number)
                }
            }),
        ValidationRule(
            "apple.frame-rate", .must, "HLS Authoring Specification, Multivariant Playlists",
            "Each variant with video has FRAME-RATE, at most 60.",
            "Add the frame rate, such as FRAME-RATE=29.970.",
            profiles: [.apple],
            .multivariant { master, findings in
                for variant in master.variants where variant.hasVideo {
                    guard let rate = variant.attributes.number("FRAME-RATE") else {
                        findings.add("FRAME-RATE is missing", line: variant.line.number)
                        continue
                    }
                    if rate > 60 { findings.add("FRAME-RATE is \(rate)", line: variant.line.number) }
                }
            }),
        ValidationRule(
            "apple.i-frame-playlists", .must, "HLS Authoring Specification, Trick Play",
            "A stream with video has I-frame playlists.",
            "Viewers see no pictures while scrubbing. Write EXT-X-I-FRAME-STREAM-INF with I-frame playlists.",
            profiles: [.apple],
            .multivariant { master, findings in
                if master.variants.contains(where: \.hasVideo), master.iFrameStreams.isEmpty {
                    findings.add("there is no EXT-X-I-FRAME-STREAM-INF")
                }
            }),
        ValidationRule(
            "apple.codecs", .must, "HLS Authoring Specification, Video, Audio",
            "Video is H.264 or H.265; audio is AAC, AC-3, E-AC-3, MP3, FLAC or ALAC.",
            "Apple's devices do not play the variant. Encode it in one of these codecs.", profiles: [.apple],
            .multivariant { master, findings in
                for variant in master.variants {
                    for name in (variant.attributes["CODECS"] ?? "").split(separator: ",") {
                        let family = CodecFamily(name)
                        guard family == nil || [.vp8, .vp9, .opus].contains(family) else { continue }
                        findings.add("\(name) is not among these codecs", line: variant.line.number)
                    }
                }
            }),
    ]
}

extension String {
    /// Whether the text has the form of an RFC 5646 language tag.
    fileprivate var isLanguageTag: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, first.allSatisfy({ $0.isASCII && $0.isLetter }),
            (2...8).contains(first.count) || first.lowercased() == "x" || first.lowercased() == "i"
        else { return false }
        let isKnownLength = first.count <= 3 || first.count == 4
        return (isKnownLength || first.count <= 8 && parts.count > 1)
            && parts.dropFirst().allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}
