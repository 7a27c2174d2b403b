/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bytes of a peer in $XDG_STATE_HOME/fulgens/live/, as they come: they are the kernel's once written,
 * so that a program that is killed loses only those it did not read. A lock tells spools in use from
 * those that are left over. */

#include "config.h"

#include "ful-live-spool.h"

#include "ful-live-spool-file.h"

#include "wire/ful-wire.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define SUFFIX ".fpls"
#define MAX_NAMES 100

struct _FulLiveSpool
{
  int   fd;
  char *path;
};

static gboolean
set_error (GError     **error,
           const char  *path,
           int          code)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code), _("“%s” cannot be written: %s"), name, g_strerror (code));

  return FALSE;
}

static char *
make_folder_name (void)
{
  return g_build_filename (g_get_user_state_dir (), "fulgens", "live", NULL);
}

/**
 * ful_live_spool_new:
 * @error: %G_IO_ERROR
 *
 * Creates a file, for this user only.
 */
FulLiveSpool *
ful_live_spool_new (GError **error)
{
  g_autofree char *folder = make_folder_name ();
  g_autoptr(GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *time = g_date_time_format (now, "%Y-%m-%d-%H%M%S");
  g_autoptr(FulLiveSpool) self = g_atomic_rc_box_new0 (FulLiveSpool);

  self->fd = -1;
  if (g_mkdir_with_parents (folder, 0700) != 0 || g_chmod (folder, 0700) != 0)
    {
      set_error (error, folder, errno);
      return NULL;
    }
  for (guint i = 1; self->fd < 0 && i <= MAX_NAMES; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s-%u" SUFFIX, time, i);

      g_free (self->path);
      self->path = g_build_filename (folder, name, NULL);
      self->fd = ful_live_spool_file_create (self->path, FALSE);
      if (self->fd < 0 && errno != EEXIST)
        break;
    }
  if (self->fd < 0)
    {
      set_error (error, self->path, errno);
      return NULL;
    }

  return g_steal_pointer (&self);
}

FulLiveSpool *
ful_live_spool_ref (FulLiveSpool *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
spool_clear (gpointer data)
{
  FulLiveSpool *self = data;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
}

void
ful_live_spool_unref (FulLiveSpool *self)
{
  g_atomic_rc_box_release_full (self, spool_clear);
}

const char *
ful_live_spool_get_path (FulLiveSpool *self)
{
  return self->path;
}

/**
 * ful_live_spool_write:
 * @data: the next bytes of the stream
 * @error: %G_IO_ERROR; nothing can be written after it
 */
gboolean
ful_live_spool_write (FulLiveSpool   *self,
                      gconstpointer   data,
                      gsize           n,
                      GError        **error)
{
  for (gsize done = 0; done < n;)
    {
      ssize_t written = write (self->fd, (const char *) data + done, n - done);

      if (written < 0 && errno != EINTR)
        return set_error (error, self->path, errno);
      done += written > 0 ? (gsize) written : 0;
    }

  return TRUE;
}

/**
 * ful_live_spool_replace:
 * @data: a profile that replaces all that was written
 * @error: %G_IO_ERROR; what was written before stays
 */
gboolean
ful_live_spool_replace (FulLiveSpool   *self,
                        gconstpointer   data,
                        gsize           n,
                        GError        **error)
{
  FulLiveSpool next = { .path = g_strconcat (self->path, ".new", NULL) };
  gboolean ok;

  next.fd = ful_live_spool_file_create (next.path, TRUE);
  ok = next.fd >= 0 ? ful_live_spool_write (&next, data, n, error) : set_error (error, next.path, errno);
  if (ok && !ful_live_spool_file_replace (&self->fd, self->path, &next.fd, next.path))
    ok = set_error (error, self->path, errno);
  if (!ok)
    g_unlink (next.path);
  spool_clear (&next);

  return ok;
}

/* For a capture that was saved elsewhere or discarded. Any thread. */
void
ful_live_spool_remove (FulLiveSpool *self)
{
  g_unlink (self->path);
}

/* Whether a file is a stream or a compressed profile, and is not being written. */
static gboolean
is_left_over (const char *path)
{
  static const guint8 magic[] = { FUL_WIRE_HELLO, 'F', 'P', 'L', 'S' };
  guint8 head[FUL_WIRE_LENGTH_BYTES + sizeof magic];
  int fd = ful_live_spool_file_open_unused (path);
  gboolean is_left;

  if (fd < 0)
    return FALSE;
  is_left = read (fd, head, sizeof head) == (ssize_t) sizeof head &&
            (memcmp (head + FUL_WIRE_LENGTH_BYTES, magic, sizeof magic) == 0 || memcmp (head, "\x1f\x8b", 2) == 0);
  close (fd);

  return is_left;
}

static int
compare_paths (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * ful_live_spool_list:
 *
 * Returns: (transfer full) (element-type filename): paths of spools that no running program uses, oldest first
 */
GPtrArray *
ful_live_spool_list (void)
{
  g_autofree char *folder = make_folder_name ();
  g_autoptr(GDir) dir = g_dir_open (folder, 0, NULL);
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_suffix (name, SUFFIX) && is_left_over (path))
        g_ptr_array_add (paths, g_steal_pointer (&path));
    }
  g_ptr_array_sort (paths, compare_paths);

  return paths;
}
