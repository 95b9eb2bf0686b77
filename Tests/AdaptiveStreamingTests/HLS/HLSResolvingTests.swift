import Testing

@testable import AdaptiveStreaming
@testable import PlayheadCore

/// HLS: relative addresses.
struct HLSResolvingTests {
    @Test func `all addresses of a playlist are resolved, and an error of the resolver is passed on`() throws
    {
        let playlist = try MediaPlaylist.of(HLSSample.media).resolved { "x:\($0)" }
        #expect(
            playlist.segments.last?.uri == "x:c.m4s"
                && playlist.segments[0].key?.uri == "x:https://a.example/key")
        #expect(playlist.segments[0].map?.uri == "x:init.mp4")
        #expect(throws: HLSError.self) {
            try MultivariantPlaylist.of(HLSSample.multivariant).resolved { uri throws(HLSError) in
                throw HLSError(.malformed, uri)
            }
        }
    }
}
