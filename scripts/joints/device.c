// A sound device for ALSA that plays nothing: it writes down what would be heard, and when.
//
// It takes 16 bits at any rate, with up to DEVICE_CHANNELS channels (8), and consumes them on the system's clock. Into DEVICE_OUT it writes
// a line for each thing that happens to it, and into DEVICE_OUT.N what it was given in its run number N, from the preparation on:
//
//     run N rate R channels C      it was prepared
//     start N NANOSECONDS          it began to play
//     end N FRAMES                 it ended, and so many frames had been heard
#include <alsa/asoundlib.h>
#include <alsa/pcm_external.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    snd_pcm_ioplug_t io;
    FILE *log, *sound;
    char *path;
    int run;
    int playing;
    int64_t began;
    // In frames of this run: what was handed over, and what had been heard when it last stopped.
    int64_t written, heard;
} Device;

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int64_t played(Device *device) {
    if (!device->playing) return device->heard;
    return device->heard + (int64_t)((__int128)(now() - device->began) * device->io.rate / 1000000000);
}

static void end(Device *device) {
    if (!device->sound) return;
    int64_t heard = played(device);
    fprintf(device->log, "end %d %lld\n", device->run, (long long)(heard < device->written ? heard : device->written));
    fclose(device->sound);
    device->sound = NULL;
    device->playing = 0;
}

static int prepare(snd_pcm_ioplug_t *io) {
    Device *device = io->private_data;
    end(device);
    device->run++;
    device->written = device->heard = 0;
    char name[4096];
    snprintf(name, sizeof name, "%s.%d", device->path, device->run);
    device->sound = fopen(name, "w");
    if (!device->sound) return -EIO;
    fprintf(device->log, "run %d rate %u channels %u\n", device->run, io->rate, io->channels);
    return 0;
}

static int start(snd_pcm_ioplug_t *io) {
    Device *device = io->private_data;
    device->began = now();
    device->playing = 1;
    fprintf(device->log, "start %d %lld\n", device->run, (long long)device->began);
    return 0;
}

static int stop(snd_pcm_ioplug_t *io) {
    end(io->private_data);
    return 0;
}

static snd_pcm_sframes_t pointer(snd_pcm_ioplug_t *io) {
    Device *device = io->private_data;
    int64_t place = played(device);
    if (device->playing && place > device->written) {
        fprintf(device->log, "underrun %d\n", device->run);
        return -EPIPE;
    }
    return place % io->buffer_size;
}

static snd_pcm_sframes_t transfer(
    snd_pcm_ioplug_t *io, const snd_pcm_channel_area_t *areas, snd_pcm_uframes_t offset, snd_pcm_uframes_t count) {
    Device *device = io->private_data;
    const char *first = (const char *)areas->addr + (areas->first + areas->step * offset) / 8;
    if (!device->sound || fwrite(first, areas->step / 8, count, device->sound) != count) return -EIO;
    device->written += count;
    return count;
}

static int drain(snd_pcm_ioplug_t *io) {
    Device *device = io->private_data;
    while (device->playing && played(device) < device->written) usleep(1000);
    end(device);
    return 0;
}

static int revents(snd_pcm_ioplug_t *io, struct pollfd *descriptors, unsigned count, unsigned short *answer) {
    uint64_t ticks;
    if (count && read(descriptors[0].fd, &ticks, sizeof ticks) < 0 && errno != EAGAIN) return -errno;
    snd_pcm_sframes_t free = snd_pcm_avail_update(io->pcm);
    *answer = free < 0 ? POLLOUT | POLLERR : (snd_pcm_uframes_t)free >= io->period_size ? POLLOUT : 0;
    return 0;
}

static int finish(snd_pcm_ioplug_t *io) {
    Device *device = io->private_data;
    end(device);
    close(io->poll_fd);
    fclose(device->log);
    free(device->path);
    free(device);
    return 0;
}

static const snd_pcm_ioplug_callback_t callbacks = {
    .start = start, .stop = stop, .pointer = pointer, .transfer = transfer, .close = finish,
    .prepare = prepare, .drain = drain, .poll_revents = revents,
};

SND_PCM_PLUGIN_DEFINE_FUNC(recorder) {
    (void)root, (void)conf;
    const char *path = getenv("DEVICE_OUT"), *channels = getenv("DEVICE_CHANNELS");
    if (!path || stream != SND_PCM_STREAM_PLAYBACK) return -ENODEV;
    Device *device = calloc(1, sizeof *device);
    if (!device) return -ENOMEM;
    device->path = strdup(path);
    device->log = fopen(path, "a");
    if (!device->path || !device->log) return -EIO;
    setvbuf(device->log, NULL, _IOLBF, 0);
    // Another opening goes on where the last one ended.
    char file[4096];
    for (device->run = -1;; device->run++) {
        snprintf(file, sizeof file, "%s.%d", path, device->run + 1);
        if (access(file, F_OK)) break;
    }
    struct itimerspec ticks = {{0, 5000000}, {0, 5000000}};
    device->io.poll_fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    timerfd_settime(device->io.poll_fd, 0, &ticks, NULL);
    device->io.version = SND_PCM_IOPLUG_VERSION;
    device->io.name = "recorder";
    device->io.poll_events = POLLIN;
    device->io.callback = &callbacks;
    device->io.private_data = device;
    int fault = snd_pcm_ioplug_create(&device->io, name, stream, mode);
    if (fault < 0) return fault;
    static const unsigned formats[] = {SND_PCM_FORMAT_S16_LE}, accesses[] = {SND_PCM_ACCESS_MMAP_INTERLEAVED, SND_PCM_ACCESS_RW_INTERLEAVED};
    snd_pcm_ioplug_t *io = &device->io;
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_FORMAT, 1, formats);
    snd_pcm_ioplug_set_param_list(io, SND_PCM_IOPLUG_HW_ACCESS, 2, accesses);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_CHANNELS, 1, channels ? atoi(channels) : 8);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_RATE, 8000, 192000);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIOD_BYTES, 256, 1 << 18);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_BUFFER_BYTES, 1024, 1 << 20);
    snd_pcm_ioplug_set_param_minmax(io, SND_PCM_IOPLUG_HW_PERIODS, 2, 1024);
    *pcmp = io->pcm;
    return 0;
}

SND_PCM_PLUGIN_SYMBOL(recorder);
