/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Zip archives as writers make them, and hostile ones. They are made here, so that each number can be wrong. */

#include "base/ful-error.h"
#include "io/ful-zip.h"

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

static FulZip *
open_zip (GByteArray  *bytes,
          GError     **error)
{
  g_autoptr(GInputStream) stream = g_memory_input_stream_new_from_data (bytes->data, bytes->len, NULL);

  return ful_zip_new (stream, NULL, error);
}

/* Returns: (transfer full) (nullable): the content of a member */
static char *
read_member (FulZip  *zip,
             guint    i,
             GError **error)
{
  g_autoptr(GInputStream) stream = ful_zip_open (zip, i, NULL, error);
  GString *text = g_string_new (NULL);
  char bytes[7];
  gssize n = -1;

  while (stream && (n = g_input_stream_read (stream, bytes, sizeof bytes, NULL, error)) > 0)
    g_string_append_len (text, bytes, n);

  return g_string_free (text, n != 0);
}

static void
assert_member (FulZip     *zip,
               guint       i,
               const char *path,
               const char *content)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *text = read_member (zip, i, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (ful_zip_get (zip, i)->path, ==, path);
  g_assert_cmpuint (ful_zip_get (zip, i)->size, ==, strlen (content));
  g_assert_cmpstr (text, ==, content);
}

#define LONG_TEXT "a text that is repeated, a text that is repeated, a text that is repeated"

static void
test_members (void)
{
  static const Member members[] = {
    { "folder/", "" }, { "folder/a.txt", "stored" }, { "b.txt", LONG_TEXT, 0, 8 }, { "c", LONG_TEXT, 0, 8, TRUE },
    { "empty", "" }, { "\303\266", "utf", 1 << 11 }, { "\224\201", "437" }, { "bad\377", "x", 1 << 11 },
    { "../../etc/passwd", "1" }, { "/etc/passwd", "2" }, { "C:\\x", "3" },
  };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "PK\005\006 is in the comment, too");
  g_autoptr(GError) error = NULL;
  g_autoptr(FulZip) zip = open_zip (bytes, &error);

  g_assert_no_error (error);
  g_assert_true (ful_zip_probe ((char *) bytes->data, bytes->len));
  g_assert_cmpuint (ful_zip_get_n (zip), ==, G_N_ELEMENTS (members) - 1);
  assert_member (zip, 0, "folder/a.txt", "stored");
  assert_member (zip, 1, "b.txt", LONG_TEXT);
  assert_member (zip, 2, "c", LONG_TEXT);
  assert_member (zip, 3, "empty", "");
  assert_member (zip, 4, "ö", "utf");
  assert_member (zip, 5, "öü", "437");
  assert_member (zip, 6, "bad\357\277\275", "x");
  assert_member (zip, 7, "../../etc/passwd", "1");   /* text, as the next two */
  assert_member (zip, 8, "/etc/passwd", "2");
  assert_member (zip, 9, "C:\\x", "3");
}

static void
test_zip64 (void)
{
  static const Member members[] = { { "a", LONG_TEXT, 0, 8, FALSE, TRUE }, { "b", "stored", 0, 0, FALSE, TRUE } };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
  g_autoptr(GError) error = NULL;
  g_autoptr(FulZip) zip = open_zip (bytes, &error);

  g_assert_no_error (error);
  assert_member (zip, 0, "a", LONG_TEXT);
  assert_member (zip, 1, "b", "stored");
}

/* The extra field has only the numbers that did not fit in theirs, which are all ones. */
static void
test_zip64_some (void)
{
  static const Member members[] = { { "a", LONG_TEXT, 0, 8, FALSE, TRUE }, { "b", "stored", 0, 0, FALSE, TRUE } };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
  guint8 *entry = bytes->data, *extra;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulZip) zip = NULL;

  for (guint n = 0; n < G_N_ELEMENTS (members); n += memcmp (entry, "PK\001\002", 4) == 0)
    entry++;
  memcpy (entry + 24, (guint8[]) { strlen ("stored"), 0, 0, 0 }, 4);
  extra = entry + 46 + strlen ("b") + 5 + 4;
  memmove (extra, extra + 8, 16);
  memset (extra + 16, 0x11, 8);
  zip = open_zip (bytes, &error);
  g_assert_no_error (error);
  assert_member (zip, 0, "a", LONG_TEXT);
  assert_member (zip, 1, "b", "stored");
}

static void
test_empty (void)
{
  g_autoptr(GByteArray) bytes = make_zip (NULL, 0, "");
  g_autoptr(FulZip) zip = open_zip (bytes, NULL);

  g_assert_cmpuint (ful_zip_get_n (zip), ==, 0);
  g_assert_true (ful_zip_probe ((char *) bytes->data, bytes->len));
}

