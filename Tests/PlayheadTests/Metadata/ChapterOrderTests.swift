import MediaFormats
import Playhead
import Testing

@testable import PlayheadPipeline

/// The order of the chapters of an item.
@Suite struct ChapterOrderTests {
    @Test func `chapters are sorted by time, and end at the start of the next one`() {
        var metadata = MediaMetadata()
        metadata.take(chapters: [
            ChapterEntry(title: "b", start: .seconds(2)), ChapterEntry(title: "a", start: .zero),
            ChapterEntry(title: "c", start: .seconds(3), end: .seconds(4)),
        ])
        #expect(
            metadata.chapters.map(\.title) == ["a", "b", "c"] && metadata.chapters.map(\.id) == [0, 1, 2])
        #expect(metadata.chapters.map(\.end) == [.seconds(2), .seconds(3), .seconds(4)])
        #expect(metadata.chapter(at: .seconds(2))?.title == "b" && metadata.chapter(at: .seconds(4)) == nil)
    }
}
