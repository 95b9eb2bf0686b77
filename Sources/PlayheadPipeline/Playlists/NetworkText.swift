internal import Dispatch
internal import PlayheadCore
internal import PlayheadNetwork

/// Fetches text resources from a network.
package enum NetworkText {
    /// The whole text, fetched like a playlist. Nil if it cannot be fetched, or is not UTF-8.
    package static func fetch(_ uri: String) async -> String? {
        let access = NetworkAccess()
        let limit = access.policy.maximumPlaylistSize
        let bytes = try? await RemoteFile.bytes(
            of: uri, access: access, limit: limit, excess: .tooLarge(uri), within: .seconds(20),
            queue: DispatchQueue(label: "playhead.files", qos: .userInitiated))
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }
}
