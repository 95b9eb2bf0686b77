/// Takes the bytes of a file or stream as they are received, in any order and on any thread. The bytes of a place may come
/// more than once, and are then the same.
package protocol ByteTap: Sendable {
    /// Takes bytes at an offset of the resource.
    func take(_ bytes: ArraySlice<UInt8>, at offset: Int)
    /// Takes the size of the resource, once no more bytes come; nil if it is unknown.
    func end(length: Int?)
}
