import Testing

@testable import CoreTestSupport
@testable import PlayheadCore

/// What the audit of event records notices: tests that lean on it are as good as it is.
struct EventAuditTests {
    private let item = MediaItem(uri: "fake://film")
    private let fault = PlayerError(.connectionLost, "Gone")

    /// A short life: opened, played, failed, closed.
    private var life: [PlayerEvent] {
        var driver = ReducerDriver.loaded(playing: true, item: item)
        driver.command(.setMuted(true))
        driver.report(.failed(fault))
        driver.command(.close)
        return driver.events
    }

    /// The life with one event in another place, or twice.
    private func life(moving event: PlayerEvent, by distance: Int) throws -> [PlayerEvent] {
        var events = life
        let index = try #require(events.firstIndex(of: event))
        events.remove(at: index)
        events.insert(event, at: index + distance)
        return events
    }

    @Test func `a true record has no faults`() {
        #expect(EventAudit.faults(in: life).isEmpty)
    }

    @Test func `an equal neighbour is a fault`() throws {
        var events = life
        events.insert(.mutedChanged(true), at: try #require(events.firstIndex(of: .mutedChanged(true))))
        #expect(EventAudit.faults(in: events).contains { $0.hasPrefix("3.4") })
    }

    @Test func `an event after the closing is a fault`() {
        #expect(EventAudit.faults(in: life + [.volumeChanged(0.5)]).contains { $0.hasPrefix("2.7") })
    }

    @Test func `an end before its error and a state before its status are faults`() throws {
        for (event, distance): (PlayerEvent, Int) in [
            (.finished(.error), -1), (.ready, 1), (.error(fault), -1), (.finished(.error), 1),
            (.statusChanged(from: .started, to: .failed), 1), (.statusChanged(from: .opening, to: .ready), 1),
        ] {
            let events = try life(moving: event, by: distance)
            #expect(EventAudit.faults(in: events).contains { $0.hasPrefix("3.3") }, "\(event) by \(distance)")
        }
    }

    @Test func `a position beyond the duration is a fault`() throws {
        var events = life
        let index = try #require(events.firstIndex(of: .ready))
        events.insert(.positionChanged(.seconds(11)), at: index)
        #expect(EventAudit.faults(in: events).contains { $0.hasPrefix("3.9") })
    }

    @Test func `a change that does not begin where the last one ended is a fault`() {
        let events = life.filter { $0 != .statusChanged(from: .opening, to: .ready) }
        #expect(EventAudit.faults(in: events).contains { $0.hasPrefix("1.4") })
    }
}
