internal import CGTK
internal import Playhead

/// Draws frames with OpenGL. Its functions need a current context, always the same.
@MainActor struct FrameRenderer {
    private let program: GLuint
    private let vertices: GLuint
    private let textures: [GLuint]
    /// The sizes of the textures.
    private var sizes: [[Int]] = []
    private var drawn: (frame: VideoFrame, layout: PlaneLayout)?

    /// Nil if the context cannot run the shaders.
    init?(isES: Bool) {
        let version = isES ? "#version 300 es\nprecision highp float;\n" : "#version 150\n"
        program = unsafe playhead_gl_program(
            playhead_gl_shader(GLenum(GL_VERTEX_SHADER), version + Self.vertexShader),
            playhead_gl_shader(GLenum(GL_FRAGMENT_SHADER), version + Self.fragmentShader))
        guard program != 0 else { return nil }
        vertices = playhead_gl_vertex_array()
        textures = (0..<3).map { _ in playhead_gl_texture() }
    }

    func delete() { unsafe playhead_gl_delete(program, vertices, textures, gint(textures.count)) }

    /// Copies the pixels of a frame to the textures; false if its format is not known.
    mutating func upload(_ frame: VideoFrame) -> Bool {
        let planes = frame.planes
        guard let layout = PlaneLayout(frame.format), planes.count >= layout.pixelBytes.count else {
            return false
        }
        let new = zip(planes, layout.pixelBytes).map { [$0.rowBytes / $1, $0.rows, $1] }
        for (index, size) in new.enumerated() {
            let (width, rows, bytes) = (gint(size[0]), gint(size[1]), size[2])
            let (stored, components) = Self.texelFormats[bytes - 1]
            if sizes != new {
                playhead_gl_allocate(textures[index], GLint(stored), GLenum(components), width, rows)
            }
            let stride = planes[index].stride
            frame.withBytes(ofPlane: index) { pixels in
                unsafe pixels.withUnsafeBytes { pixels in
                    guard let start = pixels.baseAddress else { return }
                    if stride % bytes == 0 {
                        unsafe playhead_gl_upload(
                            textures[index], GLenum(components), width, 0, rows, gint(stride / bytes), start)
                    } else {
                        for row in 0..<size[1] {
                            unsafe playhead_gl_upload(
                                textures[index], GLenum(components), width, gint(row), 1, 0,
                                start + row * stride)
                        }
                    }
                }
            }
        }
        sizes = new
        drawn = (frame, layout)
        return true
    }

    /// Draws the frame that was uploaded last into an area, in pixels.
    func draw(width: Int, height: Int, mode: AspectMode) {
        playhead_gl_clear()
        guard let (frame, layout) = drawn else { return }
        playhead_gl_use(program, vertices)
        for (unit, component) in layout.components.enumerated() {
            playhead_gl_bind(gint(unit), textures[component.plane])
            unsafe playhead_gl_set_int(playhead_gl_uniform(program, "plane\(unit)"), gint(unit))
        }
        let place = FrameLayout(frame, in: (width, height), mode: mode)
        let weights = layout.components.flatMap(\.weights) + [0, 0, 0, 0]
        let color = ColorMatrix(frame, family: layout.family, depth: layout.depth)
        unsafe playhead_gl_set_matrix4(playhead_gl_uniform(program, "weights"), weights)
        unsafe playhead_gl_set_matrix4(playhead_gl_uniform(program, "toRGB"), color.columns)
        unsafe playhead_gl_set_matrix2(playhead_gl_uniform(program, "orientation"), place.orientation)
        unsafe playhead_gl_set_matrix2(
            playhead_gl_uniform(program, "scale"), [place.scale.x, 0, 0, place.scale.y])
        playhead_gl_draw()
        // What GTK binds next belongs to the first unit.
        playhead_gl_bind(0, 0)
    }

    /// Forgets the frame; the area becomes black.
    mutating func clear() { drawn = nil }

    /// The format of a texture by the bytes of a pixel.
    private static let texelFormats: [(stored: Int32, components: Int32)] = [
        (GL_R8, GL_RED), (GL_RG8, GL_RG), (GL_RGB8, GL_RGB), (GL_RGBA8, GL_RGBA),
    ]

    private static let vertexShader = """
        uniform mat2 scale;
        uniform mat2 orientation;
        out vec2 at;
        void main() {
            vec2 corner = vec2(float(gl_VertexID % 2), float(gl_VertexID / 2)) - 0.5;
            at = orientation * corner + 0.5;
            gl_Position = vec4(scale * corner * vec2(2.0, -2.0), 0.0, 1.0);
        }
        """

    private static let fragmentShader = """
        uniform sampler2D plane0;
        uniform sampler2D plane1;
        uniform sampler2D plane2;
        uniform mat4 weights;
        uniform mat4 toRGB;
        in vec2 at;
        out vec4 color;
        void main() {
            vec3 components = vec3(
                dot(texture(plane0, at), weights[0]), dot(texture(plane1, at), weights[1]),
                dot(texture(plane2, at), weights[2]));
            color = vec4(clamp((toRGB * vec4(components, 1.0)).rgb, 0.0, 1.0), 1.0);
        }
        """
}
