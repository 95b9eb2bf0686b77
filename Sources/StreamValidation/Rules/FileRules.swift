/// Rules for MP4 files.
enum FileRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "mp4.truncated", .must, "ISO/IEC 14496-12 4.2", "The last box of a file is whole.",
            "The end of the media is missing. Copy the file again.",
            .file { file, findings in
                if file.missingBytes > 0 { findings.add("\(file.missingBytes) bytes are missing at the end") }
            }),
        ValidationRule(
            "mp4.movie-missing", .must, "ISO/IEC 14496-12 8.2.1", "A file has a movie box (moov).",
            "Players cannot read the file. The recorder did not finish it; repair it with a recovery tool.",
            .file { file, findings in
                if file.isMP4, !file.boxes.contains(where: { $0.type == "moov" }) {
                    findings.add("moov is missing")
                }
            }),
        ValidationRule(
            "mp4.movie-last", .should, "ISO/IEC 14496-12 8.2.1, Annex A",
            "The movie box precedes the media data in a file for progressive download.",
            "Players load the end of the file before they begin. Move moov to the front (“fast start”).",
            .file { file, findings in
                let movie = file.boxes.firstIndex { $0.type == "moov" }
                let media = file.boxes.firstIndex { $0.type == "mdat" }
                if let movie, let media, movie > media { findings.add("moov follows mdat") }
            }),
        ValidationRule(
            "mp4.sample-outside", .must, "ISO/IEC 14496-12 8.7.5",
            "Each sample lies in media data of the file.",
            "Samples are missing. Write the file again.",
            .file { file, findings in
                if file.segment.damagedBytes > 0, file.missingBytes == 0 {
                    findings.add("\(file.segment.damagedBytes) bytes of samples are unreadable")
                }
            }),
        ValidationRule(
            "file.unreadable", .must, "RFC 8216bis, ISO/IEC 23009-1, ISO/IEC 14496-12",
            "The input is an HLS playlist, a DASH manifest, or a file of MP4, MPEG-TS or WebM.",
            "Nothing could be examined. Check the address and the content of the response.",
            .file { file, findings in
                if case .unreadable(let why) = file.segment.failure, file.missingBytes == 0 {
                    findings.add(why)
                }
            }),
        ValidationRule(
            "mp4.keyframe-missing", .should, "ISO/IEC 14496-12 8.6.2",
            "The first video sample is a keyframe.",
            "The first pictures are damaged or missing. Cut the file at a keyframe.",
            .file { file, findings in
                if let video = file.segment.video, !video.beginsWithSync {
                    findings.add("the first frame is not a keyframe")
                }
            }),
        ValidationRule(
            "mp4.tracks-differ", .should, "Playhead",
            "Sound and picture of a file end together, to one second.",
            "The end is black or silent. Cut the tracks at the same time.", profiles: [.playhead],
            .file { file, findings in
                guard let video = file.segment.video, let audio = file.segment.audio else { return }
                let difference = Double(audio.end - video.end) / 1e9
                if abs(difference) > 1 {
                    findings.add(
                        "sound ends \(abs(difference).seconds) \(difference > 0 ? "after" : "before") the picture"
                    )
                }
            }),
    ]
}

extension MeasuredFile {
    fileprivate var isMP4: Bool { boxes.contains { ["ftyp", "moov", "mdat", "moof"].contains($0.type) } }
}
