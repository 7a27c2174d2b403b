/* SPDX-License-Identifier: MIT */

/* Markers of a program, into a ring that fulgens-record reads. See fulgens-marker.h for the licence.
 *
 * FULGENS_MARKERS names the folder of a recorder. Each process makes a file in it at its first marker, and maps it: a head,
 * and a ring of records that many threads write and one other process reads. A place is taken by moving `head`; the length
 * of a record, the last that is written of it, says that it is whole. The reader fills with zeros what it has read, and
 * moves `tail`. The state lives in a page that is empty again in a child of fork(), which so makes a ring of its own. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "fulgens-marker.h"

#ifdef __linux__

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define MAX_TEXT 4096u
#define MAX_FIELDS 32u
#define MAX_RECORD 16384u
#define HEAD_BYTES 4096u
#define MIN_RING 65536u
#define MAX_RING (16u << 20)
#define CAPTURE_BYTES 16

enum { RECORD_MARKER = 1, RECORD_COUNTER = 2, RECORD_THREAD_NAME = 3, RECORD_PADDING = 4 };
enum { HAS_TEXT = 1, IS_INTERVAL = 2 };

/* What the recorder says to programs: the file "capture" of its folder. */
typedef struct
{
  char     magic[8];
  uint8_t  capture[CAPTURE_BYTES];
  uint32_t n_bytes;       /* of a ring, a power of two */
  uint32_t reserved;
} Capture;

/* Of a ring file; the data begins at HEAD_BYTES. Positions only grow. */
typedef struct
{
  char     magic[8];      /* written last */
  uint32_t version;
  uint32_t is_off;        /* of the recorder: nothing is recorded now */
  uint8_t  capture[CAPTURE_BYTES];
  uint64_t image;         /* another one after exec() */
  uint64_t pid_namespace;
  int32_t  pid;
  uint32_t n_bytes;
  uint64_t head;          /* up to where places are taken */
  uint64_t n_dropped;     /* records without a place */
  uint64_t created;       /* CLOCK_MONOTONIC, ns */
  uint8_t  unused[40];
  uint64_t tail;          /* of the recorder: up to where it has read; two words that belong together only if */
  uint64_t tail_inverted; /* the second has the bits that the first has not */
} Ring;

typedef struct
{
  uint32_t length;        /* of the record, a multiple of 8; written last */
  uint8_t  kind;
  uint8_t  flags;
  uint8_t  n_fields;
  uint8_t  reserved;
  int32_t  tid;
  uint32_t reserved_too;
  uint64_t start;
  uint64_t end;
} Record;

/* Of this process, not of its children. */
typedef struct
{
  Ring     *ring;         /* NULL: not looked for; &none: there is none */
  uint64_t  tail;         /* of the ring, as last read */
  int32_t   pid;          /* where the system does not empty the page: whose it is */
} State;

static Ring none;
static State fallback;
static State *state;
static int checks_pid;

/* Room that is there in libraries that are loaded later, too: no memory is asked for in a handler of a signal. */
static __thread __attribute__ ((tls_model ("initial-exec"))) struct
{
  const Ring *ring;       /* in whose process it is the number */
  int32_t     tid;
} thread;

