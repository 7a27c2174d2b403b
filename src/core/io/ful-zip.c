/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Zip archives (formats.md 19). Everything that is known of members is in the directory at the end, which is read first; the
 * headers before the members only say where their bytes begin. Sizes and offsets are compared with those of the file before
 * they are used. */

#include "config.h"

#include "ful-zip-stream.h"
#include "ful-zip.h"

#include "base/ful-cursor.h"
#include "base/ful-error.h"

#include <glib/gi18n-lib.h>
#include <stdint.h>
#include <math.h>
#include <string.h>

#define END_BYTES 22
#define END_MAGIC 0x06054b50
#define MAX_COMMENT_BYTES 65535
#define END64_LOCATOR_BYTES 20
#define END64_LOCATOR_MAGIC 0x07064b50
#define END64_BYTES 56
#define END64_MAGIC 0x06064b50
#define ENTRY_BYTES 46
#define ENTRY_MAGIC 0x02014b50
#define HEADER_BYTES 30
#define HEADER_MAGIC 0x04034b50
#define EXTRA_64 1

enum { METHOD_STORED = 0, METHOD_DEFLATED = 8 };

/* Flags of a member. */
#define FLAG_ENCRYPTED (1 << 0)
#define FLAG_UTF8 (1 << 11)

/* A directory that is held in memory. */
#define MAX_DIRECTORY_BYTES (G_GUINT64_CONSTANT (64) << 20)

struct _FulZip
{
  GInputStream *input;     /* can seek */
  guint64       size;
  GArray       *members;   /* FulZipMember */
};

/* The upper half of code page 437. */
static const char *const cp437[128] = {
  "Ç", "ü", "é", "â", "ä", "à", "å", "ç", "ê", "ë", "è", "ï", "î", "ì", "Ä", "Å", "É", "æ", "Æ", "ô", "ö", "ò", "û", "ù", "ÿ", "Ö",
  "Ü", "¢", "£", "¥", "₧", "ƒ", "á", "í", "ó", "ú", "ñ", "Ñ", "ª", "º", "¿", "⌐", "¬", "½", "¼", "¡", "«", "»", "░", "▒", "▓", "│",
  "┤", "╡", "╢", "╖", "╕", "╣", "║", "╗", "╝", "╜", "╛", "┐", "└", "┴", "┬", "├", "─", "┼", "╞", "╟", "╚", "╔", "╩", "╦", "╠", "═",
  "╬", "╧", "╨", "╤", "╥", "╙", "╘", "╒", "╓", "╫", "╪", "┘", "┌", "█", "▄", "▌", "▐", "▀", "α", "ß", "Γ", "π", "Σ", "σ", "µ", "τ",
  "Φ", "Θ", "Ω", "δ", "∞", "φ", "ε", "∩", "≡", "±", "≥", "≤", "⌠", "⌡", "÷", "≈", "°", "∙", "·", "√", "ⁿ", "²", "■", "\302\240",
};

/**
 * ful_zip_probe:
 *
 * Returns: whether a file that begins with @head is a zip archive
 */
gboolean
ful_zip_probe (const char *head,
               gsize       n)
{
  return n >= FUL_ZIP_MAGIC_BYTES && (memcmp (head, FUL_ZIP_MAGIC, FUL_ZIP_MAGIC_BYTES) == 0 ||
                                      memcmp (head, FUL_ZIP_EMPTY_MAGIC, FUL_ZIP_MAGIC_BYTES) == 0);
}

/* A date that there is not is none. */
static double
get_time (guint time,
          guint date)
{
  g_autoptr(GDateTime) local = g_date_time_new_local ((int) (date >> 9) + 1980, date >> 5 & 15, date & 31, (int) (time >> 11),
                                                      time >> 5 & 63, (time & 31) * 2);

  return local ? (double) g_date_time_to_unix (local) * 1000 : NAN;
}

static gboolean
refuse (GError     **error,
        guint64      offset,
        const char  *what)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_FORMAT, _("The zip archive is damaged: %s (at byte %ju)"), what, (uintmax_t) offset);

  return FALSE;
}

/* Reads @n bytes at @offset, which are all in the file. */
static gboolean
read_at (FulZip        *self,
         guint64        offset,
         guint8        *to,
         gsize          n,
         GCancellable  *cancellable,
         GError       **error)
{
  gsize n_read;

  if (offset > self->size || n > self->size - offset)
    return refuse (error, offset, _("the file is too short"));
  if (!g_seekable_seek (G_SEEKABLE (self->input), (goffset) offset, G_SEEK_SET, cancellable, error) ||
      !g_input_stream_read_all (self->input, to, n, &n_read, cancellable, error))
    return FALSE;

  return n_read == n || refuse (error, offset + n_read, _("the file is too short"));
}