/* What cannot be read is refused by name; the others are read. */
static void
test_refused (void)
{
  static const Member members[] = { { "secret", "x", 1 }, { "lzma", "x", 0, 14 }, { "plain", "x" } };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
  g_autoptr(FulZip) zip = open_zip (bytes, NULL);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_zip_open (zip, i, NULL, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT);
      g_assert_nonnull (strstr (error->message, members[i].name));
    }
  assert_member (zip, 2, "plain", "x");
}

/* One number of the first entry of the directory is wrong. */
static void
test_lies (void)
{
  static const struct { guint at, n; guint64 number; const char *message; } lies[] = {
    { 16, 4, 1, "*checksum*" }, { 20, 4, 3, "*missing*" }, { 20, 4, 0x7fffffff, "*not where*" }, { 24, 4, 3, "*wrong size*" },
    { 24, 4, 1000, "*wrong size*" }, { 42, 4, 5, "*not where*" }, { 42, 4, 0xfffffffe, "*too short*" },
    { 10, 2, 0, "*wrong size*" },
  };
  static const Member members[] = { { "a", LONG_TEXT, 0, 8 }, { "b", "stored" } };

  for (guint i = 0; i < G_N_ELEMENTS (lies); i++)
    {
      g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
      g_autoptr(FulZip) zip = NULL;
      g_autoptr(GError) error = NULL;
      g_autofree char *text = NULL;
      guint directory = bytes->len - 22 - 2 * (46 + 1);

      for (guint b = 0; b < lies[i].n; b++)
        bytes->data[directory + lies[i].at + b] = (guint8) (lies[i].number >> (8 * b));
      zip = open_zip (bytes, NULL);
      text = read_member (zip, 0, &error);
      g_assert_null (text);
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      if (!g_pattern_match_simple (lies[i].message, error->message))
        g_error ("“%s” does not match “%s”", error->message, lies[i].message);
      assert_member (zip, 1, "b", "stored");
    }
}

/* Entries may overlap: each is read for itself. */
static void
test_overlap (void)
{
  static const Member members[] = { { "a", "same" }, { "b", "same" } };
  g_autoptr(GByteArray) bytes = make_zip (members, G_N_ELEMENTS (members), "");
  g_autoptr(FulZip) zip = NULL;

  memset (bytes->data + bytes->len - 22 - (46 + 1) + 42, 0, 4);   /* b where a is */
  zip = open_zip (bytes, NULL);
  assert_member (zip, 0, "a", "same");
  assert_member (zip, 1, "b", "same");
}

/* Opens and reads all that can be. Returns: whether the directory could be read */
static gboolean
try (GByteArray *bytes)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulZip) zip = open_zip (bytes, &error);

  g_assert_true ((zip == NULL) == (error != NULL));
  for (guint i = 0; zip && i < ful_zip_get_n (zip); i++)
    {
      g_autoptr(GError) member_error = NULL;
      g_autofree char *text = read_member (zip, i, &member_error);

      g_assert_true ((text == NULL) == (member_error != NULL));
      g_assert_true (g_utf8_validate (ful_zip_get (zip, i)->path, -1, NULL));
    }

  return zip != NULL;
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
  g_autoptr(FulZip) zip = NULL;
  g_autoptr(GInputStream) stream = NULL;
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
    rest->data[10] = 8;
    for (guint b = 0; b < 4; b++)
      {
        rest->data[20 + b] = (guint8) (packed->len >> (8 * b));
        rest->data[24 + b] = (guint8) (size >> (8 * b));
        rest->data[rest->len - 22 + 16 + b] = (guint8) ((directory + packed->len) >> (8 * b));
      }
    g_byte_array_append (bytes, rest->data, rest->len);
  }
  zip = open_zip (bytes, &error);
  g_assert_no_error (error);
  stream = ful_zip_open (zip, 0, NULL, &error);
  g_assert_no_error (error);
  while ((n = g_input_stream_read (stream, block, 1 << 20, NULL, &error)) > 0)
    total += (guint64) n;
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
  g_assert_cmpuint (total, <=, 257u << 20);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/zip/members", test_members);
  g_test_add_func ("/zip/zip64", test_zip64);
  g_test_add_func ("/zip/zip64-some", test_zip64_some);
  g_test_add_func ("/zip/empty", test_empty);
  g_test_add_func ("/zip/refused", test_refused);
  g_test_add_func ("/zip/lies", test_lies);
  g_test_add_func ("/zip/overlap", test_overlap);
  g_test_add_func ("/zip/truncated", test_truncated);
  g_test_add_func ("/zip/mutated", test_mutated);
  g_test_add_func ("/zip/bomb", test_bomb);

  return g_test_run ();
}
