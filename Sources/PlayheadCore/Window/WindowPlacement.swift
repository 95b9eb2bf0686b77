extension VideoSize {
    /// The size, made smaller in its shape until it fits into another one.
    package func fitting(_ limit: VideoSize) -> VideoSize {
        width <= limit.width && height <= limit.height ? self : contained(in: limit)
    }

    /// The size of its shape that fits into another one, and fills its width or its height.
    package func contained(in area: VideoSize) -> VideoSize {
        let factor = min(
            Double(area.width) / Double(max(width, 1)), Double(area.height) / Double(max(height, 1)))
        return VideoSize(
            width: max(1, Int((Double(width) * factor).rounded())),
            height: max(1, Int((Double(height) * factor).rounded())))
    }
}

extension WindowGeometry {
    /// The size of a window for a video; a missing side follows from the shape of the video.
    package func size(of video: VideoSize, on screen: VideoSize) -> VideoSize? {
        let given = (width?.pixels(of: screen.width), height?.pixels(of: screen.height))
        switch given {
        case (let width?, let height?): return VideoSize(width: max(1, width), height: max(1, height))
        case (let width?, nil):
            return VideoSize(width: max(1, width), height: max(1, width * video.height / max(1, video.width)))
        case (nil, let height?):
            return VideoSize(
                width: max(1, height * video.width / max(1, video.height)), height: max(1, height))
        case (nil, nil): return nil
        }
    }

    /// The upper left corner of a window of a size; nil if the window manager chooses it.
    package func origin(of size: VideoSize, on screen: VideoSize) -> (x: Int, y: Int)? {
        guard let x, let y else { return nil }
        return (x.position(of: size.width, in: screen.width), y.position(of: size.height, in: screen.height))
    }
}

extension WindowGeometry.Offset {
    /// A percentage is of the space that the window leaves, so that 50 % is the centre.
    fileprivate func position(of length: Int, in screen: Int) -> Int {
        let distance =
            switch self.length {
            case .pixels(let count): count
            case .percent(let percent): (screen - length) * percent / 100
            }
        return isFromEnd ? screen - length - distance : distance
    }
}
