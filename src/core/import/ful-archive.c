/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles in archives, in archives in those, and in folders (ful-archive-folder.c): which there are, and the bytes of one of
 * them. Files that are compressed as archives are count as what is in them.
 *
 * An archive is read where it is if its bytes can be sought, else from a temporary file: once to find the member, and once more
 * to read it. */

#include "config.h"

#include "ful-archive-private.h"

#include "ful-foreign.h"
#include "ful-head-format.h"
#include "ful-importer.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "base/ful-format.h"
#include "io/bytes/ful-archive-stream.h"
#include "io/bytes/ful-byte-stream.h"
#include "io/bytes/ful-decoder.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const archive_formats[] = { [FUL_ARCHIVE_ZIP] = N_("Zip archive"), [FUL_ARCHIVE_TAR] = N_("Tar archive") };

/* An archive in an archive in …: more is nothing that a user made. */
#define MAX_NESTED 8

/* An archive that has to be written to a temporary file. */
/* The folder of temporary files may be memory. */
#define MAX_COPY_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define COPY_BYTES (128 * 1024)

/* What says which archive it is, and how much of a compressed file has to be read for it: zstd has blocks of 128 KiB. */
#define ARCHIVE_HEAD_BYTES 512
#define RAW_HEAD_BYTES (132 * 1024)

/* Formats of members are no longer looked for after so many whose content ends the archive. */
#define MAX_DAMAGED 16

static void
member_free (gpointer data)
{
  FulMember *self = data;

  g_free (self->path);
  g_clear_object (&self->file);
  g_free (self);
}

/* Returns: (transfer full) (element-type FulMember): an empty list */
GPtrArray *
ful_archive_members_new (void)
{
  return g_ptr_array_new_with_free_func (member_free);
}

void
ful_archive_add_member (GPtrArray  *members,
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
  for (guint i = 0; i < G_N_ELEMENTS (archive_formats) && format; i++)
    member->is_archive |= format == archive_formats[i];
  g_ptr_array_add (members, member);
}

/* Decompresses @raw if it is compressed. Returns: how many bytes of @head were written, at most @n_head */
static gsize
decompress (const guint8 *raw,
            gsize         n_raw,
            char         *head,
            gsize         n_head)
{
  FulCompression compression = ful_compression_detect (raw, n_raw);
  g_autoptr(FulDecoder) decoder = compression == FUL_COMPRESSION_NONE ? NULL : ful_decoder_new (compression, NULL);
  guint8 *out = (guint8 *) head;
  gsize n_left = n_head;

  if (compression == FUL_COMPRESSION_NONE)
    {
      memcpy (head, raw, MIN (n_raw, n_head));
      return MIN (n_raw, n_head);
    }
  while (decoder && n_raw > 0 && n_left > 0)
    {
      gsize before = n_raw + n_left;
      FulDecoderStatus status = ful_decoder_run (decoder, &raw, &n_raw, &out, &n_left, NULL);

      if (status != FUL_DECODER_MORE || n_raw + n_left == before)
        break;
    }

  return n_head - n_left;
}

static const char *
get_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return slash ? slash + 1 : path;
}

/* What @input is; a stream that cannot seek is replaced by one that has its first bytes still. */
static FulArchiveKind
detect (GInputStream **input,
        GCancellable  *cancellable)
{
  g_autofree guint8 *own = NULL;
  char head[ARCHIVE_HEAD_BYTES];
  const void *raw;
  gsize n = 0;

  if (G_IS_SEEKABLE (*input) && g_seekable_can_seek (G_SEEKABLE (*input)))
    {
      raw = own = g_malloc (RAW_HEAD_BYTES);
      g_input_stream_read_all (*input, own, RAW_HEAD_BYTES, &n, cancellable, NULL);
      if (!g_seekable_seek (G_SEEKABLE (*input), 0, G_SEEK_SET, cancellable, NULL))
        return FUL_ARCHIVE_NONE;
    }
  else
    {
      GInputStream *buffered = g_buffered_input_stream_new_sized (*input, RAW_HEAD_BYTES);
      GBufferedInputStream *buffer = G_BUFFERED_INPUT_STREAM (buffered);

      g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (buffered), FALSE);
      g_object_unref (*input);
      *input = buffered;
      while (g_buffered_input_stream_get_available (buffer) < RAW_HEAD_BYTES &&
             g_buffered_input_stream_fill (buffer, -1, cancellable, NULL) > 0)
        ;
      raw = g_buffered_input_stream_peek_buffer (buffer, &n);
    }

  return ful_archive_detect (head, decompress (raw, n, head, sizeof head));
}

