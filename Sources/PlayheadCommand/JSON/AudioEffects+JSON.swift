import Playhead
import PlayheadSystem

extension AudioEffects {
    func addFields(to line: inout JSONObject) {
        line.add("equalizer", json: "[" + equalizer.gains.map(\.jsonNumber).joined(separator: ",") + "]")
        line.add("balance", balance)
        line.add("isMono", isMono)
        line.add("channels", channels.rawValue)
        line.add("swapsSides", swapsSides)
        line.add("pitch", pitch)
        line.add("volumeCurve", volumeCurve.rawValue)
        line.add("replayGain", replayGain.mode.rawValue)
        line.add("preamplification", replayGain.preamplification)
        line.add("preventsClipping", replayGain.preventsClipping)
        line.add("normalization", json: normalization?.jsonNumber ?? "null")
        line.add("isNightMode", isNightMode)
    }
}

extension AudioOutputFormat {
    var json: String {
        var object = JSONObject()
        object.add("encoding", encoding.rawValue)
        object.add("sampleRate", sampleRate)
        object.add("channels", channels)
        object.add("isBitPerfect", isBitPerfect)
        return object.closed
    }
}
