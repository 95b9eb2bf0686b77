internal import CGStreamer
internal import PlayheadSystem

/// A bin that decodes one stream and follows its format changes. It selects a parser and a decoder by the
/// format, and replaces them when the format changes. Its pads and all downstream elements stay.
///
/// All functions except ``init(name:_:passing:)`` are called on the thread that pushes into ``entry``.
@safe package final class DecoderChain: @unchecked Sendable {
    // The thread that pushes owns the variables.
    /// The bin to add to the pipeline.
    package let bin: Element
    /// The pads for encoded input and decoded output.
    package let entry: Pad
    package let exit: Pad
    private let preference: DecoderPreference
    /// The encodings that leave it undecoded, in whole frames.
    private let passes: Set<EncodedAudio>
    private var elements: [Element] = []
    private var format: (type: String, framing: String?)?

    /// The reason why a format cannot be decoded.
    package enum Fault: Error, Sendable {
        /// No installed plug-in decodes the format, which is described for the user and as caps.
        case missingDecoder(description: String, caps: String)
        /// The elements cannot be linked or started.
        case notLinked(String)
    }

    package init?(name: String, _ preference: DecoderPreference, passing passes: Set<EncodedAudio> = []) {
        guard Runtime.startFault == nil, let bin = unsafe gst_bin_new(name),
            let entry = unsafe gst_ghost_pad_new_no_target("sink", GST_PAD_SINK),
            let exit = unsafe gst_ghost_pad_new_no_target("src", GST_PAD_SRC)
        else { return nil }
        unsafe self.bin = Element(taking: bin)
        self.preference = preference
        self.passes = passes
        unsafe gst_pad_set_active(entry, 1)
        unsafe gst_pad_set_active(exit, 1)
        unsafe gst_element_add_pad(bin, entry)
        unsafe gst_element_add_pad(bin, exit)
        unsafe self.entry = Pad(retaining: entry)
        unsafe self.exit = Pad(retaining: exit)
    }

    /// Prepares for a format, given as caps in the syntax of GStreamer. The previous decoder is drained
    /// first.
    package func prepare(for caps: String) throws(Fault) {
        guard let wanted = unsafe gst_caps_from_string(caps), unsafe gst_caps_get_size(wanted) > 0 else {
            throw .notLinked("unusable caps: \(caps)")
        }
        defer { unsafe gst_caps_unref(wanted) }
        let structure = unsafe gst_caps_get_structure(wanted, 0)
        let type = unsafe string(gst_structure_get_name(structure)) ?? ""
        let framing = unsafe string(gst_structure_get_string(structure, "stream-format"))
        if let format, format.type == type, format.framing == framing, unsafe accepts(wanted) { return }
        drain()
        remove()
        try unsafe plug(wanted)
        format = (type, framing)
    }

    /// Prepares for events alone, without data.
    package func prepareForNothing() {
        guard elements.isEmpty, let place = Element.make("identity"), let entry = place.pad("sink"),
            let exit = place.pad("src")
        else { return }
        bin.add(place)
        unsafe gst_ghost_pad_set_target(playhead_ghost_pad(self.exit.raw), exit.raw)
        place.syncStateWithParent()
        unsafe gst_ghost_pad_set_target(playhead_ghost_pad(self.entry.raw), entry.raw)
        elements = [place]
    }

    /// Whether the current elements accept caps of the same media type. Fields such as `mpegversion` may
    /// differ.
    private func accepts(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        guard let first = elements.first?.pad("sink") else { return false }
        return unsafe gst_pad_query_accept_caps(first.raw, caps) != 0
    }

    /// Drains the decoder. The resulting EOS event does not leave the bin.
    package func drain() {
        guard let first = elements.first?.pad("sink"), let last = elements.last?.pad("src") else { return }
        unsafe last.passEvents { _, event in unsafe playhead_event_type(event) != GST_EVENT_EOS }
        unsafe gst_pad_send_event(first.raw, gst_event_new_eos())
    }

    /// Removes the parser and the decoder.
    private func remove() {
        guard !elements.isEmpty else { return }
        unsafe gst_ghost_pad_set_target(playhead_ghost_pad(entry.raw), nil)
        unsafe gst_ghost_pad_set_target(playhead_ghost_pad(exit.raw), nil)
        for element in elements { bin.remove(element) }
        elements = []
        format = nil
    }

    private func plug(_ caps: UnsafeMutablePointer<GstCaps>) throws(Fault) {
        if unsafe plugPassing(caps) { return }
        // Audio samples are whole frames. If a decoder accepts them directly, a parser could only drop some.
        let structure = unsafe gst_caps_get_structure(caps, 0)
        if Workaround.audioParserDropsFrames.isNeeded,
            unsafe string(gst_structure_get_name(structure))?.hasPrefix("audio/") == true
        {
            for decoder in unsafe Self.decoders(taking: caps) where plug(nil, decoder) { return }
        }
        let parsers = unsafe ElementFactory.all(playhead_parsers(), taking: caps)
        // A parser converts the format into the one of its decoder.
        let loose =
            parsers.isEmpty ? unsafe gst_caps_ref(caps) : unsafe DecoderPreference.withoutFraming(caps)
        defer { unsafe gst_caps_unref(loose) }
        var choice = DecoderPreference.Choice()
        if let loose = unsafe loose {
            choice = unsafe preference.choice(for: loose, among: Self.decoders(taking: loose))
        }
        let replaceable = choice.hardware.isEmpty ? nil : ElementFactory(named: FallbackDecoder.factory)
        if let replaceable, plug(parsers.first, replaceable) { return }
        for decoder in choice.software where plug(parsers.first, decoder) { return }
        let description = unsafe string(taking: gst_pb_utils_get_decoder_description(caps)) ?? ""
        throw .missingDecoder(
            description: description, caps: unsafe string(taking: gst_caps_to_string(loose)) ?? "")
    }

    /// Plugs in a parser alone, if the format leaves undecoded. The parser tells the rate.
    private func plugPassing(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        let type = unsafe string(gst_structure_get_name(gst_caps_get_structure(caps, 0)))
        guard let encoding = type.flatMap(EncodedAudio.init), passes.contains(encoding),
            let parser = unsafe ElementFactory.all(playhead_parsers(), taking: caps).first,
            let place = ElementFactory(named: "identity")
        else { return false }
        return plug(parser, place)
    }

    private static func decoders(taking caps: UnsafeMutablePointer<GstCaps>) -> [ElementFactory] {
        let all = unsafe ElementFactory.all(playhead_decoders(), taking: caps)
        return Workaround.alphaDecoderRank.isNeeded ? all.filter { !$0.isOfAlpha } : all
    }

    /// Plugs in elements; false if they do not start, like decoders of absent hardware.
    private func plug(_ parser: ElementFactory?, _ decoder: ElementFactory) -> Bool {
        let made = [parser, decoder].compactMap { $0?.make() }
        made.last?.fallbackDecoder?.use(preference)
        guard let first = made.first, let last = made.last else { return false }
        for element in made { bin.add(element) }
        var isRight = zip(made, made.dropFirst()).allSatisfy { $0.link(to: $1) }
        for element in made.reversed() where isRight { isRight = element.setState(.ready) != .failed }
        guard isRight, let entry = first.pad("sink"), let exit = last.pad("src") else {
            for element in made { bin.remove(element) }
            return false
        }
        unsafe gst_ghost_pad_set_target(playhead_ghost_pad(self.exit.raw), exit.raw)
        for element in made.reversed() { element.syncStateWithParent() }
        unsafe gst_ghost_pad_set_target(playhead_ghost_pad(self.entry.raw), entry.raw)
        elements = made
        return true
    }
}
