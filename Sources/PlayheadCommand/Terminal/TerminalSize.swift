/// The size of a terminal.
struct TerminalSize: Equatable, Sendable {
    var columns = 80
    var rows = 24
    /// The size of a character cell; nil if it is unknown.
    var cell: CellSize?

    init() {}

    /// Makes a size from the values of a terminal, of which 0 means unknown.
    init(columns: Int, rows: Int, pixelWidth: Int, pixelHeight: Int) {
        if columns > 0 { self.columns = columns }
        if rows > 0 { self.rows = rows }
        cell = CellSize(width: pixelWidth / self.columns, height: pixelHeight / self.rows)
    }
}

/// The size of a character cell in pixels.
struct CellSize: Equatable, Sendable {
    let width: Int
    let height: Int

    /// Makes a size; nil if a length is not positive.
    init?(width: Int, height: Int) {
        guard width > 0, height > 0 else { return nil }
        self.width = width
        self.height = height
    }

    private init() { (width, height) = (10, 20) }

    /// The size in terminals that do not tell it: that of the VT340.
    static let standard = CellSize()
}
