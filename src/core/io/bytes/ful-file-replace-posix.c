/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Atomic replacement of files, of POSIX systems: written next to the target under another name, synced,
 * renamed. A reader, a full disk or a crash at any moment leaves the old file or the
 * new one. Of a symbolic link the file that it points to is replaced; of several hard
 * links only the one that is named, the others keep the old content. Temporary files
 * are removed when a signal ends the program. A limit on the length of files is an error. */

#include "config.h"

#include "ful-file-replace.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <limits.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_LINKS 40

/* Limit on temporary files that a signal handler removes. */
#define MAX_TEMPORARY 16

typedef struct
{
  FulFileReplace  parent;

  int             fd;          /* -1 of a file that is not local, of which the following are not set */
  int             place;       /* in the list of temporary files */
  char           *written;
  char           *target;
  struct stat     old;         /* of the target; st_nlink is 0 if there is none */
  gboolean        is_renamed;
} Replacement;

static struct
{
  gint is_used;
  char path[PATH_MAX];
} temporary[MAX_TEMPORARY];

static const int fatal_signals[] = { SIGINT, SIGTERM, SIGHUP };

static gint is_ending;    /* no more files are created */
static gint n_creating;   /* threads that are creating one, with signals blocked */

static void
remove_temporary (int number)
{
  __atomic_store_n (&is_ending, TRUE, __ATOMIC_SEQ_CST);
  while (__atomic_load_n (&n_creating, __ATOMIC_SEQ_CST) > 0)
    ;

  for (guint i = 0; i < MAX_TEMPORARY; i++)
    if (__atomic_load_n (&temporary[i].is_used, __ATOMIC_ACQUIRE))
      unlink (temporary[i].path);

  signal (number, SIG_DFL);
  raise (number);
}

/* Signals that are ignored or handled are unchanged. */
static void
handle_signals (void)
{
  static gsize done;

  if (!g_once_init_enter (&done))
    return;

  for (guint i = 0; i < G_N_ELEMENTS (fatal_signals); i++)
    {
      struct sigaction action;

      if (sigaction (fatal_signals[i], NULL, &action) == 0 && action.sa_handler == SIG_DFL)
        signal (fatal_signals[i], remove_temporary);
    }
  signal (SIGXFSZ, SIG_IGN);   /* a file that may not become as long is an error like a full disk */
  g_once_init_leave (&done, 1);
}

/* Returns: the place of the path in the list, or -1 */
static int
note_temporary (const char *path)
{
  for (int i = 0; i < MAX_TEMPORARY && strlen (path) < PATH_MAX; i++)
    if (!__atomic_load_n (&temporary[i].is_used, __ATOMIC_ACQUIRE))
      {
        strcpy (temporary[i].path, path);
        __atomic_store_n (&temporary[i].is_used, TRUE, __ATOMIC_RELEASE);
        return i;
      }

  return -1;
}

/* Creates a file that is in the list before a signal can arrive. Its mode is that of a new file. */
static int
create_temporary (char *template,
                  int  *out_place)
{
  static GMutex lock;
  sigset_t all, before;
  int fd = -1;

  handle_signals ();
  g_mutex_lock (&lock);
  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  __atomic_add_fetch (&n_creating, 1, __ATOMIC_SEQ_CST);
  if (!__atomic_load_n (&is_ending, __ATOMIC_SEQ_CST))
    fd = g_mkstemp_full (template, O_RDWR | O_CLOEXEC, 0666);
  else
    errno = EINTR;
  *out_place = fd < 0 ? -1 : note_temporary (template);
  __atomic_sub_fetch (&n_creating, 1, __ATOMIC_SEQ_CST);
  pthread_sigmask (SIG_SETMASK, &before, NULL);
  g_mutex_unlock (&lock);

  return fd;
}

static void
forget_temporary (int place)
{
  if (place >= 0)
    __atomic_store_n (&temporary[place].is_used, FALSE, __ATOMIC_RELEASE);
}

static gboolean
set_error (GError     **error,
           const char  *path,
           int          number)
{
  g_autofree char *name = g_filename_display_name (path);

  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (number), _("“%s” cannot be written: %s"),
               name, g_strerror (number));

  return FALSE;
}

/* Returns: (transfer full) (nullable): the file that @path leads to, which may not exist yet */
static char *
follow_links (const char  *path,
              GError     **error)
{
  g_autofree char *target = g_strdup (path);

  for (guint i = 0; i < MAX_LINKS; i++)
    {
      g_autofree char *link = g_file_read_link (target, NULL);
      g_autofree char *folder = NULL;

      if (link == NULL)
        return g_steal_pointer (&target);
      folder = g_path_get_dirname (target);
      g_free (target);
      target = g_path_is_absolute (link) ? g_steal_pointer (&link) : g_build_filename (folder, link, NULL);
    }
  set_error (error, path, ELOOP);

  return NULL;
}

