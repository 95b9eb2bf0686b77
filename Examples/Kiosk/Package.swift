// swift-tools-version: 6.2
import PackageDescription

/// A little program that embeds the player, and its tests. Run them with
///
///     swift test --package-path Examples/Kiosk
let package = Package(
    name: "Kiosk",
    dependencies: [
        .package(name: "Playhead", path: "../..")
    ],
    targets: [
        .target(name: "Kiosk", dependencies: [.product(name: "Playhead", package: "Playhead")]),
        .testTarget(
            name: "KioskTests",
            dependencies: [
                "Kiosk",
                .product(name: "PlayheadTesting", package: "Playhead"),
                .product(name: "PlayheadExpectations", package: "Playhead"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
