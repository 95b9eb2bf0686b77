internal import PlayheadSystem

extension Player {
    /// The version of this library.
    public static let version = libraryVersion
}
