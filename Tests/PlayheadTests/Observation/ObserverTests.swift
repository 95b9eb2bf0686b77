import Dispatch
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import CoreTestSupport

/// Observers, one by one (contract 3.2, 3.3, 3.5).
@Suite(.timeLimit(.minutes(1)))
struct ObserverTests {
    private let media = FakeMedia()
    private let item = MediaItem(uri: "fake://film")

    @Test func `3.5: an observer is held weakly`() async {
        let player = media.makePlayer()
        weak var released: EventLog?
        do {
            let log = EventLog()
            released = log
            player.addObserver(log)
            player.addObserver(log, queue: .global())
        }
        #expect(released == nil)
        player.load(item)
        await player.close()
    }

    @Test func `3.7: positions are not measured for a released observer`() async {
        let player = media.makePlayer()
        do {
            let log = EventLog()
            player.addObserver(log)
            #expect(player.machine.isWatched)
        }
        player.isMuted = true
        await player.isHeard(within: .seconds(20))
        player.volume = 0.5
        #expect(!player.machine.isWatched)
        await player.close()
    }

    /// A pipeline that remembers whether it was commanded in the queue of an observer.
    private final class Overheard: MediaPipeline {
        static let isObserverQueue = DispatchSpecificKey<Bool>()
        private let pipeline: FakePipeline
        private let wasCommandedThere = Mutex(false)
        var isCommandedByObserver: Bool { wasCommandedThere.withLock(\.self) }

        init(_ pipeline: FakePipeline) { self.pipeline = pipeline }

        func perform(_ command: PipelineCommand) {
            if DispatchQueue.getSpecific(key: Self.isObserverQueue) == true {
                wasCommandedThere.withLock { $0 = true }
            }
            pipeline.perform(command)
        }
        func discard(completion: @escaping @Sendable () -> Void) { pipeline.discard(completion: completion) }
    }

    /// Otherwise a command that is given meanwhile would be carried out there, later than its caller may think.
    @Test func `3.5: the release of an observer has no effect on the queue of its calls`() async throws {
        let queue = DispatchQueue(label: "observer")
        queue.setSpecific(key: Overheard.isObserverQueue, value: true)
        let pipelines = Mutex<[Overheard]>([])
        let player = Player(configuration: .silent, time: media.time) {
            [media] request, meter, configuration, post in
            let pipeline = Overheard(media.makePipeline(request, meter, configuration, post: post))
            pipelines.withLock { $0.append(pipeline) }
            return pipeline
        }
        do {
            let log = EventLog()
            player.addObserver(log, queue: queue)
            player.load(item, autoplay: true)
            withExtendedLifetime(log) {}
        }
        player.isMuted = true
        await withCheckedContinuation { done in queue.async { done.resume() } }
        media.advance(by: .seconds(1))
        let commands = try #require(media.pipelines.last).commands
        let ticking = commands.filter { if case .setTicking = $0 { true } else { false } }
        #expect(ticking == [.setTicking(true), .setTicking(false)])
        #expect(pipelines.withLock { $0.allSatisfy { !$0.isCommandedByObserver } })
        await player.close()
    }

    @Test func `3.5: an observer at the address of a released one is a new observer`() async {
        let player = media.makePlayer()
        for _ in 1...20 {
            do { player.addObserver(Listener()) }
            let observer = Listener()
            player.addObserver(observer)
            player.isMuted.toggle()
            await observer.hears(.mutedChanged(player.isMuted))
            player.removeObserver(observer)
        }
        await player.close()
    }

    @Test func `3.5: a second addition of an observer changes nothing`() async {
        let player = media.makePlayer()
        let log = EventLog()
        for _ in 1...3 { player.addObserver(log) }
        player.addObserver(log, queue: .global())
        player.isMuted = true
        await player.close()
        #expect(log.events.count { $0 == .mutedChanged(true) } == 1)
    }

    @Test func `3.5: the removal of an unknown observer changes nothing`() async {
        let player = media.makePlayer()
        let (known, unknown) = (EventLog(), EventLog())
        player.addObserver(known)
        player.removeObserver(unknown)
        player.isMuted = true
        await player.close()
        #expect(known.events.contains(.mutedChanged(true)))
        #expect(unknown.events.isEmpty)
    }

    @Test func `3.5: an observer that is removed inside its callback gets no further call`() async {
        let player = media.makePlayer()
        let log = Mutex<[PlayerEvent]>([])
        let listener = Mutex<Listener?>(nil)
        let observer = Listener { player, event in
            log.withLock { $0.append(event) }
            if event.isItem(item), let observer = listener.withLock({ $0 }) {
                player.removeObserver(observer)
            }
        }
        listener.withLock { $0 = observer }
        player.addObserver(observer)
        player.load(item, autoplay: true)
        await player.close()
        listener.withLock { $0 = nil }
        let heard = log.withLock { $0 }
        #expect(heard.count == 2 && heard.last?.isItem(item) == true)
    }

