internal import GStreamer
import Playhead
internal import PlayheadSystem

/// A JSON file with the metrics of all ended items in playback order, as an array with one object per line.
///
/// The file is replaced for each item and is complete at any time.
struct MetricsFile {
    let path: String
    private var lines: [String] = []

    init(path: String) { self.path = path }

    /// Adds an item without writing the file.
    mutating func add(_ metrics: PlaybackMetrics) { lines.append(metrics.json) }

    /// Writes the complete file.
    func write() throws(FileFault) {
        let text = lines.isEmpty ? "[]\n" : "[\n" + lines.joined(separator: ",\n") + "\n]\n"
        try OutputFile(path: path).write(Array(text.utf8))
    }
}

extension PlaybackMetrics {
    /// The metrics as a JSON object. `docs/metrics.md` describes the fields.
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
