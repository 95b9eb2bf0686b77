/// The index of a program stream.
package typealias ProgramStreamIndex = TimestampIndex<ProgramStreamScanner>
