/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Archives by libarchive (formats.md 19): zip with its directory, and tar, compressed or not. Its other formats are left
 * off: a file reaches only what people have.
 *
 * Members come in the order of the file; each is passed once. Content is verified by the checksum of the archive, if it has
 * one, where the content ends. */

#include "config.h"

#include "ful-archive-stream.h"

#include "ful-decoder.h"

#include "base/ful-error.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <math.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#ifndef G_OS_UNIX
typedef int locale_t;
#define LC_CTYPE_MASK 0
#define newlocale(mask, name, base) (base)

/* Names are UTF-16 there. */
static inline locale_t
uselocale (locale_t locale)
{
  return locale;
}
#endif

#define EMPTY_ZIP_MAGIC "PK\005\006"

#define BLOCK_BYTES (64 * 1024)

/* Before the first member: libarchive holds the directory of a zip archive in memory. */
#define MAX_DIRECTORY_BYTES (G_GUINT64_CONSTANT (64) << 20)

/* Dates of zip begin here; of others, one before it says that there is none. */
#define FIRST_DATE 315532800

struct _FulArchiveStream
{
  GInputStream      parent_instance;

  GInputStream     *input;
  struct archive   *archive;
  FulArchiveKind    kind;
  FulArchiveMember  member;        /* without a path before the first one */
  GCancellable     *cancellable;   /* of the call that runs */
  GError           *error;         /* what ended the reading, */
  gboolean          is_of_member;  /* of this member alone */
  guint64           n_in, n_out;   /* bytes that were read, and those of contents */
  guint8           *block;
  gboolean          is_empty;
};

G_DEFINE_FINAL_TYPE (FulArchiveStream, ful_archive_stream, G_TYPE_INPUT_STREAM)

/**
 * ful_archive_detect:
 * @head: first bytes of a file, after gzip and zstd
 * @n: how many there are
 *
 * Returns: which kind of archive it is
 */
