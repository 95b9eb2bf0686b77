// Lets threads of the tests and of the command they start sleep now and then, after they waited for another one, left a lock,
// read from a socket or wrote. What does not wait for an event, but happens to come late enough, then comes too early.
//
// To be preloaded; see scripts/delayed-tests/run. PLAYHEAD_DELAY_EVERY is the mean number of such calls per delay (400),
// PLAYHEAD_DELAY_MS the longest delay in milliseconds (300).

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static unsigned every, longest, seed;
static __thread unsigned state;

static unsigned number(const char *name, unsigned otherwise) {
    const char *text = getenv(name);
    int value = text ? atoi(text) : 0;
    return value > 0 ? (unsigned)value : otherwise;
}

// Other programs that the tests start, such as sound servers, run without delays: `every` stays 0.
__attribute__((constructor)) static void begin(void) {
    char path[4096] = {0};
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    const char *name = length > 0 ? strrchr(path, '/') : NULL;
    if (!name || (strcmp(name, "/playhead") && strncmp(name, "/PlayheadPackageTests", 21))) return;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    seed = (unsigned)(now.tv_nsec ^ getpid());
    longest = number("PLAYHEAD_DELAY_MS", 300);
    every = number("PLAYHEAD_DELAY_EVERY", 400);
}

static void delay(void) {
    if (!every) return;
    if (!state) state = (seed ^ (unsigned)(unsigned long)pthread_self() * 2654435761u) | 1;
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    if (state % every) return;
    unsigned milliseconds = 1 + (state >> 8) % longest;
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000L};
    nanosleep(&time, NULL);
}

#define NEXT(name) \
    static typeof(name) *next; \
    if (!next) next = (typeof(name) *)dlsym(RTLD_NEXT, #name)

int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    NEXT(pthread_mutex_unlock);
    int result = next(mutex);
    delay();
    return result;
}

int epoll_wait(int epoll, struct epoll_event *events, int count, int timeout) {
    NEXT(epoll_wait);
    int result = next(epoll, events, count, timeout);
    delay();
    return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write);
    ssize_t result = next(file, bytes, count);
    delay();
    return result;
}

// Futexes: the locks of Swift, Dispatch and GLib.
long syscall(long name, ...) {
    NEXT(syscall);
    long words[6];
    va_list list;
    va_start(list, name);
    for (int word = 0; word < 6; word++) words[word] = va_arg(list, long);
    va_end(list);
    long result = next(name, words[0], words[1], words[2], words[3], words[4], words[5]);
    if (name == SYS_futex) delay();
    return result;
}
