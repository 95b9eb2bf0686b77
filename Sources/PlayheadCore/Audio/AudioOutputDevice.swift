/// An audio device of the system: a sink of a sound server, or a sound card.
public struct AudioOutputDevice: Sendable, Hashable, Identifiable, Codable {
    /// A way to reach audio devices.
    public enum Interface: String, Sendable, Hashable, CaseIterable, Codable {
        /// PulseAudio, or PipeWire in its place.
        case pulse
        /// PipeWire itself.
        case pipewire
        /// Sound cards, without a server.
        case alsa
        /// JACK, whose devices are not listed.
        case jack
    }

    /// A name that stays the same when the device goes and comes back, and when the machine starts again: the interface
    /// and the name of the device there, such as `pulse/alsa_output.pci-0000_00_1f.3.analog-stereo` and
    /// `alsa/hw:CARD=PCH,DEV=0`.
    public struct ID: Sendable, Hashable, RawRepresentable, CustomStringConvertible, Codable {
        /// The interface.
        public let interface: Interface
        /// The name in the interface; `default` is the device that the interface itself chooses.
        public let name: String

        package init(_ interface: Interface, _ name: String) {
            (self.interface, self.name) = (interface, name)
        }

        /// Reads `INTERFACE/NAME`; nil for anything else.
        public init?(rawValue: String) {
            guard let slash = rawValue.firstIndex(of: "/"),
                let interface = Interface(rawValue: String(rawValue[..<slash])),
                rawValue.index(after: slash) != rawValue.endIndex
            else { return nil }
            self.init(interface, String(rawValue[rawValue.index(after: slash)...]))
        }

        /// `INTERFACE/NAME`.
        public var rawValue: String { "\(interface.rawValue)/\(name)" }
        /// `INTERFACE/NAME`.
        public var description: String { rawValue }
    }

    /// The identity.
    public let id: ID
    /// The name for people.
    public let name: String
    /// Whether the interface plays on it where no device is asked for.
    public let isDefault: Bool

    package init(id: ID, name: String, isDefault: Bool) {
        (self.id, self.name, self.isDefault) = (id, name, isDefault)
    }
}

/// The audio devices of a player.
public struct AudioDeviceStatus: Sendable, Hashable {
    /// The device that was asked for; nil: the default one of the system.
    public let requested: AudioOutputDevice.ID?
    /// The device that audio is heard on, or was last; nil before the first audio, and where nothing is heard because
    /// the device is lost.
    public let active: AudioOutputDevice.ID?
    /// The device that is lost, until it is back or another one is asked for; nil otherwise.
    public let lost: AudioOutputDevice.ID?
    /// What the device is given; nil before the first audio, and without
    /// ``PlayerConfiguration/audioPassthrough`` and ``PlayerConfiguration/isAudioExclusive``.
    public let format: AudioOutputFormat?

    package init(
        requested: AudioOutputDevice.ID? = nil, active: AudioOutputDevice.ID? = nil,
        lost: AudioOutputDevice.ID? = nil, format: AudioOutputFormat? = nil
    ) {
        (self.requested, self.active, self.lost, self.format) = (requested, active, lost, format)
    }
}

/// What happens when the audio device is lost: unplugged, removed from its sound server, or lost with the server.
///
/// In each case but ``fail`` the item plays on, and there is one warning (``PlayerWarning/Code/audioDeviceLost``) and one
/// event (``PlayerEvent/audioDeviceChanged(_:)``). When the device is back, audio returns to it, with another event.
public enum AudioDeviceLossPolicy: String, Sendable, Hashable, CaseIterable {
    /// Audio continues on the default device, if there is one.
    case fallback
    /// Time goes on, and nothing is heard.
    case wait
    /// The player is paused, and remains so when the device is back. If it plays before, nothing is heard.
    case pause
    /// The item fails with ``PlayerError/Code/outputUnavailable``.
    case fail
}

/// A change of the audio device that plays.
package struct AudioDeviceReport: Sendable, Equatable {
    package var active: AudioOutputDevice.ID?
    package var lost: AudioOutputDevice.ID?
    package var format: AudioOutputFormat?
    /// The warning, when the device was lost.
    package var warning: PlayerWarning?

    package init(
        active: AudioOutputDevice.ID?, lost: AudioOutputDevice.ID? = nil, format: AudioOutputFormat? = nil,
        warning: PlayerWarning? = nil
    ) {
        (self.active, self.lost, self.format, self.warning) = (active, lost, format, warning)
    }
}
