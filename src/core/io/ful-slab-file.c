/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Slabs of a plain file, read in any order. Numeric ones go straight into the memory
 * of their columns, on a thread of their own while another one parses the JSON slabs
 * and then takes its share of the rest. The file is read, not mapped: one that
 * somebody cuts meanwhile is an error, not a signal. */

#include "config.h"

#include "ful-slab-file.h"


#include <errno.h>

#ifdef G_OS_UNIX
#include <glib/gi18n-lib.h>
#include <unistd.h>
#endif

/* Between two looks at the cancellable; few enough that their memory is still in the cache when they arrive. */
#define PIECE_BYTES (256 << 10)

struct _FulSlabFile
{
  FulPlainFile  file;
  GCancellable *cancellable;
  GPtrArray    *numeric;       /* FulSlab */
  guint         next;          /* in @numeric; atomic */
  int           error_number;  /* of pread (); atomic */
  GThread      *thread;
};

/**
 * ful_slab_file_read:
 * @self: a file of slabs
 * @place: byte offset in the container
 * @to: (array length=n): gets the bytes
 *
 * Any thread.
 *
 * Returns: how many bytes there were; fewer than @n also after an error or when cancelled
 */
gsize
ful_slab_file_read (FulSlabFile *self,
                    guint64      place,
                    char        *to,
                    gsize        n)
{
  gsize done = 0;

#ifdef G_OS_UNIX
  while (done < n && !g_cancellable_is_cancelled (self->cancellable))
    {
      gsize wanted = MIN (n - done, PIECE_BYTES);
      gssize here;

      here = pread (self->file.fd, to + done, wanted, (off_t) (self->file.start + place + done));
      if (here < 0 && errno == EINTR)
        continue;
      if (here < 0)
        g_atomic_int_set (&self->error_number, errno);
      if (here <= 0)
        break;
      done += (gsize) here;
      ful_slab_file_skip (self, (gsize) here);
    }
#endif

  return done;
}

/* Counts bytes that nobody wants as read. */
void
ful_slab_file_skip (FulSlabFile *self,
                    gsize        n)
{
  __atomic_fetch_add (self->file.bytes_read, n, __ATOMIC_RELAXED);
}

static gpointer
read_numeric (gpointer data)
{
  FulSlabFile *self = data;
  guint i;

  while ((i = g_atomic_int_add (&self->next, 1)) < self->numeric->len)
    {
      FulSlab *slab = g_ptr_array_index (self->numeric, i);
      FulBytes *bytes = &slab->bytes;
      gsize here = 1;

      ful_bytes_reserve (bytes, slab->length);
      while (here > 0 && bytes->n < slab->length)
        {
          gsize wanted = MIN (slab->length - bytes->n, PIECE_BYTES);

          ful_bytes_reserve (bytes, wanted);
          here = ful_slab_file_read (self, slab->start + bytes->n, bytes->data + bytes->n, wanted);
          bytes->n += here;
        }
    }

  return NULL;
}

/**
 * ful_slab_file_new:
 * @file: a container, whose size is known to hold all @slabs
 * @slabs: (array length=n_slabs): its slabs, which outlive the result
 * @cancellable: (nullable): looked at after each piece
 *
 * Begins to read all numeric slabs.
 *
 * Returns: (transfer full): the file
 */
FulSlabFile *
ful_slab_file_new (const FulPlainFile *file,
                   FulSlab            *slabs,
                   guint32             n_slabs,
                   GCancellable       *cancellable)
{
  FulSlabFile *self = g_new0 (FulSlabFile, 1);

  self->file = *file;
  self->cancellable = cancellable;
  self->numeric = g_ptr_array_new ();
  for (guint32 i = 0; i < n_slabs; i++)
    if (slabs[i].type != FUL_SLAB_JSON && slabs[i].length > 0)
      g_ptr_array_add (self->numeric, &slabs[i]);
  self->thread = g_thread_new ("read-slabs", read_numeric, self);

  return self;
}

/**
 * ful_slab_file_check:
 * @self: a file of slabs
 * @error: an error of reading, or that it was cancelled
 *
 * Returns: whether there was no such error so far
 */
gboolean
ful_slab_file_check (FulSlabFile  *self,
                     GError      **error)
{
  int number = g_atomic_int_get (&self->error_number);

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (number == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), _("Error reading from file: %s"), g_strerror (number));

  return FALSE;
}

/**
 * ful_slab_file_finish:
 * @self: a file of slabs
 *
 * Helps to read what is left of the numeric slabs, and waits for them. After an error,
 * or if the file has become shorter, some have fewer bytes than they should.
 */
void
ful_slab_file_finish (FulSlabFile *self)
{
  read_numeric (self);
  g_clear_pointer (&self->thread, g_thread_join);
}

void
ful_slab_file_free (FulSlabFile *self)
{
  g_atomic_int_set (&self->next, self->numeric->len);
  g_clear_pointer (&self->thread, g_thread_join);
  g_ptr_array_unref (self->numeric);
  g_free (self);
}
