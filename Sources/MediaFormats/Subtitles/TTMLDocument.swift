/// The timed text of a TTML document (W3C TTML2, IMSC 1.1 text profile). Regions, styles and positions are
/// ignored, and hidden text is left out.
package struct TTMLDocument: Sendable, Equatable {
    package struct Cue: Sendable, Equatable {
        /// The begin in nanoseconds on the document's timeline.
        package var begin: Int64
        /// The end; nil for the end of the document, or of its sample or segment in a stream.
        package var end: Int64?
        /// The text with line feeds between lines.
        package var text: String

        package init(begin: Int64, end: Int64?, text: String) {
            (self.begin, self.end, self.text) = (begin, end, text)
        }
    }

    package enum Content: Sendable, Equatable {
        /// The cues by begin; empty when no text is displayed.
        case text([Cue])
        /// The IMSC image profile or SMPTE-TT with images, without text.
        case imagesOnly
    }

    package internal(set) var content = Content.text([])
    /// The RFC 5646 language of the whole document.
    package internal(set) var language: String?
    /// The number of elements that were left out because of invalid times.
    package internal(set) var unreadableTimes = 0
    /// The error that ended the parsing early. The content before it is in `content`.
    package internal(set) var damage: DemuxerError?

    /// Parses a document in UTF-8, or in UTF-16 with or without a byte order mark.
    package init(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) {
        guard bytes.count <= 16 << 20 else { throw .tooLarge("A TTML document has \(bytes.count) bytes.") }
        var builder = TTMLBuilder()
        var reader = XMLReader(Self.utf8(bytes))
        do throws(DemuxerError) {
            while let event = try reader.next() { try builder.add(event) }
        } catch {
            damage = error
        }
        guard builder.hasRoot else { throw damage ?? .notThisFormat }
        builder.finish()
        language = builder.language
        unreadableTimes = builder.unreadableTimes
        if builder.cues.isEmpty, builder.hasImages {
            content = .imagesOnly
        } else {
            let order = builder.cues.indices.sorted {
                (builder.cues[$0].begin, $0) < (builder.cues[$1].begin, $1)
            }
            content = .text(order.map { builder.cues[$0] })
        }
    }

    private static func utf8(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        switch Array(bytes.prefix(2)) {
        case [0xFE, 0xFF]: utf8(fromUTF16: bytes.dropFirst(2), isBigEndian: true)
        case [0xFF, 0xFE]: utf8(fromUTF16: bytes.dropFirst(2), isBigEndian: false)
        case [0x00, 0x3C]: utf8(fromUTF16: bytes, isBigEndian: true)
        case [0x3C, 0x00]: utf8(fromUTF16: bytes, isBigEndian: false)
        default: Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes)
        }
    }

    private static func utf8(fromUTF16 bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }
}
