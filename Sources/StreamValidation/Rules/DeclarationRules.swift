internal import MediaFormats

/// Rules for the bit rates, codecs and sizes that a playlist declares, against the measured ones.
enum DeclarationRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.bandwidth-exceeded", .must, "RFC 8216bis 4.4.6.2",
            "BANDWIDTH is at least the measured peak segment bit rate, with the largest rendition of each group.",
            "Players choose a variant that the network cannot carry, and stall. Declare the measured peak.",
            .ladder { ladder, findings in
                for stream in ladder.variants where !ladder.isOfManifest {
                    guard let declared = stream.attributes?.number("BANDWIDTH"), declared > 0,
                        let peak = ladder.total(of: stream, \.peakBitrate), peak > declared * 1.01
                    else { continue }
                    findings.add(
                        "the peak of \(stream.name) is \(peak.bitrate); BANDWIDTH is \(declared.bitrate)",
                        line: stream.line)
                }
            }),
        ValidationRule(
            "hls.average-bandwidth-exceeded", .must, "RFC 8216bis 4.4.6.2",
            "AVERAGE-BANDWIDTH is the measured mean bit rate, with the largest rendition of each group, at least to 5 %.",
            "Players choose a variant that the network cannot carry. Declare the measured mean.",
            .ladder { ladder, findings in
                for stream in ladder.variants where !ladder.isOfManifest && stream.isComplete {
                    guard let declared = stream.attributes?.number("AVERAGE-BANDWIDTH"), declared > 0,
                        let mean = ladder.total(of: stream, \.averageBitrate), mean > declared * 1.05
                    else { continue }
                    findings.add(
                        "the mean of \(stream.name) is \(mean.bitrate); AVERAGE-BANDWIDTH is \(declared.bitrate)",
                        line: stream.line)
                }
            }),
        ValidationRule(
            "apple.bandwidth-accuracy", .must, "HLS Authoring Specification, Bit rates",
            "For a complete stream, BANDWIDTH and AVERAGE-BANDWIDTH are within 10 % of the measured values.",
            "Players choose a lower variant than the network can carry. Declare the measured values.",
            profiles: [.apple],
            .ladder { ladder, findings in
                for stream in ladder.variants where !ladder.isOfManifest && stream.isComplete {
                    let pairs = [
                        ("BANDWIDTH", ladder.total(of: stream, \.peakBitrate)),
                        ("AVERAGE-BANDWIDTH", ladder.total(of: stream, \.averageBitrate)),
                    ]
                    for (name, measured) in pairs {
                        guard let declared = stream.attributes?.number(name), declared > 0, let measured,
                            abs(measured - declared) > declared * 0.1
                        else { continue }
                        findings.add(
                            "\(name) is \(declared.bitrate); measured are \(measured.bitrate)",
                            line: stream.line)
                    }
                }
            }),
        ValidationRule(
            "hls.codecs-wrong", .must, "RFC 8216bis 4.4.6.2, RFC 6381",
            "CODECS names the codecs of the variant and its renditions, and no others.",
            "Players refuse a variant that they could play, or begin one that they cannot. Correct CODECS.",
            .ladder { ladder, findings in
                for stream in ladder.variants where !stream.codecs.isEmpty {
                    let declared = stream.codecs.compactMap { CodecFamily($0) }
                    let parts = [stream] + ladder.renditions(of: stream)
                    guard parts.allSatisfy({ !$0.measured.isEmpty || !$0.carriesMedia }) else { continue }
                    let found = Set(parts.flatMap(\.families))
                    guard !found.isEmpty else { continue }
                    let missing = found.subtracting(declared).map(\.rawValue).sorted()
                    // Codecs of texts, and names outside of the table, cannot be compared.
                    let absent = declared.filter { ($0.isVideo || $0.isAudio) && !found.contains($0) }.map(
                        \.rawValue)
                    if !missing.isEmpty {
                        findings.add(
                            "CODECS of \(stream.name) lacks \(missing.joined(separator: ", "))",
                            line: stream.line)
                    } else if !absent.isEmpty {
                        findings.add(
                            "CODECS of \(stream.name) names \(absent.joined(separator: ", ")), which is not in it",
                            line: stream.line)
                    }
                }
            }),
        ValidationRule(
            "hls.codecs-profile", .should, "RFC 6381 3.3",
            "The name of H.264 in CODECS has the profile and the level of the stream.",
            "Devices may refuse a variant, or fail to decode it. Take the name from the SPS.",
            .ladder { ladder, findings in
                for stream in ladder.variants {
                    guard
                        let name = stream.codecs.first(where: {
                            $0.hasPrefix("avc1.") || $0.hasPrefix("avc3.")
                        }),
                        case let digits = name.dropFirst(5).lowercased(), digits.count == 6,
                        let profile = stream.measured.lazy.compactMap({ $0.video?.profile }).first,
                        digits.prefix(2) != profile.prefix(2) || digits.suffix(2) != profile.suffix(2)
                    else { continue }
                    findings.add(
                        "CODECS of \(stream.name) has \(name); the stream is avc1.\(profile)",
                        line: stream.line)
                }
            }),
        ValidationRule(
            "hls.resolution-wrong", .should, "RFC 8216bis 4.4.6.2", "RESOLUTION is the size of the video.",
            "Players limit the size to the screen wrongly. Declare the size at which the video is displayed.",
            .ladder { ladder, findings in
                for stream in ladder.variants {
                    guard
                        let declared = stream.attributes?["RESOLUTION"]?.split(separator: "x").map({
                            Int($0) ?? 0
                        }),
                        declared.count == 2,
                        let format = stream.measured.lazy.compactMap({ $0.video?.format }).first(where: {
                            $0.width > 0
                        })
                    else { continue }
                    let sizes = [
                        (format.width, format.height),
                        (
                            format.width * max(format.pixelAspectWidth, 1) / max(format.pixelAspectHeight, 1),
                            format.height
                        ),
                    ]
                    // The display size follows from the pixel aspect, which MPEG-TS has inside the video only.
                    let fits = sizes.contains { abs($0.0 - declared[0]) <= 2 && abs($0.1 - declared[1]) <= 2 }
                    if !fits {
                        findings.add(
                            "RESOLUTION of \(stream.name) is \(declared[0])x\(declared[1]); the video has \(format.width)x\(format.height)",
                            line: stream.line)
                    }
                }
            }),
        ValidationRule(
            "hls.frame-rate-wrong", .should, "RFC 8216bis 4.4.6.2",
            "FRAME-RATE is the largest frame rate of the video, to 2 %.",
            "Devices may choose a rate that they do not decode in time. Declare the measured rate.",
            .ladder { ladder, findings in
                for stream in ladder.variants {
                    guard let declared = stream.attributes?.number("FRAME-RATE"), declared > 0,
                        let measured = stream.frameRate, abs(measured - declared) > 0.02 * declared
                    else { continue }
                    let rounded = (measured * 1000).rounded() / 1000
                    findings.add(
                        "FRAME-RATE of \(stream.name) is \(declared); the video has \(rounded)",
                        line: stream.line)
                }
            }),
    ]
}
