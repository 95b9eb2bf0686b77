internal import Glibc

/// The arguments of this process as they came, in whatever encoding: `CommandLine.arguments` replaces what is no UTF-8.
package enum ProcessArguments {
    /// Without the name of the program.
    package static var all: [[UInt8]] {
        // Nobody changes them after the start.
        (1..<max(Int(CommandLine.argc), 1)).compactMap { index in
            unsafe CommandLine.unsafeArgv[index].map { word in
                unsafe UnsafeBufferPointer(start: word, count: strlen(word)).map { UInt8(bitPattern: $0) }
            }
        }
    }
}