/* Whether the target may be replaced; @out_old gets its status, with st_nlink 0 if it does not exist. */
static gboolean
check_target (const char   *target,
              struct stat  *out_old,
              GError      **error)
{
  memset (out_old, 0, sizeof *out_old);
  if (stat (target, out_old) != 0)
    return errno == ENOENT || set_error (error, target, errno);
  if (S_ISDIR (out_old->st_mode))
    return set_error (error, target, EISDIR);
  if (!S_ISREG (out_old->st_mode))
    {
      g_autofree char *name = g_filename_display_name (target);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE, _("“%s” is not a regular file"), name);
      return FALSE;
    }

  return access (target, W_OK) == 0 || set_error (error, target, errno);
}

/* The rename is on disk only when the folder is. */
static void
sync_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd >= 0)
    {
      fsync (fd);
      close (fd);
    }
}

/* Creates the file that is renamed later. */
static gboolean
open_next_to (Replacement  *self,
              const char   *path,
              GError      **error)
{
  g_autofree char *folder = NULL;

  self->target = follow_links (path, error);
  if (self->target == NULL || !check_target (self->target, &self->old, error))
    return FALSE;

  folder = g_path_get_dirname (self->target);
  self->written = g_build_filename (folder, ".fulgens-XXXXXX", NULL);
  self->fd = create_temporary (self->written, &self->place);
  if (self->fd < 0)
    return set_error (error, self->target, errno);
  self->parent.stream = g_unix_output_stream_new (self->fd, FALSE);

  return TRUE;
}

/**
 * ful_file_replace_begin:
 * @file: what to replace
 * @error: %G_IO_ERROR
 *
 * Returns: (transfer full): an empty file next to @file, or %NULL
 */
FulFileReplace *
ful_file_replace_begin (GFile         *file,
                        GCancellable  *cancellable,
                        GError       **error)
{
  Replacement *self = g_new0 (Replacement, 1);
  g_autoptr(FulFileReplace) parent = &self->parent;
  g_autofree char *path = g_file_get_path (file);

  self->fd = -1;
  if (path)
    return open_next_to (self, path, error) ? g_steal_pointer (&parent) : NULL;

  /* Of another file system of GIO, as well as that can do it. */
  parent->stream = G_OUTPUT_STREAM (g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, error));

  return parent->stream ? g_steal_pointer (&parent) : NULL;
}

/**
 * ful_file_replace_finish:
 * @parent: a file whose content is complete
 * @cancellable: (nullable): leaves the old file
 * @error: %G_IO_ERROR
 *
 * Returns: whether it is on disk, in the place of the old one
 */
gboolean
ful_file_replace_finish (FulFileReplace  *parent,
                         GCancellable    *cancellable,
                         GError         **error)
{
  Replacement *self = (Replacement *) parent;
  g_autofree char *folder = NULL;

  if (!g_output_stream_close (parent->stream, cancellable, error))
    return FALSE;
  if (self->fd < 0)
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;

  /* The mode last, as it may not allow writing; only root can keep the owner of another user's file. */
  if (self->old.st_nlink > 0)
    {
      G_GNUC_UNUSED int ignored = fchown (self->fd, self->old.st_uid, self->old.st_gid);

      fchmod (self->fd, self->old.st_mode & 07777);
    }
  if (fsync (self->fd) != 0 || g_rename (self->written, self->target) != 0)
    return set_error (error, self->target, errno);

  self->is_renamed = TRUE;
  folder = g_path_get_dirname (self->target);
  sync_folder (folder);

  return TRUE;
}

/* Leaves the old file, unless it was replaced. */
void
ful_file_replace_free (FulFileReplace *parent)
{
  Replacement *self = (Replacement *) parent;

  if (self->fd >= 0)
    {
      if (!self->is_renamed)
        g_unlink (self->written);
      forget_temporary (self->place);
      close (self->fd);
    }
  else if (parent->stream)
    {
      g_autoptr(GCancellable) abandon = g_cancellable_new ();

      /* Closing renames the temporary file, or removes it if the cancellable is cancelled. */
      g_cancellable_cancel (abandon);
      g_output_stream_close (parent->stream, abandon, NULL);
    }
  g_clear_object (&parent->stream);
  g_free (self->written);
  g_free (self->target);
  g_free (self);
}
