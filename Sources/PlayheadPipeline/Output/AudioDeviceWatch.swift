internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem
internal import Synchronization

/// The audio devices of the system, followed while anyone wants to know them. It never blocks a caller: each
/// interface is asked on a queue of its own.
final class AudioDeviceWatch: Sendable {
    typealias Handler = @Sendable ([AudioOutputDevice]) -> Void

    static let shared = AudioDeviceWatch()

    private struct State {
        var handlers: [Int: Handler] = [:]
        var lastHandler = 0
        /// The number of times that following began.
        var turn = 0
        /// What the interfaces have answered; the others have not yet.
        var answers: [AudioOutputDevice.Interface: [AudioOutputDevice]] = [:]
        var isOverdue = false

        /// The devices, when all interfaces have answered or had their time.
        var devices: [AudioOutputDevice]? {
            guard isOverdue || answers.count == AudioDeviceWatch.interfaces.count else { return nil }
            return AudioDeviceWatch.interfaces.flatMap { interface in
                // The same devices are reached through PulseAudio's protocol.
                if interface == .pipewire, answers[.pulse]?.isEmpty == false {
                    return [] as [AudioOutputDevice]
                }
                return answers[interface] ?? []
            }
        }
    }

    private static let interfaces = AudioOutputDevice.Interface.allCases.filter { $0.provider != nil }
    /// How long the devices of an interface that does not answer are waited for.
    private static let limit = DispatchTimeInterval.seconds(2)

    private let state = Mutex(State())
    /// Calls the handlers in order.
    private let queue = DispatchQueue(label: "playhead.devices")
    private let followers = interfaces.map(AudioDeviceFollower.init)

    /// The end of following, for one that asked for it.
    final class Subscription: Sendable {
        private let end: @Sendable () -> Void
        fileprivate init(_ end: @escaping @Sendable () -> Void) { self.end = end }
        deinit { end() }
    }

    /// Calls with the devices and with every change, until the subscription is released.
    func subscribe(_ handler: @escaping Handler) -> Subscription {
        let (number, turn, isFirst) = state.withLock { state in
            state.lastHandler += 1
            let isFirst = state.handlers.isEmpty
            if isFirst { (state.turn, state.answers, state.isOverdue) = (state.turn + 1, [:], false) }
            state.handlers[state.lastHandler] = handler
            return (state.lastHandler, state.turn, isFirst)
        }
        if isFirst {
            for follower in followers {
                follower.begin { [weak self] in self?.take($0, of: follower.interface, in: turn) }
            }
            queue.asyncAfter(deadline: .now() + Self.limit) { [weak self] in self?.giveUpWaiting(in: turn) }
        } else {
            publish(to: number)
        }
        return Subscription { [weak self] in self?.end(number) }
    }

    /// Asks all interfaces again: a server may be gone without notice.
    func refresh() { for follower in followers { follower.ask() } }

    private func end(_ number: Int) {
        let isLast = state.withLock { state in
            state.handlers[number] = nil
            return state.handlers.isEmpty
        }
        if isLast { for follower in followers { follower.end() } }
    }

    private func take(_ devices: [AudioOutputDevice], of interface: AudioOutputDevice.Interface, in turn: Int)
    {
        state.withLock { state in
            if state.turn == turn { state.answers[interface] = devices }
        }
        publish()
    }

    private func giveUpWaiting(in turn: Int) {
        let isNew = state.withLock { state in
            guard state.turn == turn, state.devices == nil else { return false }
            state.isOverdue = true
            return true
        }
        if isNew { publish() }
    }

    private func publish(to number: Int? = nil) {
        queue.async { [self] in
            let (devices, handlers) = state.withLock { state in
                (state.devices, state.handlers.filter { number == nil || $0.key == number })
            }
            if let devices { for handler in handlers.values { handler(devices) } }
        }
    }
}

