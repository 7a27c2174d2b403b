/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Archives as writers make them, and hostile ones. Zip archives are made here, so that each number can be wrong. */

#include "base/ful-error.h"
#include "io/bytes/ful-archive-stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

typedef struct
{
  const char *name;
  const char *content;
  guint       flags;
  guint       method;      /* 8: is deflated here; other than 0: a lie */
  gboolean    is_streamed; /* sizes are in a descriptor after the content */
  gboolean    is_64;       /* sizes and offset are in an extra field */
} Member;

static void
put (GByteArray *to,
     guint64     number,
     guint       n)
{
  for (guint i = 0; i < n; i++)
    {
      guint8 byte = i < sizeof number ? (guint8) (number >> (8 * i)) : 0;

      g_byte_array_append (to, &byte, 1);
    }
}

static void
put_text (GByteArray *to,
          const char *text)
{
  g_byte_array_append (to, (const guint8 *) text, (guint) strlen (text));
}

static GBytes *
deflate_text (const char *text)
{
  guint8 bytes[65536];
  z_stream stream = { .next_in = (guint8 *) text, .avail_in = (uInt) strlen (text), .next_out = bytes, .avail_out = sizeof bytes };

  g_assert_cmpint (deflateInit2 (&stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  g_assert_cmpint (deflate (&stream, Z_FINISH), ==, Z_STREAM_END);
  deflateEnd (&stream);

  return g_bytes_new (bytes, sizeof bytes - stream.avail_out);
}

static GByteArray *
make_zip (const Member *members,
          guint         n,
          const char   *comment)
{
  GByteArray *zip = g_byte_array_new ();
  g_autoptr(GByteArray) directory = g_byte_array_new ();
  guint64 begin;

  for (guint i = 0; i < n; i++)
    {
      const Member *member = &members[i];
      gsize size = strlen (member->content);
      g_autoptr(GBytes) packed = member->method == 8 ? deflate_text (member->content) : g_bytes_new_static (member->content, size);
      guint32 crc = (guint32) crc32 (0, (const guint8 *) member->content, (uInt) size);
      guint flags = member->flags | (member->is_streamed ? 8 : 0);
      guint64 offset = zip->len;

      put (zip, 0x04034b50, 4);
      put (zip, 20, 2);
      put (zip, flags, 2);
      put (zip, member->method, 2);
      put (zip, 0, 4);
      put (zip, member->is_streamed ? 0 : crc, 4);
      put (zip, member->is_streamed ? 0 : g_bytes_get_size (packed), 4);
      put (zip, member->is_streamed ? 0 : size, 4);
      put (zip, strlen (member->name), 2);
      put (zip, 0, 2);
      put_text (zip, member->name);
      g_byte_array_append (zip, g_bytes_get_data (packed, NULL), (guint) g_bytes_get_size (packed));
      if (member->is_streamed)
        {
          put (zip, 0x08074b50, 4);
          put (zip, crc, 4);
          put (zip, g_bytes_get_size (packed), 4);
          put (zip, size, 4);
        }

      put (directory, 0x02014b50, 4);
      put (directory, 0x0314, 2);
      put (directory, 20, 2);
      put (directory, flags, 2);
      put (directory, member->method, 2);
      put (directory, 0, 4);
      put (directory, crc, 4);
      put (directory, member->is_64 ? G_MAXUINT32 : g_bytes_get_size (packed), 4);
      put (directory, member->is_64 ? G_MAXUINT32 : size, 4);
      put (directory, strlen (member->name), 2);
      put (directory, member->is_64 ? 5 + 4 + 24 : 0, 2);
      put (directory, 0, 2 + 2 + 2 + 4);
      put (directory, member->is_64 ? G_MAXUINT32 : offset, 4);
      put_text (directory, member->name);
      if (member->is_64)
        {
          put (directory, 0x7855, 2);   /* another one before it */
          put (directory, 1, 2);
          put (directory, 0, 1);
          put (directory, 1, 2);
          put (directory, 24, 2);
          put (directory, size, 8);
          put (directory, g_bytes_get_size (packed), 8);
          put (directory, offset, 8);
        }
    }

  begin = zip->len;
  g_byte_array_append (zip, directory->data, directory->len);
  if (n > 0 && members[0].is_64)
    {
      guint64 end = zip->len;

      put (zip, 0x06064b50, 4);
      put (zip, 44, 8);
      put (zip, 45, 2);
      put (zip, 45, 2);
      put (zip, 0, 4);
      put (zip, 0, 4);
      put (zip, n, 8);
      put (zip, n, 8);
      put (zip, directory->len, 8);
      put (zip, begin, 8);
      put (zip, 0x07064b50, 4);
      put (zip, 0, 4);
      put (zip, end, 8);
      put (zip, 1, 4);
    }
  put (zip, 0x06054b50, 4);
  put (zip, 0, 4);
  put (zip, n, 2);
  put (zip, n, 2);
  put (zip, n > 0 && members[0].is_64 ? G_MAXUINT32 : directory->len, 4);
  put (zip, n > 0 && members[0].is_64 ? G_MAXUINT32 : begin, 4);
  put (zip, strlen (comment), 2);
  put_text (zip, comment);

  return zip;
}

static FulArchiveStream *
open_archive (GByteArray *bytes)
{
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, bytes->len, NULL);

  return ful_archive_stream_new (stream, ful_archive_detect ((char *) bytes->data, bytes->len));
}

/* Returns: (transfer full) (nullable): the content of the member */
static char *
read_member (FulArchiveStream  *archive,
             GError           **error)
{
  GString *text = g_string_new (NULL);
  char bytes[7];
  gssize n;

  while ((n = g_input_stream_read (G_INPUT_STREAM (archive), bytes, sizeof bytes, NULL, error)) > 0)
    g_string_append_len (text, bytes, n);

  return g_string_free (text, n != 0);
}

static void
assert_next (FulArchiveStream *archive,
             const char       *path,
             const char       *content)
{
  g_autoptr(GError) error = NULL;
  const FulArchiveMember *member = ful_archive_stream_next (archive, NULL, &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (member->path, ==, path);
  g_assert_cmpuint (member->size, ==, strlen (content));
  text = read_member (archive, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, content);
}

static void
assert_end (FulArchiveStream *archive)
{
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_archive_stream_next (archive, NULL, &error));
  g_assert_no_error (error);
}

#define LONG_TEXT "a text that is repeated, a text that is repeated, a text that is repeated"

static void
test_members (void)
{
  static const Member members[] = {
    { "folder/", "" }, { "folder/a.txt", "stored" }, { "b.txt", LONG_TEXT, 0, 8 }, { "c", LONG_TEXT, 0, 8, TRUE },
    { "empty", "" }, { "\303\266", "utf", 1 << 11 }, { "\224\201", "437" }, { "\377", "x", 1 << 11 },
    { "../../etc/passwd", "1" }, { "/etc/passwd", "2" }, { "C:\\x", "3" },
  };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "a comment");
  g_autoptr(FulArchiveStream) archive = open_archive (bytes);

  assert_next (archive, "folder/a.txt", "stored");
  assert_next (archive, "b.txt", LONG_TEXT);
  assert_next (archive, "c", LONG_TEXT);
  assert_next (archive, "empty", "");
  assert_next (archive, "ö", "utf");
  assert_next (archive, "öü", "437");
  assert_next (archive, "\357\277\275", "x");
  assert_next (archive, "../../etc/passwd", "1");   /* text, as the next two */
  assert_next (archive, "/etc/passwd", "2");
  assert_next (archive, "C:/x", "3");
  assert_end (archive);
}

