internal import Synchronization

/// Something in a stream that its pipeline may ask for.
struct Reference: Sendable, Equatable {
    var uri: String
    var kind: FetchRecord.Kind
    /// Where it lies, if it is a part.
    var part: PartInterval?
    /// The playlist that it belongs to, by its number.
    var playlist: Int?
    var variant: Int?
}

/// The numbers that stand for references in local addresses. A reference keeps its number for as long as a playlist names it.
final class References: Sendable {
    private struct Key: Hashable {
        var uri: String
        var kind: FetchRecord.Kind
        var playlist: Int?
    }

    private struct State {
        var numbers: [Key: Int] = [:]
        var references: [Int: Reference] = [:]
        /// What each playlist named when it was read last, and the time before.
        var named: [Int: [Set<Int>]] = [:]
        var next = 1
    }

    private let state: Mutex<State>

    /// Number 0 is the item itself.
    init(item: Reference) { state = Mutex(State(references: [0: item])) }

    subscript(number: Int) -> Reference? { state.withLock { $0.references[number] } }

    /// A server has named a fresh address for what a number stands for.
    func move(_ number: Int, to uri: String) { state.withLock { $0.references[number]?.uri = uri } }

    /// Numbers what a playlist names now, and forgets what neither this nor the last version of it named.
    func number(_ references: [Reference], of playlist: Int) -> [Int] {
        state.withLock { state in
            let numbers = references.map { reference in
                let key = Key(uri: reference.uri, kind: reference.kind, playlist: reference.playlist)
                let number = state.numbers[key] ?? state.next
                if number == state.next { state.next += 1 }
                state.numbers[key] = number
                state.references[number] = reference
                return number
            }
            let last = state.named[playlist]?.last ?? []
            let now = Set(numbers)
            let gone = (state.named[playlist]?.first ?? []).subtracting(last).subtracting(now)
            state.named[playlist] = [last, now]
            for number in gone {
                guard let old = state.references.removeValue(forKey: number) else { continue }
                state.numbers[Key(uri: old.uri, kind: old.kind, playlist: old.playlist)] = nil
            }
            return numbers
        }
    }
}