/// Follows the devices of one interface.
///
/// A change of devices is told by the interface, the return of a server by the folder of its socket. A server that is
/// there and does not let itself be asked, or is on another machine, is tried again after 250 ms, and then twice as
/// late each time, up to every 2 s.
private final class AudioDeviceFollower: @unchecked Sendable {
    // All variables are used on `queue` only.
    private let queue: DispatchQueue
    let interface: AudioOutputDevice.Interface
    private var provider: DeviceProvider?
    private var isStarted = false
    private var folders: FolderWatch?
    private var tell: (@Sendable ([AudioOutputDevice]) -> Void)?
    /// The number of questions, and the next delay before another one.
    private var questions = 0
    private var delay = firstDelay

    private static let firstDelay: Duration = .milliseconds(250)
    private static let lastDelay: Duration = .seconds(2)
    /// Events of a folder within this time are one.
    private static let gathering: Duration = .milliseconds(20)

    init(_ interface: AudioOutputDevice.Interface) {
        self.interface = interface
        queue = DispatchQueue(label: "playhead.devices.\(interface.rawValue)")
    }

    func begin(_ tell: @escaping @Sendable ([AudioOutputDevice]) -> Void) {
        queue.async { [self] in
            self.tell = tell
            let places = interface.places
            folders = FolderWatch(places.folders, names: places.names, on: queue) { [weak self] in
                self?.delay = Self.firstDelay
                self?.ask(after: Self.gathering)
            }
            delay = Self.firstDelay
            restart()
        }
    }

    func end() {
        queue.async { [self] in
            (tell, folders) = (nil, nil)
            stop()
        }
    }

    func ask() { queue.async { [self] in restart() } }

    private func ask(after delay: Duration) {
        questions += 1
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(delay.inNanoseconds))) {
            [weak self, questions] in
            if let self, questions == self.questions { restart() }
        }
    }

    private func stop() {
        questions += 1
        if isStarted { provider?.stop() }
        isStarted = false
    }

    private func restart() {
        guard let tell else { return }
        stop()
        guard isThere, let factory = interface.provider else { return tell([]) }
        if provider == nil { provider = DeviceProvider(factory) }
        guard let provider else { return tell([]) }
        isStarted = provider.start { [weak self] in
            guard let self else { return }
            queue.async { self.tellAll() }
        }
        tellAll()
        guard !isStarted else { return delay = Self.firstDelay }
        ask(after: delay)
        delay = min(delay * 2, Self.lastDelay)
    }

    /// Whether there may be a server or a card.
    /// Behind PulseAudio's interface are the same devices, and PipeWire's provider crashes when one of them goes away
    /// (0.3.65).
    private var isThere: Bool {
        let interfaces = Surroundings.current.interfaces
        return interfaces.contains(interface) && (interface != .pipewire || !interfaces.contains(.pulse))
    }

    private func tellAll() {
        guard let tell else { return }
        let devices = isStarted ? provider?.devices ?? [] : []
        tell(devices.filter(\.isAudioSink).compactMap { AudioOutputDevice($0, interface) })
    }
}

extension AudioOutputDevice {
    fileprivate init?(_ device: DeviceProvider.Device, _ interface: Interface) {
        guard !device.internalName.isEmpty else { return nil }
        let name = interface == .alsa ? Self.stableCardName(device.internalName) : device.internalName
        self.init(id: ID(interface, name), name: device.name, isDefault: device.isDefault)
    }

    /// `hw:CARD=PCH,DEV=0` for `hw:0,0`: cards are numbered anew at each start of the machine.
    private static func stableCardName(_ name: String) -> String {
        let parts = name.dropFirst("hw:".count).split(separator: ",")
        guard name.hasPrefix("hw:"), parts.count == 2, let card = Int(parts[0]), let device = Int(parts[1]),
            let id = LocalFile.text(of: FilePath("/proc/asound/card\(card)/id"))?.split(separator: "\n").first
        else { return name }
        return "hw:CARD=\(id),DEV=\(device)"
    }
}
