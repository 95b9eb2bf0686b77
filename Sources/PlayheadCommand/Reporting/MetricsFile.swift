internal import GStreamer
import Playhead
internal import PlayheadSystem

/// A file with the figures of every item that has ended, in the order played: an array of JSON, one object on a line. It is written anew for
/// each item and is whole at any time.
struct MetricsFile {
    let path: String
    private var lines: [String] = []

    init(path: String) { self.path = path }

    /// Adds an item, which is not written yet.
    mutating func add(_ metrics: PlaybackMetrics) { lines.append(metrics.json) }

    /// Writes all of it.
    func write() throws(FileFault) {
        let text = lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
        try OutputFile(path: path).write(Array(text.utf8))
    }
}

extension PlaybackMetrics {
    /// All of it, as an object of JSON (docs/metrics.md).
    var json: String {
        var object = JSONObject()
        object.add("uri", uri)
        object.add("outcome", orNull: outcome.map { Outcome($0).rawValue })
        var start = JSONObject()
        start.add("untilMetadata", orNull: startup.untilMetadata)
        start.add("untilReady", orNull: startup.untilReady)
        start.add("untilStarted", orNull: startup.untilStarted)
        object.add("startup", json: start.closed)
        object.add("stallCount", stallCount)
        object.add("stallTime", stallTime)
        object.add("stalls", json: "[" + stalls.map(\.json).joined(separator: ",") + "]")
        object.add("seekCount", seekCount)
        object.add("seeks", json: "[" + seeks.map(\.json).joined(separator: ",") + "]")
        object.add("decodedVideoFrames", decodedVideoFrames)
        object.add("presentedVideoFrames", presentedVideoFrames)
        object.add("droppedVideoFrames", droppedVideoFrames)
        object.add("presentedAudioBuffers", presentedAudioBuffers)
        object.add("audioUnderruns", audioUnderruns)
        object.add("audioResyncs", audioResyncs)
        object.add("fetchedBytes", fetchedBytes)
        object.add("bandwidth", json: bandwidth?.jsonNumber ?? "null")
        object.add("variantSwitches", variantSwitches)
        object.add("warnings", warnings)
        object.add("played", played)
        object.add("watched", watched)
        object.add("wallTime", wallTime)
        return object.closed
    }
}

extension PlaybackMetrics.Stall {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("position", position)
        object.add("length", length)
        object.add("hasEnded", hasEnded)
        return object.closed
    }
}

extension PlaybackMetrics.Seek {
    fileprivate var json: String {
        var object = JSONObject()
        object.add("position", position)
        object.add("latency", latency)
        return object.closed
    }
}
