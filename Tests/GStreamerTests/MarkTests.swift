import Synchronization
import Testing

@testable import GStreamer

struct MarkTests {
    @Test func `a mark leaves a queue behind earlier buffers, and goes no further`() async throws {
        try #require(Runtime.startFault == nil)
        let pipeline = Element.pipeline()
        let source = try #require(Element.make("fakesrc"))
        let queue = try #require(Element.make("queue"))
        let sink = try #require(Element.make("fakesink"))
        source.set("num-buffers", int: 2)
        sink.set("async", false)
        for element in [source, queue, sink] { pipeline.add(element) }
        #expect(source.link(to: queue) && queue.link(to: sink))
        let entry = try #require(queue.pad("sink"))
        let exit = try #require(queue.pad("src"))
        let seen = Mutex<[String]>([])
        let (marks, mark) = AsyncStream.makeStream(of: UInt32.self)
        exit.watch { passage in
            if case .buffer = passage { seen.withLock { $0.append("buffer") } }
        }
        exit.takeMarks { number in
            seen.withLock { $0.append("mark \(number)") }
            mark.yield(number)
        }
        try #require(sink.pad("sink")).takeMarks { _ in seen.withLock { $0.append("too far") } }
        // Before the second buffer goes in, in the thread that pushes it.
        let count = Mutex(0)
        entry.passData {
            if count.withLock({ count in
                count += 1
                return count
            }) == 2 {
                entry.sendMark(6)
            }
            return true
        }
        pipeline.setState(.playing)
        #expect(await marks.first { _ in true } == 6)
        pipeline.setState(.null)
        #expect(seen.withLock { $0.prefix(2) } == ["buffer", "mark 6"])
        #expect(!seen.withLock { $0.contains("too far") })
    }
}
