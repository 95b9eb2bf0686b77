internal import GStreamer
internal import Synchronization

/// What enters and leaves the decoders of media, by the ids of their streams. It is collected from any thread.
final class DecoderFormats: Sendable {
    struct Formats: Sendable {
        /// The caps that the decoder gets: of the parser, which has read the headers of the codec.
        var input: CapsValues?
        /// The caps of the decoded frames or samples.
        var output: CapsValues?
        /// The factory of the decoder.
        var factory = ""
        /// Whether the decoder uses hardware.
        var isHardware = false
        /// The fields of the first frame.
        var fields: FrameFields?

        /// Whether the decoder reports the colour space of the stream. Other decoders fill in a likely one.
        var outputHasColor: Bool { factory.hasPrefix("avdec_") }
    }

    private struct State {
        /// The ids of the streams by the names of elements and pads.
        var passing: [String: String] = [:]
        var known: [String: Formats] = [:]
    }

    private let state = Mutex(State())
    private let onOutput = Mutex<(@Sendable () -> Void)?>(nil)

    /// Calls a handler when the format of a decoder's output is known or changes. It must not call this object.
    func onOutput(_ handler: @escaping @Sendable () -> Void) { onOutput.withLock { $0 = handler } }

    /// Observes an element, if it is a decoder of audio or video, or reads a file of samples.
    func watch(_ element: Element) {
        let kind = element.kind
        if kind.contains("Demuxer"), let exit = element.pad("src") {
            watch(exit, called: "\(element.name) out") { formats, caps in
                if caps.mediaType == "audio/x-raw" { formats.output = caps }
            }
            return
        }
        // Of a decoder that consists of others, only the whole counts.
        guard Self.isDecoder(kind), element.parent.map({ !Self.isDecoder($0.kind) }) ?? true,
            let entry = element.pad("sink"), let exit = element.pad("src")
        else { return }
        let (name, factory) = (element.name, element.factoryName)
        let isHardware = kind.contains("Hardware")
        watch(entry, called: "\(name) in") { formats, caps in
            (formats.factory, formats.isHardware) = (factory, isHardware)
            formats.input = caps
        }
        watch(exit, called: "\(name) out") { [weak self] formats, caps in
            formats.output = caps
            self?.onOutput.withLock(\.self)?()
        }
        guard kind.contains("Video") else { return }
        exit.onFirstFrame { [weak self] fields in
            self?.state.withLock { state in
                guard let id = state.passing["\(name) out"] else { return }
                state.known[id, default: Formats()].fields = fields
            }
        }
    }

    private static func isDecoder(_ kind: String) -> Bool {
        kind.contains("Decoder") && (kind.contains("Video") || kind.contains("Audio"))
    }

    private func watch(
        _ pad: Pad, called name: String, _ take: @escaping @Sendable (inout Formats, CapsValues) -> Void
    ) {
        pad.onAnnouncement { [weak self] announcement in
            self?.state.withLock { state in
                switch announcement {
                case .start(let info): state.passing[name] = info.id
                case .caps(let caps):
                    guard let id = state.passing[name] else { return }
                    take(&state.known[id, default: Formats()], caps)
                case .tags: break
                }
            }
        }
    }

    func formats(of id: String) -> Formats? { state.withLock { $0.known[id] } }

    /// The formats of a stream that is not needed any more.
    func taken(_ id: String) -> Formats? {
        state.withLock { state in
            for (name, stream) in state.passing where stream == id { state.passing[name] = nil }
            return state.known.removeValue(forKey: id)
        }
    }

    func clear() { state.withLock { $0 = State() } }
}
