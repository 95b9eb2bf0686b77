internal import Synchronization

/// A shared value with reads that never wait, neither for other readers nor for a writer (read-copy-update).
///
/// A replaced value is kept until no reader can hold it. Each later replacement checks this.
@safe package final class RCUCell<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// A box that is no longer current, with the reader counters that have been zero since its replacement.
    private struct Retired: Sendable {
        var address: UInt
        var isPastEven = false
        var isPastOdd = false
    }

    /// The address of the current box, which is retained.
    private let current: Atomic<UInt>
    /// The numbers of current readers. A reader increments a counter before it loads the box. Each
    /// replacement moves new readers to the other counter, so that both counters reach zero under constant
    /// reads.
    private let even = Atomic(0)
    private let odd = Atomic(0)
    private let turn = Atomic(0)
    private let retired = Mutex<[Retired]>([])

    package init(_ value: Value) { current = Atomic(Self.address(of: Box(value))) }

    deinit {
        Self.free(current.load(ordering: .relaxed))
        for box in retired.withLock({ $0 }) { Self.free(box.address) }
    }

    /// Reads the value. `body` must not read the same cell again.
    package func read<Result>(_ body: (borrowing Value) -> Result) -> Result {
        guard turn.load(ordering: .relaxed) & 1 == 0 else {
            odd.add(1, ordering: .sequentiallyConsistent)
            defer { odd.subtract(1, ordering: .sequentiallyConsistent) }
            return readCounted(body)
        }
        even.add(1, ordering: .sequentiallyConsistent)
        defer { even.subtract(1, ordering: .sequentiallyConsistent) }
        return readCounted(body)
    }

    /// Replaces the value. A read that begins after the return sees the new value.
    package func replace(with value: Value) {
        let address = Self.address(of: Box(value))
        let free = retired.withLock { retired in
            retired.append(Retired(address: current.exchange(address, ordering: .sequentiallyConsistent)))
            // A reader that increments a counter after this point loads the new box.
            let isPastEven = even.load(ordering: .sequentiallyConsistent) == 0
            let isPastOdd = odd.load(ordering: .sequentiallyConsistent) == 0
            for index in retired.indices {
                if isPastEven { retired[index].isPastEven = true }
                if isPastOdd { retired[index].isPastOdd = true }
            }
            turn.add(1, ordering: .relaxed)
            defer { retired.removeAll { $0.isPastEven && $0.isPastOdd } }
            return retired.filter { $0.isPastEven && $0.isPastOdd }
        }
        for box in free { Self.free(box.address) }
    }

    private func readCounted<Result>(_ body: (borrowing Value) -> Result) -> Result {
        let address = current.load(ordering: .sequentiallyConsistent)
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else {
            preconditionFailure("There is always a box")
        }
        return unsafe Unmanaged<Box>.fromOpaque(pointer)._withUnsafeGuaranteedRef { body($0.value) }
    }

    private static func address(of box: Box) -> UInt {
        unsafe UInt(bitPattern: Unmanaged.passRetained(box).toOpaque())
    }

    private static func free(_ address: UInt) {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return }
        unsafe Unmanaged<Box>.fromOpaque(pointer).release()
    }
}