/* Returns: (nullable): the format of a content */
const char *
ful_archive_get_format (GInputStream *content,
                        const char   *path,
                        GCancellable *cancellable)
{
  g_autoptr(GInputStream) stream = g_object_ref (content);
  FulArchiveKind kind = detect (&stream, cancellable);
  g_autofree guint8 *raw = NULL;
  g_autofree char *head = NULL;
  const FulImporter *importer;
  gsize n = 0;

  if (kind == FUL_ARCHIVE_COMPRESSED)
    {
      FulArchiveStream *archive = ful_archive_stream_new (stream, kind);

      g_object_unref (stream);
      stream = G_INPUT_STREAM (archive);
      kind = !ful_archive_stream_next (archive, cancellable, NULL) || ful_archive_stream_is_file (archive) ? FUL_ARCHIVE_NONE : FUL_ARCHIVE_TAR;
    }
  if (kind != FUL_ARCHIVE_NONE)
    return archive_formats[kind];

  raw = g_malloc (FUL_HEAD_BYTES);
  head = g_malloc (FUL_HEAD_BYTES + FUL_BYTES_PADDING);
  g_input_stream_read_all (stream, raw, FUL_HEAD_BYTES, &n, cancellable, NULL);
  importer = ful_head_format_guess (head, decompress (raw, n, head, FUL_HEAD_BYTES), get_base (path));

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
  g_autoptr(GFile) file = g_file_new_tmp ("fulgens-XXXXXX.archive", &io, error);
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
                       _("The archive is larger than %s, and not a file of its own; unpack it first"), size);
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

/* Content that is damaged may end the archive: it is begun again, and members that are listed are passed. */
static GPtrArray *
list_archive (GInputStream    *input,
              FulArchiveKind   kind,
              GCancellable    *cancellable,
              GError         **error)
{
  g_autoptr(GPtrArray) members = ful_archive_members_new ();
  guint n_before;

  for (guint n_damaged = 0; ; n_damaged++)
    {
      g_autoptr(FulArchiveStream) archive = ful_archive_stream_new (input, kind);
      const FulArchiveMember *member;
      GError *local_error = NULL;

      n_before = members->len;
      for (guint i = 0; (member = ful_archive_stream_next (archive, cancellable, &local_error)); i++)
        if (i >= members->len)
          ful_archive_add_member (members, member->path, NULL, member->size, member->modified,
                                  i < FUL_ARCHIVE_MAX_ENTRIES && n_damaged < MAX_DAMAGED
                                    ? ful_archive_get_format (G_INPUT_STREAM (archive), member->path, cancellable) : NULL);
      if (local_error == NULL)
        return g_steal_pointer (&members);
      if (!g_error_matches (local_error, FUL_ERROR, FUL_ERROR_FORMAT) || members->len == n_before)
        {
          g_propagate_error (error, local_error);
          return NULL;
        }
      g_error_free (local_error);
    }
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
choose (GInputStream    *input,
        FulArchiveKind   kind,
        guint           *out_i,
        GCancellable    *cancellable,
        GError         **error)
{
  g_autoptr(GPtrArray) members = list_archive (input, kind, cancellable, error);
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
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_EMPTY, _("The archive is empty"));
  else if (n == 0)
    g_set_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT, _("None of the %u files in the archive is a profile"), members->len);
  else if (n > 1)
    g_set_error (error, FUL_ERROR, FUL_ERROR_SEVERAL, _("The archive has %u profiles"), n);

  return n == 1;
}

/* The member that @path names, or that is an archive with the rest of @path in it. */
static gboolean
find (GInputStream      *input,
      FulArchiveKind     kind,
      const char       **path,
      guint             *out_i,
      GCancellable      *cancellable,
      GError           **error)
{
  g_autoptr(FulArchiveStream) archive = ful_archive_stream_new (input, kind);
  const FulArchiveMember *member;
  GError *local_error = NULL;
  gsize longest = 0;

  for (guint i = 0; (member = ful_archive_stream_next (archive, cancellable, &local_error)); i++)
    {
      gsize n = strlen (member->path);

      if (n > longest && strncmp (*path, member->path, n) == 0 && ((*path)[n] == '\0' || (*path)[n] == '/'))
        {
          longest = n;
          *out_i = i;
        }
    }
  if (local_error == NULL && longest == 0)
    g_set_error (&local_error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                 _("The archive has no file “%s”; “fulgens-query members” lists those it has"), *path);
  if (local_error)
    {
      g_propagate_error (error, local_error);
      return FALSE;
    }
  *path += longest + ((*path)[longest] == '/');

  return TRUE;
}

