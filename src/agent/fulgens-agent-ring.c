/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A ring like that of markers (record.md 7), for larger records: many threads and handlers of signals write, the recorder
 * reads. A record counts when its length is written. */

#include "fulgens-agent-ring.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define HEAD_BYTES 4096u
#define MIN_RING 65536u
#define MAX_RING (16u << 20)
#define MAX_REGISTER_BYTES 512
#define ENDED 2   /* is_off, for good */
#define LEFT_NS 1000000000u   /* without a read of a full ring: it is looked for the recorder */

struct _FulgensRing
{
  char     magic[8];
  uint32_t version;
  uint32_t is_off;
  uint8_t  capture[16];
  uint64_t image;
  uint64_t pid_namespace;
  int32_t  pid;
  uint32_t n_bytes;
  uint64_t head;
  uint64_t n_dropped;
  uint64_t created;
  uint8_t  unused[40];
  uint64_t tail;
  uint64_t tail_inverted;
};

/* Returns: ns; 0 if it cannot be read, as that of a thread that has ended */
uint64_t
fulgens_agent_clock (clockid_t clock)
{
  struct timespec time;

  return clock_gettime (clock, &time) == 0 ? (uint64_t) time.tv_sec * 1000000000u + (uint64_t) time.tv_nsec : 0;
}

uint64_t
fulgens_agent_now (void)
{
  return fulgens_agent_clock (CLOCK_MONOTONIC);
}

static char place[4096];   /* the folder */