static void
test_zip64 (void)
{
  static const Member members[] = { { "a", LONG_TEXT, 0, 8, FALSE, TRUE }, { "b", "stored", 0, 0, FALSE, TRUE } };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
  g_autoptr(FulArchiveStream) archive = open_archive (bytes);

  assert_next (archive, "a", LONG_TEXT);
  assert_next (archive, "b", "stored");
  assert_end (archive);
}

/* The extra field has only the numbers that did not fit in theirs, which are all ones. */
static void
test_zip64_some (void)
{
  static const Member members[] = { { "a", LONG_TEXT, 0, 8, FALSE, TRUE }, { "b", "stored", 0, 0, FALSE, TRUE } };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
  guint8 *entry = bytes->data, *extra;
  g_autoptr(FulArchiveStream) archive = NULL;

  for (guint n = 0; n < G_N_ELEMENTS (members); n += memcmp (entry, "PK\001\002", 4) == 0)
    entry++;
  memcpy (entry + 24, (guint8[]) { strlen ("stored"), 0, 0, 0 }, 4);
  extra = entry + 46 + strlen ("b") + 5 + 4;
  memmove (extra, extra + 8, 16);
  memset (extra + 16, 0x11, 8);
  archive = open_archive (bytes);
  assert_next (archive, "a", LONG_TEXT);
  assert_next (archive, "b", "stored");
}

