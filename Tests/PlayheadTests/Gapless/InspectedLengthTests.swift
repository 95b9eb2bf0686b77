import Foundation
import GStreamer
import MediaFormats
import Playhead
import Testing

@testable import TestBasics

/// An inspector counts no sample that a player does not play.
struct InspectedLengthTests {
    @Test(arguments: [
        ("lame-a.mp3", 44100), ("lame-vbr-a.mp3", 44100), ("aac-a.m4a", 44100), ("aac-48-a.m4a", 48000),
        ("itunes-a.m4a", 44100), ("alac-a.m4a", 44100), ("flac-a.flac", 44100), ("opus-a.opus", 48000),
    ])
    func `the inspected duration of a file is that of its original`(_ name: String, _ rate: Int) async throws
    {
        let path = Samples.directory.appending(path: "gapless/" + name).path
        let inspection = await MediaInspector().inspect(MediaItem(path: path))
        let length = SampleGrid(rate: rate).time(of: rate == 44100 ? 47_500 : 53_077)
        let told = try #require(inspection.duration)
        #expect(max(told - length, length - told) <= .nanoseconds(1))
    }
}
