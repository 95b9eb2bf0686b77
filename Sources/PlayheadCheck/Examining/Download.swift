internal import Dispatch
internal import Foundation
internal import GStreamer

/// A small file that is fetched over HTTP, by GStreamer's own client.
enum Download {
    /// The text at an address; nil where it cannot be had.
    static func text(at address: String) async -> String? {
        guard Runtime.startFault == nil, let source = Element.make("souphttpsrc"),
            let sink = Element.make("filesink")
        else { return nil }
        let path = FileManager.default.temporaryDirectory.path + "/playhead-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: path) }
        source.set("location", address)
        sink.set("location", path)
        let pipeline = Element.pipeline()
        pipeline.add(source)
        pipeline.add(sink)
        source.link(to: sink)
        guard await isFetched(by: pipeline) else { return nil }
        return try? String(contentsOfFile: path, encoding: .utf8)
    }

    private static func isFetched(by pipeline: Element) async -> Bool {
        let (ends, end) = AsyncStream<Bool>.makeStream()
        pipeline.onMessage { message in
            switch message {
            case .endOfStream: end.yield(true)
            case .error: end.yield(false)
            default: break
            }
        }
        // A change of state may block.
        let queue = DispatchQueue(label: "playhead.check.download")
        queue.async { pipeline.setState(.playing) }
        let isWhole = await ends.first { _ in true } ?? false
        pipeline.silenceBus()
        await withCheckedContinuation { continuation in
            queue.async {
                pipeline.setState(.null)
                continuation.resume()
            }
        }
        return isWhole
    }
}
