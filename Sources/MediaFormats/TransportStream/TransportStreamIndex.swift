/// The index of a transport stream.
package typealias TransportStreamIndex = TimestampIndex<TransportStreamScanner>
