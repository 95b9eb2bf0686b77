/// A coded sample: a video access unit, one or more audio frames, a subtitle, or a metadata packet.
///
/// Times are in nanoseconds on the container's own timeline. The timeline is continuous, because counter
/// wraps have been undone.
package struct MediaSample: Sendable, Equatable {
    /// The bytes, as a slice of the received data where no copy is needed.
    package var data: ArraySlice<UInt8>
    package var presentationTime: Int64
    package var decodeTime: Int64
    /// The duration; nil when neither the container nor following data gives it.
    package var duration: Int64?
    /// Whether decoding can begin here.
    package var isSync: Bool
    /// The information for decryption; nil for a clear sample.
    package var encryption: Encryption?

    package struct Encryption: Sendable, Equatable {
        package var iv: [UInt8]
        package var keyID: [UInt8]
        /// Alternating clear and encrypted ranges; empty when the whole sample is encrypted.
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