/* Returns: (transfer full): a name as UTF-8 without control characters that would end it */
static char *
dup_name (const guint8 *bytes,
          gsize         n,
          gboolean      is_utf8)
{
  GString *name;

  for (gsize i = 0; i < n && !is_utf8; i++)
    if (bytes[i] >= 0x80)
      {
        name = g_string_new (NULL);
        for (i = 0; i < n; i++)
          if (bytes[i] >= 0x80)
            g_string_append (name, cp437[bytes[i] - 0x80]);
          else
            g_string_append_c (name, bytes[i] ? (char) bytes[i] : '?');
        return g_string_free (name, FALSE);
      }

  return g_utf8_make_valid ((const char *) bytes, (gssize) strnlen ((const char *) bytes, n));
}

/* Numbers that did not fit are in the extra field, in order. */
static void
read_extra (FulZipMember *member,
            const guint8 *extra,
            gsize         n)
{
  while (n >= 4)
    {
      gsize length = ful_read_u16 (extra + 2);
      const guint8 *at = extra + 4;

      if (length > n - 4)
        return;
      if (ful_read_u16 (extra) == EXTRA_64)
        {
          guint64 *const numbers[] = { &member->size, &member->packed_size, &member->header };

          for (guint i = 0; i < G_N_ELEMENTS (numbers) && length >= 8; i++)
            if (*numbers[i] == G_MAXUINT32)
              {
                *numbers[i] = ful_read_u64 (at);
                at += 8;
                length -= 8;
              }
          return;
        }
      extra += 4 + length;
      n -= 4 + length;
    }
}

static gboolean
read_entries (FulZip        *self,
              const guint8  *data,
              gsize          n,
              guint64        offset,
              GError       **error)
{
  const guint8 *at = data;

  while ((gsize) (data + n - at) >= ENTRY_BYTES && ful_read_u32 (at) == ENTRY_MAGIC)
    {
      gsize n_name = ful_read_u16 (at + 28), n_extra = ful_read_u16 (at + 30), n_comment = ful_read_u16 (at + 32);
      guint flags = ful_read_u16 (at + 8);
      FulZipMember member = {
        .method = ful_read_u16 (at + 10), .modified = get_time (ful_read_u16 (at + 12), ful_read_u16 (at + 14)),
        .crc = ful_read_u32 (at + 16), .packed_size = ful_read_u32 (at + 20), .size = ful_read_u32 (at + 24),
        .header = ful_read_u32 (at + 42), .is_encrypted = (flags & FLAG_ENCRYPTED) != 0,
      };

      if (n_name + n_extra + n_comment > (gsize) (data + n - at) - ENTRY_BYTES)
        return refuse (error, offset + (guint64) (at - data), _("an entry of its directory is cut off"));
      read_extra (&member, at + ENTRY_BYTES + n_name, n_extra);
      member.path = dup_name (at + ENTRY_BYTES, n_name, (flags & FLAG_UTF8) != 0);
      if (*member.path && !g_str_has_suffix (member.path, "/"))
        g_array_append_val (self->members, member);
      else
        g_free (member.path);   /* a folder */
      at += ENTRY_BYTES + n_name + n_extra + n_comment;
    }
  if (at != data + n)
    return refuse (error, offset + (guint64) (at - data), _("its directory has something else in it"));

  return TRUE;
}

