/// A coded sample: an access unit of video, one or more frames of audio, a text, a packet of metadata. Times are in nanoseconds on the
/// container's own timeline, which is continuous: wraps of its counters have been undone.
package struct MediaSample: Sendable, Equatable {
    /// The bytes; a slice of what was fetched where that is possible without a copy.
    package var data: ArraySlice<UInt8>
    package var presentationTime: Int64
    package var decodeTime: Int64
    /// Nil: the container does not say, and nothing follows that would tell.
    package var duration: Int64?
    /// Whether decoding may begin here.
    package var isSync: Bool
    /// What is needed to decrypt it; nil: it is clear.
    package var encryption: Encryption?

    package struct Encryption: Sendable, Equatable {
        package var iv: [UInt8]
        package var keyID: [UInt8]
        /// Alternating bytes in the clear and bytes that are encrypted; empty: all of it is encrypted.
        package var subsamples: [Subsample]

        package struct Subsample: Sendable, Equatable {
            package var clear: Int
            package var encrypted: Int

            package init(clear: Int, encrypted: Int) { (self.clear, self.encrypted) = (clear, encrypted) }
        }

        package init(iv: [UInt8], keyID: [UInt8], subsamples: [Subsample]) {
            (self.iv, self.keyID, self.subsamples) = (iv, keyID, subsamples)
        }
    }

    package init(
        _ data: ArraySlice<UInt8>, presentationTime: Int64, decodeTime: Int64, duration: Int64? = nil,
        isSync: Bool = true
    ) {
        self.data = data
        self.presentationTime = presentationTime
        self.decodeTime = decodeTime
        self.duration = duration
        self.isSync = isSync
    }
}
