import Playhead
internal import PlayheadSystem

/// Writes the pictures of a medium.
struct ThumbnailWriter: Sendable {
    var places: PicturePlaces
    var size: FrameSize?
    var format: ImageFormat
    /// The folder, or `-` for standard output.
    var output: String
    var keyframes: Bool
    var json: Bool
    var decoding: PlayerConfiguration.Decoding
    var fetching: FetchingOptionGroup

    /// Writes the pictures of a medium. Names that several of the media share get their folders' place in the
    /// list.
    func write(_ address: String, among items: [String]) async -> MediaFiles.Result {
        var result = MediaFiles.Result()
        let item = fetching.item(address)
        let uri = item.uri
        let generator = ImageGenerator(
            item, size: size, format: .rgba, configuration: fetching.configuration(decoding))
        do throws(PlayerError) {
            if case .representative(let prefersCover) = places {
                let frame = try await generator.representativeImage(prefersCover: prefersCover)
                result.lines += try save(frame, MediaName(address, among: items).file("", format), of: uri)
                return result
            }
            var times = places.times(in: .zero)
            if case .times = places {
            } else {
                _ = try await generator.image(at: .zero, tolerance: .before)
                guard let duration = generator.duration else {
                    throw PlayerError(
                        .notSeekable, "The duration is not known", hint: "name positions with --at")
                }
                times = places.times(in: duration)
            }
            let digits = String(times.count).count
            for (index, time) in times.enumerated() {
                let frame = try await generator.image(at: time, tolerance: keyframes ? .near : .exact)
                let suffix = "-" + (index + 1).padded(digits)
                let name = MediaName(address, among: items).file(suffix, format)
                result.lines += try save(frame, name, of: uri)
            }
        } catch {
            result.error = error
        }
        return result
    }

    /// Writes a file, and returns what is printed of it.
    private func save(
        _ frame: VideoFrame, _ name: String, of uri: String
    ) throws(PlayerError) -> [String] {
        let bytes = try frame.encoded(as: format)
        let path = output == "." ? name : "\(output)/\(name)"
        if output != "-", OutputFile.isOneFile(path, uri) {
            throw PlayerError(
                .writeFailed, "\(path) is the medium itself", hint: "choose another folder or format")
        }
        do throws(FileFault) {
            if output == "-" {
                try OutputFile.standardOutput()?.write(bytes)
                return []
            }
            try OutputFile.replace(path, with: bytes)
        } catch {
            // As with other filters, a reader that has had enough is no fault.
            if output == "-", error.isBrokenPipe { flushAndExit(ExitStatus.outputClosed) }
            throw PlayerError(
                .writeFailed, "\(output == "-" ? "The picture" : path) cannot be written: \(error.message)")
        }
        guard json else { return [] }
        var object = JSONObject()
        object.add("file", path)
        object.add("time", frame.time)
        object.add("width", frame.displaySize.width)
        object.add("height", frame.displaySize.height)
        return [object.closed]
    }
}

/// The name of a medium for the files that are made of it.
struct MediaName {
    let base: String

    /// The name without folder and extension. Media with the same name are numbered, with numbers that no
    /// other one has as its own.
    init(_ address: String, among items: [String] = []) {
        var taken = Set(items.map(Self.plain))
        var names: [String: String] = [:]
        for item in items where names[item] == nil {
            let name = Self.plain(item)
            guard names.values.contains(name) else {
                names[item] = name
                continue
            }
            let number = (2...).first { !taken.contains("\(name)(\($0))") } ?? 0
            names[item] = "\(name)(\(number))"
            taken.insert("\(name)(\(number))")
        }
        base = names[address] ?? Self.plain(address)
    }

    private static func plain(_ address: String) -> String {
        let uri = MediaItem(pathOrURI: address).uri
        let path =
            FileAddress.path(uri: uri)?.name.description ?? uri.prefix { $0 != "?" && $0 != "#" }.description
        let name = path.split(separator: "/").last.map(String.init) ?? "medium"
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return String(name[..<dot])
    }

    func file(_ suffix: String, _ format: ImageFormat) -> String {
        "\(base)\(suffix).\(format.fileExtension)"
    }
}