FulArchiveKind
ful_archive_detect (const char *head,
                    gsize       n)
{
  static const struct { const char *magic; guint n, at; FulArchiveKind kind; } kinds[] = {
    { "PK\003\004", 4, 0, FUL_ARCHIVE_ZIP }, { EMPTY_ZIP_MAGIC, 4, 0, FUL_ARCHIVE_ZIP }, { "ustar", 5, 257, FUL_ARCHIVE_TAR },
    { "\3757zXZ\0", 6, 0, FUL_ARCHIVE_COMPRESSED }, { "1AY&SY", 6, 4, FUL_ARCHIVE_COMPRESSED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (n >= kinds[i].at + kinds[i].n && memcmp (head + kinds[i].at, kinds[i].magic, kinds[i].n) == 0)
      return kinds[i].kind;

  return FUL_ARCHIVE_NONE;
}

/* Filters may expand without limit while they look for the next member. */
static gboolean
check_expansion (FulArchiveStream *self)
{
  guint64 n_filtered = (guint64) MAX (archive_filter_bytes (self->archive, 0), 0);

  return self->error == NULL &&
         ful_decoder_check_expansion (self->n_in, self->kind == FUL_ARCHIVE_ZIP ? self->n_out : MAX (self->n_out, n_filtered), &self->error);
}

static la_ssize_t
read_cb (struct archive  *archive,
         void            *data,
         const void     **out_block)
{
  FulArchiveStream *self = data;
  gssize n = self->error ? -1 : g_input_stream_read (self->input, self->block, BLOCK_BYTES, self->cancellable, &self->error);

  self->n_in += (guint64) MAX (n, 0);
  if (n >= 0 && self->member.path == NULL && self->n_in > MAX_DIRECTORY_BYTES)
    g_set_error_literal (&self->error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The directory of the archive is too large: too many files"));
  *out_block = self->block;
  if (n >= 0 && check_expansion (self))
    return n;
  archive_set_error (archive, EIO, "cannot read");

  return ARCHIVE_FATAL;
}

static la_int64_t
seek_cb (struct archive *archive,
         void           *data,
         la_int64_t      offset,
         int             whence)
{
  FulArchiveStream *self = data;
  GSeekType type = whence == SEEK_SET ? G_SEEK_SET : whence == SEEK_CUR ? G_SEEK_CUR : G_SEEK_END;

  return g_seekable_seek (G_SEEKABLE (self->input), offset, type, self->cancellable, NULL)
         ? g_seekable_tell (G_SEEKABLE (self->input)) : ARCHIVE_FATAL;
}

/* Returns: -1, with @error set to what ended the reading, which is kept for the reads that follow */
static gssize
fail (FulArchiveStream  *self,
      int                status,
      GError           **error)
{
  const char *text = archive_error_string (self->archive);
  g_autofree char *why = g_utf8_make_valid (text ? text : _("invalid block"), -1);

  self->is_of_member = self->error == NULL && status != ARCHIVE_FATAL;
  if (self->error)
    ;
  else if (self->kind == FUL_ARCHIVE_ZIP && archive_format (self->archive) == 0)
    g_set_error_literal (&self->error, FUL_ERROR, FUL_ERROR_FORMAT,
                         _("The zip archive has no directory at its end: is the download complete?"));
  else if (status == ARCHIVE_FAILED && self->member.path)   /* encrypted, or of a method that is not known */
    g_set_error (&self->error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT, _("“%s” in the archive cannot be read (%s); unpack it first"),
                 self->member.path, why);
  else if (self->member.path)
    g_set_error (&self->error, FUL_ERROR, FUL_ERROR_FORMAT, _("The archive is damaged at “%s” (%s)"), self->member.path, why);
  else
    g_set_error (&self->error, FUL_ERROR, FUL_ERROR_FORMAT, _("The archive is damaged (%s)"), why);
  if (error)
    *error = g_error_copy (self->error);

  return -1;
}

static gssize
ful_archive_stream_read (GInputStream  *stream,
                         void          *buffer,
                         gsize          count,
                         GCancellable  *cancellable,
                         GError       **error)
{
  FulArchiveStream *self = FUL_ARCHIVE_STREAM (stream);
  la_ssize_t n;

  if (self->error)
    {
      g_propagate_error (error, g_error_copy (self->error));
      return -1;
    }
  self->cancellable = cancellable;
  n = archive_read_data (self->archive, buffer, count);
  self->cancellable = NULL;
  self->n_out += (guint64) MAX (n, 0);

  return n >= 0 && check_expansion (self) ? n : fail (self, (int) n, error);
}

static void
ful_archive_stream_finalize (GObject *object)
{
  FulArchiveStream *self = FUL_ARCHIVE_STREAM (object);

  archive_read_free (self->archive);
  g_object_unref (self->input);
  g_free (self->member.path);
  g_free (self->block);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (ful_archive_stream_parent_class)->finalize (object);
}

static void
ful_archive_stream_class_init (FulArchiveStreamClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = ful_archive_stream_finalize;
  G_INPUT_STREAM_CLASS (klass)->read_fn = ful_archive_stream_read;
}

static void
ful_archive_stream_init (FulArchiveStream *self)
{
}

/* libarchive converts names to the encoding of the locale, which may lack their characters. Returns: the locale to be set again */
static locale_t
set_utf8_locale (void)
{
  static locale_t utf8;
  static gsize ready;

  if (g_once_init_enter (&ready))
    {
      utf8 = newlocale (LC_CTYPE_MASK, "C.UTF-8", (locale_t) 0);
      g_once_init_leave (&ready, 1);
    }

  return uselocale (utf8);
}

/**
 * ful_archive_stream_new:
 * @input: the archive; not to be used for anything else. For %FUL_ARCHIVE_ZIP it can seek
 * @kind: what its first bytes say
 *
 * Reads from the start if @input can seek, else from where it is.
 *
 * Returns: (transfer full): the archive, before its first member
 */
FulArchiveStream *
ful_archive_stream_new (GInputStream   *input,
                        FulArchiveKind  kind)
{
  FulArchiveStream *self = g_object_new (FUL_TYPE_ARCHIVE_STREAM, NULL);
  locale_t locale = set_utf8_locale ();

  self->input = g_object_ref (input);
  self->kind = kind;
  self->block = g_malloc0 (BLOCK_BYTES);
  self->archive = archive_read_new ();
  if (kind == FUL_ARCHIVE_ZIP)
    {
      archive_read_support_format_zip_seekable (self->archive);
      archive_read_set_options (self->archive, "hdrcharset=CP437");   /* of names that are not marked as UTF-8 */
    }
  else
    {
      archive_read_support_filter_gzip (self->archive);
      archive_read_support_filter_bzip2 (self->archive);
      archive_read_support_filter_xz (self->archive);
      archive_read_support_filter_zstd (self->archive);
      archive_read_support_format_tar (self->archive);
      archive_read_set_options (self->archive, "tar:hdrcharset=UTF-8");
      if (kind == FUL_ARCHIVE_COMPRESSED)
        archive_read_support_format_raw (self->archive);
    }
  archive_read_set_read_callback (self->archive, read_cb);
  if (G_IS_SEEKABLE (input) && g_seekable_can_seek (G_SEEKABLE (input)))
    {
      g_seekable_seek (G_SEEKABLE (input), 0, G_SEEK_SET, NULL, NULL);
      archive_read_set_seek_callback (self->archive, seek_cb);
    }
  archive_read_set_callback_data (self->archive, self);
  if (archive_read_open1 (self->archive) != ARCHIVE_OK)
    {
      /* libarchive finds no directory where the file begins with its end. */
      self->is_empty = memcmp (self->block, EMPTY_ZIP_MAGIC, 4) == 0;
      if (!self->is_empty)
        fail (self, ARCHIVE_FATAL, NULL);
    }
  uselocale (locale);

  return self;
}

/* The name as UTF-8 needs no locale, but is none if it is of another encoding. */
static const char *
get_path (struct archive_entry *entry)
{
  const char *path = archive_entry_pathname_utf8 (entry);

  return path ? path : archive_entry_pathname (entry);
}

/**
 * ful_archive_stream_next:
 * @self: an archive
 * @cancellable: (nullable): cancels the reading
 * @error: %FUL_ERROR_FORMAT if the archive is damaged, %FUL_ERROR_TOO_LARGE, or an error of the input
 *
 * Goes to the next regular file. A member that cannot be read does not end the archive, unless it is damaged so that libarchive
 * gives up.
 *
 * Returns: (nullable): the file, until the next call; %NULL without @error after the last one
 */
const FulArchiveMember *
ful_archive_stream_next (FulArchiveStream  *self,
                         GCancellable      *cancellable,
                         GError           **error)
{
  struct archive_entry *entry;
  const char *path;
  char rest[4096];
  locale_t locale;
  int status;

  /* A filter cannot skip; what it expands to is checked while it is read. */
  while (self->member.path && archive_filter_count (self->archive) > 1 &&
         ful_archive_stream_read (G_INPUT_STREAM (self), rest, sizeof rest, cancellable, NULL) > 0)
    ;
  if (self->is_empty)
    return NULL;
  if (self->is_of_member)
    g_clear_error (&self->error);
  self->is_of_member = FALSE;

  locale = set_utf8_locale ();
  self->cancellable = cancellable;
  do
    status = self->error || g_cancellable_set_error_if_cancelled (cancellable, &self->error)
             ? ARCHIVE_FATAL : archive_read_next_header (self->archive, &entry);
  while (status >= ARCHIVE_WARN && status != ARCHIVE_EOF && check_expansion (self) &&
         (archive_entry_filetype (entry) != AE_IFREG || archive_entry_hardlink (entry)));
  self->cancellable = NULL;
  path = status >= ARCHIVE_WARN && status != ARCHIVE_EOF ? get_path (entry) : NULL;
  uselocale (locale);
  if (status < ARCHIVE_WARN || self->error)
    fail (self, status, error);
  if (status == ARCHIVE_EOF || self->error)
    return NULL;

  g_free (self->member.path);
  self->member.path = g_utf8_make_valid (path ? path : "\377", -1);
  self->member.size = (guint64) MAX (archive_entry_size (entry), 0);
  self->member.modified = archive_entry_mtime (entry) >= FIRST_DATE ? (double) archive_entry_mtime (entry) * 1000 : NAN;

  return &self->member;
}

/**
 * ful_archive_stream_is_file:
 *
 * Returns: whether the member is not in an archive, but a compressed file
 */
gboolean
ful_archive_stream_is_file (FulArchiveStream *self)
{
  return archive_format (self->archive) == ARCHIVE_FORMAT_RAW;
}
