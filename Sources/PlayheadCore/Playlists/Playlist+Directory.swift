package import PlayheadSystem

extension Playlist {
    /// Makes a playlist of the media files in a folder, in natural order: `a2` before `a10`, without case and
    /// accents. The files of a folder come before those of its subfolders.
    ///
    /// Media files are found by file extension; hidden files are ignored. The call accesses each file and may
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
        for name in NaturalOrder.sorted(
            LocalFile.names(in: folder).filter { $0.bytes.first != UInt8(ascii: ".") })
        {
            guard paths.count < limit else {
                isCut = true
                return
            }
            let path = folder + name
            let isNamedAsMedium = MediaEnding.isKnown(name.description)
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

/// The file extensions of media. This is a subset of `TypeFinder.knows(ending:)`: GStreamer also knows text,
/// images and archives.
enum MediaEnding {
    static func isKnown(_ name: String) -> Bool {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return false }
        return all.contains(name[name.index(after: dot)...].lowercased())
    }

    static let all = Set(
        """
        3g2 3gp aac ac3 adts aif aifc aiff alac amr ape asf au avi caf divx dts dv eac3 f4a f4v flac flv gif it ivf m1v m2ts m2v \
        m4a m4b m4r m4v mid midi mj2 mka mkv mod mov mp+ mp1 mp2 mp3 mp4 mpa mpc mpe mpeg mpg mpp mpv mts mxf nut oga ogg ogm ogv \
        ogx opus qt ra ram rm rmvb s3m shn snd spx tak ts tta vob voc w64 wav wave webm wma wmv wtv wv xm y4m
        """.split(separator: " ").map(String.init))
}