static void
test_empty (void)
{
  g_autoptr(GByteArray) bytes = make_zip (NULL, 0, "");
  g_autoptr(FulArchiveStream) archive = open_archive (bytes);

  assert_end (archive);
}

/* What cannot be read is refused by name. */
static void
test_refused (void)
{
  static const Member members[] = { { "secret", LONG_TEXT, 1 }, { "odd", "x", 0, 77 }, { "plain", "x" } };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(FulArchiveStream) archive = open_archive (bytes);

      for (guint k = 0; k <= i; k++)
        g_assert_nonnull (ful_archive_stream_next (archive, NULL, NULL));
      for (guint k = 0; k < 2; k++)   /* as often as one asks */
        {
          g_autoptr(GError) error = NULL;

          g_assert_null (read_member (archive, &error));
          g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT);
          g_assert_nonnull (strstr (error->message, members[i].name));
        }
    }
}

/* One number of the first member is wrong: in its header and in the directory, or the place that the directory says. */
static void
test_lies (void)
{
  static const struct { guint at, header, n; guint64 number; const char *message; } lies[] = {
    { 16, 14, 4, 1, "*“a”*CRC*" }, { 20, 18, 4, 3, "*“a”*" }, { 20, 18, 4, 0x7fffffff, "*“a”*" }, { 24, 22, 4, 3, "*“a”*wrong size*" },
    { 24, 22, 4, 1000, "*“a”*wrong size*" }, { 42, 0, 4, 5, "*amaged*" }, { 42, 0, 4, 0xfffffffe, "*" }, { 10, 8, 2, 0, "*“a”*size*" },
  };
  static const Member members[] = { { "a", LONG_TEXT, 0, 8 }, { "b", "stored" } };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
      g_autoptr(FulArchiveStream) archive = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree char *text = NULL;
      guint directory = bytes->len - 22 - 2 * (46 + 1);

      for (guint b = 0; b < lies[i].n; b++)
        {
          bytes->data[directory + lies[i].at + b] = (guint8) (lies[i].number >> (8 * b));
          if (lies[i].header)
            bytes->data[lies[i].header + b] = (guint8) (lies[i].number >> (8 * b));
        }
      archive = open_archive (bytes);
      for (const FulArchiveMember *member; error == NULL && (member = ful_archive_stream_next (archive, NULL, &error)); )
        if (g_str_equal (member->path, "a"))
          text = read_member (archive, &error);
      g_assert_null (text);
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      if (!g_pattern_match_simple (lies[i].message, error->message))
        g_error ("%u: “%s” does not match “%s”", i, error->message, lies[i].message);
    }
}

/* Opens and reads all that can be. Returns: whether the end was reached */
static gboolean
try (GByteArray *bytes)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulArchiveStream) archive = open_archive (bytes);
  const FulArchiveMember *member;

  while ((member = ful_archive_stream_next (archive, NULL, &error)))
    {
      g_autoptr(GError) member_error = NULL;
      g_autofree char *text = NULL;

      g_assert_true (g_utf8_validate (member->path, -1, NULL));
      text = read_member (archive, &member_error);
      g_assert_true ((text == NULL) == (member_error != NULL));
    }

  return error == NULL;
}

static void
test_truncated (void)
{
  static const Member members[] = { { "a", LONG_TEXT, 0, 8, FALSE, TRUE }, { "b", "stored", 0, 0, FALSE, TRUE } };
  g_autoptr(GByteArray) whole = make_zip (members, G_N_ELEMENTS (members), "");

  for (guint n = 0; n < whole->len; n++)
    {
      g_autoptr(GByteArray) bytes = g_byte_array_new ();

      g_byte_array_append (bytes, whole->data, n);
      g_assert_false (try (bytes));
    }
}

