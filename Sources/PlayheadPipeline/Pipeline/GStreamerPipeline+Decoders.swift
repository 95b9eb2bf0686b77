internal import GStreamer
internal import MediaFormats
internal import PlayheadCore
internal import Synchronization

/// The decoders of a load, in tracks and warnings.
extension GStreamerPipeline {
    /// Handles what happens to the decoders, from now on.
    func hearDecoders() {
        decoders.onNotice { [weak self] notice in
            self?.later { $0.report(.warning(PlayerWarning(notice))) }
        }
        decoderFormats.onOutput { [weak self] in
            self?.later { $0.decodersChanged() }
        }
    }

    /// The output of a decoder has another format: another decoder may have taken over.
    private func decodersChanged() {
        guard isOpened, tracks.areReported else { return }
        let known = tracks.all
        describeDecoders()
        if tracks.all != known { reportTracks() }
    }

    /// Notes for each presented track what decodes it. Before the preroll it notes nothing: how many
    /// decoders have an output then differs from run to run.
    func describeDecoders() {
        guard isOpened else { return }
        for index in tracks.all.indices {
            let track = tracks.all[index]
            let isPresented = track.id == tracks.applied[track.kind]
            tracks.all[index].decoder = isPresented ? decoder(of: track) : nil
        }
    }

    private func decoder(of track: Track) -> TrackDecoder? {
        let stream: String?
        if self.stream != nil {
            stream = feeds.first { $0.output == track.kind.output }?.chain.exit.streamID
        } else {
            let found = decoded.withLock(\.all).first { $0.track == track.id }
            stream = (found?.image ?? found?.pad)?.streamID
        }
        guard let formats = stream.flatMap({ decoderFormats.formats(of: $0) }), !formats.factory.isEmpty,
            let output = formats.output
        else { return nil }
        return TrackDecoder(
            name: formats.factory, isHardware: formats.isHardware, memory: output.memory ?? "system")
    }
}

extension DecoderPreference {
    convenience init(_ configuration: PlayerConfiguration) {
        let mode: DecodingMode =
            switch configuration.decoding {
            case .automatic: .automatic
            case .software: .software
            case .hardware: .hardware
            }
        self.init(mode, configuration.decoders)
    }
}

extension PlayerWarning {
    fileprivate init(_ notice: DecoderPreference.Notice) {
        switch notice {
        case .noHardware(let codec):
            self.init(
                "No hardware decodes \(codec): it is decoded in software",
                hint: "install the driver and the plug-in of the device, or choose automatic decoding",
                code: .noHardwareDecoder)
        case .failed(let decoder, let message, let software):
            self.init(
                "The hardware decoder \(decoder) failed (\(message)): \(software) continues in software",
                hint: "choose decoding in software, or check the driver of the device",
                code: .hardwareDecoderFailed)
        }
    }
}
