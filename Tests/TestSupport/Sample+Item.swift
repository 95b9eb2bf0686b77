import Foundation
package import Playhead

@testable package import TestBasics

extension Samples.Sample {
    package var item: MediaItem {
        MediaItem(path: Samples.directory.appending(path: path).path(percentEncoded: false))
    }
}
