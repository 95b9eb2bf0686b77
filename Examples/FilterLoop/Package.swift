// swift-tools-version: 6.2
import PackageDescription

/// Pixelates a part of each frame of a film. Run it with
///
///     swift run --package-path Examples/FilterLoop FilterLoop media/av-h264-aac.mp4 > frames.rgba
let package = Package(
    name: "FilterLoop",
    dependencies: [
        .package(name: "Playhead", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "FilterLoop", dependencies: [.product(name: "Playhead", package: "Playhead")],
            swiftSettings: [.strictMemorySafety()])
    ],
    swiftLanguageModes: [.v6]
)
