internal import CGStreamer
internal import Dispatch
internal import Synchronization

/// Those who wait for a clock that stands still, in the order in which they are due.
@safe final class WaitingLine: @unchecked Sendable {
    /// Somebody who waits. The entry is that of the clock's user, who keeps it for as long as it waits.
    @safe private final class Waiter: @unchecked Sendable {
        let entry: UnsafeMutablePointer<GstClockEntry>
        let due: GstClockTime
        /// What it is answered when its time has come.
        let answer: GstClockReturn
        /// Woken up where its thread waits; nil where it is called instead.
        let bell: DispatchSemaphore?

        init(
            _ entry: UnsafeMutablePointer<GstClockEntry>, answer: GstClockReturn, bell: DispatchSemaphore?
        ) {
            unsafe self.entry = entry
            unsafe due = entry.pointee.time
            (self.answer, self.bell) = (answer, bell)
        }
    }

    private struct State: Sendable {
        var now: GstClockTime = 0
        var waiters: [Waiter] = []
        var onWait: (@Sendable () -> Void)?
    }

    // What entries say of themselves is changed under this lock only.
    private let state = Mutex(State())

    var time: GstClockTime { state.withLock(\.now) }
    var count: Int { state.withLock(\.waiters.count) }
    var nextDue: GstClockTime? { state.withLock { $0.waiters.first?.due } }

    func onWait(_ handler: @escaping @Sendable () -> Void) { state.withLock { $0.onWait = handler } }

    func move(to time: GstClockTime) { state.withLock { $0.now = max($0.now, time) } }

    /// Waits on this thread until it is released, or taken back.
    func wait(
        for entry: UnsafeMutablePointer<GstClockEntry>,
        _ jitter: UnsafeMutablePointer<GstClockTimeDiff>?
    ) -> GstClockReturn {
        let bell = DispatchSemaphore(value: 0)
        guard let late = unsafe line(up: entry, bell) else { return GST_CLOCK_UNSCHEDULED }
        if let jitter = unsafe jitter { unsafe jitter.pointee = late }
        state.withLock(\.onWait)?()
        bell.wait()
        return state.withLock { _ in unsafe entry.pointee.status }
    }

    /// Has its function called when it is released.
    func add(_ entry: UnsafeMutablePointer<GstClockEntry>) -> GstClockReturn {
        unsafe gst_clock_id_ref(entry)
        guard unsafe line(up: entry, nil) != nil else {
            unsafe gst_clock_id_unref(entry)
            return GST_CLOCK_UNSCHEDULED
        }
        state.withLock(\.onWait)?()
        return GST_CLOCK_OK
    }

    /// Answers how late it is, in nanoseconds; nil where it has been taken back before.
    private func line(
        up entry: UnsafeMutablePointer<GstClockEntry>, _ bell: DispatchSemaphore?
    ) -> GstClockTimeDiff? {
        state.withLock { state in
            guard unsafe entry.pointee.status != GST_CLOCK_UNSCHEDULED else { return nil }
            unsafe entry.pointee.status = GST_CLOCK_BUSY
            let late = unsafe GstClockTimeDiff(state.now) - GstClockTimeDiff(clamping: entry.pointee.time)
            let waiter = unsafe Waiter(entry, answer: late > 0 ? GST_CLOCK_EARLY : GST_CLOCK_OK, bell: bell)
            let place = state.waiters.firstIndex { $0.due > waiter.due } ?? state.waiters.count
            state.waiters.insert(waiter, at: place)
            return late
        }
    }

    /// Releases the first one, if its time has come.
    func releaseNext() {
        let next = state.withLock { state -> Waiter? in
            guard let first = state.waiters.first, first.due <= state.now else { return nil }
            state.waiters.removeFirst()
            unsafe first.entry.pointee.status = first.answer
            return first
        }
        guard let next else { return }
        if let bell = next.bell {
            bell.signal()
        } else {
            unsafe call(next.entry)
        }
    }

    private func call(_ entry: UnsafeMutablePointer<GstClockEntry>) {
        if let clock = unsafe gst_clock_id_get_clock(entry) {
            _ = unsafe entry.pointee.func?(clock, entry.pointee.time, entry, entry.pointee.user_data)
            unsafe gst_object_unref(clock)
        }
        unsafe gst_clock_id_unref(entry)
    }

    /// It is waited for no longer, and nothing will be before it is made anew.
    func remove(_ entry: UnsafeMutablePointer<GstClockEntry>) {
        let waiter = state.withLock { state -> Waiter? in
            unsafe entry.pointee.status = GST_CLOCK_UNSCHEDULED
            guard let place = state.waiters.firstIndex(where: { unsafe $0.entry == entry }) else {
                return nil
            }
            return state.waiters.remove(at: place)
        }
        guard let waiter else { return }
        if let bell = waiter.bell {
            bell.signal()
        } else {
            unsafe gst_clock_id_unref(entry)
        }
    }
}
