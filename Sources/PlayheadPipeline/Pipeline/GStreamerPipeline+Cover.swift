internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The picture in the window, of an item without video.
struct CoverDisplay: Sendable {
    /// What is decoded or shown.
    struct Content: Sendable, Equatable {
        var artwork: Artwork?
        var title: String
        var artist: String?
    }

    var content: Content?
    /// The cover that was decoded last; nil if that failed.
    var decoded: (artwork: Artwork, picture: DecodedPicture?)?
    /// What shows it.
    var feed: PictureFeed?
}

extension GStreamerPipeline {
    /// Shows an item without video, or closes the window. It opens no window by itself, unless the configuration
    /// requires one.
    func settleWindow() {
        guard isPresented.load(ordering: .sequentiallyConsistent),
            !branches.contains(where: { $0.kind == .video })
        else { return }
        let isWanted = configuration.video == .window || devices.hasWindow
        guard isWanted, presentation.withLock({ $0.choice.video == .window }) else {
            if cover.content == nil { devices.closeWindow() }
            return
        }
        let metadata = metadata.reported
        let content = CoverDisplay.Content(
            artwork: metadata?.artwork, title: itemName, artist: metadata?.artist)
        guard cover.content != content else { return }
        cover.content = content
        guard let artwork = content.artwork else { return show(nil, of: content) }
        if let decoded = cover.decoded, decoded.artwork == artwork {
            return show(decoded.picture, of: content)
        }
        Task { [weak self, decodeCover = devices.decodeCover] in
            let picture = await decodeCover(artwork)
            self?.later {
                $0.cover.decoded = (artwork, picture)
                $0.show(picture, of: content)
            }
        }
    }

    private func show(_ picture: DecodedPicture?, of content: CoverDisplay.Content) {
        guard isPresented.load(ordering: .sequentiallyConsistent), !isGivenUp, cover.content == content else {
            return
        }
        guard Visualizer.Look.exists(in: devices.window.options, hasCover: picture != nil),
            let device = devices.pictures(drawsText: configuration.drawsSubtitles)
        else { return devices.closeWindow() }
        let feed = PictureFeed(to: device, isOn: true) { [weak self, generation] fault in
            self?.later { $0.hear(fault, of: "The window", from: generation) }
        }
        cover.feed = feed
        feed.setAspect(presentation.withLock(\.settings.aspectMode))
        let background = SpectrumBackground(cover: picture, title: content.markup)
        devices.visualizer.show(
            Visualizer.Subject(
                background: background, window: device, feed: feed, listeners: configuration.taps.levels))
        nameWindow()
    }
}

extension CoverDisplay.Content {
    /// Title and artist, as Pango markup.
    fileprivate var markup: String {
        let lines = [PangoMarkup.escaped(title)] + [artist].compactMap { $0.map(PangoMarkup.escaped) }
        return lines.joined(separator: "\n")
    }
}
