internal import Synchronization

/// Something in a stream that its pipeline may ask for.
struct Reference: Sendable, Equatable {
    var uri: String
    var kind: FetchRecord.Kind
    /// Where it lies, if it is a part.
    var part: PartInterval?
    /// The variant that it belongs to, and the kind of rendition that it is of; nil for the variant's own.
    var variant: Int?
    var rendition: Track.Kind?
    /// What that rendition is called.
    var name: String?
    /// The address of what names it; nil for the item itself.
    var source: WebAddress?
    /// Its place in the order of a playlist, which tells it from others at the same address.
    var place: Int?
    /// The bytes of the resource that it is, where the pipeline does not say so itself.
    var range: HLSByteRange?
    /// Where its timestamps have to be, if they may have to be moved; of the beginning of a container, which one it is.
    var fragment: FragmentPlace?
    /// Where a fragment has to be that stands for it when it does not come.
    var standIn: FragmentPlace?
    /// Whether its bytes are those of a medium, as they are.
    var isMedium = false
    /// Whether it is known not to exist.
    var isGap = false
    /// Whether it is a playlist that was made in place of one of texts, which cannot be had.
    var isSilent = false

    /// Which of the streams of an item its playlist is of.
    var stream: StreamPlace {
        StreamPlace(variant: variant, rendition: rendition, place: place, isSilent: isSilent)
    }
    /// Whether it is a playlist of a variant's own, or the item itself.
    var isOfVariant: Bool { rendition == nil }
}

/// A stream of an item, by where the multivariant playlist has it: servers may name other addresses each time.
struct StreamPlace: Sendable, Hashable {
    var variant: Int?
    var rendition: Track.Kind?
    /// Of a rendition.
    var place: Int?
    /// Whether it stands for texts that cannot be had, and lies where the pictures do.
    var isSilent = false
}

/// The numbers that stand for references in local addresses. A reference keeps its number for as long as a playlist names it.
final class References: Sendable {
    private struct Key: Hashable {
        var uri: String
        var kind: FetchRecord.Kind
        var playlist: Int
        var place: Int?
    }

    private struct State {
        var numbers: [Key: Int] = [:]
        var keys: [Int: Key] = [:]
        var references: [Int: Reference]
        /// What each playlist named when it was read last, and the time before.
        var named: [Int: (before: Set<Int>, last: Set<Int>)] = [:]
        var next = 1
    }

    private let state: Mutex<State>

    /// Number 0 is the item itself.
    init(item: Reference) { state = Mutex(State(references: [0: item])) }

    subscript(number: Int) -> Reference? { state.withLock { $0.references[number] } }

    /// A server has named a fresh address for what a number stands for.
    func move(_ number: Int, to uri: String) { state.withLock { $0.references[number]?.uri = uri } }

    /// From now on a number stands for something else.
    func replace(_ number: Int, by reference: Reference) {
        state.withLock { $0.references[number] = reference }
    }

    /// The number for what a playlist names.
    func number(for reference: Reference, of playlist: Int) -> Int {
        let key = Key(uri: reference.uri, kind: reference.kind, playlist: playlist, place: reference.place)
        return state.withLock { state in
            if let number = state.numbers[key] {
                state.references[number] = reference
                return number
            }
            let number = state.next
            state.next += 1
            state.numbers[key] = number
            state.keys[number] = key
            state.references[number] = reference
            return number
        }
    }

    /// A playlist has been read: what neither it nor its last version names is forgotten.
    func keep(_ numbers: Set<Int>, of playlist: Int) {
        state.withLock { state in
            let known = state.named[playlist] ?? ([], [])
            state.named[playlist] = (known.last, numbers)
            for number in known.before where !known.last.contains(number) && !numbers.contains(number) {
                state.references[number] = nil
                if let key = state.keys.removeValue(forKey: number) { state.numbers[key] = nil }
            }
        }
    }
}
