/// Writes boxes for the tests.
package enum MP4 {
    package static func be(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    package static func u16(_ value: Int) -> [UInt8] { be(value, 2) }
    package static func u32(_ value: Int) -> [UInt8] { be(value, 4) }
    package static func u64(_ value: Int64) -> [UInt8] { be(value, 8) }
    package static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
    package static func text(_ text: String) -> [UInt8] { Array(text.utf8) }

    package static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap { $0 }
        return u32(8 + body.count) + text(type) + body
    }

    package static func full(_ type: String, _ version: UInt8 = 0, _ flags: Int = 0, _ parts: [UInt8]...)
        -> [UInt8]
    {
        box(type, [version], be(flags, 3), parts.flatMap { $0 })
    }

    package static func video(_ type: String = "avc1", _ boxes: [UInt8] = box("avcC", [1, 2, 3, 4]))
        -> [UInt8]
    {
        box(type, zeros(6), u16(1), zeros(16), u16(640), u16(360), zeros(50), boxes)
    }

    package static func audio(
        _ type: String = "mp4a", channels: Int = 2, rate: Int = 48_000, _ boxes: [UInt8] = []
    )
        -> [UInt8]
    {
        box(type, zeros(6), u16(1), zeros(8), u16(channels), u16(16), zeros(4), u32(rate << 16), boxes)
    }

    package static func esds(_ objectType: UInt8, _ info: [UInt8]) -> [UInt8] {
        let decoder = [objectType, 0x15] + zeros(11) + [5, UInt8(info.count)] + info
        return full(
            "esds", 0, 0, [3, UInt8(decoder.count + 5)], u16(1), [0], [4, UInt8(decoder.count)], decoder)
    }

    /// A track; `table` has the boxes of its samples.
    package static func track(
        _ id: Int, handler: String = "vide", timescale: Int = 1000, entries: [[UInt8]] = [video()],
        edits: [(duration: Int, time: Int)] = [], table: [UInt8] = [], language: Int = 0x55C4
    ) -> [UInt8] {
        let list = edits.flatMap { u32($0.duration) + u32($0.time) + u32(0x1_0000) }
        let elst = edits.isEmpty ? [] : box("edts", full("elst", 0, 0, u32(edits.count), list))
        return box(
            "trak", full("tkhd", 0, 3, zeros(8), u32(id), zeros(68)), elst,
            box(
                "mdia", full("mdhd", 0, 0, zeros(8), u32(timescale), zeros(4), u16(language), zeros(2)),
                full("hdlr", 0, 0, zeros(4), text(handler), zeros(13)),
                box(
                    "minf",
                    box(
                        "stbl", full("stsd", 0, 0, u32(entries.count), entries.flatMap { $0 }), table))))
    }

    package static func moov(_ tracks: [[UInt8]], defaults: [[UInt8]]? = []) -> [UInt8] {
        box(
            "moov", full("mvhd", 0, 0, zeros(8), u32(1000), zeros(84)), tracks.flatMap { $0 },
            defaults.map { box("mvex", $0.flatMap { $0 }) } ?? [])
    }

    package static func trex(
        _ id: Int, description: Int = 1, duration: Int = 0, size: Int = 0, flags: Int = 0
    ) -> [UInt8] {
        full("trex", 0, 0, u32(id), u32(description), u32(duration), u32(size), u32(flags))
    }

    package static func ftyp() -> [UInt8] { box("ftyp", text("isom"), u32(0), text("iso6")) }

    package static func initialization(_ tracks: [[UInt8]], defaults: [[UInt8]]? = []) -> [UInt8] {
        ftyp() + moov(tracks, defaults: defaults)
    }

    package struct Sample {
        package var data: [UInt8]
        package var duration: Int
        package var flags: Int
        package var offset: Int

        package init(data: [UInt8], duration: Int = 40, flags: Int = 0, offset: Int = 0) {
            (self.data, self.duration, self.flags, self.offset) = (data, duration, flags, offset)
        }
    }

    package static func tfhd(_ id: Int, flags: Int = 0x2_0000, _ fields: [UInt8] = []) -> [UInt8] {
        full("tfhd", 0, flags, u32(id), fields)
    }

    package static func tfdt(_ time: Int64) -> [UInt8] { full("tfdt", 1, 0, u64(time)) }

    package static func trun(_ samples: [Sample], dataOffset: Int, version: UInt8 = 1) -> [UInt8] {
        full(
            "trun", version, 0xF01, u32(samples.count), u32(dataOffset),
            samples.flatMap { u32($0.duration) + u32($0.data.count) + u32($0.flags) + u32($0.offset) })
    }

    /// A movie fragment of one track with its media data. `boxes` are added to the track fragment; they are
    /// given the offset of their begin from that of the fragment.
    package static func fragment(
        _ id: Int = 1, time: Int64?, _ samples: [Sample], boxes: (Int) -> [UInt8] = { _ in [] }
    ) -> [UInt8] {
        func moof(_ dataOffset: Int) -> [UInt8] {
            let before = tfhd(id) + (time.map(tfdt) ?? [])
            let run = trun(samples, dataOffset: dataOffset)
            return box(
                "moof", full("mfhd", 0, 0, u32(1)),
                box("traf", before, run, boxes(8 + 16 + 8 + before.count + run.count)))
        }
        return moof(moof(0).count + 8) + box("mdat", samples.flatMap(\.data))
    }
}
