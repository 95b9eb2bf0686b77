import GStreamer
import MediaFormats
import Playhead
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline

/// What streams say one after another, put together.
struct MetadataCollectorTests {
    private func tags(_ title: String?, global: Bool, _ change: (inout TagValues) -> Void = { _ in })
        -> TagValues
    {
        var tags = TagValues()
        tags.title = title
        tags.isGlobal = global
        change(&tags)
        return tags
    }

    @Test func `tags of the medium take precedence over tags of a stream`() {
        var collector = MetadataCollector()
        collector.take(tags("stream", global: false) { $0.artist = "somebody" }, from: "a")
        collector.take(tags("medium", global: true), from: "a")
        let metadata = collector.metadata(demuxers: ["oggdemux"])
        #expect(metadata.title == "medium" && metadata.artist == "somebody" && metadata.container == "Ogg")
    }

    @Test func `stream tags do not name the medium in containers with track names`() {
        var collector = MetadataCollector()
        collector.take(tags("Commentary", global: false) { $0.bitrate = 5 }, from: "a")
        for demuxer in MetadataCollector.namers {
            #expect(collector.metadata(demuxers: [demuxer]).title == nil)
        }
        #expect(collector.metadata(demuxers: []).title == "Commentary")
        #expect(collector.metadata(demuxers: []).bitrate == nil)
    }

    @Test func `new tags of a stream replace its earlier tags`() {
        var collector = MetadataCollector()
        collector.take(tags("One", global: false) { $0.artist = "somebody" }, from: "a")
        collector.take(tags("Two", global: false), from: "a")
        collector.take(tags("Three", global: false), from: "b")
        let metadata = collector.metadata(demuxers: [])
        #expect(metadata.title == "Two" && metadata.artist == nil)
    }

    @Test func `a table of contents takes precedence over chapters in file and comments`() {
        var collector = MetadataCollector()
        collector.take(
            tags(nil, global: true) { $0.extendedComments = ["CHAPTER001=00:00:03.000"] }, from: "a")
        #expect(collector.metadata(demuxers: []).chapters.map(\.start) == [.seconds(3)])
        collector.fileChapters = [ChapterEntry(start: .seconds(2))]
        #expect(collector.metadata(demuxers: []).chapters.map(\.start) == [.seconds(2)])
        collector.take([ChapterEntry(start: .seconds(1))])
        collector.take([])
        #expect(collector.metadata(demuxers: []).chapters.map(\.start) == [.seconds(1)])
    }

    @Test func `containers have their usual names, and an ID3 tag is no container`() {
        var collector = MetadataCollector()
        let said = tags(nil, global: false) {
            $0.container = "ID3 tag"
            $0.audioCodec = "MPEG-1 Layer 3 (MP3)"
        }
        collector.take(said, from: "a")
        #expect(collector.metadata(demuxers: []).container == "MP3")
        #expect(collector.metadata(demuxers: ["hls", "tsdemux"]).container == "HLS")
    }

    @Test(
        arguments: [
            ("eng", "en"), ("ger", "de"), ("deu", "de"), ("en", "en"), ("pt-br", "pt-BR"),
            ("zh-hant-tw", "zh-Hant-TW"),
            ("por_BR", "pt-BR"), ("gsw", "gsw"), ("und", nil), ("zxx", nil), ("", nil), ("e", nil),
            ("English!", nil),
            ("en-GB-x-ab-home", "en-GB-x-ab-home"), (nil, nil),
        ] as [(String?, String?)])
    func `languages are BCP 47 tags`(_ name: String?, _ tag: String?) {
        #expect(LanguageTag.tag(for: name) == tag)
    }
}
