extension Int {
    /// The number, 0 or more, with zeros before it up to a number of digits.
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(width - digits.count, 0)) + digits
    }
}
