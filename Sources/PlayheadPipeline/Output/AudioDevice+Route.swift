internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import Synchronization

extension AudioDevice {
    /// A sink that plays nothing, on the clock of the system.
    static func silence() -> Element? {
        let sink = Element.make("fakesink")
        sink?.prepareForAudio()
        return sink
    }

    func begin(on target: AudioTarget, isOpen: Bool) {
        route.wanted = target
        guard isOpen else {
            route.failed = [target]
            return beginLoss()
        }
        route.current = target
        follow(sink)
    }

    /// Plays on another target from now on. What was not heard yet is heard there.
    func use(_ target: AudioTarget) {
        queue.async { [self] in
            guard !isClosed, !isBroken, target != route.wanted else { return }
            (route.wanted, route.failed, route.isAstray) = (target, [], false)
            guard target == route.current else { return move(to: target) }
            (route.moves, route.moving) = (route.moves + 1, nil)
            arrive()
        }
    }

    /// Opens a target while the current one plays on, and changes to it.
    private func move(to target: AudioTarget) {
        (route.moves, route.moving) = (route.moves + 1, target)
        Self.opening.async { [weak self, moves = route.moves] in
            let sink = target.open()
            guard let self else { return }
            queue.async { [self] in
                guard moves == route.moves, !isClosed, !isBroken else { return drop(sink) }
                route.moving = nil
                guard let sink else { return refuse(target) }
                change(to: sink, target)
                arrive()
            }
        }
    }

    private func drop(_ sink: Element?) {
        if let sink { Self.opening.async { sink.setState(.null) } }
    }

    private func arrive() {
        if let current = route.current, current.device == nil, !route.devices.isEmpty {
            let own = route.devices.filter { $0.id.interface == current.interface }
            route.active = own.first(where: \.isDefault)?.id ?? own.first?.id
        }
        if route.current == route.wanted {
            (route.lost, route.watching, route.failed) = (nil, nil, [])
        }
        if let device = route.current?.device, let interface = route.current?.interface, !kept.isEmpty {
            route.active = AudioOutputDevice.ID(interface, device)
        }
        report()
    }

    private func refuse(_ target: AudioTarget) {
        route.failed.insert(target)
        if target == route.wanted, route.lost == nil {
            if routing?.policy == .fail { return fail(Self.fault(target)) }
            if routing?.policy != .fallback { fallSilent() }
            return beginLoss()
        }
        chooseRoute()
    }

    /// Puts another sink in the place of the current one.
    private func change(to new: Element, _ target: AudioTarget?, lost: Bool = false) {
        interrupt(lost: lost)
        let before = sink.pad("sink")?.peer
        sink.setState(.null)
        pipeline.remove(sink)
        sinks.add(1, ordering: .sequentiallyConsistent)
        pipeline.add(new)
        if let before, let entry = new.pad("sink") { before.link(to: entry) }
        (sink, accepted) = (new, [:])
        freeFormat()
        route.current = target
        follow(new)
        if !isPaused, !kept.isEmpty { start() }
    }

    /// Stops the output. Unlike after a pause, the audio continues where it was.
    func interrupt(lost: Bool = false) {
        let next = dueNext
        rest(lost: lost)
        dueNext = next
    }

    /// Starts anew, as after a change of what the sound passes.
    func restart() {
        interrupt()
        if !kept.isEmpty { start() }
    }

    private func fallSilent(lost: Bool = false) {
        guard let silence = Self.silence() else { return }
        route.active = nil
        change(to: silence, nil, lost: lost)
    }

    /// Takes an error of an element, on the thread that posts it.
    func hear(_ fault: ElementFault) {
        guard !Self.errorsWithoutStream.contains(fault.message) else { return }
        guard routing != nil, routing?.policy != .fail else { return fail(.error(fault)) }
        queue.async { [self, number = sinks.load(ordering: .sequentiallyConsistent)] in
            guard number == sinks.load(ordering: .sequentiallyConsistent), !isClosed else { return }
            fault.element == sink.factoryName ? lose(.error(fault)) : fail(.error(fault))
        }
    }

    /// The server gives no reason, or that of an earlier request: the stream is not open yet, or closed here
    /// (`audioSinkWithoutStream`). A stream or a server that ends is a killed entity or a terminated connection.
    private static let errorsWithoutStream = ["Disconnected: OK", "Disconnected: Bad state"]

    /// The sink cannot play any more, and time goes on without it.
    func lose(_ fault: BusMessage?) {
        guard let routing, routing.policy != .fail, let current = route.current else { return fail(fault) }
        route.failed.insert(current)
        fallSilent(lost: true)
        beginLoss(fault)
    }

