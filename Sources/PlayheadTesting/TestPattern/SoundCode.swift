/// What the sound of sample media says, block after block: which item and which track it belongs to, and which part of it it is.
///
/// Each block is one tone; no block has the tone of the one before. A word of nine blocks begins with a tone of its own and goes on with
/// the number of the item, of the track and of the word, and a checksum of them.
package struct SoundCode: Sendable, Hashable {
    package static let blockLength: Duration = .milliseconds(50)
    package static let blocksPerSecond = 20
    package static let blocksPerWord = 9
    /// After so many blocks the same ones come again: about an hour.
    package static let period = (1 << 13) * blocksPerWord
    package static let tones = 18
    /// The one that words begin with.
    package static let beginning = 17
    /// Half of full scale.
    package static let amplitude = 0.5

    /// 0 to 255.
    package var item: Int
    /// 0 to 7.
    package var track: Int

    package init(item: Int, track: Int) {
        self.item = item & 0xFF
        self.track = track & 7
    }

    /// In hertz.
    package static func frequency(ofTone tone: Int) -> Double { 900 + 150 * Double(tone) }

    /// The tone of a block; what comes before the first one has a tone too.
    package func tone(ofBlock block: Int) -> Int {
        guard block >= 0 else { return 0 }
        let place = block % Self.blocksPerWord
        return tones(ofWord: block / Self.blocksPerWord)[place]
    }

    /// The tones of the blocks of a word.
    package func tones(ofWord word: Int) -> [Int] {
        let content = UInt32(item) << 16 | UInt32(track) << 13 | UInt32(word & 0x1FFF)
        let bits = content << 8 | UInt32(Checksum.ofSound(content))
        var tones = [Self.beginning]
        for place in 1..<Self.blocksPerWord {
            let digit = Int(bits >> UInt32(4 * (Self.blocksPerWord - 1 - place)) & 15)
            // One of the other sixteen than the one before.
            tones.append(place == 1 ? digit : (tones[place - 1] + 1 + digit) % (Self.tones - 1))
        }
        return tones
    }

    /// What the tones of a whole word say, with its number; nil when they are none.
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
