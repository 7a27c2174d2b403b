/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles in zip archives, in archives in those, and in folders: which there are, and the bytes of one of them.
 *
 * An archive is read where it is if its bytes can be sought, else from a temporary file. */

#include "config.h"

#include "ful-archive.h"

#include "ful-foreign.h"
#include "ful-head-format.h"
#include "ful-importer.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "base/ful-format.h"
#include "io/ful-byte-stream.h"
#include "io/ful-decoder.h"
#include "io/ful-zip.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static const char archive_format[] = N_("Zip archive");

/* An archive in an archive in …: more is nothing that a user made. */
#define MAX_NESTED 8

/* An archive that has to be written to a temporary file. */
/* The folder of temporary files may be memory. */
#define MAX_COPY_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define COPY_BYTES (128 * 1024)

/* A folder is left after so many files and folders, or below so many folders. */
#define MAX_ENTRIES 10000
#define MAX_DEPTH 16

static void
member_free (gpointer data)
{
  FulMember *self = data;

  g_free (self->path);
  g_clear_object (&self->file);
  g_free (self);
}

static void
add_member (GPtrArray  *members,
            const char *path,
            GFile      *file,
            guint64     size,
            double      modified,
            const char *format)
{
  FulMember *member = g_new0 (FulMember, 1);

  member->path = g_strdup (path);
  g_set_object (&member->file, file);
  member->size = size;
  member->modified = modified;
  member->format = format;
  member->is_archive = format == archive_format;
  g_ptr_array_add (members, member);
}

/* The first bytes of a content, decompressed. Returns: how many, up to %FUL_HEAD_BYTES; as far as they can be read */
static gsize
read_head (GInputStream *stream,
           char         *head,
           GCancellable *cancellable)
{
  g_autoptr(FulDecoder) decoder = NULL;
  g_autofree guint8 *raw = g_malloc (FUL_HEAD_BYTES);
  const guint8 *in = raw;
  guint8 *out = (guint8 *) head;
  gsize n_in = 0, n_out = FUL_HEAD_BYTES;
  FulCompression compression;

  g_input_stream_read_all (stream, raw, FUL_HEAD_BYTES, &n_in, cancellable, NULL);
  compression = ful_compression_detect (raw, n_in);
  if (compression == FUL_COMPRESSION_NONE)
    {
      memcpy (head, raw, n_in);
      return n_in;
    }
  decoder = ful_decoder_new (compression, NULL);
  while (decoder && n_in > 0 && n_out > 0)
    {
      gsize before = n_in + n_out;
      FulDecoderStatus status = ful_decoder_run (decoder, &in, &n_in, &out, &n_out, NULL);

      if (status != FUL_DECODER_MORE || n_in + n_out == before)
        break;
    }

  return FUL_HEAD_BYTES - n_out;
}

static const char *
get_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? slash + 1 : path;
}

/* Returns: (nullable): the format of a content */
static const char *
get_format (GInputStream *stream,
            const char   *path,
            GCancellable *cancellable)
{
  g_autofree char *head = g_malloc (FUL_HEAD_BYTES + FUL_BYTES_PADDING);
  gsize n = read_head (stream, head, cancellable);
  const FulImporter *importer;

  if (ful_zip_probe (head, n))
    return archive_format;
  importer = ful_head_format_guess (head, n, get_base (path));

  return importer ? importer->name : NULL;
}

/* Half of the free space, so that other programs have some too. */
static guint64
get_max_copy_bytes (GFile        *file,
                    GCancellable *cancellable)
{
  g_autoptr(GFileInfo) info = g_file_query_filesystem_info (file, G_FILE_ATTRIBUTE_FILESYSTEM_FREE, cancellable, NULL);

  return info && g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE)
         ? MIN (MAX_COPY_BYTES, g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_FILESYSTEM_FREE) / 2) : MAX_COPY_BYTES;
}

