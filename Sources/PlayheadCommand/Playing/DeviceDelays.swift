import Playhead

/// The audio delay of each audio device, as it was changed while that device played, stored in a file of the user.
struct DeviceDelays {
    private let file: StateFile
    /// The delay of a device that has none of its own.
    private let usual: Duration
    private var device: AudioOutputDevice.ID?
    /// The delay that the current device was given here.
    private var given: Duration?

    /// Delays in a file.
    init(usual: Duration, _ file: StateFile = StateFile(named: "audio-delays")) {
        (self.usual, self.file) = (usual, file)
    }

    /// Another device plays, or none. Returns the delay to use; nil to leave it as it is.
    mutating func use(_ new: AudioOutputDevice.ID?) -> Duration? {
        guard let new, new != device else { return nil }
        let isFirst = device == nil
        device = new
        // What was asked for in this run holds for the device with which it begins.
        if isFirst, usual != .zero { return nil }
        let kept = (try? file.read())?.last { $0.name == new.rawValue && abs($0.time / .seconds(1)) <= 10 }
        given = kept?.time ?? usual
        return given
    }

    /// The delay has changed.
    mutating func keep(_ delay: Duration) {
        guard let device, delay != given else { return }
        given = nil
        try? file.change { [usual] entries in
            entries.removeAll { $0.name == device.rawValue }
            if delay != usual { entries.append(StateFile.Entry(name: device.rawValue, time: delay)) }
        }
    }
}