static void
test_mutated (void)
{
  static const Member members[] = { { "a", LONG_TEXT, 0, 8, FALSE, TRUE }, { "b", "stored", 0, 0, FALSE, TRUE }, { "c/d", LONG_TEXT, 0, 8, TRUE } };
  g_autoptr(GByteArray) whole = make_zip (members, G_N_ELEMENTS (members), "comment");
  const char *seed = g_getenv ("FUL_SEED"), *wanted = g_getenv ("FUL_N_MUTATIONS");
  guint first = seed ? (guint) g_ascii_strtoull (seed, NULL, 10) : 1, n = wanted ? (guint) g_ascii_strtoull (wanted, NULL, 10) : 1000;
  guint n_opened = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (first + i);
      g_autoptr(GByteArray) bytes = g_byte_array_new ();

      g_byte_array_append (bytes, whole->data, whole->len);
      for (gint k = g_rand_int_range (rand, 1, 5); k > 0; k--)
        bytes->data[g_rand_int_range (rand, 0, (gint32) bytes->len)] = (guint8) (g_rand_boolean (rand) ? 0xff : g_rand_int_range (rand, 0, 256));
      n_opened += try (bytes);
    }
  g_assert_cmpuint (n_opened, >, n / 50);
  g_assert_cmpuint (n_opened, <, n);
}

/* A member of zeros only, which is refused after 256 MB. */
static void
test_bomb (void)
{
  const guint64 size = G_GUINT64_CONSTANT (400) << 20;
  g_autoptr(GByteArray) packed = g_byte_array_new ();
  static const Member members[] = { { "zeros", "" } };
  g_autoptr(GByteArray) bytes = NULL;
  g_autoptr(FulArchiveStream) archive = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree guint8 *block = g_malloc0 (1 << 20);
  guint64 total = 0;
  guint directory;
  gssize n;
  z_stream deflater = { .next_in = block };

  g_assert_cmpint (deflateInit2 (&deflater, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY), ==, Z_OK);
  for (guint64 at = 0; at < size; at += 1 << 20)
    {
      guint8 out[65536];

      deflater.next_in = block;
      deflater.avail_in = 1 << 20;
      do
        {
          deflater.next_out = out;
          deflater.avail_out = sizeof out;
          deflate (&deflater, at + (1 << 20) == size ? Z_FINISH : Z_NO_FLUSH);
          g_byte_array_append (packed, out, (guint) (sizeof out - deflater.avail_out));
        }
      while (deflater.avail_out == 0);
    }
  deflateEnd (&deflater);

  /* The member in front of the directory, which tells of its sizes. */
  bytes = make_zip (members, 1, "");
  directory = 30 + 5;
  {
    g_autoptr(GByteArray) rest = g_byte_array_new ();

    g_byte_array_append (rest, bytes->data + directory, bytes->len - directory);
    g_byte_array_set_size (bytes, directory);
    g_byte_array_append (bytes, packed->data, packed->len);
    rest->data[10] = bytes->data[8] = 8;
    for (guint b = 0; b < 4; b++)
      {
        bytes->data[18 + b] = (guint8) (packed->len >> (8 * b));
        bytes->data[22 + b] = (guint8) (size >> (8 * b));
        rest->data[20 + b] = (guint8) (packed->len >> (8 * b));
        rest->data[24 + b] = (guint8) (size >> (8 * b));
        rest->data[rest->len - 22 + 16 + b] = (guint8) ((directory + packed->len) >> (8 * b));
      }
    g_byte_array_append (bytes, rest->data, rest->len);
  }
  archive = open_archive (bytes);
  g_assert_nonnull (ful_archive_stream_next (archive, NULL, NULL));
  while ((n = g_input_stream_read (G_INPUT_STREAM (archive), block, 1 << 20, NULL, &error)) > 0)
    total += (guint64) n;
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
  g_assert_cmpuint (total, <=, 257u << 20);
}

