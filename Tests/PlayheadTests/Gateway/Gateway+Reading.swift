import NIOCore
import NIOPosix
import Testing

@testable import Playhead

extension Gateway {
    /// Asks for the item as the pipeline does, and answers what it gets: a playlist.
    func readPlaylist() async throws -> String {
        let address = try open()
        let home = try #require(WebAddress(address))
        let fetcher = try Fetcher(
            Order(uri: address), home: home, on: MultiThreadedEventLoopGroup.singleton.next())
        defer { fetcher.close() }
        let (texts, told) = AsyncStream<String>.makeStream()
        let start = HeadStart(
            HeadStart.Question(uri: address, isPlaylist: true), at: home, with: fetcher, limit: 1 << 16
        ) { _, body in
            told.yield(body.map { String(buffer: $0) }.joined())
            told.finish()
        }
        defer { start.cancel() }
        for await text in texts { return text }
        throw FetchFault.broken(home)
    }
}
