internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// The standard examination of a medium, which needs no expectations.
///
/// It checks that the medium opens, that its duration is correct, and that seeks land. It checks that the
/// medium plays to its natural end without black, frozen or silent ranges. It checks that all tracks decode.
/// For HLS it repeats these checks with every variant.
public struct Examination: Sendable {
    /// The path or URI.
    public var media: String

    /// Makes the examination of a medium.
    public init(of media: String) { self.media = media }

    /// Runs the examination, with one case for each property.
    public func run(_ conditions: CheckConditions = CheckConditions()) async -> [CheckCase] {
        let budget = TimeBudget(conditions)
        func examine(_ item: MediaItem) async -> [CheckCase] {
            await Self.examine(item, isVirtual: conditions.isVirtual, budget)
        }
        let item = MediaItem(pathOrURI: media)
        var cases = await examine(item)
        let opens = cases.first?.outcome == .passed
        // If the playlist does not open, the variants show which of them is at fault.
        switch await Playlist.read(at: item) {
        case .variants(let variants):
            for variant in variants {
                guard let address = variant.address else {
                    cases.append(CheckCase(variant.name, .skipped, "it is not played by itself"))
                    continue
                }
                cases += await examine(MediaItem(uri: address)).map { $0.prefixed(by: variant.name) }
            }
        case .unreadable where opens:
            cases.append(CheckCase("variants", .error, "the playlist cannot be read"))
        case .none, .unreadable: break
        }
        return cases
    }

    private static func examine(
        _ item: MediaItem, isVirtual: Bool, _ budget: TimeBudget
    ) async -> [CheckCase] {
        do throws(MediaServerError) {
            let playthrough = try await PlaythroughCheck(item, isVirtual: isVirtual, budget)
            var cases = await playthrough.run()
            let snapshot = playthrough.environment.player.snapshot
            await playthrough.environment.close()
            let seekCheck = try await SeekCheck(
                item, frames: playthrough.frames, isVirtual: isVirtual, budget)
            let landing = await seekCheck.run(after: cases[0])
            await seekCheck.environment.close()
            cases.insert(landing, at: 2)
            let others = OtherTracksCheck(item: item, isVirtual: isVirtual, budget: budget)
            cases.append(try await others.examine(snapshot.tracks, isLive: snapshot.isLive))
            return cases
        } catch {
            return [CheckCase("opens", .error, error.description)]
        }
    }
}

extension CheckCase {
    fileprivate func prefixed(by name: String) -> CheckCase {
        var copy = self
        copy.name = "\(name): \(self.name)"
        return copy
    }
}
