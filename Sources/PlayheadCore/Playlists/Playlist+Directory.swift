package import PlayheadSystem

extension Playlist {
    /// The media in a folder, in the order in which a person would put them: `a2` before `a10`, whatever their case and accents. The
    /// files of a folder come before those of the folders in it.
    ///
    /// Media are known by the endings of their names; hidden files are not looked at. Looks at each file, and may block as long as
    /// that does.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - depth: how deep it looks into folders in it; 0 for not at all. Each folder is looked into once, whatever links lead to it.
    ///   - limits: how many items there are at most.
    /// - Throws: ``PlayerError``: there is no such folder, it cannot be read, or has no media.
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

/// The media in folders.
private struct FolderListing {
    /// Deeper than anybody files media.
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

/// The endings of the names of media. Not all that `TypeFinder.knows(ending:)`: GStreamer knows texts, pictures and archives, too.
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