/* Replaces @input by a stream that can seek. */
static gboolean
copy_to_file (GInputStream **input,
              GCancellable  *cancellable,
              GError       **error)
{
  g_autoptr(GFileIOStream) io = NULL;
  g_autoptr(GFile) file = g_file_new_tmp ("fulgens-XXXXXX.zip", &io, error);
  g_autoptr(GFileInputStream) copy = file ? g_file_read (file, cancellable, error) : NULL;
  g_autofree guint8 *bytes = g_malloc (COPY_BYTES);
  guint64 total = 0, max = file ? get_max_copy_bytes (file, cancellable) : 0;
  gssize n;

  if (file)
    g_file_delete (file, NULL, NULL);
  if (copy == NULL)
    return FALSE;
  while ((n = g_input_stream_read (*input, bytes, COPY_BYTES, cancellable, error)) > 0)
    {
      total += (guint64) n;
      if (total > max)
        {
          g_autofree char *size = ful_format_bytes ((double) max);

          /* Translators: a size in bytes */
          g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE,
                       _("The zip archive is larger than %s, and not a file of its own; unpack it first"), size);
          return FALSE;
        }
      if (!g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (io)), bytes, (gsize) n, NULL, cancellable, error))
        return FALSE;
    }
  if (n < 0)
    return FALSE;

  g_object_unref (*input);
  *input = G_INPUT_STREAM (g_steal_pointer (&copy));

  return TRUE;
}

/* Whether @input is an archive; a stream that cannot seek is replaced by one that has its first bytes still. */
static gboolean
is_archive (GInputStream **input,
            GCancellable  *cancellable)
{
  char head[FUL_ZIP_MAGIC_BYTES];
  gsize n = 0;

  if (G_IS_SEEKABLE (*input) && g_seekable_can_seek (G_SEEKABLE (*input)))
    {
      g_input_stream_read_all (*input, head, sizeof head, &n, cancellable, NULL);
      return g_seekable_seek (G_SEEKABLE (*input), 0, G_SEEK_SET, cancellable, NULL) && ful_zip_probe (head, n);
    }
  else
    {
      GInputStream *buffered = g_buffered_input_stream_new_sized (*input, COPY_BYTES);
      GBufferedInputStream *buffer = G_BUFFERED_INPUT_STREAM (buffered);

      g_object_unref (*input);
      *input = buffered;
      while (g_buffered_input_stream_get_available (buffer) < sizeof head &&
             g_buffered_input_stream_fill (buffer, -1, cancellable, NULL) > 0)
        ;
      n = g_buffered_input_stream_peek (buffer, head, 0, sizeof head);
      return ful_zip_probe (head, n);
    }
}

static GPtrArray *
list_zip (FulZip        *zip,
          GCancellable  *cancellable,
          GError       **error)
{
  g_autoptr(GPtrArray) members = g_ptr_array_new_with_free_func (member_free);

  for (guint i = 0; i < ful_zip_get_n (zip); i++)
    {
      const FulZipMember *member = ful_zip_get (zip, i);
      g_autoptr(GInputStream) stream = NULL;

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      stream = i < MAX_ENTRIES ? ful_zip_open (zip, i, cancellable, NULL) : NULL;
      add_member (members, member->path, NULL, member->size, member->modified, stream ? get_format (stream, member->path, cancellable) : NULL);
    }

  return g_steal_pointer (&members);
}

/* Returns: (transfer full) (nullable): what the archive is, if it is of another tool */
static char *
describe_members (GPtrArray *members)
{
  g_autofree const char **names = g_new (const char *, members->len + 1);

  for (guint i = 0; i < members->len; i++)
    names[i] = ((FulMember *) members->pdata[i])->path;

  return ful_foreign_describe_names (names, members->len);
}

/* The one member that is a profile or an archive, or the only one. */
static gboolean
choose (FulZip        *zip,
        guint         *out_i,
        GCancellable  *cancellable,
        GError       **error)
{
  g_autoptr(GPtrArray) members = list_zip (zip, cancellable, error);
  g_autofree char *foreign = members ? describe_members (members) : NULL;
  guint n = 0;

  if (members == NULL)
    return FALSE;
  if (foreign)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT, foreign);
      return FALSE;
    }
  for (guint i = 0; i < members->len; i++)
    if (((FulMember *) members->pdata[i])->format)
      {
        *out_i = i;
        n++;
      }
  if (n == 0 && members->len == 1)
    {
      *out_i = 0;
      n = 1;
    }
  if (n == 0 && members->len == 0)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("The zip archive is empty"));
  else if (n == 0)
    g_set_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT, _("None of the %u files in the zip archive is a profile"), members->len);
  else if (n > 1)
    g_set_error (error, FUL_ERROR, FUL_ERROR_SEVERAL, _("The zip archive has %u profiles"), n);

  return n == 1;
}

