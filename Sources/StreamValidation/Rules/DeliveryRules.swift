/// Rules for the responses with playlists.
enum DeliveryRules {
    static let all: [ValidationRule] = [
        ValidationRule(
            "hls.playlist-type-unknown", .must, "RFC 8216bis 4",
            "A playlist has a path that ends in .m3u8 or .m3u, or the media type application/vnd.apple.mpegurl or audio/mpegurl.",
            "Players do not recognize the playlist. Correct the media type on the server.",
            .delivery { resource, findings in
                let path = resource.path.lowercased()
                let types = ["application/vnd.apple.mpegurl", "audio/mpegurl", "application/x-mpegurl"]
                guard !path.hasSuffix(".m3u8"), !path.hasSuffix(".m3u"),
                    !types.contains(resource.mediaType ?? "")
                else { return }
                findings.add("the media type is \(resource.mediaType ?? "missing")")
            }),
        ValidationRule(
            "apple.playlist-compression", .should, "HLS Authoring Specification, Delivery",
            "Playlists are compressed with gzip.", "Large playlists load slowly. Enable gzip on the server.",
            profiles: [.apple],
            .delivery { resource, findings in
                if !resource.isFile, !resource.isCompressed { findings.add("the response is not compressed") }
            }),
        ValidationRule(
            "apple.tls", .should, "HLS Authoring Specification, Delivery", "Playlists are served over TLS.",
            "Apple's devices refuse clear text in most applications. Serve the stream over HTTPS.",
            profiles: [.apple],
            .delivery { resource, findings in
                if !resource.isFile, !resource.isSecure { findings.add("the address is not HTTPS") }
            }),
    ]
}