/* A directory of comments only. */
static void
test_large_directory (void)
{
  static const Member members[] = { { "a", "x" } };
  g_autoptr(GByteArray) bytes = make_zip (members, 1, "");
  guint begin = bytes->len - 22 - (46 + 1), n = 1100;
  g_autofree guint8 *entry = g_malloc0 (46 + 1 + 65535);
  g_autofree guint8 *end = g_memdup2 (bytes->data + bytes->len - 22, 22);
  g_autoptr(FulArchiveStream) archive = NULL;
  g_autoptr(GError) error = NULL;

  memcpy (entry, bytes->data + begin, 46 + 1);
  memset (entry + 32, 0xff, 2);
  g_byte_array_set_size (bytes, begin);
  for (guint i = 0; i < n; i++)
    g_byte_array_append (bytes, entry, 46 + 1 + 65535);
  for (guint b = 0; b < 4; b++)
    {
      end[8 + b % 2] = end[10 + b % 2] = (guint8) (n >> (8 * (b % 2)));
      end[12 + b] = (guint8) ((bytes->len - begin) >> (8 * b));
    }
  g_byte_array_append (bytes, end, 22);
  archive = open_archive (bytes);
  g_assert_null (ful_archive_stream_next (archive, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
}

/* Returns: (transfer full): a tar archive of @n files of @size zeros each, compressed by @filter of libarchive */
static GByteArray *
make_tar (int         filter,
          guint       n,
          guint64     size,
          const char *last)
{
  GByteArray *tar = g_byte_array_new ();
  g_autofree char *zeros = g_malloc0 (1 << 20);
  size_t n_bytes = 0;
  struct archive *archive = archive_write_new ();
  struct archive_entry *entry = archive_entry_new ();

  setlocale (LC_CTYPE, "C.UTF-8");   /* libarchive writes names that the locale has */
  g_byte_array_set_size (tar, 32 << 20);
  archive_write_set_format_gnutar (archive);
  g_assert_cmpint (archive_write_add_filter (archive, filter), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_memory (archive, tar->data, tar->len, &n_bytes), ==, ARCHIVE_OK);
  for (guint i = 0; i <= n; i++)
    {
      archive_entry_clear (entry);
      archive_entry_set_pathname (entry, i == n ? "last/\303\266" : "zeros");
      archive_entry_set_filetype (entry, AE_IFREG);
      archive_entry_set_size (entry, i == n ? (gint64) strlen (last) : (gint64) size);
      archive_entry_set_mtime (entry, i == n ? 1600000000 : 0, 0);
      g_assert_cmpint (archive_write_header (archive, entry), >=, ARCHIVE_WARN);
      if (i == n)
        archive_write_data (archive, last, strlen (last));
      for (guint64 at = 0; i < n && at < size; at += MIN (size - at, 1 << 20))
        g_assert_cmpint (archive_write_data (archive, zeros, (gsize) MIN (size - at, 1 << 20)), >, 0);
    }
  archive_entry_clear (entry);
  archive_entry_set_pathname (entry, "link");
  archive_entry_set_filetype (entry, AE_IFLNK);
  archive_entry_set_symlink (entry, "/etc/passwd");
  archive_write_header (archive, entry);
  archive_entry_free (entry);
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  g_byte_array_set_size (tar, (guint) n_bytes);
  setlocale (LC_CTYPE, "C");

  return tar;
}

static FulArchiveStream *
open_tar (GByteArray *bytes)
{
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, bytes->len, NULL);

  return ful_archive_stream_new (stream, FUL_ARCHIVE_TAR);
}

static const int filters[] = { ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_ZSTD };

/* Links are left out, and dates that say nothing. Names do not depend on the locale, which is C here. */
static void
test_tar (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (filters); i++)
    {
      g_autoptr(GByteArray) bytes = make_tar (filters[i], 2, 100000, LONG_TEXT);
      g_autoptr(FulArchiveStream) archive = open_tar (bytes);
      const FulArchiveMember *member = ful_archive_stream_next (archive, NULL, NULL);

      g_assert_cmpstr (member->path, ==, "zeros");
      g_assert_cmpuint (member->size, ==, 100000);
      g_assert_true (isnan (member->modified));
      member = ful_archive_stream_next (archive, NULL, NULL);
      g_assert_cmpstr (member->path, ==, "zeros");
      assert_next (archive, "last/ö", LONG_TEXT);
      assert_end (archive);
      g_assert_false (ful_archive_stream_is_file (archive));
      if (filters[i] == ARCHIVE_FILTER_NONE)
        g_assert_cmpint (ful_archive_detect ((char *) bytes->data, bytes->len), ==, FUL_ARCHIVE_TAR);
      else
        g_assert_cmpint (ful_archive_detect ((char *) bytes->data, bytes->len), ==,
                         filters[i] == ARCHIVE_FILTER_XZ || filters[i] == ARCHIVE_FILTER_BZIP2 ? FUL_ARCHIVE_COMPRESSED : FUL_ARCHIVE_NONE);
    }
}

