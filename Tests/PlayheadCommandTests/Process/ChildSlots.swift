/// Bounds how many children run at a time: tests that play in real time must not starve each other.
actor ChildSlots {
    static let shared = ChildSlots(free: 6)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(free: Int) { self.free = free }

    func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    func give() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
