internal import PlayheadSystem

/// The content of one playlist file, without nested playlists.
package struct PlaylistContent: Sendable {
    package struct Entry: Sendable {
        package var item: MediaItem
        package var duration: Duration?
        /// The line of the entry.
        package var line: Int
    }

    /// The data of an entry before its validation.
    struct Draft {
        var title: String?
        var performer: String?
        var duration: Duration?
        var start: Duration?
        var end: Duration?

        /// The display title of the entry, in the same form for every format.
        var fullTitle: String? {
            let parts = [performer, title].compactMap { $0 }.filter { !$0.isEmpty }
            return parts.isEmpty ? nil : parts.joined(separator: " - ")
        }
    }

    package private(set) var entries: [Entry] = []
    package var title: String?
    package var faults = PlaylistFaults()
    /// Whether the text is HLS, which is its own only entry.
    package private(set) var isMedium = false
    let place: PlaylistPlace
    let limits: PlaylistLimits

    package init(
        _ bytes: [UInt8], format: PlaylistFormat?, place: PlaylistPlace, encoding: String?,
        limits: PlaylistLimits
    ) throws(PlayerError) {
        self.place = place
        self.limits = limits
        guard bytes.count <= limits.bytes else { throw .tooLargePlaylist(place.uri, limits) }
        let text: [UInt8]
        do throws(PlayerError) {
            text = try TextEncoding.utf8(bytes, named: encoding ?? XMLReader.declaredEncoding(of: bytes))
        } catch {
            throw error.about(place.uri)
        }
        if PlaylistFormat.isHLS(text) {
            isMedium = true
            entries = [Entry(item: MediaItem(uri: place.uri), line: 1)]
            return
        }
        let ending = PlaylistPlace.ending(of: place.uri)
        guard text.contains(where: { $0 > .space }) else { throw .unusablePlaylist(place.uri, because: nil) }
        guard let format = format ?? PlaylistFormat(text: text, ending: ending) else {
            throw PlayerError(
                .unknownFormat, "This is no playlist that is known here",
                hint: "M3U, M3U8, PLS, XSPF and CUE are read", uri: place.uri)
        }
        switch format {
        case .m3u, .m3u8: readM3U(text)
        case .pls: readPLS(text)
        case .xspf: readXSPF(text)
        case .cue: readCueSheet(text)
        }
    }

    /// Whether the limit allows another entry.
    var hasRoom: Bool { entries.count < limits.items }

    /// Adds an entry with the first usable of its references; unusable ones are faults.
    mutating func add(
        _ locations: [String], _ draft: Draft, line: Int,
        find: (String) throws(PlaylistPlace.Refusal) -> String
    ) {
        guard hasRoom else { return }
        var refusals: [String] = []
        for location in locations {
            do throws(PlaylistPlace.Refusal) {
                var item = MediaItem(uri: try find(location))
                item.title = draft.fullTitle
                item.startPosition = draft.start.flatMap { $0 > .zero ? $0 : nil }
                item.endPosition = draft.end
                if MediaEnding.isImage(FileAddress.ending(of: item.uri)) {
                    item.imageDuration = draft.duration.map { .limited($0) }
                }
                if let end = draft.end, end <= draft.start ?? .zero {
                    item.endPosition = nil
                    faults.add("It ends before it begins; the end is passed over", line: line)
                }
                entries.append(Entry(item: item, duration: draft.duration, line: line))
                if !hasRoom {
                    faults.add(
                        "What follows is passed over: it is more than \(limits.items) items", line: line)
                }
                return
            } catch {
                refusals.append("\(PlaylistFaults.quoted(location)) is passed over: \(error.reason)")
            }
        }
        if let refusal = refusals.first { faults.add(refusal, line: line) }
    }

    /// Calls `take` with each readable line, trimmed, and its number, until it returns false.
    mutating func forEachLine(of text: [UInt8], _ take: (inout Self, Int, String) -> Bool) {
        for (index, line) in TextLines(text).enumerated() {
            let number = index + 1
            guard number <= limits.lines else {
                return faults.add(
                    "What follows is passed over: it is more than \(limits.lines) lines", line: number)
            }
            guard line.count <= limits.lineLength else {
                faults.add("It is passed over: it is longer than \(limits.lineLength) bytes", line: number)
                continue
            }
            let line = line.trimmed
            if line.isEmpty { continue }
            guard line.allSatisfy({ $0 >= .space || $0 == .tab }) else {
                faults.add("It is passed over: it is no text", line: number)
                continue
            }
            guard take(&self, number, TextEncoding.text(line)) else { return }
        }
    }
}

extension PlayerError {
    package static func tooLargePlaylist(_ uri: String, _ limits: PlaylistLimits) -> PlayerError {
        PlayerError(
            .invalidPlaylist, "It is too large for a playlist",
            hint: "at most \(limits.bytes) bytes are read",
            uri: uri)
    }
}
