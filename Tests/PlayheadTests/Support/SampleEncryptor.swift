import MediaDecryption
import Playhead
import PlayheadServer
import PlayheadTesting

@testable import AdaptiveStreaming
@testable import MediaFormats
@testable import PlayheadCore
@testable import PlayheadNetwork
@testable import TestSupport

/// Encrypts samples and what they lie in, as packagers do.
struct SampleEncryptor {
    var key: [UInt8]
    var vector: [UInt8]

    private func block(_ block: [UInt8]) throws -> [UInt8] {
        // With a counter, zeros become the encrypted counter.
        let cipher = try CommonEncryptionDecryptor(.cenc, key: key)
        return try cipher.decrypt([UInt8](repeating: 0, count: 16)[...], vector: block, subsamples: [])
    }

    /// CBC over whole blocks, from the vector on.
    private func chain(_ bytes: inout [UInt8], _ ranges: [Range<Int>]) throws {
        var last = vector
        for range in ranges {
            for start in stride(from: range.lowerBound, to: range.upperBound, by: 16) {
                last = try block(zip(bytes[start..<start + 16], last).map { $0 ^ $1 })
                bytes.replaceSubrange(start..<start + 16, with: last)
            }
        }
    }

    /// Whole blocks, one after another.
    func encryptWhole(_ bytes: inout [UInt8]) throws { try chain(&bytes, [0..<bytes.count]) }

    // MARK: Common encryption

    /// A whole sample, by a pattern of one block in ten where the scheme has patterns.
    func encrypt(_ sample: [UInt8], by scheme: CommonEncryptionDecryptor.Scheme) throws -> [UInt8] {
        let hasPattern = scheme == .cens || scheme == .cbcs
        if scheme == .cenc || scheme == .cens {
            let cipher = try CommonEncryptionDecryptor(
                scheme, key: key, cryptBlocks: hasPattern ? 1 : 0, skipBlocks: hasPattern ? 9 : 0)
            return try cipher.decrypt(sample[...], vector: vector, subsamples: [])
        }
        var output = sample
        let end = sample.count / 16 * 16
        let starts = stride(from: 0, to: end, by: hasPattern ? 160 : 16)
        try chain(&output, starts.map { $0..<$0 + 16 })
        return output
    }

    /// An initialization section whose samples are protected with a vector for all of them.
    func initialization(
        _ bytes: [UInt8], _ scheme: CommonEncryptionDecryptor.Scheme, keyID: [UInt8]
    ) -> [UInt8] {
        let pattern: UInt8 = scheme == .cens || scheme == .cbcs ? 0x19 : 0
        let tenc = box("tenc", [1, 0, 0, 0, 0, pattern, 1, 0] + keyID + [UInt8(vector.count)] + vector)
        let schm = box("schm", [0, 0, 0, 0] + Array(scheme.rawValue.utf8) + [0, 1, 0, 0])
        return boxes(bytes) { name, body in
            guard ["avc1", "mp4a"].contains(name) else { return nil }
            let sinf = box("sinf", box("frma", Array(name.utf8)) + schm + box("schi", tenc))
            return box(name == "avc1" ? "encv" : "enca", body + sinf)
        }
    }

    /// A segment of fragments.
    func segment(
        _ bytes: [UInt8], after initialization: [UInt8], _ scheme: CommonEncryptionDecryptor.Scheme
    ) throws -> [UInt8] {
        var demuxer = FragmentedMP4Demuxer()
        _ = try demuxer.append(initialization[...])
        _ = try demuxer.finishSegment()
        var output = bytes
        for case .sample(_, let sample) in try demuxer.append(bytes[...]) {
            let place = sample.data.startIndex..<sample.data.endIndex
            output.replaceSubrange(place, with: try encrypt(Array(sample.data), by: scheme))
        }
        return output
    }

    private func box(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let size = UInt32(body.count + 8)
        return (0..<4).map { UInt8(truncatingIfNeeded: size >> (24 - 8 * $0)) } + Array(name.utf8) + body
    }

