internal import Dispatch
package import PlayheadCore
internal import Synchronization

/// A loader as a state machine: inputs go in, actions come out.
package protocol LoadMachine: Sendable {
    associatedtype Action: Sendable
    /// The pending actions.
    var actions: [Action] { get set }

    /// Takes an input.
    mutating func take(_ input: StreamInput, at time: Duration)
}

extension LoadMachine {
    /// Removes and returns the pending actions.
    mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }
}

/// Runs a machine: its queue delivers inputs to it and carries out its actions, in order.
///
/// Any thread may read and change the machine. A virtual clock does not move while inputs or actions are
/// pending.
package final class LoadRunner<Machine: LoadMachine>: Sendable {
    private struct State: Sendable {
        var machine: Machine
        var isClosed = false
    }

    package let driver: RequestDriver
    private let time: any PlayerTime
    private let queue: DispatchQueue
    private let state: Mutex<State>
    private let carryOut = Mutex<(@Sendable ([Machine.Action]) -> Void)?>(nil)

    /// Throws when the options of the order are unusable.
    package init(_ machine: Machine, for order: LoadOrder, label: String) throws(PlayerError) {
        driver = try RequestDriver(order)
        time = order.time
        queue = DispatchQueue(label: label, qos: .userInitiated)
        state = Mutex(State(machine: machine))
        driver.connect { [weak self] in self?.take($0) }
    }

    /// Sets the handler of the actions, which is called on the queue. It is not called after ``close()``.
    /// Call this before any input.
    package func connect(_ handler: @escaping @Sendable ([Machine.Action]) -> Void) {
        carryOut.withLock { $0 = handler }
    }

    /// Reads from the machine.
    package func read<Value: Sendable>(_ body: (borrowing Machine) -> Value) -> Value {
        state.withLock { body($0.machine) }
    }

    /// Changes the machine synchronously; nil after ``close()``. The resulting actions are carried out later,
    /// in order.
    @discardableResult
    package func change<Value: Sendable>(_ body: (inout Machine) -> Value) -> Value? {
        let (value, isBusy) = state.withLock { state -> (Value?, Bool) in
            guard !state.isClosed else { return (nil, false) }
            let value = body(&state.machine)
            return (value, !state.machine.actions.isEmpty)
        }
        if isBusy { enqueue { $0.perform() } }
        return value
    }

    /// Cancels all requests and timers.
    package func close() {
        state.withLock { $0.isClosed = true }
        driver.close()
    }

    private func take(_ input: StreamInput) {
        enqueue { runner in runner.change { $0.take(input, at: runner.time.now) } }
    }

    private func enqueue(_ work: @escaping @Sendable (LoadRunner) -> Void) {
        time.beginWork()
        queue.async { [weak self, time] in
            if let self { work(self) }
            time.endWork()
        }
    }

    private func perform() {
        let actions = state.withLock { $0.isClosed ? [] : $0.machine.takeActions() }
        if !actions.isEmpty { carryOut.withLock(\.self)?(actions) }
    }
}
