/// The code in the audio of a test pattern, which identifies the item, the track and the position.
///
/// The audio is a sequence of blocks. Each block is one tone, and consecutive blocks have different tones. A
/// word has nine blocks. It begins with a reserved tone, followed by the item, the track, the number of the
/// word, and a checksum of them.
package struct SoundCode: Sendable, Hashable {
    package static let blockLength: Duration = .milliseconds(50)
    package static let blocksPerSecond = 20
    package static let blocksPerWord = 9
    /// The number of blocks after which the code repeats, about one hour.
    package static let period = (1 << 13) * blocksPerWord
    package static let tones = 18
    /// The reserved tone at the beginning of words.
    package static let beginning = 17
    /// The amplitude, as a fraction of full scale.
    package static let amplitude = 0.5

    /// The item, 0 to 255.
    package var item: Int
    /// The track, 0 to 7.
    package var track: Int

    package init(item: Int, track: Int) {
        self.item = item & 0xFF
        self.track = track & 7
    }

    /// The frequency of a tone in hertz.
    package static func frequency(ofTone tone: Int) -> Double { 900 + 150 * Double(tone) }

    /// The tone of a block. Blocks before the first one have tone 0.
    package func tone(ofBlock block: Int) -> Int {
        guard block >= 0 else { return 0 }
        let place = block % Self.blocksPerWord
        return tones(ofWord: block / Self.blocksPerWord)[place]
    }

    /// The tones of the blocks in a word.
    package func tones(ofWord word: Int) -> [Int] {
        let content = UInt32(item) << 16 | UInt32(track) << 13 | UInt32(word & 0x1FFF)
        let bits = content << 8 | UInt32(Checksum.ofSound(content))
        var tones = [Self.beginning]
        for place in 1..<Self.blocksPerWord {
            let digit = Int(bits >> UInt32(4 * (Self.blocksPerWord - 1 - place)) & 15)
            // One of the 16 tones that differ from the previous one.
            tones.append(place == 1 ? digit : (tones[place - 1] + 1 + digit) % (Self.tones - 1))
        }
        return tones
    }

    /// Decodes the tones of a whole word into a code and a word number; nil if they are not valid.
    package static func word(of tones: ArraySlice<Int>) -> (code: SoundCode, word: Int)? {
        let tones = Array(tones)
        guard tones.count == blocksPerWord, tones[0] == beginning else { return nil }
        var bits: UInt32 = 0
        for place in 1..<blocksPerWord {
            let others = Self.tones - 1
            let digit = place == 1 ? tones[1] : (tones[place] - tones[place - 1] - 1 + 2 * others) % others
            guard (0..<16).contains(digit), tones[place] < others else { return nil }
            bits = bits << 4 | UInt32(digit)
        }
        let content = bits >> 8
        guard UInt8(truncatingIfNeeded: bits) == Checksum.ofSound(content) else { return nil }
        return (
            SoundCode(item: Int(content >> 16), track: Int(content >> 13 & 7)), Int(content & 0x1FFF)
        )
    }
}