/* The member that @path names, or that is an archive with the rest of @path in it. */
static gboolean
find (FulZip      *zip,
      const char **path,
      guint       *out_i,
      GError     **error)
{
  gsize longest = 0;

  for (guint i = 0; i < ful_zip_get_n (zip); i++)
    {
      const char *name = ful_zip_get (zip, i)->path;
      gsize n = strlen (name);

      if (n > longest && strncmp (*path, name, n) == 0 && ((*path)[n] == '\0' || (*path)[n] == '/'))
        {
          longest = n;
          *out_i = i;
        }
    }
  if (longest == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The zip archive has no file “%s”; “fulgens-query members” lists those it has"), *path);
      return FALSE;
    }
  *path += longest + ((*path)[longest] == '/');

  return TRUE;
}

/* Goes into archives as far as @member says. @out_zip: (out) (optional): the archive to be listed; without it the one profile
 * in an archive is chosen. */
static gboolean
enter (FulArchiveInput  *self,
       const char       *member,
       FulZip          **out_zip,
       GCancellable     *cancellable,
       GError          **error)
{
  for (guint depth = 0; depth <= MAX_NESTED; depth++)
    {
      g_autoptr(FulZip) zip = NULL;
      GInputStream *content;
      guint i = 0;

      if (!is_archive (&self->stream, cancellable))
        {
          if ((member == NULL || *member == '\0') && out_zip == NULL)
            return TRUE;
          if (!g_cancellable_set_error_if_cancelled (cancellable, error))
            g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("This is no zip archive: it has no members"));
          return FALSE;
        }
      if (!G_IS_SEEKABLE (self->stream) || !g_seekable_can_seek (G_SEEKABLE (self->stream)) || G_IS_BUFFERED_INPUT_STREAM (self->stream))
        if (!copy_to_file (&self->stream, cancellable, error))
          return FALSE;
      zip = ful_zip_new (self->stream, cancellable, error);
      if (zip == NULL)
        return FALSE;
      if (out_zip && (member == NULL || *member == '\0'))
        {
          *out_zip = g_steal_pointer (&zip);
          return TRUE;
        }
      if (member && *member ? !find (zip, &member, &i, error) : !choose (zip, &i, cancellable, error))
        return FALSE;

      content = ful_zip_open (zip, i, cancellable, error);
      if (content == NULL)
        return FALSE;
      g_object_unref (self->stream);
      self->stream = content;
      g_free (self->name);
      self->name = g_strdup (get_base (ful_zip_get (zip, i)->path));
      self->size = ful_zip_get (zip, i)->size;
    }
  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("Zip archives are nested more than %d deep"), MAX_NESTED);

  return FALSE;
}

/**
 * ful_archive_open:
 * @input: a stream at the start of a file
 * @member: (nullable): path of a file in it, if it is an archive; also one in an archive in it
 * @out: (out caller-allocates): the profile; to be cleared, whatever is returned
 * @cancellable: (nullable): ends the search
 * @error: %FUL_ERROR_SEVERAL if there is more than one profile, %FUL_ERROR_ARGUMENT if there is no such member, others for
 *   archives that are damaged or without a profile
 *
 * A file that is no archive is the profile itself.
 */
gboolean
ful_archive_open (GInputStream     *input,
                  const char       *member,
                  FulArchiveInput  *out,
                  GCancellable     *cancellable,
                  GError          **error)
{
  *out = (FulArchiveInput) { g_object_ref (input), NULL, 0 };

  return enter (out, member, NULL, cancellable, error);
}

void
ful_archive_input_clear (FulArchiveInput *self)
{
  g_clear_object (&self->stream);
  g_clear_pointer (&self->name, g_free);
}

/**
 * ful_archive_list:
 * @input: a stream at the start of an archive
 * @member: (nullable): path of an archive in it, which is listed instead
 * @cancellable: (nullable): ends the reading
 * @error: %FUL_ERROR_ARGUMENT if it is no archive; others if it is damaged
 *
 * Reads the first bytes of each member.
 *
 * Returns: (transfer full) (element-type FulMember): the files, in the order of the archive
 */
