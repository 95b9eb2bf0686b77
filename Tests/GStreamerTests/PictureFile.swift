internal import Dispatch
internal import Foundation
internal import Synchronization
import TestSupport
import Testing

@testable import GStreamer
@testable import TestBasics

/// A sample that is decoded, as fast as it can be, by a pipeline like the player's.
final class PictureFile: Sendable {
    static let folder = URL(filePath: Repository.media, directoryHint: .isDirectory)

    private struct Parts: Sendable {
        var tap: PictureTap?
        var feeds: [DecoderInputFilter] = []
    }

    private let pipeline: Element
    private let messages: AsyncStream<BusMessage>
    private let parts = Mutex(Parts())

    /// - Parameter hurries: whether the first picture after a jump comes out at once; nil is decoding as GStreamer does it.
    init(_ name: String, hurries: Bool?) throws {
        try #require(Runtime.startFault == nil)
        pipeline = Element.pipeline()
        let (messages, continuation) = AsyncStream.makeStream(of: BusMessage.self)
        self.messages = messages
        pipeline.onMessage { continuation.yield($0) }
        let decoder = try #require(Element.make("uridecodebin"))
        decoder.set("uri", Self.folder.appending(path: name).absoluteString)
        pipeline.add(decoder)
        decoder.onPadAdded { [weak self] in self?.link($0) }
        pipeline.onDeepElementAdded { [weak self] element in
            if let hurries {
                guard let feed = DecoderInputFilter(element) else { return }
                feed.hurries = hurries
                self?.parts.withLock { $0.feeds.append(feed) }
            }
        }
    }

    deinit { pipeline.setState(.null) }

    /// The pictures that reached the end.
    var pictures: [Picture] { parts.withLock(\.tap)?.pictures ?? [] }
    /// How many pictures were not decoded.
    var skipped: Int { parts.withLock(\.feeds).reduce(0) { $0 + $1.skipped } }
    var hurries: Bool {
        get { parts.withLock(\.feeds).contains(where: \.hurries) }
        set { for feed in parts.withLock(\.feeds) { feed.hurries = newValue } }
    }

    private func link(_ pad: Pad) {
        guard let sink = Element.make("fakesink"), let entry = sink.pad("sink") else { return }
        let isVideo = pad.mediaType?.hasPrefix("video/") ?? false
        sink.set("sync", false)
        sink.set("async", isVideo)
        pipeline.add(sink)
        if isVideo {
            let tap = PictureTap(entry)
            parts.withLock { $0.tap = tap }
        }
        sink.syncStateWithParent()
        pad.link(to: entry)
    }

    /// Stands still at the first picture.
    func preroll() async throws {
        pipeline.setState(.paused)
        try await wait(for: .asyncDone)
    }

    /// Goes elsewhere and stands still; answers with the picture that is shown then.
    func seek(to position: Duration, _ landing: Element.Landing = .accurate) async throws -> Picture {
        let jump = try #require(cutIn(to: position, landing))
        while true {
            try await wait(for: .asyncDone)
            if let picture = parts.withLock(\.tap)?.firstPicture(since: jump) { return picture }
        }
    }

    /// The same exactly, and once more where a gap between pictures makes that necessary or tsdemux has gone astray (1.22.0): what
    /// the player does.
    func exactSeek(to position: Duration) async throws -> Picture {
        let picture = try await seek(to: position)
        let delay = picture.time - position
        guard delay > .milliseconds(1),
            parts.withLock(\.feeds).contains(where: { $0.reveal(for: delay) }) || delay > .seconds(1)
        else {
            return picture
        }
        return try await seek(to: position)
    }

    /// Goes elsewhere and waits for nothing.
    @discardableResult
    func cutIn(to position: Duration, _ landing: Element.Landing) -> Seqnum? {
        pipeline.seek(to: position, until: nil, landing: landing)
    }

    /// Plays on to the end; answers with the pictures from the one that was shown on.
    func playToEnd() async throws -> [Picture] {
        pipeline.setState(.playing)
        try await wait(for: .endOfStream)
        return pictures
    }

    /// Every picture from the beginning to the end.
    static func allPictures(of name: String) async throws -> [Picture] {
        let file = try PictureFile(name, hurries: nil)
        return try await file.playToEnd()
    }

    private func wait(for goal: BusMessage) async throws {
        for await message in messages {
            if message == goal { return }
            if case .error(let fault) = message { throw Unplayable(message: fault.message) }
        }
        // The test was cancelled.
        throw CancellationError()
    }

    struct Unplayable: Error { var message: String }
}
