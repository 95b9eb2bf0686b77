/// Bounds how many do something at a time; the others wait, in the order in which they came.
package actor Slots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    package init(free: Int) { self.free = free }

    package func take() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    package func give() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