/* What lies before a member is limited as its content is. */
static void
test_tar_bomb (void)
{
  g_autoptr(GByteArray) bytes = make_tar (ARCHIVE_FILTER_ZSTD, 1, G_GUINT64_CONSTANT (400) << 20, "x");
  g_autoptr(FulArchiveStream) archive = open_tar (bytes);
  g_autoptr(GError) error = NULL;

  g_assert_nonnull (ful_archive_stream_next (archive, NULL, NULL));
  g_assert_null (ful_archive_stream_next (archive, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
}

/* A sparse file has holes of any size. */
static void
test_tar_holes (void)
{
  g_autoptr(GByteArray) bytes = make_tar (ARCHIVE_FILTER_NONE, 0, 0, "x");
  g_autoptr(FulArchiveStream) archive = NULL;
  g_autoptr(GError) error = NULL;
  g_autofree char *block = g_malloc (1 << 20);
  guint8 *header = bytes->data, sum[8];
  guint64 total = 0;
  guint n_sum = 0;
  gssize n;

  while (memcmp (header, "last/", 5) != 0 || header[156] != '0')
    header += 512;
  header[156] = 'S';                                    /* as GNU tar writes them: offset and size of each part, and the whole */
  memset (header + 257, 0, 88 + 167);
  memcpy (header + 257, "ustar  ", 8);
  memcpy (header + 386, "77777777770", 12);
  memcpy (header + 386 + 12, "00000000001", 12);
  memcpy (header + 483, "77777777771", 12);
  memset (header + 148, ' ', 8);
  for (guint i = 0; i < 512; i++)
    n_sum += header[i];
  g_snprintf ((char *) sum, sizeof sum, "%06o", n_sum);
  memcpy (header + 148, sum, 7);
  archive = open_tar (bytes);
  g_assert_cmpuint (ful_archive_stream_next (archive, NULL, NULL)->size, ==, 077777777771);
  while ((n = g_input_stream_read (G_INPUT_STREAM (archive), block, 1 << 20, NULL, &error)) > 0)
    total += (guint64) n;
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
  g_assert_cmpuint (total, <=, 257u << 20);
}

static void
test_tar_mutated (void)
{
  for (guint f = 0; f < G_N_ELEMENTS (filters); f++)
    {
      g_autoptr(GByteArray) whole = make_tar (filters[f], 1, 1000, LONG_TEXT);

      for (guint i = 0; i < 200; i++)
        {
          g_autoptr(GRand) rand = g_rand_new_with_seed (i);
          g_autoptr(GByteArray) bytes = g_byte_array_new ();
          g_autoptr(FulArchiveStream) archive = NULL;

          g_byte_array_append (bytes, whole->data, i % 2 ? whole->len : (guint) g_rand_int_range (rand, 1, (gint32) whole->len));
          for (gint k = g_rand_int_range (rand, 1, 5); k > 0; k--)
            bytes->data[g_rand_int_range (rand, 0, (gint32) bytes->len)] = (guint8) (g_rand_boolean (rand) ? 0xff : g_rand_int_range (rand, 0, 256));
          archive = open_tar (bytes);
          while (ful_archive_stream_next (archive, NULL, NULL))
            g_free (read_member (archive, NULL));
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/archive-stream/members", test_members);
  g_test_add_func ("/archive-stream/zip64", test_zip64);
  g_test_add_func ("/archive-stream/zip64-some", test_zip64_some);
  g_test_add_func ("/archive-stream/empty", test_empty);
  g_test_add_func ("/archive-stream/refused", test_refused);
  g_test_add_func ("/archive-stream/lies", test_lies);
  g_test_add_func ("/archive-stream/truncated", test_truncated);
  g_test_add_func ("/archive-stream/mutated", test_mutated);
  g_test_add_func ("/archive-stream/bomb", test_bomb);
  g_test_add_func ("/archive-stream/large-directory", test_large_directory);
  g_test_add_func ("/archive-stream/tar", test_tar);
  g_test_add_func ("/archive-stream/tar-bomb", test_tar_bomb);
  g_test_add_func ("/archive-stream/tar-holes", test_tar_holes);
  g_test_add_func ("/archive-stream/tar-mutated", test_tar_mutated);

  return g_test_run ();
}
