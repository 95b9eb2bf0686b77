extension MediaPlaylist {
    /// Replaces every URI by the result of `address`, which is called once for each different URI. Rethrows
    /// its errors.
    package func resolved<Failure: Error>(_ address: (String) throws(Failure) -> String) throws(Failure)
        -> MediaPlaylist
    {
        var result = self
        var last: (written: String, resolved: String)?
        func place(_ uri: String) throws(Failure) -> String {
            if let last, last.written == uri { return last.resolved }
            let found = try address(uri)
            last = (uri, found)
            return found
        }
        var key: (written: MediaPlaylist.Key, resolved: MediaPlaylist.Key)?
        func open(_ written: MediaPlaylist.Key) throws(Failure) -> MediaPlaylist.Key {
            if let key, key.written == written { return key.resolved }
            var found = written
            found.uri = try address(written.uri)
            key = (written, found)
            return found
        }
        var map: (written: MediaPlaylist.Map, resolved: MediaPlaylist.Map)?
        for index in result.segments.indices {
            result.segments[index].uri = try place(segments[index].uri)
            if let written = segments[index].key { result.segments[index].key = try open(written) }
            if let written = segments[index].sampleKey?.key {
                result.segments[index].sampleKey?.key = try open(written)
            }
            if let written = segments[index].map {
                if map?.written != written {
                    var found = Map(uri: try address(written.uri), range: written.range)
                    if let written = written.key { found.key = try open(written) }
                    map = (written, found)
                }
                result.segments[index].map = map?.resolved
            }
        }
        return result
    }
}

extension MultivariantPlaylist {
    /// Replaces the URIs of variants, renditions and keyframes by the results of `address`. Rethrows its errors.
    package func resolved<Failure: Error>(
        _ address: (String) throws(Failure) -> String
    ) throws(Failure) -> MultivariantPlaylist {
        var result = self
        for index in result.variants.indices { result.variants[index].uri = try address(variants[index].uri) }
        for index in result.renditions.indices {
            guard let uri = renditions[index].uri else { continue }
            result.renditions[index].uri = try address(uri)
        }
        for index in result.iFrameStreams.indices {
            result.iFrameStreams[index].uri = try address(iFrameStreams[index].uri)
        }
        return result
    }
}