    @Test func `3.5: an observer that is removed on its own queue gets no further call`() async {
        let player = media.makePlayer()
        let queue = DispatchQueue(label: "observer")
        let log = EventLog()
        player.addObserver(log, queue: queue)
        player.isMuted = true
        let before = queue.sync {
            player.removeObserver(log)
            return log.events.count
        }
        player.isMuted = false
        player.load(item)
        await player.close()
        queue.sync {}
        #expect(log.events.count == before)
    }

    @Test func `3.5: an observer that is added inside a callback gets the next change`() async {
        let player = media.makePlayer()
        let late = EventLog()
        let observer = Listener { player, event in
            if event == .mutedChanged(true) {
                player.addObserver(late)
                player.volume = 0.5
            }
        }
        player.addObserver(observer)
        player.isMuted = true
        await observer.hears(.volumeChanged(0.5))
        await player.close()
        #expect(late.events.first == .volumeChanged(0.5))
    }

    @Test func `3.5: with a queue, calls come on that queue`() async {
        let player = media.makePlayer()
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "observer", attributes: .concurrent)
        queue.setSpecific(key: key, value: "here")
        let places = Mutex<Set<String?>>([])
        let isBusy = Mutex(false)
        let overlaps = Mutex(0)
        let observer = Listener { _, _ in
            if isBusy.withLock({ busy in
                defer { busy = true }; return busy
            }) {
                overlaps.withLock { $0 += 1 }
            }
            let place = DispatchQueue.getSpecific(key: key)
            places.withLock { _ = $0.insert(place) }
            isBusy.withLock { $0 = false }
        }
        player.addObserver(observer, queue: queue)
        player.load(item, autoplay: true)
        for step in 1...50 { player.volume = Double(step) / 100 }
        media.advance(by: .seconds(20))
        await player.close()
        #expect(places.withLock { $0 } == ["here"])
        #expect(overlaps.withLock { $0 } == 0)
    }

    @Test func `3.5: a slow observer delays neither other observers nor the pipeline`() async throws {
        let player = media.makePlayer()
        let gate = Gate()
        let slow = Listener { _, event in
            if event.isItem(item) { gate.pass() }
        }
        let quick = Listener()
        player.addObserver(slow)
        player.addObserver(quick)
        player.load(item, autoplay: true)
        await gate.waitForArrival()
        media.advance(by: .seconds(20))
        await quick.hears(.finished(.natural))
        #expect(player.status == .ended)
        gate.open()
        await slow.hears(.finished(.natural))
        await player.close()
    }

    @Test func `3.2: inside a callback the properties are at least as new as the event`() async {
        let player = media.makePlayer()
        let old = Mutex<[PlayerEvent]>([])
        let observer = Listener { player, event in
            let isNew =
                switch event {
                case .volumeChanged(let volume): player.volume >= volume
                case .itemChanged(let change):
                    change.item == nil || player.item != nil || player.status == .closed
                case .finished: player.snapshot.endReason != nil
                case .ready: player.status != .opening
                case .durationChanged(let duration): duration == nil || player.duration == duration
                case .positionChanged(let position): player.position >= position
                default: true
                }
            if !isNew { old.withLock { $0.append(event) } }
        }
        player.addObserver(observer)
        for step in 1...100 { player.volume = Double(step) / 1000 }
        player.load(item, autoplay: true)
        media.advance(by: .seconds(20))
        for step in 100...200 { player.volume = Double(step) / 1000 }
        await observer.hears(.volumeChanged(0.2))
        await player.close()
        #expect(old.withLock { $0 }.isEmpty)
    }

    @Test func `3.3: all observers receive the same order of events, also when callbacks give commands`()
        async
    {
        let player = media.makePlayer()
        let logs = (EventLog(), EventLog())
        let meddler = Listener { player, event in
            switch event {
            case .ready: player.play()
            case .finished(.natural): player.volume = 0.5
            case .mutedChanged(true): player.isMuted = false
            default: break
            }
        }
        player.addObserver(logs.0)
        player.addObserver(meddler)
        player.addObserver(logs.1, queue: DispatchQueue(label: "observer"))
        player.load(item)
        await meddler.hears(.statusChanged(from: .ready, to: .started))
        player.isMuted = true
        await meddler.hears(.mutedChanged(false))
        media.advance(by: .seconds(20))
        await meddler.hears(.volumeChanged(0.5))
        await player.close()
        #expect(logs.0.events.withoutPositions == logs.1.events.withoutPositions)
        #expect(EventAudit.faults(in: logs.0.events).isEmpty)
    }

    @Test func `2.6: a player may be closed inside a callback`() async {
        let player = media.makePlayer()
        let log = EventLog()
        let observer = Listener { player, event in
            if event == .ready { player.close() }
        }
        player.addObserver(observer)
        player.addObserver(log)
        player.load(item, autoplay: true)
        await observer.hears(.statusChanged(from: .stopped, to: .closed))
        await player.close()
        #expect(log.statuses.last == .closed)
        #expect(media.current?.isDiscarded == true)
    }
}

extension [PlayerEvent] {
    /// Positions that were not heard in time give way to later ones; everything else is heard by everybody.
    var withoutPositions: [PlayerEvent] {
        filter { if case .positionChanged = $0 { false } else { true } }
    }
}
