// swift-tools-version: 6.2
import PackageDescription

/// One program for each way to see what a player does. Run one with
///
///     swift run --package-path Examples/Observing Times media/subtitles.mkv
let ways = ["Snapshot", "Observer", "Closure", "Events", "Values", "Times", "Model"]

let package = Package(
    name: "Observing",
    dependencies: [
        .package(name: "Playhead", path: "../..")
    ],
    targets: ways.map { way in
        .executableTarget(name: way, dependencies: [.product(name: "Playhead", package: "Playhead")])
    },
    swiftLanguageModes: [.v6]
)
