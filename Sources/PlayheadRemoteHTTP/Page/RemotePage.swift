enum RemotePage {
    static let html = "<!doctype html>"
}
