/// The program association section (ISO/IEC 13818-1, 2.4.4.3).
struct ProgramAssociation: Equatable, Sendable {
    struct Program: Equatable, Sendable {
        var number: Int
        var pid: Int
    }

    var sectionNumber: Int
    var version: Int
    var programs: [Program] = []

    /// Nil for another table, or one that does not apply yet.
    init?(_ section: [UInt8]) {
        guard section.count >= 12, section[0] == 0, section[5] & 1 == 1 else { return nil }
        version = Int(section[5] >> 1 & 31)
        sectionNumber = Int(section[6])
        var index = 8
        while index + 4 <= section.count - 4 {
            let number = Int(section[index]) << 8 | Int(section[index + 1])
            let pid = Int(section[index + 2] & 0x1F) << 8 | Int(section[index + 3])
            if number != 0, pid != 0, pid != 0x1FFF { programs.append(Program(number: number, pid: pid)) }
            index += 4
        }
    }
}

/// A descriptor (ISO/IEC 13818-1, 2.6).
struct TransportDescriptor: Equatable, Sendable {
    var tag: UInt8
    var body: ArraySlice<UInt8>

    /// The descriptors of a loop. An invalid descriptor ends it.
    static func all(in bytes: ArraySlice<UInt8>) -> [TransportDescriptor] {
        var descriptors: [TransportDescriptor] = []
        var rest = bytes
        while rest.count >= 2 {
            let length = Int(rest[rest.startIndex + 1])
            guard rest.count >= 2 + length else { break }
            let body = rest.dropFirst(2).prefix(length)
            descriptors.append(TransportDescriptor(tag: rest[rest.startIndex], body: body))
            rest = rest.dropFirst(2 + length)
        }
        return descriptors
    }

    /// The body bytes from `start` as an ASCII string; nil when too few are left.
    func text(_ start: Int, _ count: Int) -> String? {
        let bytes = body.dropFirst(start).prefix(count)
        guard bytes.count == count, bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The program map section (ISO/IEC 13818-1, 2.4.4.8).
struct ProgramMap: Equatable, Sendable {
    struct Stream: Equatable, Sendable {
        var pid: Int
        var type: UInt8
        var descriptors: [TransportDescriptor]
    }

    var program: Int
    var descriptors: [TransportDescriptor]
    var streams: [Stream] = []

    /// Nil for another table, one that does not apply yet, or a damaged one.
    init?(_ section: [UInt8]) {
        guard section.count >= 16, section[0] == 2, section[5] & 1 == 1 else { return nil }
        program = Int(section[3]) << 8 | Int(section[4])
        let end = section.count - 4
        let length = Int(section[10] & 0x0F) << 8 | Int(section[11])
        guard 12 + length <= end else { return nil }
        descriptors = TransportDescriptor.all(in: section[12..<12 + length])
        var index = 12 + length
        while index + 5 <= end {
            let pid = Int(section[index + 1] & 0x1F) << 8 | Int(section[index + 2])
            let length = Int(section[index + 3] & 0x0F) << 8 | Int(section[index + 4])
            guard index + 5 + length <= end else { break }
            let body = section[(index + 5)..<(index + 5 + length)]
            if pid != 0, pid != 0x1FFF, !streams.contains(where: { $0.pid == pid }) {
                streams.append(
                    Stream(pid: pid, type: section[index], descriptors: TransportDescriptor.all(in: body)))
            }
            index += 5 + length
        }
    }
}
