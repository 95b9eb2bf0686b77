internal import Dispatch
internal import PlayheadCore
internal import PlayheadNetwork

/// A text on a network.
package enum NetworkText {
    /// All of it, fetched as a playlist is; nil where it cannot be had, or is no UTF-8.
    package static func fetch(_ uri: String) async -> String? {
        let access = NetworkAccess()
        let limit = access.policy.maximumPlaylistSize
        let bytes = try? await RemoteFile.bytes(
            of: uri, access: access, limit: limit, excess: .tooLarge(uri), within: .seconds(20),
            queue: DispatchQueue(label: "playhead.files", qos: .userInitiated))
        return bytes.flatMap { String(validating: $0, as: UTF8.self) }
    }
}
