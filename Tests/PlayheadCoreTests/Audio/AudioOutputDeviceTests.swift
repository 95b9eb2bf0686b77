import PlayheadCore
import Testing

@Suite struct AudioOutputDeviceTests {
    @Test func `an identity is an interface and a name`() throws {
        let id = try #require(AudioOutputDevice.ID(rawValue: "alsa/hw:CARD=PCH,DEV=0"))
        #expect(id.interface == .alsa && id.name == "hw:CARD=PCH,DEV=0")
        #expect(id.description == "alsa/hw:CARD=PCH,DEV=0")
        #expect(AudioOutputDevice.ID(rawValue: "pulse/a/b")?.name == "a/b")
    }

    @Test(arguments: ["", "/", "pulse", "pulse/", "/first", "oss/first", "Pulse/first"])
    func `anything else is none`(text: String) { #expect(AudioOutputDevice.ID(rawValue: text) == nil) }
}
