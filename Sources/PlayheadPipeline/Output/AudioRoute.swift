internal import PlayheadCore

/// How an audio output finds its device.
struct AudioRouting: Sendable {
    var policy: AudioDeviceLossPolicy
    /// The default devices of the interfaces that seem to be there, best first.
    var defaults: @Sendable () -> [AudioTarget] = {
        let surroundings = Surroundings.current
        return surroundings.interfaces.filter { surroundings.hasElement($0.factory) }.map { AudioTarget($0) }
    }
    var watch = AudioDeviceWatch.shared
    var report: @Sendable (AudioDeviceReport) -> Void
}

/// Where an audio output plays, and where it should.
struct AudioRoute {
    /// The target that was asked for.
    var wanted: AudioTarget?
    /// The target of the sink; nil if it is silent.
    var current: AudioTarget?
    /// The device that is heard.
    var active: AudioOutputDevice.ID?
    var lost: AudioOutputDevice.ID?
    /// The targets that failed since the devices changed last.
    var failed: Set<AudioTarget> = []
    /// The devices, while they are watched.
    var devices: [AudioOutputDevice] = []
    var watching: AudioDeviceWatch.Subscription?
    /// The number of moves, of which only the last one counts.
    var moves = 0
    /// The target that is being opened.
    var moving: AudioTarget?
    /// Whether the server has moved the audio elsewhere, and the devices have not told why.
    var isAstray = false
    var told = AudioDeviceReport(active: nil)
}
