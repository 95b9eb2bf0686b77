internal import FoundationEssentials
internal import Synchronization

/// The recording of one request and its response. Times are those of the clock of the load. All functions may
/// be called on any thread; calls after the end have no effect.
package final class HTTPExchangeRecording: Sendable {
    /// What the transport measured itself, since the start of the transfer. Phases that did not occur are nil.
    package struct Measurements: Sendable {
        package var nameLookup: Duration?
        package var connect: Duration?
        package var tls: Duration?
        package var serverAddress: String?
        package var bytes = 0

        package init() {}
    }

    fileprivate struct State {
        var entry: HTTPArchiveEntry
        var body: HTTPArchiveBody?
        let began: Duration
        var sent: Duration?
        var answered: Duration?
        var heldSince: Duration?
        var held = Duration.zero
        var last: Duration
        /// Why the transfer is going to end early.
        var reason: String?
        var isUnwanted = false
        var isOver = false
    }

    let number: Int
    private let archive: HTTPArchive
    private let state: Mutex<State>

    init(
        _ request: HTTPArchiveEntry.Request, in archive: HTTPArchive, number: Int, date: Date,
        began: Duration
    ) {
        self.archive = archive
        self.number = number
        var request = request
        request.headers = archive.recorded(request.headers)
        state = Mutex(State(entry: HTTPArchiveEntry(request, date: date), began: began, last: began))
    }

    /// The request is written to the connection.
    package func sent(at now: Duration) { change(now) { $0.sent = now } }

    /// The head of the response has arrived.
    package func answered(
        _ version: String, _ status: Int, _ reason: String, _ headers: [HTTPArchiveEntry.Field],
        at now: Duration
    ) {
        let isKept = archive.keepsBodies
        change(now) { [archive] state in
            let value = { (name: String) in headers.first { $0.name.lowercased() == name }?.value }
            state.answered = now
            (state.entry.response.status, state.entry.response.statusText) = (status, reason)
            state.entry.response.httpVersion = version
            state.entry.response.headers = archive.recorded(headers)
            state.entry.response.content.mimeType = value("content-type") ?? ""
            state.entry.response.redirectURL = value("location") ?? ""
            state.body = HTTPArchiveBody(
                coding: value("content-encoding"), limit: isKept ? archive.maximumBodySize : nil)
        }
    }

    package func received(_ bytes: ArraySlice<UInt8>, at now: Duration) {
        change(now) { $0.body?.take(bytes) }
    }

    /// The player does not read on, or does so again.
    package func held(_ isHeld: Bool, at now: Duration) {
        change(now) { state in
            if let since = state.heldSince { state.held += now - since }
            state.heldSince = isHeld ? now : nil
        }
    }

    /// The rest of the response is not needed. The entry is no failure.
    package func isUnwanted(at now: Duration) { change(now) { $0.isUnwanted = true } }

    /// The transfer is given up for a reason, in words. A later reason has no effect.
    package func givenUp(_ reason: String, at now: Duration) {
        change(now) { state in
            if state.reason == nil, !state.isUnwanted { state.reason = reason }
        }
    }

    /// Ends the recording and writes the entry. The error is nil for a complete response.
    package func ended(_ error: String?, _ measured: Measurements, at now: Duration) {
        let entry = state.withLock { state -> HTTPArchiveEntry? in
            if state.isOver { return nil }
            state.isOver = true
            state.last = max(now, state.last)
            let error = state.isUnwanted ? nil : state.reason ?? error
            return state.finished(error, measured, isKept: archive.keepsBodies)
        }
        if let entry { archive.write(entry, of: self) }
    }

    /// Ends the recording, because nothing is recorded any more.
    func abandon() { ended("cancelled", Measurements(), at: .zero) }

    private func change(_ now: Duration, _ body: (inout sending State) -> Void) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.last = max(now, state.last)
            body(&state)
        }
    }
}

extension HTTPExchangeRecording.State {
    fileprivate mutating func finished(
        _ error: String?, _ measured: HTTPExchangeRecording.Measurements, isKept: Bool
    ) -> HTTPArchiveEntry {
        if let heldSince { held += last - heldSince }
        entry.error = error
        entry.serverIPAddress = measured.serverAddress
        if held > .zero { entry.held = held.milliseconds }
        if let body {
            entry.response.content = body.content(mimeType: entry.response.content.mimeType, isKept: isKept)
            entry.response.bodySize = max(measured.bytes, body.transferred)
            if isUnwanted, entry.response.content.comment == nil {
                entry.response.content.comment = "The player did not need the rest of the body."
            }
        }
        entry.timings = timings(measured)
        let timings = entry.timings
        entry.time =
            [
                timings.blocked, timings.dns, timings.connect, timings.send, timings.wait, timings.receive,
            ].filter { $0 > 0 }.reduce(0, +).thousandths
        return entry
    }

    private func timings(_ measured: HTTPExchangeRecording.Measurements) -> HTTPArchiveEntry.Timings {
        var timings = HTTPArchiveEntry.Timings()
        let lookup = measured.nameLookup
        timings.dns = lookup?.milliseconds ?? -1
        timings.connect =
            measured.connect.map { connect in
                (max(measured.tls ?? connect, connect) - (lookup ?? .zero)).milliseconds
            } ?? -1
        if let tls = measured.tls, let connect = measured.connect {
            timings.ssl = (tls - connect).milliseconds
        }
        let spent = [timings.dns, timings.connect].filter { $0 > 0 }.reduce(0, +)
        if let sent {
            timings.blocked = max((sent - began).milliseconds - spent, 0).thousandths
        } else {
            timings.blocked = max((last - began).milliseconds - spent, 0).thousandths
        }
        if let sent { timings.wait = ((answered ?? last) - sent).milliseconds }
        if let answered { timings.receive = (last - answered).milliseconds }
        return timings
    }
}

extension Duration {
    fileprivate var milliseconds: Double { (self / .milliseconds(1)).thousandths }
}

extension Double {
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}