GPtrArray *
ful_archive_list (GInputStream  *input,
                  const char    *member,
                  GCancellable  *cancellable,
                  GError       **error)
{
  FulArchiveInput archive = { g_object_ref (input), NULL, 0 };
  g_autoptr(FulZip) zip = NULL;
  GPtrArray *members = NULL;

  if (enter (&archive, member, &zip, cancellable, error))
    members = list_zip (zip, cancellable, error);
  ful_archive_input_clear (&archive);

  return members;
}

typedef struct
{
  GFile *folder;
  char  *path;      /* from the folder that is listed, with a "/" at its end, or "" */
  guint  depth;
} Folder;

static void
list_entry (GPtrArray    *members,
            GQueue       *folders,
            const Folder *folder,
            GFileInfo    *info,
            GFile        *file,
            GCancellable *cancellable)
{
  g_autofree char *path = g_strconcat (folder->path, g_file_info_get_display_name (info), NULL);

  if (g_file_info_get_file_type (info) == G_FILE_TYPE_DIRECTORY && folder->depth < MAX_DEPTH)
    {
      Folder *inner = g_new (Folder, 1);

      *inner = (Folder) { g_object_ref (file), g_strconcat (path, "/", NULL), folder->depth + 1 };
      g_queue_push_tail (folders, inner);
    }
  else if (g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR)
    {
      g_autoptr(GFileInputStream) stream = g_file_read (file, cancellable, NULL);

      g_autoptr(GDateTime) modified = g_file_info_get_modification_date_time (info);

      if (stream)
        add_member (members, path, file, (guint64) g_file_info_get_size (info),
                    modified ? (double) g_date_time_to_unix (modified) * 1000 : NAN, get_format (G_INPUT_STREAM (stream), path, cancellable));
    }
}

/* File systems have an order of their own. */
static int
compare_members (gconstpointer a,
                 gconstpointer b)
{
  return strcmp ((*(FulMember *const *) a)->path, (*(FulMember *const *) b)->path);
}

/* The files below a folder, level by level. Symbolic links are not followed: they may lead out of it, or round. */
static GPtrArray *
list_folder (GFile         *file,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(GPtrArray) members = g_ptr_array_new_with_free_func (member_free);
  GQueue folders = G_QUEUE_INIT;
  Folder *folder = g_new (Folder, 1);
  guint n_entries = 0;
  gboolean failed = FALSE;

  *folder = (Folder) { g_object_ref (file), g_strdup (""), 0 };
  g_queue_push_tail (&folders, folder);
  while ((folder = g_queue_pop_head (&folders)))
    {
      g_autoptr(GFileEnumerator) entries = NULL;
      GFileInfo *info;
      GFile *child;

      if (!failed && n_entries < MAX_ENTRIES)
        {
          entries = g_file_enumerate_children (folder->folder, G_FILE_ATTRIBUTE_STANDARD_NAME "," G_FILE_ATTRIBUTE_STANDARD_TYPE ","
                                               G_FILE_ATTRIBUTE_STANDARD_DISPLAY_NAME "," G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                               G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable, folder->depth == 0 ? error : NULL);
          failed = entries == NULL && folder->depth == 0;
        }
      while (entries && n_entries++ < MAX_ENTRIES && g_file_enumerator_iterate (entries, &info, &child, cancellable, NULL) && info)
        list_entry (members, &folders, folder, info, child, cancellable);
      g_object_unref (folder->folder);
      g_free (folder->path);
      g_free (folder);
    }
  if (failed || g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_ptr_array_sort (members, compare_members);

  return g_steal_pointer (&members);
}

/**
 * ful_archive_list_file:
 * @file: an archive or a folder
 * @member: (nullable): path of an archive in the archive
 * @cancellable: (nullable): ends the reading
 * @error: as ful_archive_list(), or an error of @file
 *
 * Of a folder at most 10,000 files and folders are listed.
 *
 * Returns: (transfer full) (element-type FulMember): the files
 */
GPtrArray *
ful_archive_list_file (GFile         *file,
                       const char    *member,
                       GCancellable  *cancellable,
                       GError       **error)
{
  g_autoptr(GFileInputStream) stream = NULL;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY)
    return list_folder (file, cancellable, error);
  stream = g_file_read (file, cancellable, error);

  return stream ? ful_archive_list (G_INPUT_STREAM (stream), member, cancellable, error) : NULL;
}
