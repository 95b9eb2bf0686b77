import Foundation
import TestBasics

/// Streams of other kinds beside the ladder.
extension Ladder {
    /// Adds `muxed.m3u8`: video and sound in the same segments.
    mutating func makeMuxed() {
        files["muxed-init.mp4"] = Self.videoInitialization(
            width: 640, height: 360, profile: Self.profiles[1], isWithSound: true)
        var lines = ["#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:4", "#EXT-X-INDEPENDENT-SEGMENTS"]
        lines.append("#EXT-X-MAP:URI=\"muxed-init.mp4\"")
        for index in 0..<3 {
            let start = Double(index * 4)
            files["muxed-\(index).m4s"] = video(.init(start: start)) + audio(start..<start + 4, id: 2)
            lines += ["#EXTINF:4.000,", "muxed-\(index).m4s"]
        }
        files["muxed.m3u8"] = Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
    }

    /// Adds `ts.m3u8`: the sample stream in MPEG-TS, with a fault.
    mutating func makeTransport(programs: Int = 1, lacksTables: Bool = false, skipsPacket: Bool = false) {
        let folder = Repository.media + "/hls-ts/"
        for index in 0..<4 {
            guard let data = FileManager.default.contents(atPath: folder + "low-\(index).ts") else {
                continue
            }
            var packets = stride(from: 0, to: data.count, by: 188).map { Array(data[$0..<$0 + 188]) }
            func pid(_ packet: [UInt8]) -> Int { Int(packet[1] & 0x1F) << 8 | Int(packet[2]) }
            if index == 2 {
                if programs == 2, let place = packets.firstIndex(where: { pid($0) == 0 }) {
                    packets[place] = Self.association(like: packets[place])
                }
                if lacksTables { packets.removeAll { pid($0) < 0x20 || pid($0) == 0x1000 } }
                if skipsPacket { packets.remove(at: packets.indices.filter { pid(packets[$0]) == 0x100 }[2]) }
            }
            files["ts-\(index).ts"] = packets.flatMap { $0 }
        }
        let playlist = FileManager.default.contents(atPath: folder + "low.m3u8") ?? Data()
        files["ts.m3u8"] = Array(
            String(decoding: playlist, as: UTF8.self).replacingOccurrences(of: "low-", with: "ts-").utf8)
    }

    /// A PAT of two programs: the one of the packet, and another one without streams.
    private static func association(like packet: [UInt8]) -> [UInt8] {
        var section: [UInt8] = [0, 0xB0, 17] + packet[8..<17] + [0, 9, 0xF0, 0x10]
        section[5] = 0xC1
        var checksum: UInt32 = 0xFFFF_FFFF
        for byte in section {
            for bit in (0..<8).reversed() {
                let top = checksum >> 31 ^ UInt32(byte >> bit & 1)
                checksum = checksum << 1 ^ (top == 1 ? 0x04C1_1DB7 : 0)
            }
        }
        section += (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) }
        let body = Array(packet[0..<5]) + section
        return body + [UInt8](repeating: 0xFF, count: 188 - body.count)
    }

    /// Adds `packed.m3u8`: AAC in ADTS.
    mutating func makePackedAudio(hasTag: Bool) {
        let frame: [UInt8] = [0xFF, 0xF1, 0x4C, 0x80, 0x02, 0x1F, 0xFC] + [UInt8](repeating: 0, count: 9)
        var lines = ["#EXTM3U", "#EXT-X-VERSION:3", "#EXT-X-TARGETDURATION:4"]
        for index in 0..<2 {
            var bytes: [UInt8] = []
            if hasTag || index == 0 {
                let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
                let body = owner + MP4.u64(Int64(index) * 4 * 90_000)
                let size = body.count
                let header = Array("PRIV".utf8) + MP4.u32(size) + [0, 0]
                bytes += Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(size + 10)] + header + body
            }
            for _ in 0..<188 { bytes += frame }
            files["packed-\(index).aac"] = bytes
            lines += ["#EXTINF:4.0107,", "packed-\(index).aac"]
        }
        files["packed.m3u8"] = Array((lines + ["#EXT-X-ENDLIST", ""]).joined(separator: "\n").utf8)
    }

    /// Changes the first AVERAGE-BANDWIDTH by a number of bits per second, up or down, and nothing else.
    mutating func replaceAverage(in name: String, by change: Int) {
        let text = String(decoding: files[name] ?? [], as: UTF8.self)
        let value = text.split(separator: ",").first { $0.hasPrefix("AVERAGE-BANDWIDTH=") } ?? ""
        let number = Int(value.dropFirst(18)) ?? 0
        // Towards zero: 10,000 of less are outside of 5 %.
        let new = change > 100_000 ? number + change : number * 9 / 10
        replaceFirst(name, String(value), "AVERAGE-BANDWIDTH=\(new)")
    }
}
