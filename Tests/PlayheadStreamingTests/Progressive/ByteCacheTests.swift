import Testing

@testable import PlayheadCore
@testable import PlayheadStreaming
@testable import TestBasics

/// The bytes of a resource that are held.
struct ByteCacheTests {
    private static func bytes(_ range: Range<Int>) -> ArraySlice<UInt8> {
        range.map { UInt8(truncatingIfNeeded: $0) }[...]
    }

    private static func content(_ cache: inout ByteCache, _ range: Range<Int>) -> [UInt8] {
        cache.bytes(range).flatMap { Array($0) }
    }

    @Test func `adjacent ranges of the cache are joined`() {
        var cache = ByteCache()
        cache.insert(Self.bytes(10..<20), at: 10)
        cache.insert(Self.bytes(30..<40), at: 30)
        #expect(cache.count(from: 10) == 10 && cache.count(from: 15) == 5 && cache.count(from: 20) == 0)
        cache.insert(Self.bytes(20..<30), at: 20)
        #expect(cache.count(from: 10) == 30 && cache.count(from: 9) == 0)
        #expect(Self.content(&cache, 12..<38) == Array(Self.bytes(12..<38)))
    }

    @Test func `cached bytes are not replaced`() {
        var cache = ByteCache()
        cache.insert(Self.bytes(10..<20), at: 10)
        cache.insert([UInt8](repeating: 255, count: 30)[...], at: 0)
        #expect(cache.size == 30 && cache.count(from: 0) == 30)
        #expect(Self.content(&cache, 10..<20) == Array(Self.bytes(10..<20)))
        #expect(Self.content(&cache, 20..<30) == [UInt8](repeating: 255, count: 10))
    }

    @Test func `the least recently read range is removed first, except protected ones`() {
        var cache = ByteCache()
        for start in [0, 100, 200] { cache.insert(Self.bytes(start..<start + 10), at: start) }
        _ = cache.bytes(0..<10)
        cache.trim(to: 20, keeping: [200..<210])
        #expect(cache.count(from: 0) == 10 && cache.count(from: 100) == 0 && cache.count(from: 200) == 10)
        cache.trim(to: 0, keeping: [200..<201])
        #expect(cache.size == 10 && cache.count(from: 200) == 10)
    }

    @Test func `random ranges equal the whole resource`() {
        var random = SeededGenerator(seed: 7)
        var cache = ByteCache()
        var held = Set<Int>()
        for _ in 0..<300 {
            let start = Int.random(in: 0..<500, using: &random)
            let end = start + Int.random(in: 0..<40, using: &random)
            cache.insert(Self.bytes(start..<end), at: start)
            held.formUnion(start..<end)
            let place = Int.random(in: 0..<540, using: &random)
            let count = (place...).prefix { held.contains($0) }.count
            #expect(cache.count(from: place) == count)
            #expect(Self.content(&cache, place..<place + count) == Array(Self.bytes(place..<place + count)))
        }
        #expect(cache.size == held.count)
    }
}
