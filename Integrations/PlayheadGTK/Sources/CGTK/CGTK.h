// GTK 4, OpenGL through epoxy, which GTK uses itself, and the main queue of libdispatch.
#pragma once

#include <glib-unix.h>
#include <gtk/gtk.h>
#include <sys/eventfd.h>
#include <epoxy/gl.h>

// What CoreFoundation uses to run the main queue in its run loop. The handle is an eventfd.
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *message);

// Macros of C, and variadic functions.
static inline gulong playhead_connect(gpointer object, const char *signal, GCallback handler, gpointer data)
{
    return g_signal_connect(object, signal, handler, data);
}

static inline GType playhead_type_file(void) { return G_TYPE_FILE; }

// Nothing if the style cannot be read. Deprecated in GTK 4.12, whose successor GTK 4.8 lacks.
static inline void playhead_add_style(GdkDisplay *display, const char *style)
{
    GtkCssProvider *provider = gtk_css_provider_new();
    G_GNUC_BEGIN_IGNORE_DEPRECATIONS
    gtk_css_provider_load_from_data(provider, style, -1);
    G_GNUC_END_IGNORE_DEPRECATIONS
    gtk_style_context_add_provider_for_display(display, GTK_STYLE_PROVIDER(provider),
                                               GTK_STYLE_PROVIDER_PRIORITY_FALLBACK);
    g_object_unref(provider);
}

// The functions of OpenGL are variables in epoxy, which Swift does not import as functions.
static inline GLuint playhead_gl_shader(GLenum kind, const char *source)
{
    GLint compiled = 0;
    GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &source, NULL);
    glCompileShader(shader);
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled)
        return shader;
    glDeleteShader(shader);
    return 0;
}

// Takes both shaders. 0 if they cannot be linked.
static inline GLuint playhead_gl_program(GLuint vertices, GLuint pixels)
{
    GLint linked = 0;
    GLuint program = glCreateProgram();
    glAttachShader(program, vertices);
    glAttachShader(program, pixels);
    glLinkProgram(program);
    glDeleteShader(vertices);
    glDeleteShader(pixels);
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    if (linked)
        return program;
    glDeleteProgram(program);
    return 0;
}

static inline GLuint playhead_gl_vertex_array(void)
{
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
}

static inline GLuint playhead_gl_texture(void)
{
    GLuint name = 0;
    glGenTextures(1, &name);
    glBindTexture(GL_TEXTURE_2D, name);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return name;
}

static inline void playhead_gl_allocate(GLuint texture, GLint layout, GLenum components, int width, int height)
{
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, layout, width, height, 0, components, GL_UNSIGNED_BYTE, NULL);
}

// Copies rows that begin every row_length pixels.
static inline void playhead_gl_upload(GLuint texture, GLenum components, int width, int y, int rows, int row_length,
                                      const void *pixels)
{
    glBindTexture(GL_TEXTURE_2D, texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, row_length);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, y, width, rows, components, GL_UNSIGNED_BYTE, pixels);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

static inline void playhead_gl_bind(int unit, GLuint texture)
{
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, texture);
}

static inline void playhead_gl_clear(void)
{
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

static inline void playhead_gl_use(GLuint program, GLuint vertices)
{
    glUseProgram(program);
    glBindVertexArray(vertices);
}

static inline GLint playhead_gl_uniform(GLuint program, const char *name) { return glGetUniformLocation(program, name); }
static inline void playhead_gl_set_int(GLint uniform, int value) { glUniform1i(uniform, value); }
static inline void playhead_gl_set_matrix2(GLint uniform, const float *columns)
{
    glUniformMatrix2fv(uniform, 1, GL_FALSE, columns);
}
static inline void playhead_gl_set_matrix4(GLint uniform, const float *columns)
{
    glUniformMatrix4fv(uniform, 1, GL_FALSE, columns);
}
static inline void playhead_gl_draw(void) { glDrawArrays(GL_TRIANGLE_STRIP, 0, 4); }
static inline void playhead_gl_delete(GLuint program, GLuint vertices, const GLuint *textures, int count)
{
    glDeleteProgram(program);
    glDeleteVertexArrays(1, &vertices);
    glDeleteTextures(count, textures);
}
