import Playhead

/// The level meter of the status line.
enum LevelMeterText {
    /// The bars of octaves, low to high, and the loudness: `▂▄▅▆▅▃▂▁▁   -18 LUFS`.
    static func text(_ levels: AudioLevels?, _ symbols: TextSymbols) -> String {
        let bars = symbols == .unicode ? " ▁▂▃▄▅▆▇█" : " .:-=+*#@"
        let bands = levels.map { octaves(of: $0.spectrum) } ?? Array(repeating: -.infinity, count: 10)
        let text = bands.map { bar($0, Array(bars)) }
        return String(text) + "  " + loudness(levels)
    }

    private static func loudness(_ levels: AudioLevels?) -> String {
        guard let levels else { return " --" }
        if let momentary = levels.momentary { return number(momentary) + " LUFS" }
        return number(levels.rms.max() ?? -.infinity) + " dBFS"
    }

    private static func number(_ level: Double) -> String {
        level > -99 ? "\(Int(level.rounded()))".padded(onLeftTo: 3) : " --"
    }

    /// The loudest third of each octave.
    private static func octaves(of bands: [Double]) -> [Double] {
        stride(from: 0, to: bands.count, by: 3).map {
            bands[$0..<min($0 + 3, bands.count)].max() ?? -.infinity
        }
    }

    /// A bar for a level from -60 to 0 dBFS.
    private static func bar(_ level: Double, _ bars: [Character]) -> Character {
        let part = min(max((level + 60) / 60, 0), 1)
        return bars[Int((part * Double(bars.count - 1)).rounded())]
    }
}

extension String {
    fileprivate func padded(onLeftTo count: Int) -> String {
        String(repeating: " ", count: Swift.max(count - self.count, 0)) + self
    }
}