static State *
make_state (void)
{
  void *page = mmap (NULL, HEAD_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  State *expected = NULL;

  if (page == MAP_FAILED || madvise (page, HEAD_BYTES, MADV_WIPEONFORK) != 0)
    {
      if (page != MAP_FAILED)
        munmap (page, HEAD_BYTES);
      page = &fallback;
      __atomic_store_n (&checks_pid, 1, __ATOMIC_RELEASE);
    }
  if (__atomic_compare_exchange_n (&state, &expected, (State *) page, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return (State *) page;

  if (page != (void *) &fallback)
    munmap (page, HEAD_BYTES);

  return expected;
}

/* Returns: whether the recorder of @folder is one of ours */
static int
read_capture (int      folder,
              Capture *capture)
{
  int file = openat (folder, "capture", O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  ssize_t n;

  if (file < 0)
    return 0;
  n = read (file, capture, sizeof *capture);
  close (file);

  return n == (ssize_t) sizeof *capture && memcmp (capture->magic, "FULMARK1", 8) == 0 &&
         capture->n_bytes >= MIN_RING && capture->n_bytes <= MAX_RING && (capture->n_bytes & (capture->n_bytes - 1)) == 0;
}

static uint64_t
get_pid_namespace (void)
{
  struct stat status;

  return stat ("/proc/self/ns/pid", &status) == 0 ? (uint64_t) status.st_ino : 0;
}

/* The number at the end of a name of a file, without functions that may lock. */
static void
put_number (char     *to,
            uint64_t  number)
{
  char digits[24];
  size_t n = 0;

  do
    digits[n++] = (char) ('0' + number % 10);
  while ((number /= 10) > 0);
  while (n > 0)
    *to++ = digits[--n];
  *to = 0;
}

static Ring *
map_ring (int            folder,
          const Capture *capture,
          const char    *name)
{
  int file = openat (folder, name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  size_t n = (size_t) HEAD_BYTES + capture->n_bytes;
  void *map = MAP_FAILED;
  Ring *ring;

  if (file < 0)
    return &none;
  /* Memory that is not there when it is written to would end the program. */
  if (posix_fallocate (file, 0, (off_t) n) == 0)
    map = mmap (NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close (file);
  if (map == MAP_FAILED)
    {
      unlinkat (folder, name, 0);
      return &none;
    }

  ring = (Ring *) map;
  ring->version = 1;
  memcpy (ring->capture, capture->capture, CAPTURE_BYTES);
  ring->image = (uint64_t) getauxval (AT_RANDOM) ^ (uint64_t) getauxval (AT_SYSINFO_EHDR);
  ring->pid_namespace = get_pid_namespace ();
  ring->pid = (int32_t) getpid ();
  ring->n_bytes = capture->n_bytes;
  ring->created = fulgens_marker_now ();
  ring->tail_inverted = ~(uint64_t) 0;
  __atomic_thread_fence (__ATOMIC_RELEASE);
  memcpy (ring->magic, "FULRING1", 8);

  return ring;
}

/* The folder is that of the whole family: a process may clear its environment before it makes a child. */
static char place[4096];
static int place_state;   /* 1: it is being written, 2: it is known */

static const char *
get_place (void)
{
  return __atomic_load_n (&place_state, __ATOMIC_ACQUIRE) == 2 ? place : secure_getenv ("FULGENS_MARKERS");
}

static void
keep_place (const char *path)
{
  int unknown = 0;

  if (strlen (path) >= sizeof place || !__atomic_compare_exchange_n (&place_state, &unknown, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    return;

  strcpy (place, path);
  __atomic_store_n (&place_state, 2, __ATOMIC_RELEASE);
}

/* The ring of this process. Each thread that finds none makes one; the first counts. */
static Ring *
make_ring (State *self)
{
  int saved = errno;
  const char *path = get_place ();
  int folder = path && *path ? open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
  Ring *made = &none, *expected = NULL;
  Capture capture;
  char name[64] = "ring-";

  if (folder >= 0 && read_capture (folder, &capture))
    {
      keep_place (path);
      put_number (name + 5, (uint64_t) getpid ());
      strcat (name, "-");
      put_number (name + strlen (name), fulgens_marker_now ());
      strcat (name, "-");
      put_number (name + strlen (name), (uint64_t) syscall (SYS_gettid));
      made = map_ring (folder, &capture, name);
    }
  if (checks_pid)
    self->pid = (int32_t) getpid ();
  if (!__atomic_compare_exchange_n (&self->ring, &expected, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    {
      if (made != &none)
        {
          munmap (made, (size_t) HEAD_BYTES + capture.n_bytes);
          unlinkat (folder, name, 0);
        }
      made = expected;
    }
  if (folder >= 0)
    close (folder);
  errno = saved;

  return made;
}

/* Returns: the ring, or NULL if nothing is recorded */
static inline Ring *
get_ring (State **out_state)
{
  State *self = __atomic_load_n (&state, __ATOMIC_ACQUIRE);
  Ring *ring;

  if (self == NULL)
    self = make_state ();
  if (__atomic_load_n (&checks_pid, __ATOMIC_ACQUIRE) && self->pid != (int32_t) getpid ())
    __atomic_store_n (&self->ring, (Ring *) NULL, __ATOMIC_RELEASE);
  ring = __atomic_load_n (&self->ring, __ATOMIC_ACQUIRE);
  if (ring == NULL)
    ring = make_ring (self);
  *out_state = self;

  return ring == &none || __atomic_load_n (&ring->is_off, __ATOMIC_RELAXED) ? NULL : ring;
}

static uint64_t
read_tail (State *self,
           Ring  *ring)
{
  uint64_t tail = __atomic_load_n (&ring->tail, __ATOMIC_ACQUIRE);

  if (__atomic_load_n (&ring->tail_inverted, __ATOMIC_ACQUIRE) != ~tail)
    return __atomic_load_n (&self->tail, __ATOMIC_RELAXED);
  __atomic_store_n (&self->tail, tail, __ATOMIC_RELAXED);

  return tail;
}

/* Takes a place for a record of n bytes, a multiple of 8, in one piece. Returns: it, or NULL if there is no room */
static Record *
take (State    *self,
      Ring     *ring,
      uint32_t  n)
{
  uint8_t *data = (uint8_t *) ring + HEAD_BYTES;
  uint64_t head = __atomic_load_n (&ring->head, __ATOMIC_RELAXED);
  uint32_t at, padding;

  do
    {
      uint64_t needed;

      at = (uint32_t) (head & (ring->n_bytes - 1));
      padding = ring->n_bytes - at < n ? ring->n_bytes - at : 0;
      needed = head + padding + n;
      if (needed - __atomic_load_n (&self->tail, __ATOMIC_RELAXED) > ring->n_bytes &&
          needed - read_tail (self, ring) > ring->n_bytes)
        {
          __atomic_fetch_add (&ring->n_dropped, 1, __ATOMIC_RELAXED);
          return NULL;
        }
    }
  while (!__atomic_compare_exchange_n (&ring->head, &head, head + padding + n, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));

  if (padding > 0)
    {
      Record *end = (Record *) (void *) (data + at);

      end->kind = RECORD_PADDING;
      __atomic_store_n (&end->length, padding, __ATOMIC_RELEASE);
      at = 0;
    }

  return (Record *) (void *) (data + at);
}

/* Of a text: its bytes; at most MAX_TEXT, and no part of a character. */
static uint32_t
measure (const char *text)
{
  size_t n = text ? strnlen (text, MAX_TEXT + 1) : 0;

  if (n <= MAX_TEXT)
    return (uint32_t) n;
  for (n = MAX_TEXT; n > MAX_TEXT - 4 && ((uint8_t) text[n] & 0xc0) == 0x80; n--)
    ;

  return (uint32_t) n;
}

static uint8_t *
put (uint8_t    *to,
     const void *from,
     uint32_t    n)
{
  if (n > 0)
    memcpy (to, from, n);

  return to + n;
}

static uint8_t *
put_text (uint8_t    *to,
          const char *text,
          uint32_t    n)
{
  uint16_t length = (uint16_t) n;

  return put (put (to, &length, sizeof length), text, n);
}

static int
is_text (const FulgensField *field)
{
  return field->kind == FULGENS_TEXT || field->kind == FULGENS_URL;
}

static int32_t
get_tid (const Ring *ring)
{
  if (thread.ring != ring)
    {
      thread.tid = (int32_t) syscall (SYS_gettid);
      thread.ring = ring;
    }

  return thread.tid;
}

/* A record of texts, and fields or a number. */
static void
write_record (Record              head,
              const char *const  *texts,
              uint32_t            n_texts,
              const FulgensField *fields,
              size_t              n_fields)
{
  uint32_t text_bytes[3], key_bytes[MAX_FIELDS], value_bytes[MAX_FIELDS];
  uint32_t n = sizeof (Record), i;
  State *self;
  Ring *ring = get_ring (&self);
  Record *record;
  uint8_t *to;

  if (ring == NULL)
    return;

  if (n_fields > MAX_FIELDS)
    n = MAX_RECORD + 1;
  for (i = 0; i < n_texts; i++)
    n += 2 + (text_bytes[i] = measure (texts[i]));
  for (i = 0; i < n_fields && n <= MAX_RECORD; i++)
    {
      key_bytes[i] = measure (fields[i].key);
      value_bytes[i] = is_text (&fields[i]) ? measure (fields[i].value.text) : 8;
      n += 1 + 2 + key_bytes[i] + (is_text (&fields[i]) ? 2 : 0) + value_bytes[i];
    }
  n = (n + 7) & ~7u;
  if (n > MAX_RECORD)
    {
      __atomic_fetch_add (&ring->n_dropped, 1, __ATOMIC_RELAXED);
      return;
    }

  record = take (self, ring, n);
  if (record == NULL)
    return;

  head.tid = get_tid (ring);
  head.n_fields = (uint8_t) n_fields;
  /* Not its length. */
  memcpy ((uint8_t *) record + sizeof record->length, (const uint8_t *) &head + sizeof head.length, sizeof head - sizeof head.length);
  to = (uint8_t *) (record + 1);
  for (i = 0; i < n_texts; i++)
    to = put_text (to, texts[i], text_bytes[i]);
  for (i = 0; i < n_fields; i++)
    {
      *to++ = (uint8_t) fields[i].kind;
      to = put_text (to, fields[i].key, key_bytes[i]);
      to = is_text (&fields[i]) ? put_text (to, fields[i].value.text, value_bytes[i]) : put (to, &fields[i].value, 8);
    }
  __atomic_store_n (&record->length, n, __ATOMIC_RELEASE);
}

static Record
make_head (uint8_t  kind,
           uint64_t start,
           uint64_t end)
{
  Record head;

  memset (&head, 0, sizeof head);
  head.kind = kind;
  head.start = start;
  head.end = end;

  return head;
}

int
fulgens_marker_active (void)
{
  State *self;

  return get_ring (&self) != NULL;
}

uint64_t
fulgens_marker_now (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);

  return (uint64_t) now.tv_sec * 1000000000u + (uint64_t) now.tv_nsec;
}

static void
write_marker (const char         *category,
              const char         *name,
              uint64_t            start,
              uint64_t            end,
              uint8_t             flags,
              const char         *text,
              const FulgensField *fields,
              size_t              n)
{
  const char *texts[3];
  Record head = make_head (RECORD_MARKER, start, end);

  texts[0] = category;
  texts[1] = name;
  texts[2] = text;
  head.flags = (uint8_t) (flags | (text ? HAS_TEXT : 0));
  write_record (head, texts, text ? 3 : 2, fields, fields ? n : 0);
}

void
fulgens_marker_instant (const char *category,
                        const char *name,
                        const char *text)
{
  uint64_t now;

  if (!fulgens_marker_active ())
    return;
  now = fulgens_marker_now ();
  write_marker (category, name, now, now, 0, text, NULL, 0);
}

void
fulgens_marker_interval (const char *category,
                         const char *name,
                         uint64_t    start,
                         uint64_t    end,
                         const char *text)
{
  write_marker (category, name, start, end, IS_INTERVAL, text, NULL, 0);
}

void
fulgens_marker_instant_fields (const char         *category,
                               const char         *name,
                               const FulgensField *fields,
                               size_t              n)
{
  uint64_t now;

  if (!fulgens_marker_active ())
    return;
  now = fulgens_marker_now ();
  write_marker (category, name, now, now, 0, NULL, fields, n);
}

void
fulgens_marker_interval_fields (const char         *category,
                                const char         *name,
                                uint64_t            start,
                                uint64_t            end,
                                const FulgensField *fields,
                                size_t              n)
{
  write_marker (category, name, start, end, IS_INTERVAL, NULL, fields, n);
}

void
fulgens_marker_counter (const char *category,
                        const char *name,
                        const char *unit,
                        double      value)
{
  const char *texts[3];
  FulgensField field = fulgens_number ("", value);
  uint64_t now;

  if (!fulgens_marker_active ())
    return;
  now = fulgens_marker_now ();
  texts[0] = category;
  texts[1] = name;
  texts[2] = unit;
  write_record (make_head (RECORD_COUNTER, now, now), texts, 3, &field, 1);
}

void
fulgens_marker_thread_name (const char *name)
{
  uint64_t now;

  if (!fulgens_marker_active ())
    return;
  now = fulgens_marker_now ();
  write_record (make_head (RECORD_THREAD_NAME, now, now), &name, 1, NULL, 0);
}

#else

int fulgens_marker_active (void) { return 0; }
uint64_t fulgens_marker_now (void) { return 0; }
void fulgens_marker_instant (const char *category, const char *name, const char *text) { (void) category; (void) name; (void) text; }

void
fulgens_marker_interval (const char *category, const char *name, uint64_t start, uint64_t end, const char *text)
{
  (void) category; (void) name; (void) start; (void) end; (void) text;
}

void
fulgens_marker_instant_fields (const char *category, const char *name, const FulgensField *fields, size_t n)
{
  (void) category; (void) name; (void) fields; (void) n;
}

void
fulgens_marker_interval_fields (const char *category, const char *name, uint64_t start, uint64_t end, const FulgensField *fields,
                                size_t n)
{
  (void) category; (void) name; (void) start; (void) end; (void) fields; (void) n;
}

void
fulgens_marker_counter (const char *category, const char *name, const char *unit, double value)
{
  (void) category; (void) name; (void) unit; (void) value;
}

void fulgens_marker_thread_name (const char *name) { (void) name; }

#endif
