internal import Synchronization

/// A value that is replaced as a whole, and that any number of threads read without waiting, neither for each other nor for
/// the one that replaces it.
///
/// A value that was replaced is kept until nobody can be reading it any more, which is looked at when the next one comes.
@safe package final class RCUCell<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let value: Value
        init(_ value: Value) { self.value = value }
    }

    /// A box that is no longer current, and which readers have been seen to be gone since.
    private struct Retired: Sendable {
        var address: UInt
        var isPastEven = false
        var isPastOdd = false
    }

    /// The address of the current box, which is retained.
    private let current: Atomic<UInt>
    /// How many are reading. Each one counts itself before it looks for the box. New ones take the other counter after each
    /// replacement, so that both come to zero, however many there are.
    private let even = Atomic(0)
    private let odd = Atomic(0)
    private let turn = Atomic(0)
    private let retired = Mutex<[Retired]>([])

    package init(_ value: Value) { current = Atomic(Self.address(of: Box(value))) }

    deinit {
        Self.free(current.load(ordering: .relaxed))
        for box in retired.withLock({ $0 }) { Self.free(box.address) }
    }

    /// Reads the value. What is called must not read this value once more by itself.
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

    /// Replaces the value; whoever begins to read when this has returned reads the new one.
    package func replace(with value: Value) {
        let address = Self.address(of: Box(value))
        let free = retired.withLock { retired in
            retired.append(Retired(address: current.exchange(address, ordering: .sequentiallyConsistent)))
            // Whoever counts itself after this finds the new box.
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
