/// The page for browsers: one file without anything from elsewhere. `NONCE` is replaced for each answer.
enum RemotePage {
    static let html = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Playhead</title>
        <link rel="icon" href="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='3' fill='%230b62c4'/%3E%3Cpath d='M5 3.5v9L12.5 8z' fill='white'/%3E%3C/svg%3E">
        <style nonce="NONCE">
        \(style)
        </style>
        </head>
        <body>
        \(icons)
        \(content)
        <script nonce="NONCE">
        \(connection)
        \(playback)
        \(lists)
        </script>
        </body>
        </html>
        """
}
