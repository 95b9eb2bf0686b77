internal import GStreamer
internal import PlayheadCore
internal import Synchronization

/// The cover in the window, of an item without video.
struct CoverDisplay: Sendable {
    /// What is decoded or shown.
    var artwork: Artwork?
    /// What shows it.
    var feed: PictureFeed?
}

extension GStreamerPipeline {
    /// Shows the cover of an item without video, or closes the window. A cover opens no window by itself, unless the
    /// configuration requires one.
    func settleWindow() {
        guard isPresented.load(ordering: .sequentiallyConsistent),
            !branches.contains(where: { $0.kind == .video })
        else { return }
        let isWanted = configuration.video == .window || devices.hasWindow
        guard isWanted, let artwork = metadata.reported?.artwork,
            presentation.withLock({ $0.choice.video == .window })
        else {
            if cover.artwork == nil { devices.closeWindow() }
            return
        }
        guard cover.artwork != artwork else { return }
        cover.artwork = artwork
        Task { [weak self, decodeCover = devices.decodeCover] in
            let picture = await decodeCover(artwork)
            self?.later { $0.show(picture, of: artwork) }
        }
    }

    private func show(_ picture: StillPicture?, of artwork: Artwork) {
        guard isPresented.load(ordering: .sequentiallyConsistent), !isGivenUp, cover.artwork == artwork else {
            return
        }
        guard let picture, let device = devices.pictures(drawsText: configuration.drawsSubtitles)
        else { return devices.closeWindow() }
        let feed = PictureFeed(to: device, isOn: true) { [weak self, generation] fault in
            self?.later { $0.hear(fault, of: "The window", from: generation) }
        }
        cover.feed = feed
        feed.setAspect(presentation.withLock(\.settings.aspectMode))
        device.show(picture, of: feed)
        nameWindow()
    }
}