    /// Boxes with some of them replaced, at whatever depth.
    private func boxes(_ bytes: [UInt8], _ replacing: (String, [UInt8]) -> [UInt8]?) -> [UInt8] {
        var (output, rest): ([UInt8], _) = ([], bytes[...])
        while rest.count >= 8 {
            let size = Int(rest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) })
            let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            let body = Array(rest.prefix(size).dropFirst(8))
            rest = rest.dropFirst(size)
            if let other = replacing(name, body) {
                output += other
            } else if ["moov", "trak", "mdia", "minf", "stbl"].contains(name) {
                output += box(name, boxes(body, replacing))
            } else if name == "stsd" {
                output += box(name, Array(body.prefix(8)) + boxes(Array(body.dropFirst(8)), replacing))
            } else {
                output += box(name, body)
            }
        }
        return output
    }

    // MARK: SAMPLE-AES

    /// A transport stream of H.264 and AAC in which both are encrypted.
    func transportStream(_ bytes: [UInt8]) throws -> [UInt8] {
        var writer = TransportPackets()
        writer.tables(video: 0xDB, audio: 0xCF)
        for (sample, isVideo) in try Self.samples(of: bytes) {
            let data = isVideo ? try accessUnit(Array(sample.data)) : try frame(Array(sample.data))
            writer.write(data, sample, isVideo: isVideo)
        }
        return writer.bytes
    }

    /// Packed audio of the sound in a transport stream.
    func packedAudio(_ bytes: [UInt8], isEncrypted: Bool = true) throws -> [UInt8] {
        let frames = try Self.samples(of: bytes).filter { !$0.isVideo }.map(\.sample)
        let ticks = UInt64((frames.first?.presentationTime ?? 0) * 9 / 100_000)
        let owner = Array("com.apple.streaming.transportStreamTimestamp".utf8) + [0]
        let body = owner + (0..<8).map { UInt8(truncatingIfNeeded: ticks >> (56 - 8 * $0)) }
        let frame = Array("PRIV".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
        let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
        return try frames.reduce(tag) {
            $0 + (isEncrypted ? try self.frame(Array($1.data)) : Array($1.data))
        }
    }

    private static func samples(of bytes: [UInt8]) throws -> [(sample: MediaSample, isVideo: Bool)] {
        var demuxer = TransportStreamDemuxer()
        let outputs = try demuxer.append(bytes[...]) + demuxer.finishSegment()
        var videos: Set<Int> = []
        return outputs.compactMap { output in
            if case .streams(let streams) = output {
                videos = Set(streams.filter { $0.format.kind == .video }.map(\.number))
            }
            guard case .sample(let number, let sample) = output else { return nil }
            return (sample, videos.contains(number))
        }
    }

    /// A frame of ADTS: 16 bytes behind the header stay clear.
    private func frame(_ frame: [UInt8]) throws -> [UInt8] {
        var output = frame
        let start = (frame[1] & 1 == 1 ? 7 : 9) + 16
        if frame.count > start { try chain(&output, [start..<start + (frame.count - start) / 16 * 16]) }
        return output
    }

    private func accessUnit(_ bytes: [UInt8]) throws -> [UInt8] {
        var output: [UInt8] = []
        for unit in bytes.split(separator: [0, 0, 1]) {
            var unit = Array(unit)
            // A longer start code has another zero.
            let zeros = unit.reversed().prefix { $0 == 0 }.count
            unit.removeLast(zeros)
            if !unit.isEmpty { output += [0, 0, 1] + (try slice(unit)) }
            output += [UInt8](repeating: 0, count: zeros)
        }
        return output
    }

    private func slice(_ unit: [UInt8]) throws -> [UInt8] {
        guard [1, 5].contains(unit[0] & 0x1F), unit.count > 48 else { return unit }
        var encrypted = unit
        let starts = stride(from: 32, to: unit.count - 16, by: 160)
        try chain(&encrypted, starts.map { $0..<$0 + 16 })
        var (output, zeros): ([UInt8], Int) = ([], 0)
        for byte in encrypted {
            if zeros >= 2, byte <= 3 { (output, zeros) = (output + [3], 0) }
            output.append(byte)
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return output
    }
}

/// Packets of a transport stream with pictures, sound and metadata.
struct TransportPackets {
    private(set) var bytes: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    /// The association of programs and the map of one.
    mutating func tables(video: UInt8 = 0x1B, audio: UInt8 = 0x0F, metadata: Bool = false) {
        section(0, [0, 0xB0, 0, 0, 1, 0xC1, 0, 0, 0, 1, 0xF0, 0])
        var map: [UInt8] = [2, 0xB0, 0, 0, 1, 0xC1, 0, 0, 0xE1, 0x00, 0xF0, 0]
        map += [video, 0xE1, 0x00, 0xF0, 0, audio, 0xE1, 0x01, 0xF0, 0]
        if metadata { map += [0x15, 0xE1, 0x02, 0xF0, 6, 0x05, 4] + Array("ID3 ".utf8) }
        section(0x1000, map)
    }

    mutating func write(_ data: [UInt8], _ sample: MediaSample, isVideo: Bool) {
        let times =
            sample.presentationTime == sample.decodeTime
            ? [sample.presentationTime] : [sample.presentationTime, sample.decodeTime]
        packet(data, pid: isVideo ? 0x100 : 0x101, id: isVideo ? 0xE0 : 0xC0, times, isBounded: !isVideo)
    }

    /// A tag of ID3.
    mutating func write(tag: [UInt8], at time: Int64) {
        packet(tag, pid: 0x102, id: 0xBD, [time], isBounded: true)
    }

    private mutating func packet(_ data: [UInt8], pid: Int, id: UInt8, _ times: [Int64], isBounded: Bool) {
        let prefixes: [UInt8] = times.count == 1 ? [2] : [3, 1]
        let fields = zip(times, prefixes).flatMap { Self.time($0, $1) }
        let length = isBounded ? 3 + fields.count + data.count : 0
        let head: [UInt8] = [0, 0, 1, id, UInt8(length >> 8), UInt8(length & 0xFF), 0x80]
        payload(pid, head + [times.count == 1 ? 0x80 : 0xC0, UInt8(fields.count)] + fields + data)
    }

    private static func time(_ nanoseconds: Int64, _ prefix: UInt8) -> [UInt8] {
        let value = UInt64((nanoseconds * 9 + 50_000) / 100_000) & 0x1_FFFF_FFFF
        return [
            prefix << 4 | UInt8(value >> 30) << 1 | 1, UInt8(value >> 22 & 0xFF),
            UInt8(value >> 15 & 0x7F) << 1 | 1, UInt8(value >> 7 & 0xFF), UInt8(value & 0x7F) << 1 | 1,
        ]
    }

    private mutating func section(_ pid: Int, _ body: [UInt8]) {
        var section = body
        section[2] = UInt8(body.count + 1)
        let checksum = CRC32MPEG.checksum(section[...])
        payload(pid, [0] + section + (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (24 - 8 * $0)) })
    }

    private mutating func payload(_ pid: Int, _ payload: [UInt8]) {
        var rest = payload[...]
        while !rest.isEmpty {
            let part = rest.prefix(184)
            let counter = counters[pid, default: 0]
            counters[pid] = (counter + 1) & 15
            let stuffing = 184 - part.count
            let isStart: UInt8 = rest.startIndex == 0 ? 0x40 : 0
            bytes += [
                0x47, isStart | UInt8(pid >> 8), UInt8(pid & 0xFF), (stuffing > 0 ? 0x30 : 0x10) | counter,
            ]
            if stuffing > 0 { bytes.append(UInt8(stuffing - 1)) }
            if stuffing > 1 { bytes += [0] + [UInt8](repeating: 0xFF, count: stuffing - 2) }
            bytes += part
            rest = rest.dropFirst(184)
        }
    }
}
