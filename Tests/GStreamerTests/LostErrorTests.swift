import Dispatch
import Foundation
import GStreamer
import Synchronization
import TestSupport
import Testing

@testable import TestBasics

/// Errors that an element posts while decodebin is still plugging it in, which decodebin then forgets (1.22.0).
@Suite(.timeLimit(.minutes(1))) struct LostErrorTests {
    /// Keeps what a demuxer posts from the bin that it is in, as decodebin does by chance.
    private static func lose(_ element: Element) {
        if element.kind.contains("Demuxer") { element.divertErrors { _ in } }
    }

    /// Files that their readers find nothing in.
    private static let files = ["av-h264-aac-moov-last.mp4", "tone.ogg"]

    private func write(_ name: String, in folder: TemporaryFolder) throws -> String {
        let path = try folder.write(Data(Repository.bytes("media/" + name).prefix(1000)), to: name)
        return URL(filePath: path).absoluteString
    }

    @Test(arguments: files) func `a discoverer receives the errors and ends`(_ name: String) throws {
        try #require(Runtime.startFault == nil)
        let folder = try TemporaryFolder()
        let pool = DiscovererPool(limit: .seconds(20)) { Self.lose($0) }
        #expect(!pool.discover(try write(name, in: folder)).hasMedia)
    }

    @Test(arguments: files) func `a listener receives the errors`(_ name: String) throws {
        try #require(Runtime.startFault == nil)
        let folder = try TemporaryFolder()
        let pipeline = Element.pipeline()
        let source = try #require(Element.make("uridecodebin"))
        source.set("uri", try write(name, in: folder))
        let isHeard = DispatchSemaphore(value: 0)
        let onBus = Mutex<[String]>([])
        pipeline.onMessage { message in
            guard case .error(let fault) = message else { return }
            onBus.withLock { $0.append(fault.element) }
            isHeard.signal()
        }
        source.onDeepElementAdded { element in
            Self.lose(element)
            guard element.readsInput else { return }
            element.hearLostErrors { _ in isHeard.signal() }
        }
        pipeline.add(source)
        pipeline.setState(.paused)
        #expect(isHeard.wait(timeout: .now() + .seconds(20)) == .success)
        // oggdemux may give out the stream that it has read of (1.22.0): then its decoder says that nothing came.
        #expect(onBus.withLock { $0 }.allSatisfy { $0 == "vorbisdec" })
        pipeline.setState(.null)
    }

    @Test func `no error of a removed element is received`() throws {
        try #require(Runtime.startFault == nil)
        let pipeline = Element.pipeline()
        // An output that nothing comes to is at no rest before it is taken out.
        let (kept, taken) = (try #require(Element.make("identity")), try #require(Element.make("fakesink")))
        let isHeard = DispatchSemaphore(value: 0)
        let heard = Mutex<[String]>([])
        for (element, name) in [(taken, "taken"), (kept, "kept")] {
            pipeline.add(element)
            element.hearLostErrors { _ in
                heard.withLock { $0.append(name) }
                isHeard.signal()
            }
        }
        pipeline.setState(.paused)
        taken.postError("given up")
        pipeline.remove(taken)
        taken.setState(.null)
        kept.postError("meant")
        #expect(isHeard.wait(timeout: .now() + .seconds(20)) == .success)
        #expect(heard.withLock { $0 } == ["kept"])
        pipeline.setState(.null)
    }
}
