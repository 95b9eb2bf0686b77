import Playhead
internal import PlayheadSystem

/// The loudness of the audio tracks of a medium.
struct LoudnessMeasurement: Sendable {
    /// The measured tracks.
    var tracks: [Track.ID: Loudness] = [:]
    /// The error that ended the measurement; nil if all tracks were measured.
    var error: PlayerError?
}

/// Measures the loudness of media, as fast as they decode.
struct LoudnessInspector: Sendable {
    let configuration: PlayerConfiguration
    /// Keeps what is measured.
    let storage: LoudnessFile

    /// Measures all audio tracks of a medium that ends.
    func measure(_ inspection: MediaInspection) async -> LoudnessMeasurement {
        var measurement = LoudnessMeasurement()
        guard inspection.isPlayable, !inspection.isLive else { return measurement }
        do throws(PlayerError) {
            for track in inspection.tracks where track.kind == .audio {
                var item = inspection.item
                item.tracks.audio = track.id
                // Notes which file it is, before its first byte is read.
                _ = storage.loudness(of: track.id, in: item)
                let reader = MediaReader(item, configuration: configuration)
                guard let loudness = try await Loudness.measure(reader) else { continue }
                measurement.tracks[track.id] = loudness
                if loudness.integrated != nil { storage.keep(loudness, of: track.id, in: item) }
            }
        } catch {
            measurement.error = error
        }
        return measurement
    }
}

extension Loudness {
    /// The values in words: `-23 LUFS, range 6.2 LU, true peak -1.5 dBTP`.
    var words: String {
        func text(_ value: Double) -> String { ((value * 10).rounded() / 10).jsonNumber }
        guard let integrated else { return "silent" }
        let peak = truePeak.map { ", true peak \(text($0)) dBTP" } ?? ""
        return "\(text(integrated)) LUFS, range \(text(range)) LU\(peak)"
    }

    var json: String {
        func rounded(_ value: Double?) -> String {
            value.map { (($0 * 100).rounded() / 100).jsonNumber } ?? "null"
        }
        var object = JSONObject()
        object.add("integrated", json: rounded(integrated))
        object.add("range", json: rounded(range))
        object.add("truePeak", json: rounded(truePeak))
        return object.closed
    }
}
