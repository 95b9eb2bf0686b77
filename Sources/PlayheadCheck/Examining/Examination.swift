internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

/// The standard examination of a medium, for which nothing has to be known of it: it opens, is as long as it says, seeks
/// land, it plays to its natural end without a stretch that is black, frozen or silent, its tracks decode, and so it is with every
/// variant of an HLS playlist.
public struct Examination: Sendable {
    /// The path or the address.
    public var media: String

    /// The examination of a medium.
    public init(of media: String) { self.media = media }

    /// Examines the medium: a case for each thing that is looked at.
    public func run(_ conditions: CheckConditions = CheckConditions()) async -> [CheckCase] {
        let budget = TimeBudget(conditions)
        func examine(_ item: MediaItem) async -> [CheckCase] {
            await Self.examine(item, isVirtual: conditions.isVirtual, budget)
        }
        let item = MediaItem(pathOrURI: media)
        var cases = await examine(item)
        let opens = cases.first?.outcome == .passed
        // Where it does not open, the variants tell which of them is to blame.
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
            let seekCheck = try await SeekCheck(item, isVirtual: isVirtual, budget)
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