/* It locks a file; one that was killed does not, and nobody would read a ring, or remove it. */
static int
has_recorder (int folder)
{
  int file = openat (folder, "capture", O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  int is_locked = file >= 0 && flock (file, LOCK_SH | LOCK_NB) != 0;

  if (file >= 0)
    close (file);

  return is_locked;
}

static int
read_settings (int              folder,
               FulgensSettings *settings)
{
  int file = openat (folder, "agent", O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  ssize_t n;

  if (file < 0)
    return 0;
  n = read (file, settings, sizeof *settings);
  close (file);

  return n == (ssize_t) sizeof *settings && memcmp (settings->magic, "FULAGNT1", 8) == 0 && settings->interval_ns > 0 &&
         settings->n_ring >= MIN_RING && settings->n_ring <= MAX_RING && (settings->n_ring & (settings->n_ring - 1)) == 0;
}

/* A sample is at most a quarter of the ring. */
static void
limit_stack (FulgensSettings *settings)
{
  uint32_t most = settings->n_ring / 4 - (uint32_t) sizeof (FulgensRecord) - MAX_REGISTER_BYTES;

  if (settings->n_stack > most)
    settings->n_stack = most;
}

static void *
map_file (int     folder,
          size_t  n)
{
  void *map = MAP_FAILED;
  char name[64];
  int file;

  snprintf (name, sizeof name, "samples-%d-%llu", (int) getpid (), (unsigned long long) fulgens_agent_now ());
  file = openat (folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file < 0)
    return MAP_FAILED;
  /* Memory that is not there when it is written to would end the program. */
  if (posix_fallocate (file, 0, (off_t) n) == 0)
    map = mmap (NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close (file);
  if (map == MAP_FAILED)
    unlinkat (folder, name, 0);

  return map;
}

/* Returns: a ring in the folder that the environment names, or did at first, or NULL */
FulgensRing *
fulgens_agent_ring_new (FulgensSettings *out_settings)
{
  const char *path = *place ? place : secure_getenv ("FULGENS_MARKERS");
  int folder = path && *path ? open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  FulgensRing *self = MAP_FAILED;
  struct stat status;

  if (folder < 0)
    return NULL;
  if (strlen (path) < sizeof place && has_recorder (folder) && read_settings (folder, out_settings))
    self = map_file (folder, (size_t) HEAD_BYTES + out_settings->n_ring);
  close (folder);
  if (self == MAP_FAILED)
    return NULL;

  if (path != place)
    strcpy (place, path);
  limit_stack (out_settings);
  self->version = 1;
  memcpy (self->capture, out_settings->capture, sizeof self->capture);
  self->image = (uint64_t) getauxval (AT_RANDOM) ^ (uint64_t) getauxval (AT_SYSINFO_EHDR);
  self->pid_namespace = stat ("/proc/self/ns/pid", &status) == 0 ? (uint64_t) status.st_ino : 0;
  self->pid = (int32_t) getpid ();
  self->n_bytes = out_settings->n_ring;
  self->created = fulgens_agent_now ();
  self->tail_inverted = ~(uint64_t) 0;
  __atomic_thread_fence (__ATOMIC_RELEASE);
  memcpy (self->magic, "FULRING1", 8);

  return self;
}

int
fulgens_agent_ring_is_off (FulgensRing *self)
{
  return __atomic_load_n (&self->is_off, __ATOMIC_RELAXED) != 0;
}

/* Nothing will be recorded any more. */
int
fulgens_agent_ring_has_ended (FulgensRing *self)
{
  return __atomic_load_n (&self->is_off, __ATOMIC_RELAXED) == ENDED;
}

/* Asked where there is no room. Returns: whether the recorder was killed */
int
fulgens_agent_ring_is_left (FulgensRing *self)
{
  static uint64_t seen, seen_at;
  uint64_t tail = __atomic_load_n (&self->tail, __ATOMIC_RELAXED), now = fulgens_agent_now ();
  int folder, is_left;

  if (__atomic_load_n (&seen_at, __ATOMIC_RELAXED) == 0 || __atomic_load_n (&seen, __ATOMIC_RELAXED) != tail)
    {
      __atomic_store_n (&seen, tail, __ATOMIC_RELAXED);
      __atomic_store_n (&seen_at, now, __ATOMIC_RELAXED);
      return 0;
    }
  if (now - __atomic_load_n (&seen_at, __ATOMIC_RELAXED) < LEFT_NS)
    return 0;

  folder = open (place, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  is_left = folder < 0 || !has_recorder (folder);
  if (folder >= 0)
    close (folder);
  __atomic_store_n (&seen_at, now, __ATOMIC_RELAXED);

  return is_left;
}

/* Returns: whether there is room up to the position needed */
static int
has_room (FulgensRing *self,
          uint64_t     needed)
{
  uint64_t tail = __atomic_load_n (&self->tail, __ATOMIC_ACQUIRE);

  return __atomic_load_n (&self->tail_inverted, __ATOMIC_ACQUIRE) == ~tail && needed - tail <= self->n_bytes;
}

/* Returns: a place for n bytes, a multiple of 8; NULL if there is no room, which is counted */
FulgensRecord *
fulgens_agent_ring_take (FulgensRing *self,
                         uint32_t     n)
{
  uint8_t *data = (uint8_t *) self + HEAD_BYTES;
  uint64_t head = __atomic_load_n (&self->head, __ATOMIC_RELAXED);
  uint32_t at, padding;

  do
    {
      at = (uint32_t) (head & (self->n_bytes - 1));
      padding = self->n_bytes - at < n ? self->n_bytes - at : 0;
      if (n > self->n_bytes / 4 || !has_room (self, head + padding + n))
        {
          __atomic_fetch_add (&self->n_dropped, 1, __ATOMIC_RELAXED);
          return NULL;
        }
    }
  while (!__atomic_compare_exchange_n (&self->head, &head, head + padding + n, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));

  if (padding > 0)
    {
      FulgensRecord *end = (FulgensRecord *) (void *) (data + at);

      end->kind = FULGENS_RECORD_PADDING;
      fulgens_agent_ring_put (end, padding);
      at = 0;
    }

  return (FulgensRecord *) (void *) (data + at);
}

/* A record of n bytes is whole. */
void
fulgens_agent_ring_put (FulgensRecord *record,
                        uint32_t       n)
{
  __atomic_store_n (&record->length, n, __ATOMIC_RELEASE);
}