/* Whether a compressed file is no tar archive. */
static gboolean
is_file (GInputStream *stream,
         GCancellable *cancellable)
{
  g_autoptr(FulArchiveStream) archive = ful_archive_stream_new (stream, FUL_ARCHIVE_COMPRESSED);

  return ful_archive_stream_next (archive, cancellable, NULL) && ful_archive_stream_is_file (archive);
}

/* Replaces @self->stream, an archive, by its member @i. */
static gboolean
open_member (FulArchiveInput  *self,
             FulArchiveKind    kind,
             guint             i,
             GCancellable     *cancellable,
             GError          **error)
{
  g_autoptr(FulArchiveStream) archive = ful_archive_stream_new (self->stream, kind);
  const FulArchiveMember *member;

  do
    member = ful_archive_stream_next (archive, cancellable, error);
  while (member && i-- > 0);
  if (member == NULL)
    return FALSE;
  if (!ful_archive_stream_is_file (archive))
    {
      g_free (self->name);
      self->name = g_strdup (get_base (member->path));
    }
  self->size = member->size;
  g_object_unref (self->stream);
  self->stream = G_INPUT_STREAM (g_steal_pointer (&archive));

  return TRUE;
}

/* Goes into archives as far as @member says. @out_kind: (out) (optional): of the archive to be listed, which is the stream then;
 * without it the one profile in an archive is chosen. */
static gboolean
enter (FulArchiveInput  *self,
       const char       *member,
       FulArchiveKind   *out_kind,
       GCancellable     *cancellable,
       GError          **error)
{
  for (guint depth = 0; depth <= MAX_NESTED; depth++)
    {
      FulArchiveKind kind = detect (&self->stream, cancellable);
      gboolean is_named = member && *member;
      guint i = 0;

      if (kind == FUL_ARCHIVE_NONE)
        {
          if (!is_named && out_kind == NULL)
            return TRUE;
          if (!g_cancellable_set_error_if_cancelled (cancellable, error))
            g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("This is no archive: it has no members"));
          return FALSE;
        }
      if (G_IS_BUFFERED_INPUT_STREAM (self->stream) && !copy_to_file (&self->stream, cancellable, error))
        return FALSE;
      if (kind == FUL_ARCHIVE_COMPRESSED && is_file (self->stream, cancellable))
        {
          if (!open_member (self, kind, 0, cancellable, error))
            return FALSE;
          continue;
        }
      if (out_kind && !is_named)
        {
          *out_kind = kind;
          return TRUE;
        }
      if (!(is_named ? find (self->stream, kind, &member, &i, cancellable, error)
                     : choose (self->stream, kind, &i, cancellable, error)) ||
          !open_member (self, kind, i, cancellable, error))
        return FALSE;
    }
  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("Archives are nested more than %d deep"), MAX_NESTED);

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
  GPtrArray *members = NULL;
  FulArchiveKind kind;

  if (enter (&archive, member, &kind, cancellable, error))
    members = list_archive (archive.stream, kind, cancellable, error);
  ful_archive_input_clear (&archive);

  return members;
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
    return ful_archive_list_folder (file, cancellable, error);
  stream = g_file_read (file, cancellable, error);

  return stream ? ful_archive_list (G_INPUT_STREAM (stream), member, cancellable, error) : NULL;
}

/**
 * ful_archive_find_profile:
 * @file: a file that may be a profile
 *
 * Reads its first bytes, and blocks. Only plain files are opened, as a pipe would never end.
 *
 * Returns: (nullable): the format that they are of, untranslated; %NULL if it is no profile, or an archive of some
 */
const char *
ful_archive_find_profile (GFile        *file,
                          GCancellable *cancellable)
{
  gboolean is_plain = g_file_query_file_type (file, G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, cancellable) == G_FILE_TYPE_REGULAR;
  g_autoptr(GFileInputStream) stream = is_plain ? g_file_read (file, cancellable, NULL) : NULL;
  g_autofree char *base = g_file_get_basename (file);
  const char *format = stream ? ful_archive_get_format (G_INPUT_STREAM (stream), base, cancellable) : NULL;

  for (guint i = 0; i < G_N_ELEMENTS (archive_formats); i++)
    if (format == archive_formats[i])
      return NULL;

  return format;
}
