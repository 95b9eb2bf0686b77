import GStreamer
import Synchronization
import Testing

/// Errors on their way from an element to its pipeline.
@Suite struct ErrorTests {
    /// Somebody who writes down whose errors he hears; one fault may post several.
    private final class Listener: Sendable {
        private let notes = Mutex<Set<String>>([])
        var heard: Set<String> { notes.withLock { $0 } }

        func hear(_ message: BusMessage) {
            if case .error(let fault) = message { notes.withLock { _ = $0.insert(fault.element) } }
        }
    }

    /// Prerolls a source whose file does not exist.
    private func fail(_ prepare: (Element) -> Void) throws -> Set<String> {
        try #require(Runtime.startFault == nil)
        let pipeline = Element.pipeline()
        let listener = Listener()
        pipeline.onMessage { listener.hear($0) }
        let source = try #require(Element.make("filesrc"))
        let sink = try #require(Element.make("fakesink"))
        source.set("location", "/nonexistent/film.mp4")
        pipeline.add(source)
        pipeline.add(sink)
        #expect(source.link(to: sink))
        prepare(source)
        #expect(pipeline.setState(.paused) == .failed)
        pipeline.silenceBus()
        pipeline.setState(.null)
        return listener.heard
    }

    @Test func `an error reaches the bus of the pipeline`() throws {
        #expect(try fail { _ in } == ["filesrc"])
    }

    @Test func `a diverted error reaches its handler, and not the bus`() throws {
        let listener = Listener()
        #expect(try fail { $0.divertErrors { listener.hear($0) } } == [])
        #expect(listener.heard == ["filesrc"])
    }

    @Test func `an overheard error reaches handler and bus`() throws {
        let listener = Listener()
        #expect(try fail { $0.overhearErrors { message, _ in listener.hear(message) } } == ["filesrc"])
        #expect(listener.heard == ["filesrc"])
    }

    @Test func `an element is found by its name at any depth`() throws {
        try #require(Runtime.startFault == nil)
        let pipeline = Element.pipeline()
        let source = try #require(Element.make("filesrc"))
        pipeline.add(source)
        #expect(pipeline.contains(named: source.name))
        #expect(!pipeline.contains(named: "somebody else"))
        #expect(source.kind == "Source/File")
    }
}
