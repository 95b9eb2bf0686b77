public import PlayheadCore
internal import Synchronization

extension Player {
    /// The audio devices of the system: those of the sound server, and the cards.
    ///
    /// They are asked for at each call, which takes some 10 ms; an interface that does not answer within 2 s has none.
    /// JACK's are not listed.
    public var audioDevices: [AudioOutputDevice] {
        get async {
            for await devices in audioDeviceLists { return devices }
            return []
        }
    }

    /// The audio devices of the system, and every later list of them. Of lists that the consumer has not taken, the
    /// last one counts.
    ///
    /// Connections to sound servers are open as long as anyone follows the devices.
    public var audioDeviceLists: AsyncStream<[AudioOutputDevice]> {
        let (stream, continuation) = AsyncStream<[AudioOutputDevice]>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let last = Mutex<[AudioOutputDevice]?>(nil)
        let subscription = AudioDeviceWatch.shared.subscribe { devices in
            let isNew = last.withLock { last in
                defer { last = devices }
                return last != devices
            }
            if isNew { continuation.yield(devices) }
        }
        continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
        return stream
    }
}