/* Where the directory is. */
static gboolean
find_directory (FulZip        *self,
                guint64       *out_offset,
                guint64       *out_n,
                GCancellable  *cancellable,
                GError       **error)
{
  gsize n = (gsize) MIN (self->size, END_BYTES + MAX_COMMENT_BYTES);
  guint64 begin = self->size - n, end = 0;
  g_autofree guint8 *tail = g_malloc (n + 1);
  guint8 locator[END64_LOCATOR_BYTES], end64[END64_BYTES];
  gboolean found = FALSE;

  if (!read_at (self, begin, tail, n, cancellable, error))
    return FALSE;
  for (gsize i = n >= END_BYTES ? n - END_BYTES + 1 : 0; i-- > 0 && !found; )
    if (ful_read_u32 (tail + i) == END_MAGIC && ful_read_u16 (tail + i + 20) <= n - END_BYTES - i)
      {
        found = TRUE;
        end = begin + i;
        *out_n = ful_read_u32 (tail + i + 12);
        *out_offset = ful_read_u32 (tail + i + 16);
      }
  if (!found)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_FORMAT,
                           _("The zip archive has no directory at its end: is the download complete?"));
      return FALSE;
    }

  if (end >= END64_LOCATOR_BYTES && (*out_n == G_MAXUINT32 || *out_offset == G_MAXUINT32))
    {
      if (!read_at (self, end - END64_LOCATOR_BYTES, locator, sizeof locator, cancellable, error))
        return FALSE;
      if (ful_read_u32 (locator) == END64_LOCATOR_MAGIC)
        {
          end = ful_read_u64 (locator + 8);
          if (!read_at (self, end, end64, sizeof end64, cancellable, error))
            return FALSE;
          if (ful_read_u32 (end64) != END64_MAGIC)
            return refuse (error, end, _("the end of its directory is not where it should be"));
          *out_n = ful_read_u64 (end64 + 40);
          *out_offset = ful_read_u64 (end64 + 48);
        }
    }
  if (*out_n > end || *out_offset > end - *out_n)
    return refuse (error, end, _("its directory is larger than the file"));

  return TRUE;
}

/**
 * ful_zip_new:
 * @input: the archive; it can seek
 * @cancellable: (nullable): ends the reading
 * @error: %FUL_ERROR_FORMAT, or an error of @input
 *
 * Reads the directory.
 *
 * Returns: (transfer full): the archive, or %NULL
 */
FulZip *
ful_zip_new (GInputStream  *input,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(FulZip) self = g_new0 (FulZip, 1);
  g_autofree guint8 *directory = NULL;
  guint64 offset, n;

  self->input = g_object_ref (input);
  self->members = g_array_new (FALSE, FALSE, sizeof (FulZipMember));
  if (!g_seekable_seek (G_SEEKABLE (input), 0, G_SEEK_END, cancellable, error))
    return NULL;
  self->size = (guint64) g_seekable_tell (G_SEEKABLE (input));
  if (!find_directory (self, &offset, &n, cancellable, error))
    return NULL;
  if (n > MAX_DIRECTORY_BYTES)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, _("The directory of the zip archive has %ju bytes: too many files"),
                   (uintmax_t) n);
      return NULL;
    }
  directory = g_malloc (n + 1);
  if (!read_at (self, offset, directory, (gsize) n, cancellable, error) || !read_entries (self, directory, (gsize) n, offset, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
ful_zip_free (FulZip *self)
{
  for (guint i = 0; i < self->members->len; i++)
    g_free (g_array_index (self->members, FulZipMember, i).path);
  g_array_unref (self->members);
  g_object_unref (self->input);
  g_free (self);
}

/**
 * ful_zip_get_n:
 *
 * Returns: number of members that are no folders
 */
guint
ful_zip_get_n (FulZip *self)
{
  return self->members->len;
}

const FulZipMember *
ful_zip_get (FulZip *self,
             guint   i)
{
  return &g_array_index (self->members, FulZipMember, i);
}

/**
 * ful_zip_open:
 * @self: an archive; its input is not to be used for anything else before the stream is read
 * @i: number of a member
 * @error: %FUL_ERROR_UNKNOWN_FORMAT if its method is not known, %FUL_ERROR_FORMAT if it is damaged
 *
 * Returns: (transfer full): the content of the member, which fails if it is not of the size and checksum that the archive says
 */
GInputStream *
ful_zip_open (FulZip        *self,
              guint          i,
              GCancellable  *cancellable,
              GError       **error)
{
  const FulZipMember *member = ful_zip_get (self, i);
  guint8 header[HEADER_BYTES];
  guint64 begin;

  if (member->is_encrypted)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT, _("“%s” in the zip archive is encrypted; unpack it first"), member->path);
      return NULL;
    }
  if (member->method != METHOD_STORED && member->method != METHOD_DEFLATED)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT,
                   _("“%s” in the zip archive is compressed with method %u, which Fulgens does not read; unpack it first"),
                   member->path, member->method);
      return NULL;
    }
  if (!read_at (self, member->header, header, sizeof header, cancellable, error))
    return NULL;
  begin = member->header + HEADER_BYTES + ful_read_u16 (header + 26) + ful_read_u16 (header + 28);
  if (ful_read_u32 (header) != HEADER_MAGIC || begin > self->size || member->packed_size > self->size - begin)
    {
      refuse (error, member->header, _("a member is not where its directory says"));
      return NULL;
    }

  return ful_zip_stream_new (self->input, &(FulZipContent) { member->path, begin, member->packed_size, member->size, member->crc,
                                                             member->method == METHOD_DEFLATED });
}
