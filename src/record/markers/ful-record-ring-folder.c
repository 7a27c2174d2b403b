/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where programs that are recorded make their rings (record.md 7). A recorder locks a file in its folder; folders whose file
 * nobody has locked were left by recorders that are gone, and are removed when the next one makes its own. */

#include "config.h"

#include "ful-record-ring-folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define PREFIX "fulgens-markers-"
#define CAPTURE "capture"
#define NEW_CAPTURE "capture.new"   /* until it is locked */
/* A recorder that begins has locked it long before. */
#define BEGIN_S 60
#define CAPTURE_MAGIC "FULMARK1"
#define SETTINGS "agent"
#define SETTINGS_MAGIC "FULAGNT1"

/* Files of a folder that are read at most; more than there are rings. */
#define MAX_FILES 4096

/* From a change of a folder on: later ones may have the same time. */
#define SAME_TIME_NS 50000000

static const char *const prefixes[FUL_RECORD_N_RINGS] = {
  [FUL_RECORD_RINGS_OF_MARKERS] = "ring-",
  [FUL_RECORD_RINGS_OF_AGENTS] = "samples-",
};

static gboolean
is_plain_name (const char *name)
{
  return !g_str_equal (name, ".") && !g_str_equal (name, "..");
}

/* The files in @folder, and the folder. */
static void
remove_folder (int         folder,
               const char *path)
{
  int copy = openat (folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *files = copy >= 0 ? fdopendir (copy) : NULL;
  guint n = 0;

  if (files == NULL)
    {
      if (copy >= 0)
        close (copy);
      return;
    }
  for (struct dirent *entry; n < 16 * MAX_FILES && (entry = readdir (files)); n++)
    if (is_plain_name (entry->d_name))
      unlinkat (folder, entry->d_name, 0);
  closedir (files);
  g_rmdir (path);
}

/* Removes the folder at @path if it is ours, and its recorder is gone. */
static void
remove_if_left (const char *path)
{
  int folder = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status;
  int file;

  if (folder < 0)
    return;
  if (fstat (folder, &status) == 0 && status.st_uid == geteuid ())
    {
      file = openat (folder, CAPTURE, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
      if (file >= 0 ? flock (file, LOCK_EX | LOCK_NB) == 0 : errno == ENOENT && status.st_mtime + BEGIN_S < time (NULL))
        remove_folder (folder, path);
      if (file >= 0)
        close (file);
    }
  close (folder);
}

static void
remove_left (const char *parent)
{
  g_autoptr(GDir) folder = g_dir_open (parent, 0, NULL);

  for (const char *name; folder && (name = g_dir_read_name (folder)); )
    {
      g_autofree char *path = g_build_filename (parent, name, NULL);

      if (g_str_has_prefix (name, PREFIX))
        remove_if_left (path);
    }
}

/* Returns: (transfer full): an own folder in that of the session, else in that of temporary files */
static char *
make_folder (void)
{
  const char *runtime = g_getenv ("XDG_RUNTIME_DIR");
  g_autofree char *own = runtime && g_path_is_absolute (runtime) ? g_build_filename (runtime, "fulgens", NULL) : NULL;
  const char *parents[] = { own && g_mkdir_with_parents (own, 0700) == 0 ? own : g_get_tmp_dir (), g_get_tmp_dir () };

  for (guint i = 0; i < G_N_ELEMENTS (parents); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/" PREFIX "%d-XXXXXX", parents[i], (int) getpid ());

      remove_left (parents[i]);
      if (g_mkdtemp (path))
        return g_steal_pointer (&path);
    }

  return NULL;
}

/* Says programs what they need to know. */
static gboolean
write_capture (FulRecordRingFolder *self)
{
  char content[32] = CAPTURE_MAGIC;
  guint32 n = GUINT32_TO_LE (self->n_ring);

  memcpy (content + 8, self->capture, sizeof self->capture);
  memcpy (content + 24, &n, sizeof n);

  return pwrite (self->capture_file, content, sizeof content, 0) == (ssize_t) sizeof content;
}

/**
 * ful_record_ring_folder_new:
 * @n_ring: bytes of each ring, a power of two; 0: programs make none
 * @error: #GIOErrorEnum
 */
FulRecordRingFolder *
ful_record_ring_folder_new (guint32   n_ring,
                            GError  **error)
{
  g_autoptr(FulRecordRingFolder) self = g_new0 (FulRecordRingFolder, 1);

  self->file = self->capture_file = -1;
  self->n_ring = n_ring;
  for (guint i = 0; i < sizeof self->capture; i++)
    self->capture[i] = (guint8) g_random_int_range (0, 256);
  self->path = make_folder ();
  if (self->path)
    self->file = open (self->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (self->file >= 0)
    self->capture_file = openat (self->file, NEW_CAPTURE, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (self->capture_file >= 0 && flock (self->capture_file, LOCK_EX | LOCK_NB) == 0 && write_capture (self) &&
      renameat (self->file, NEW_CAPTURE, self->file, CAPTURE) == 0)
    return g_steal_pointer (&self);

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (errno), _("no folder for markers: %s"), g_strerror (errno));

  return NULL;
}

/* Removes the folder. */
void
ful_record_ring_folder_free (FulRecordRingFolder *self)
{
  if (self->file >= 0)
    remove_folder (self->file, self->path);
  if (self->capture_file >= 0)
    close (self->capture_file);
  if (self->file >= 0)
    close (self->file);
  g_free (self->path);
  g_free (self);
}

/* @n_ring: of the rings of programs that come */
void
ful_record_ring_folder_set_ring_size (FulRecordRingFolder *self,
                                      guint32              n_ring)
{
  if (n_ring == self->n_ring)
    return;
  self->n_ring = n_ring;
  write_capture (self);
}

/**
 * ful_record_ring_folder_set_agents:
 * @n_ring: bytes of the ring of each process, a power of two; 0: it is not sampled
 * @n_stack: bytes of the stack in a sample
 * @interval_ns: of CPU time between two
 *
 * Says agents in programs that come to sample them. Returns: whether they can know it
 */
gboolean
ful_record_ring_folder_set_agents (FulRecordRingFolder *self,
                                   guint32              n_ring,
                                   guint32              n_stack,
                                   guint64              interval_ns)
{
  char content[40] = SETTINGS_MAGIC;
  guint32 sizes[2] = { GUINT32_TO_LE (n_ring), GUINT32_TO_LE (n_stack) };
  guint64 interval = GUINT64_TO_LE (interval_ns);
  int file = openat (self->file, SETTINGS, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
  gboolean is_written;

  if (file < 0)
    return FALSE;
  memcpy (content + 8, self->capture, sizeof self->capture);
  memcpy (content + 24, sizes, sizeof sizes);
  memcpy (content + 32, &interval, sizeof interval);
  is_written = write (file, content, sizeof content) == (ssize_t) sizeof content;
  close (file);

  return is_written;
}

/* Returns: bytes that files in it can have */
guint64
ful_record_ring_folder_get_room (FulRecordRingFolder *self)
{
  struct statvfs status;

  /* Some systems of files do not say. */
  if (fstatvfs (self->file, &status) != 0 || status.f_blocks == 0)
    return G_MAXUINT64;

  return (guint64) status.f_bavail * status.f_frsize;
}

/* Returns: whether there may be other files than at the last call */
gboolean
ful_record_ring_folder_has_changed (FulRecordRingFolder *self,
                                    FulRecordRingsOf     of)
{
  struct stat status;
  gint64 changed;

  if (fstat (self->file, &status) != 0)
    return FALSE;
  changed = (gint64) status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
  if (changed == self->changed_ns[of] && g_get_real_time () * 1000 - changed > SAME_TIME_NS)
    return FALSE;
  self->changed_ns[of] = changed;

  return TRUE;
}

/* Returns: (transfer full): names of files that may be rings, as many as there may be */
char **
ful_record_ring_folder_list (FulRecordRingFolder *self,
                             FulRecordRingsOf     of)
{
  g_autoptr(GPtrArray) names = g_ptr_array_new ();
  int copy = openat (self->file, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *files = copy >= 0 ? fdopendir (copy) : NULL;
  struct dirent *entry;

  while (files && names->len < MAX_FILES && (entry = readdir (files)))
    if (g_str_has_prefix (entry->d_name, prefixes[of]))
      g_ptr_array_add (names, g_strdup (entry->d_name));
  if (files)
    closedir (files);
  else if (copy >= 0)
    close (copy);
  g_ptr_array_add (names, NULL);

  return (char **) g_ptr_array_steal (names, NULL);
}

void
ful_record_ring_folder_remove (FulRecordRingFolder *self,
                               const char          *name)
{
  unlinkat (self->file, name, 0);
}
