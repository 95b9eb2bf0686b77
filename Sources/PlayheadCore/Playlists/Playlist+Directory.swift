package import PlayheadSystem

extension Playlist {
    /// Makes a playlist of the media files in a folder, in natural order: `a2` before `a10`, without case and
    /// accents. The files of a folder come before those of its subfolders.
    ///
    /// Media files are found by file extension; hidden files are ignored. Images are media, except those with
    /// a name of artwork (`cover`, `folder`, `front`, `albumart…`) beside audio files. The call accesses each file and may
    /// block on the file system.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - depth: the maximum depth of subfolders; 0 for none. Each folder is listed once, also with symbolic
    ///     links.
    ///   - limits: the maximum number of items.
    /// - Throws: ``PlayerError`` if the folder does not exist, is unreadable, or has no media files.
    public init(
        directory path: String, depth: Int = 0, limits: PlaylistLimits = PlaylistLimits()
    ) throws(PlayerError) {
        try self.init(folder: FilePath(path), depth: depth, limits: limits)
    }

    package init(folder path: FilePath, depth: Int = 0, limits: PlaylistLimits) throws(PlayerError) {
        let uri = FileAddress.uri(path: path)
        switch LocalFile(path: path) {
        case .directory: break
        case .missing:
            throw PlayerError(.notFound, "No such folder: \(path)", hint: "check the path", uri: uri)
        case .denied:
            throw PlayerError(
                .notPermitted, "Reading is not permitted: \(path)", hint: "check its permissions", uri: uri)
        default: throw PlayerError(.notFound, "It is no folder: \(path)", hint: "name a folder", uri: uri)
        }
        guard LocalFile.isListable(path) else {
            throw PlayerError(
                .notPermitted, "Reading is not permitted: \(path)", hint: "check its permissions", uri: uri)
        }
        var listing = FolderListing(limit: limits.items)
        listing.list(path.asFolder, depth: min(depth, FolderListing.deepest))
        self.init(listing.paths.map { MediaItem(uri: FileAddress.uri(path: $0)) })
        var faults = PlaylistFaults()
        if listing.isCut { faults.add("What follows is passed over: it is more than \(limits.items) items") }
        warnings = faults.warnings
        if items.isEmpty {
            throw PlayerError(
                .empty, "There are no media in the folder: \(path)", hint: "add media to it", uri: uri)
        }
    }
}

/// A search for media files in folders.
private struct FolderListing {
    /// The maximum folder depth.
    static let deepest = 32
    let limit: Int
    private(set) var paths: [FilePath] = []
    private(set) var isCut = false
    private var visited: Set<String> = []

    init(limit: Int) { self.limit = limit }

    mutating func list(_ folder: FilePath, depth: Int) {
        guard let identity = LocalFile.identity(of: folder), visited.insert(identity).inserted else { return }
        var folders: [FilePath] = []
        let names = LocalFile.names(in: folder).filter { $0.bytes.first != UInt8(ascii: ".") }
        let hasAudio = names.contains { MediaEnding.isAudio($0.description) }
        for name in NaturalOrder.sorted(names) {
            guard paths.count < limit else {
                isCut = true
                return
            }
            let path = folder + name
            let isArtwork = hasAudio && MediaEnding.isArtwork(name.description)
            let isNamedAsMedium = MediaEnding.isKnown(name.description) && !isArtwork
            if !isNamedAsMedium, depth <= 0 { continue }
            switch LocalFile(path: path) {
            case .regular, .denied:
                if isNamedAsMedium { paths.append(path) }
            case .directory: folders.append(path + "/")
            default: continue
            }
        }
        guard depth > 0 else { return }
        for folder in folders { list(folder, depth: depth - 1) }
    }
}

/// The file extensions of media. This is a subset of `TypeFinder.knows(ending:)`: GStreamer also knows text
/// and archives.
enum MediaEnding {
    static func isKnown(_ name: String) -> Bool { all.contains(parts(of: name).ending) }

    static func isAudio(_ name: String) -> Bool { audio.contains(parts(of: name).ending) }

    /// Whether a file extension is that of an image file.
    static func isImage(_ ending: String) -> Bool { images.contains(ending.lowercased()) }

    /// Whether it is an image with a name that players use for artwork.
    static func isArtwork(_ name: String) -> Bool {
        let (stem, ending) = parts(of: name)
        return images.contains(ending)
            && (["cover", "folder", "front"].contains(stem) || stem.hasPrefix("albumart"))
    }

    private static func parts(of name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
        return (name[..<dot].lowercased(), name[name.index(after: dot)...].lowercased())
    }

    static let audio = words(
        """
        aac ac3 adts aif aifc aiff alac amr ape au caf dts eac3 f4a flac it m4a m4b m4r mid midi mka mod mp+ mp1 \
        mp2 mp3 mpa mpc mpp oga ogg opus ra ram s3m shn snd spx tak tta voc w64 wav wave wma wv xm
        """)
    static let images = words("apng avif bmp dib gif heic heif jfif jpe jpeg jpg png svg tif tiff webp")
    static let all =
        audio.union(images).union(
            words(
                """
                3g2 3gp asf avi divx dv f4v flv ivf m1v m2ts m2v m4v mj2 mkv mov mp4 mpe mpeg mpg mpv mts mxf nut \
                ogm ogv ogx qt rm rmvb ts vob webm wmv wtv y4m
                """))

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(separator: " ").map(String.init))
    }
}
