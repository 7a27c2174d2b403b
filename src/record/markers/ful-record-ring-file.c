/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rings that programs write (record.md 7). Nothing in them can be relied on, and the file may be cut while it is read: so
 * it is read and written by calls, and not mapped. Of a read costs the bytes that are new. */

#include "config.h"

#include "ful-record-ring-file.h"

#include "base/ful-cursor.h"
#include "base/ful-plain-file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAGIC "FULRING1"
#define VERSION 1

/* Places in the head. */
enum
{
  AT_VERSION = 8,
  AT_IS_OFF = 12,
  AT_CAPTURE = 16,
  AT_IMAGE = 32,
  AT_PID_NAMESPACE = 40,
  AT_PID = 48,
  AT_N_BYTES = 52,
  AT_HEAD = 56,
  AT_N_DROPPED = 64,
  AT_CREATED = 72,
  AT_TAIL = 120,
  N_HEAD = 136,
};

/* Least part of a record: its length and its kind. */
#define MIN_RECORD 8

static void
write_at (const FulRecordRingFile *self,
          gconstpointer            from,
          gsize                    n,
          guint64                  offset)
{
  ssize_t n_written;

  do
    n_written = pwrite (self->file, from, n, (off_t) offset);
  while (n_written < 0 && errno == EINTR);
}

static gboolean
check_head (FulRecordRingFile *self,
            const guint8      *head,
            const guint8      *capture,
            guint64            n_file)
{
  self->image = ful_read_u64 (head + AT_IMAGE);
  self->pid_namespace = ful_read_u64 (head + AT_PID_NAMESPACE);
  self->pid = (gint32) ful_read_u32 (head + AT_PID);
  self->n_bytes = ful_read_u32 (head + AT_N_BYTES);
  self->created = ful_read_u64 (head + AT_CREATED);

  return memcmp (head, MAGIC, strlen (MAGIC)) == 0 && ful_read_u32 (head + AT_VERSION) == VERSION &&
         memcmp (head + AT_CAPTURE, capture, FUL_RECORD_CAPTURE_BYTES) == 0 && self->pid > 0 &&
         self->n_bytes >= FUL_RECORD_RING_MIN_BYTES && self->n_bytes <= FUL_RECORD_RING_MAX_BYTES &&
         (self->n_bytes & (self->n_bytes - 1)) == 0 && n_file == FUL_RECORD_RING_HEAD_BYTES + (guint64) self->n_bytes;
}

/**
 * ful_record_ring_file_open:
 * @self: (out): to be closed if it was opened
 * @folder: descriptor of the folder that has it
 * @capture: of the recording, that the ring must be of
 *
 * Returns: whether @name is a ring that is whole; it may become one
 */
gboolean
ful_record_ring_file_open (FulRecordRingFile *self,
                           int                folder,
                           const char        *name,
                           const guint8      *capture)
{
  guint8 head[N_HEAD];
  struct stat status;

  *self = (FulRecordRingFile) { 0 };
  self->file = openat (folder, name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
  if (self->file < 0)
    return FALSE;
  if (fstat (self->file, &status) == 0 && S_ISREG (status.st_mode) && status.st_uid == geteuid () && status.st_size > 0 &&
      ful_plain_file_read_at (self->file, head, sizeof head, 0) && check_head (self, head, capture, (guint64) status.st_size))
    return TRUE;

  close (self->file);

  return FALSE;
}

void
ful_record_ring_file_close (FulRecordRingFile *self)
{
  close (self->file);
  self->file = -1;
}

/* Copies @n bytes from the tail on, around the end of the ring. */
static gboolean
copy (const FulRecordRingFile *self,
      char                    *to,
      gsize                    n)
{
  gsize at = self->tail & (self->n_bytes - 1);
  gsize n_first = MIN (n, self->n_bytes - at);

  return ful_plain_file_read_at (self->file, to, n_first, FUL_RECORD_RING_HEAD_BYTES + at) &&
         (n == n_first || ful_plain_file_read_at (self->file, to + n_first, n - n_first, FUL_RECORD_RING_HEAD_BYTES));
}

/* Returns: how many of the @n bytes at @records are whole records */
static gsize
count_whole (FulRecordRingFile *self,
             const char        *records,
             gsize              n)
{
  gsize at = 0;

  while (n - at >= MIN_RECORD)
    {
      guint32 length = ful_read_u32 (records + at);
      gsize n_to_end = self->n_bytes - ((self->tail + at) & (self->n_bytes - 1));

      if (length == 0)   /* it is being written */
        break;
      if (length % 8 != 0 || length > n - at || length > n_to_end)
        {
          self->is_broken = TRUE;
          break;
        }
      at += length;
    }

  return at;
}

/**
 * ful_record_ring_file_read:
 * @to: gets whole records, each with its length before it
 *
 * Does not take them out of the ring.
 *
 * Returns: bytes that were appended
 */
gsize
ful_record_ring_file_read (FulRecordRingFile *self,
                           FulBytes          *to)
{
  guint64 numbers[2];
  gsize n, n_whole;

  if (self->is_broken)
    return 0;
  if (!ful_plain_file_read_at (self->file, numbers, sizeof numbers, AT_HEAD))
    {
      self->is_broken = TRUE;
      return 0;
    }
  self->n_dropped = GUINT64_FROM_LE (numbers[1]);
  n = (gsize) (GUINT64_FROM_LE (numbers[0]) - self->tail);
  if (n > self->n_bytes || n % 8 != 0)
    self->is_broken = TRUE;
  if (n == 0 || self->is_broken)
    return 0;

  ful_bytes_reserve (to, n);
  if (!copy (self, to->data + to->n, n))
    {
      self->is_broken = TRUE;
      return 0;
    }
  /* What a copy has of a record may be older than the length beside it, so it is copied again. */
  n_whole = count_whole (self, to->data + to->n, n);
  if (n_whole > 0 && !copy (self, to->data + to->n, n_whole))
    {
      self->is_broken = TRUE;
      return 0;
    }
  to->n += n_whole;

  return n_whole;
}

/**
 * ful_record_ring_file_consume:
 * @n: bytes of records that were read; may be 0
 *
 * Makes room for others.
 */
void
ful_record_ring_file_consume (FulRecordRingFile *self,
                              gsize              n)
{
  static const char zeros[4096];
  guint64 numbers[2];

  if (n == 0)
    return;
  for (gsize n_left = n; n_left > 0; )
    {
      gsize at = self->tail & (self->n_bytes - 1);
      gsize n_piece = MIN (MIN (n_left, sizeof zeros), self->n_bytes - at);

      write_at (self, zeros, n_piece, FUL_RECORD_RING_HEAD_BYTES + at);
      self->tail += n_piece;
      n_left -= n_piece;
    }
  numbers[0] = GUINT64_TO_LE (self->tail);
  numbers[1] = ~numbers[0];
  write_at (self, numbers, sizeof numbers, AT_TAIL);
}

#define OFF 1
#define ENDED 2

static void
write_off (FulRecordRingFile *self,
           guint32            off)
{
  guint32 number = GUINT32_TO_LE (off);

  write_at (self, &number, sizeof number, AT_IS_OFF);
}

/* The program is told that nothing will be recorded any more. */
void
ful_record_ring_file_set_ended (FulRecordRingFile *self)
{
  write_off (self, ENDED);
}

/* @is_off: whether the program is told to write nothing */
void
ful_record_ring_file_set_off (FulRecordRingFile *self,
                              gboolean           is_off)
{
  write_off (self, is_off ? OFF : 0);
}
