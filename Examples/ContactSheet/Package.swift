// swift-tools-version: 6.2
import PackageDescription

/// Makes one picture file with pictures from all of a film. Run it with
///
///     swift run --package-path Examples/ContactSheet ContactSheet media/av-h264-aac.mp4 sheet.jpg
let package = Package(
    name: "ContactSheet",
    dependencies: [
        .package(name: "Playhead", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "ContactSheet", dependencies: [.product(name: "Playhead", package: "Playhead")],
            swiftSettings: [.strictMemorySafety()])
    ],
    swiftLanguageModes: [.v6]
)
