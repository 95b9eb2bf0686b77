/// What is fetched where a playlist cannot be had.
extension GatewayHall {
    /// What may stand in the place of a playlist, the best first.
    func alternatives(to reference: Reference) -> [Reference] {
        guard reference.kind == .playlist, let (playlist, address) = streams.multivariant else { return [] }
        if reference.isOfVariant {
            guard let variant = playlist.variants.first(where: { $0.index == reference.variant }) else {
                return []
            }
            return playlist.alternatives(to: variant, order.quality).map {
                Reference(.variant($0), of: Reference(uri: address.text, kind: .medium), at: address)
            }
        }
        guard let rendition = playlist.renditions.first(where: { $0.index == reference.place }) else {
            return []
        }
        return playlist.alternatives(to: rendition).map {
            Reference(.rendition($0), of: Reference(uri: address.text, kind: .medium), at: address)
        }
    }

    /// Something else is played in the place of a playlist.
    func replace(_ number: Int, _ old: Reference, by new: Reference, after fault: FetchFault) {
        references.replace(number, by: new)
        if fault.isOfHost { streams.keepOriginal(old, of: number) }
        let what = old.isOfVariant ? "variant" : "rendition"
        warn(
            "The playlist of a \(what) cannot be had, and another one is played: \(Self.words(fault, old))",
            hint: fault.error.hint)
    }

    /// Another variant's part is played in the place of one; said once of each variant.
    func tellTwin(of reference: Reference, after fault: FetchFault) {
        guard streams.isFirstTwin(for: reference.variant) else { return }
        let words = "A part of a variant cannot be had, and another variant's is played: "
        warn(words + Self.words(fault, reference), hint: fault.error.hint)
    }

    /// A stream is left out, which playback does not need.
    func leaveOut(_ reference: Reference, after fault: FetchFault) {
        warn(
            .missingText(
                "The subtitles cannot be had, and are left out: \(Self.words(fault, reference))",
                hint: fault.error.hint, of: reference.name))
    }

    private static func words(_ fault: FetchFault, _ reference: Reference) -> String {
        let status = fault.status.map { ", status \($0)" } ?? ""
        return (fault.error.uri ?? reference.uri) + status
    }
}
