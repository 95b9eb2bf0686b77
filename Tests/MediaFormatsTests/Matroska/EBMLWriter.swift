/// Makes EBML for tests.
enum W {
    static func id(_ id: UInt32) -> [UInt8] {
        let bytes = (0..<4).reversed().map { UInt8(truncatingIfNeeded: id >> (8 * UInt32($0))) }
        return Array(bytes.drop { $0 == 0 })
    }

    static func size(_ count: Int) -> [UInt8] {
        if count < 127 { return [0x80 | UInt8(count)] }
        return [0x10 | UInt8(count >> 24)] + [16, 8, 0].map { UInt8(count >> $0 & 0xFF) }
    }

    static func element(_ id: UInt32, _ data: [UInt8]...) -> [UInt8] {
        let data = Array(data.joined())
        return Self.id(id) + size(data.count) + data
    }

    static func unknown(_ id: UInt32, _ data: [UInt8]...) -> [UInt8] {
        Self.id(id) + [0x01] + [UInt8](repeating: 0xFF, count: 7) + Array(data.joined())
    }

    static func number(_ id: UInt32, _ value: Int) -> [UInt8] {
        element(id, Array((0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }))
    }

    static func text(_ id: UInt32, _ text: String) -> [UInt8] { element(id, Array(text.utf8)) }

    static func ebml(_ type: String = "webm") -> [UInt8] { element(0x1A45_DFA3, text(0x4282, type)) }

    static func info(scale: Int = 1_000_000, _ more: [UInt8] = []) -> [UInt8] {
        element(0x1549_A966, number(0x2AD7B1, scale), more)
    }

    static func track(_ number: Int, _ codec: String, type: Int, _ more: [UInt8]...) -> [UInt8] {
        element(
            0xAE, Self.number(0xD7, number), Self.number(0x83, type), text(0x86, codec), Array(more.joined()))
    }

    static func tracks(_ entries: [UInt8]...) -> [UInt8] { element(0x1654_AE6B, Array(entries.joined())) }

    static func header(_ entries: [UInt8]...) -> [UInt8] {
        ebml() + unknown(0x1853_8067, info(), tracks(Array(entries.joined())))
    }

    static func blockData(_ track: Int, _ time: Int, flags: UInt8 = 0, _ data: [UInt8]) -> [UInt8] {
        [0x80 | UInt8(track), UInt8(time >> 8 & 0xFF), UInt8(time & 0xFF), flags] + data
    }

    static func simple(_ track: Int, _ time: Int, key: Bool = true, flags: UInt8 = 0, _ data: [UInt8])
        -> [UInt8]
    {
        element(0xA3, blockData(track, time, flags: flags | (key ? 0x80 : 0), data))
    }

    static func group(_ track: Int, _ time: Int, flags: UInt8 = 0, _ data: [UInt8], _ more: [UInt8]...)
        -> [UInt8]
    {
        element(0xA0, element(0xA1, blockData(track, time, flags: flags, data)), Array(more.joined()))
    }

    static func cluster(_ time: Int, _ blocks: [UInt8]...) -> [UInt8] {
        element(0x1F43_B675, number(0xE7, time), Array(blocks.joined()))
    }

    static func liveCluster(_ time: Int, _ blocks: [UInt8]...) -> [UInt8] {
        unknown(0x1F43_B675, number(0xE7, time), Array(blocks.joined()))
    }
}
