internal import GStreamer
internal import PlayheadCore

/// What is behind the bars of a spectrum: the cover of the item, else its title.
struct SpectrumBackground: Sendable {
    var cover: DecodedPicture?
    /// The title, as Pango markup.
    var title: String

    /// The pixels in a size, in the format of the canvas. Black remains where an element is not installed. Blocks.
    func pixels(_ size: VideoSize) -> [UInt8] {
        let black = [UInt8](repeating: 0, count: size.width * size.height * 4)
        let picture = cover ?? SpectrumCanvas.picture(of: black, size)
        guard let elements = elements(size), let drawn = picture?.changed(by: elements),
            drawn.format.width == size.width, drawn.format.height == size.height,
            let plane = drawn.planes.first
        else { return black }
        var pixels: [UInt8] = []
        pixels.reserveCapacity(black.count)
        drawn.lend(plane: 0) { bytes in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                for row in 0..<plane.rows {
                    unsafe pixels.append(contentsOf: bytes[(row * plane.stride)...].prefix(plane.rowBytes))
                }
            }
        }
        return pixels.count == black.count ? pixels : black
    }

    private func elements(_ size: VideoSize) -> [Element]? {
        guard let scale = Element.make("videoconvertscale"), let filter = Element.make("capsfilter") else {
            return nil
        }
        scale.set("add-borders", true)
        filter.set(
            "caps",
            text: "video/x-raw,format=\(SpectrumCanvas.format),width=\(size.width),height=\(size.height),"
                + "pixel-aspect-ratio=1/1")
        guard cover == nil, let text = Element.make("textoverlay") else { return [scale, filter] }
        text.set("text", title)
        text.set("font-desc", "Sans 18")
        text.set("valignment", text: "position")
        text.set("halignment", text: "center")
        text.set("ypos", 0.28)
        text.set("draw-shadow", false)
        text.set("draw-outline", false)
        return [scale, filter, text]
    }
}
