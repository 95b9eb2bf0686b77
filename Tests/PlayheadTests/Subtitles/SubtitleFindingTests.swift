import Foundation
import Playhead
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline
@testable import TestBasics
@testable import TestSupport

/// Subtitle files beside a medium, and what their names say.
struct SubtitleFindingTests {
    private func found(beside medium: String, _ names: [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        for name in names + [medium] {
            let file = folder.url.appending(path: name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("x".utf8).write(to: file)
        }
        let path = folder.url.appending(path: medium).path(percentEncoded: false)
        return SubtitleFile.beside(MediaItem(path: path)).map { file in
            let flags = (file.isForced ? " forced" : "") + (file.isForHearingImpaired ? " impaired" : "")
            return "\(file.name) \(file.language ?? "-") \(file.title ?? "-")\(flags)"
        }
    }

    @Test func `sidecar files named after the medium are found, with language and flags`() throws {
        let names = [
            "film.srt", "film.en.SRT", "film.pt-BR.forced.ass", "film.en.sdh.vtt", "film.eng.hi.srt",
            "film.German.srt",
            "film.fr.Commentary.ssa", "film.txt", "other.srt", "filmy.srt",
        ]
        #expect(
            try found(beside: "film.mkv", names) == [
                "film.srt - -", "film.German.srt de -", "film.en.SRT en -", "film.en.sdh.vtt en - impaired",
                "film.eng.hi.srt en - impaired", "film.fr.Commentary.ssa fr Commentary",
                "film.pt-BR.forced.ass pt-BR - forced",
            ])
    }

    @Test func `sidecar files of a medium with a longer name are left to it`() throws {
        let names = ["film.2.mkv", "film.2.srt", "film.2.en.srt", "film.en.srt"]
        #expect(try found(beside: "film.mkv", names) == ["film.en.srt en -"])
        #expect(
            try found(beside: "film.2.mkv", names + ["film.mkv"]) == ["film.2.srt - -", "film.2.en.srt en -"])
    }

    @Test func `sidecar names may include the extension of the medium, and lie in a subtitle folder`() throws
    {
        let names = ["film.mkv.de.srt", "Subs/film.en.srt", "Subs/other.srt", "subtitles/film.it.vtt"]
        #expect(
            try found(beside: "film.mkv", names) == [
                "film.mkv.de.srt de -", "film.en.srt en -", "film.it.vtt it -",
            ])
    }

    @Test func `sidecar files with unusual names are found`() throws {
        #expect(try found(beside: "a b [x] #1%.mp4", ["a b [x] #1%.en.srt"]) == ["a b [x] #1%.en.srt en -"])
        #expect(SubtitleFile.beside(MediaItem(uri: "https://host/film.mkv")).isEmpty)
        #expect(SubtitleFile.beside(MediaItem(path: "/nonexistent/film.mkv")).isEmpty)
    }

    @Test(arguments: [
        ("/a/film.srt", "-", "film.srt", ""), ("/a/film.en.srt", "en", "-", ""),
        ("/a/My.Film.2024.zh-Hans.forced.ass", "zh-Hans", "-", "forced"), ("/a/film.hi.vtt", "hi", "-", ""),
        ("/a/film.en.cc.vtt", "en", "-", "impaired"), ("/a/film.es_419.srt", "es-419", "-", ""),
        ("/a/en", "-", "en", ""),
    ])
    func `the name of a sidecar file gives language, title and flags`(
        _ path: String, _ language: String, _ title: String, _ flags: String
    ) {
        let track = SidecarSubtitle(SubtitleFile(path: path)).track(Track.ID(.subtitles, 1))
        #expect(track.language ?? "-" == language)
        #expect(track.title ?? "-" == title)
        #expect(track.isForced == (flags == "forced"))
        #expect(track.isForHearingImpaired == (flags == "impaired"))
        #expect(track.isExternal && track.hasText)
    }

    @Test func `given properties of a sidecar file take precedence over its name`() {
        var file = SubtitleFile(path: "/a/film.en.srt", language: "de", title: "Die Fassung")
        file.isForced = true
        let track = SidecarSubtitle(file).track(Track.ID(.subtitles, 3))
        #expect(track.language == "de" && track.title == "Die Fassung" && track.isForced)
        #expect(track.codec == "SubRip")
    }
}
