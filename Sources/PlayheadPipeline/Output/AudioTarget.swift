internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

/// What a sink plays on.
struct AudioTarget: Sendable, Hashable {
    var interface: AudioOutputDevice.Interface
    /// The name of the device in the interface; nil: the one that the interface chooses.
    var device: String?

    init(_ interface: AudioOutputDevice.Interface, _ device: String? = nil) {
        (self.interface, self.device) = (interface, device)
    }

    init(_ id: AudioOutputDevice.ID) { self.init(id.interface, id.name == "default" ? nil : id.name) }

    var id: AudioOutputDevice.ID { AudioOutputDevice.ID(interface, device ?? "default") }

    /// Whether a list of devices has it. Nothing tells that of a default device of ALSA, which may be a file, nor of
    /// JACK.
    func isAvailable(in devices: [AudioOutputDevice]) -> Bool {
        switch (interface, device) {
        case (.jack, _), (.alsa, nil): true
        case (_, nil): devices.contains { $0.id.interface == interface }
        case (_, _?): devices.contains { $0.id == id }
        }
    }

    /// Makes the sink, and opens its device or the connection to its server. It may block; nil if it fails.
    func open() -> Element? {
        guard let sink = Element.make(interface.factory) else { return nil }
        sink.prepareForAudio()
        if let device, let property = interface.property { sink.set(property, device) }
        // A server may be there without the device.
        guard sink.setState(.ready) != .failed, sink.pad("sink")?.acceptsNothing == false else {
            sink.setState(.null)
            return nil
        }
        return sink
    }
}

extension AudioOutputDevice.Interface {
    /// The factory of its sink.
    var factory: String {
        switch self {
        case .pulse: "pulsesink"
        case .pipewire: "pipewiresink"
        case .alsa: "alsasink"
        case .jack: "jackaudiosink"
        }
    }

    /// The property of the sink with the name of the device; nil if it has none.
    fileprivate var property: String? {
        switch self {
        case .pulse, .alsa: "device"
        case .pipewire: "target-object"
        case .jack: nil
        }
    }

    /// The factory of what lists its devices; nil if they are not listed.
    var provider: String? {
        switch self {
        case .pulse: "pulsedeviceprovider"
        case .pipewire: "pipewiredeviceprovider"
        case .alsa: "alsadeviceprovider"
        // It would start a server.
        case .jack: nil
        }
    }

    /// The folders, and the beginnings of the names in them, that change when devices or their server come or go.
    var places: (folders: [String], names: [String]) {
        let runtime = LocalFile.environment("XDG_RUNTIME_DIR") ?? ""
        switch self {
        case .pulse:
            guard let server = LocalFile.environment("PULSE_SERVER") else {
                return ([runtime, runtime + "/pulse"], ["pulse", "native"])
            }
            let path = server.drop { $0 != "/" }
            guard let slash = path.lastIndex(of: "/") else { return ([], []) }
            return ([String(path[..<slash])], [String(path[path.index(after: slash)...])])
        case .pipewire: return ([LocalFile.environment("PIPEWIRE_RUNTIME_DIR") ?? runtime], ["pipewire-0"])
        case .alsa: return (["/dev", "/dev/snd"], ["snd", "pcm", "controlC"])
        case .jack: return ([], [])
        }
    }
}

extension Element {
    /// Makes an audio sink play audio as it arrives. ``AudioDevice`` decides before when each sample is due.
    func prepareForAudio() {
        set("sync", false)
        set("async", false)
        set("enable-last-sample", false)
        if has("buffer-time") { set("buffer-time", int64: AudioDevice.buffer.inNanoseconds / 1000) }
    }
}
