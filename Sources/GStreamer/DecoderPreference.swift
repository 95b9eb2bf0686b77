internal import CGStreamer
package import MediaFormats
internal import PlayheadSystem
internal import Synchronization

/// Which decoders a load uses, and which have failed in it.
package final class DecoderPreference: Sendable {
    /// A fact for the user, reported once in a load.
    package enum Notice: Sendable, Equatable {
        /// No hardware decodes this format, which is described for the user.
        case noHardware(String)
        /// A decoder has failed with a message of GStreamer, and software replaces it.
        case failed(decoder: String, message: String, software: String)
    }

    private struct State {
        var failed: Set<String> = []
        var hasToldLack = false
        var hasToldFailure = false
        var onNotice: (@Sendable (Notice) -> Void)?
    }

    private let mode: DecodingMode
    private let table: DecoderTable
    private let state = Mutex(State())

    package init(_ mode: DecodingMode, _ table: DecoderTable = .standard) {
        (self.mode, self.table) = (mode, table)
    }

    /// Calls a handler with each notice, on a streaming thread.
    package func onNotice(_ handler: @escaping @Sendable (Notice) -> Void) {
        state.withLock { $0.onNotice = handler }
    }

    /// The decoders to try for encoded video or images, in order.
    struct Choice {
        var hardware: [ElementFactory] = []
        var software: [ElementFactory] = []
    }

    /// - Parameter installed: the decoders that accept the caps, by rank.
    func choice(
        for caps: UnsafeMutablePointer<GstCaps>, among installed: [ElementFactory]
    ) -> Choice {
        guard let codec = unsafe Self.codec(of: caps) else { return Choice(software: installed) }
        var factories: [String: ElementFactory] = [:]
        var names: [String] = []
        let listed = table.codecs[codec]?.hardware.compactMap { ElementFactory(named: $0.factory) } ?? []
        let fitting = listed.filter { unsafe $0.accepts(caps) }
        for factory in installed + fitting {
            if factories.updateValue(factory, forKey: factory.name) == nil { names.append(factory.name) }
        }
        let order = table.order(
            of: names.map { .init($0, isHardware: factories[$0]?.isHardware == true) }, for: codec, mode,
            without: state.withLock(\.failed))
        let isVideo = codec.hasPrefix("video/")
        if isVideo, order.hardware.isEmpty, mode == .hardware, !order.software.isEmpty {
            unsafe tellLack(caps)
        }
        return Choice(
            hardware: order.hardware.compactMap { factories[$0] },
            software: order.software.compactMap { factories[$0] })
    }

    /// The name of a codec of video or images, as in the table; nil for anything else.
    private static func codec(of caps: UnsafeMutablePointer<GstCaps>) -> String? {
        guard let values = unsafe CapsValues(lending: caps), values.mediaType != "video/x-raw",
            values.mediaType.hasPrefix("video/") || values.mediaType.hasPrefix("image/")
        else { return nil }
        guard values.mediaType == "video/mpeg" else { return values.mediaType }
        return values.version.map { "video/mpeg \($0)" }
    }

    private func tellLack(_ caps: UnsafeMutablePointer<GstCaps>) {
        let told: (@Sendable (Notice) -> Void)? = state.withLock { state in
            guard !state.hasToldLack, state.failed.isEmpty else { return nil }
            state.hasToldLack = true
            return state.onNotice
        }
        let values = unsafe CapsValues(lending: caps)
        told?(.noHardware(values.flatMap(StreamNames.codec) ?? values?.mediaType ?? "this format"))
    }

    /// A decoder has failed: it is not used again in this load.
    func fail(_ decoder: String) { state.withLock { _ = $0.failed.insert(decoder) } }

    /// Reports that software replaces a decoder that has failed.
    func tellFailure(of decoder: String, _ message: String, software: String) {
        let told: (@Sendable (Notice) -> Void)? = state.withLock { state in
            defer { state.hasToldFailure = true }
            return state.hasToldFailure ? nil : state.onNotice
        }
        told?(.failed(decoder: decoder, message: message, software: software))
    }
}

extension DecoderPreference {
    /// The caps without the fields that a parser changes.
    static func withoutFraming(_ caps: UnsafeMutablePointer<GstCaps>) -> UnsafeMutablePointer<GstCaps>? {
        guard let copy = unsafe playhead_caps_copy(caps) else { return nil }
        let structure = unsafe gst_caps_get_structure(copy, 0)
        for field in ["stream-format", "alignment", "codec_data", "framed", "parsed", "streamheader"] {
            unsafe gst_structure_remove_field(structure, field)
        }
        return unsafe copy
    }
}