    private func beginLoss(_ fault: BusMessage? = nil) {
        var warning: PlayerWarning?
        if route.lost == nil, let wanted = route.wanted {
            let lost = wanted.device == nil ? route.told.active ?? wanted.id : wanted.id
            route.lost = lost
            warning = .lost(lost, routing?.policy ?? .fail, fault)
        }
        report(warning)
        watch()
    }

    private func watch() {
        guard let routing else { return }
        if route.watching == nil {
            route.devices = []
            route.watching = routing.watch.subscribe { [weak self] devices in
                guard let self else { return }
                queue.async { self.learn(devices) }
            }
        }
        routing.watch.refresh()
    }

    private func learn(_ devices: [AudioOutputDevice]) {
        guard !isClosed, !isBroken, route.watching != nil else { return }
        if devices != route.devices { route.failed = [] }
        route.devices = devices
        if route.isAstray { return explainMove() }
        if route.lost != nil { chooseRoute() }
    }

    /// Moves to the best target that is there.
    private func chooseRoute() {
        guard let routing, let wanted = route.wanted else { return }
        // Behind both interfaces of PipeWire are the same devices, and a substitute while there are none.
        let others = routing.defaults().filter { wanted.interface != .pulse || $0.interface != .pipewire }
        let targets = [wanted] + (routing.policy == .fallback ? others : [])
        let best = targets.first { !route.failed.contains($0) && $0.isAvailable(in: route.devices) }
        // The devices change while a stream is being opened on one, too.
        if let best, best != route.current, best != route.moving { move(to: best) }
    }

    // What the sound server tells of the stream.

    /// Follows the device on which a sound server plays a sink.
    private func follow(_ sink: Element) {
        followFormat(of: sink)
        guard sink.has("current-device") else { return }
        let number = sinks.load(ordering: .sequentiallyConsistent)
        sink.onChange(of: "current-device") { [weak self, weak sink] in
            guard let self, let sink else { return }
            // It asks the server. A sink that is closed meanwhile would use what it has freed.
            queue.async {
                guard number == self.sinks.load(ordering: .sequentiallyConsistent), !self.isClosed,
                    let name = sink.text("current-device")
                else { return }
                self.notePlace(name)
            }
        }
    }

    /// The device that a sink without such news plays on.
    func noteStart() {
        guard let current = route.current, !sink.has("current-device") else { return }
        route.active = current.id
        report()
    }

    private func notePlace(_ name: String) {
        guard !isClosed, !isBroken, let current = route.current else { return }
        route.active = AudioOutputDevice.ID(current.interface, name)
        if let device = current.device, device != name {
            // A user may have moved it, or the device is gone.
            route.isAstray = true
            return watch()
        }
        report()
    }

    /// Finds out why a sound server has moved the audio: only a device that is gone is lost.
    private func explainMove() {
        route.isAstray = false
        guard let current = route.current, let wanted = route.wanted else { return }
        guard !wanted.isAvailable(in: route.devices) else {
            if route.lost == nil { route.watching = nil }
            return report()
        }
        switch routing?.policy {
        case .fallback:
            // It plays on what is now its default.
            route.current = AudioTarget(current.interface)
            beginLoss()
        case .fail, nil: fail(Self.fault(wanted))
        case .wait, .pause: lose(nil)
        }
    }

    private static func fault(_ target: AudioTarget) -> BusMessage {
        .error(
            ElementFault(lost: "The audio device \(target.id) is not available", of: target.interface.factory)
        )
    }

    private func report(_ warning: PlayerWarning? = nil) {
        var now = AudioDeviceReport(
            active: route.active, lost: route.lost,
            format: route.current == nil ? nil : route.told.format)
        guard now != route.told || warning != nil else { return }
        route.told = now
        now.warning = warning
        routing?.report(now)
    }

    /// Tells what the device is given.
    func reportFormat() {
        guard !isClosed, !isBroken, let format = deliveredFormat, format != route.told.format else { return }
        route.told.format = format
        routing?.report(route.told)
    }

    /// Opens and closes sinks, which may take as long as a server likes.
    private static let opening = DispatchQueue(label: "playhead.sound.opening", attributes: .concurrent)
}

extension PlayerWarning {
    fileprivate static func lost(
        _ device: AudioOutputDevice.ID, _ policy: AudioDeviceLossPolicy, _ fault: BusMessage?
    ) -> PlayerWarning {
        let reason = if case .error(let fault) = fault { " (\(fault.message))" } else { "" }
        let consequence =
            switch policy {
            case .fallback: "audio continues on the default device, if there is one"
            case .pause: "the player is paused"
            case .wait, .fail: "nothing is heard until it is back"
            }
        return PlayerWarning(
            "The audio device \(device) is not available\(reason): \(consequence)",
            hint: "connect it or start its sound server, or choose another device", code: .audioDeviceLost)
    }
}
