/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-record-stream.h"

#include "ful-record-cursor.h"
#include "ful-record-frame.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* How often it is looked for frames. */
#define LOOK_US 100000

/* Bytes that are written at once. */
#define WRITE_BYTES (1u << 20)

struct _FulRecordStream
{
  FulRecordCursor *cursor;
  char            *path;
  int              file;
  GThread         *thread;
  GMutex           mutex;
  GCond            stops;
  gboolean         is_stopping;
  FulBytes         pending;
  guint64          n_written;
  GError          *error;        /* (nullable): the first; nothing is written after it */
};

/* Returns: bytes of the first frames of what is pending that are whole within @n */
static gsize
find_whole (const FulRecordStream *self,
            gsize                  n)
{
  FulRecordFrame frame;
  gsize at = 0;

  while (at < n)
    {
      ful_record_frame_read (&frame, (const guint8 *) self->pending.data + at);
      if (frame.n > n - at)
        break;
      at += frame.n;
    }

  return at;
}

/* After an error the file ends with a whole frame. */
static void
write_pending (FulRecordStream *self)
{
  gsize at = 0;

  while (at < self->pending.n && self->error == NULL)
    {
      gssize n = write (self->file, self->pending.data + at, self->pending.n - at);

      if (n >= 0)
        at += (gsize) n;
      else if (errno != EINTR)
        g_set_error (&self->error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", self->path, g_strerror (errno));
    }
  self->n_written += find_whole (self, at);
  if (self->error && ftruncate (self->file, (off_t) self->n_written) != 0)
    g_debug ("%s cannot be cut: %s", self->path, g_strerror (errno));
  self->pending.n = 0;
}

static void
write_frames (FulRecordStream *self)
{
  while (self->error == NULL && ful_record_cursor_next (self->cursor, &self->pending))
    if (self->pending.n >= WRITE_BYTES)
      write_pending (self);
  write_pending (self);
}

static gpointer
run (gpointer data)
{
  FulRecordStream *self = data;
  gboolean is_last = FALSE;

  while (!is_last)
    {
      gint64 until = g_get_monotonic_time () + LOOK_US;

      g_mutex_lock (&self->mutex);
      while (!self->is_stopping && g_cond_wait_until (&self->stops, &self->mutex, until))
        ;
      is_last = self->is_stopping;
      g_mutex_unlock (&self->mutex);
      write_frames (self);
    }

  return NULL;
}

/**
 * ful_record_stream_new:
 * @path: of a file that is replaced
 * @error: #GIOErrorEnum
 */
FulRecordStream *
ful_record_stream_new (FulRecordBuffer  *buffer,
                       const char       *path,
                       GError          **error)
{
  FulRecordStream *self;
  int file = g_open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

  if (file < 0)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", path, g_strerror (errno));
      return NULL;
    }

  self = g_new0 (FulRecordStream, 1);
  self->cursor = ful_record_cursor_new (buffer, TRUE);
  self->path = g_strdup (path);
  self->file = file;
  g_mutex_init (&self->mutex);
  g_cond_init (&self->stops);
  ful_record_buffer_put_head (buffer, "fulgens-record", &self->pending);
  self->thread = g_thread_new ("stream", run, self);

  return self;
}

static void
stop (FulRecordStream *self)
{
  g_mutex_lock (&self->mutex);
  self->is_stopping = TRUE;
  g_cond_signal (&self->stops);
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&self->thread, g_thread_join);
}

/**
 * ful_record_stream_finish:
 * @out_bytes: (out): length of the file
 * @error: the first one of all
 *
 * To be called once, when the recording has ended.
 *
 * Returns: whether the file has all of it
 */
gboolean
ful_record_stream_finish (FulRecordStream  *self,
                          guint64          *out_bytes,
                          GError          **error)
{
  struct stat status;

  stop (self);
  ful_record_cursor_put_end (self->cursor, FUL_WIRE_END_OTHER, &self->pending);
  write_pending (self);
  if (self->error == NULL && fsync (self->file) != 0 && errno != EINVAL && errno != EROFS)
    g_set_error (&self->error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", self->path, g_strerror (errno));
  if (self->error == NULL && fstat (self->file, &status) == 0 && status.st_nlink == 0)
    g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND, _("%s was removed while it was written"), self->path);
  *out_bytes = self->n_written;
  if (self->error == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&self->error));

  return FALSE;
}

void
ful_record_stream_free (FulRecordStream *self)
{
  stop (self);
  ful_record_cursor_free (self->cursor);
  g_clear_error (&self->error);
  g_mutex_clear (&self->mutex);
  g_cond_clear (&self->stops);
  ful_bytes_clear (&self->pending);
  close (self->file);
  g_free (self->path);
  g_free (self);
}
