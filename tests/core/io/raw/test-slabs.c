/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-error.h"
#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-slabs.h"

#include <gio/gunixinputstream.h>
#include <glib-unix.h>
#include <math.h>
#include <unistd.h>

typedef struct
{
  guint32     type;
  const char *bytes;
  guint32     n;
} TestSlab;

static void
put_u32 (GByteArray *to,
         guint32     value)
{
  value = GUINT32_TO_LE (value);
  g_byte_array_append (to, (const guint8 *) &value, sizeof value);
}

static GByteArray *
container (const TestSlab *slabs,
           guint           n,
           guint           root)
{
  GByteArray *file = g_byte_array_new ();
  guint32 place = 20 + 12 * n;

  g_byte_array_append (file, (const guint8 *) FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES);
  put_u32 (file, 1);
  put_u32 (file, n);
  put_u32 (file, root);
  for (guint i = 0; i < n; i++)
    {
      place = (place + 7) & ~7u;
      put_u32 (file, slabs[i].type);
      put_u32 (file, place);
      put_u32 (file, slabs[i].n);
      place += slabs[i].n;
    }
  for (guint i = 0; i < n; i++)
    {
      while (file->len % 8)
        g_byte_array_append (file, (const guint8 *) "", 1);
      g_byte_array_append (file, (const guint8 *) slabs[i].bytes, slabs[i].n);
    }

  return file;
}

static FulRawNode *
read_input (FulRawTree    *tree,
            GInputStream  *input,
            gsize          n,
            gboolean       partial,
            GCancellable  *cancellable,
            GError       **error)
{
  guint64 bytes_read, n_repaired;
  gint64 end;
  g_autoptr(FulByteStream) stream = ful_byte_stream_new (input, &bytes_read, partial, NULL, cancellable);
  FulChunk *first = ful_byte_stream_next (stream, error);
  FulRawNode *root = first ? ful_slabs_read (tree, stream, first, partial, &n_repaired, &end, error) : NULL;

  if (root)
    g_assert_cmpuint (bytes_read, ==, n);
  if (root)
    g_assert_cmpint (end, ==, partial ? (gint64) n : -1);

  return root;
}

static FulRawNode *
read_file (FulRawTree  *tree,
           GByteArray  *file,
           gboolean     partial,
           GError     **error)
{
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_data (file->data, file->len, NULL);

  return read_input (tree, input, file->len, partial, NULL, error);
}

static FulRawNode *
read_container (FulRawTree  *tree,
                GByteArray  *file,
                GError     **error)
{
  return read_file (tree, file, FALSE, error);
}

#define JSON(text) { FUL_SLAB_JSON, text, sizeof (text) - 1 }

/* Slabs in places of which each is a multiple of 8: the first one ends in the first byte of the second. */
static void
test_overlap_by_a_byte (void)
{
  static const TestSlab slabs[] = { JSON ("[{\"$s\":1}]"), { FUL_SLAB_U8, "123456789", 9 }, { FUL_SLAB_U8, "12", 2 } };

  for (guint n = 8; n <= 9; n++)
    {
      g_autoptr(GByteArray) file = container (slabs, 3, 0);
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;
      guint8 *rows = file->data + 20;
      guint32 first, second;

      memcpy (&first, rows + 12 + 4, 4);
      second = GUINT32_TO_LE (GUINT32_FROM_LE (first) + 8);
      memcpy (rows + 24 + 4, &second, 4);
      rows[12 + 8] = (guint8) n;
      g_byte_array_set_size (file, GUINT32_FROM_LE (second) + 2);
      g_assert_true ((read_container (tree, file, &error) != NULL) == (n == 8));
      if (n == 9)
        g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
    }
}

static void
test_all_types (void)
{
  static const TestSlab slabs[] = {
    JSON ("{\"i8\":{\"$s\":1},\"u8\":{\"$s\":2},\"i16\":{\"$s\":3},\"u16\":{\"$s\":4},\"i32\":{\"$s\":5},\"u32\":{\"$s\":6},"
          "\"f32\":{\"$s\":7},\"f64\":{\"$s\":8},\"i64\":{\"$s\":9},\"u64\":{\"$s\":10},\"json\":{\"$s\":11},\"not\":{\"$s\":1,\"x\":2}}"),
    { FUL_SLAB_I8, "\377\001", 2 },
    { FUL_SLAB_U8, "\377\001", 2 },
    { FUL_SLAB_I16, "\376\377", 2 },
    { FUL_SLAB_U16, "\376\377", 2 },
    { FUL_SLAB_I32, "\375\377\377\377\001\000\000\000", 8 },
    { FUL_SLAB_U32, "\375\377\377\377", 4 },
    { FUL_SLAB_F32, "\000\000\300\077", 4 },
    { FUL_SLAB_F64, "\000\000\000\000\000\000\004\300", 8 },
    { FUL_SLAB_I64, "\377\377\377\377\377\377\377\377", 8 },
    { FUL_SLAB_U64, "\000\000\000\000\000\000\000\200", 8 },
    JSON ("{\"nested\":{\"$s\":12}}"),
    JSON ("[7,8]"),
  };
  static const struct { const char *key; double first; } expected[] = {
    { "i8", -1 }, { "u8", 255 }, { "i16", -2 }, { "u16", 65534 }, { "i32", -3 }, { "u32", 4294967293 },
    { "f32", 1.5 }, { "f64", -2.5 }, { "i64", -1 }, { "u64", 9223372036854775808.0 },
  };
  g_autoptr(GByteArray) file = container (slabs, G_N_ELEMENTS (slabs), 0);
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GError) error = NULL;
  FulRawNode *root = read_container (tree, file, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    g_assert_cmpfloat (ful_raw_column_number (ful_raw_get_column (root, expected[i].key), 0), ==, expected[i].first);
  g_assert_cmpfloat (ful_raw_column_number (ful_raw_get_column (ful_raw_get (root, "json"), "nested"), 1), ==, 8);
  g_assert_cmpfloat (ful_raw_get_number (ful_raw_get (root, "not"), "$s"), ==, 1);
}

static void
test_refused (void)
{
  static const TestSlab cycle[] = { JSON ("{\"a\":{\"$s\":1}}"), JSON ("[{\"$s\":1}]") };
  static const TestSlab self[] = { JSON ("{\"a\":{\"$s\":0}}") };
  static const TestSlab range[] = { JSON ("{\"a\":{\"$s\":9}}") };
  static const TestSlab fraction[] = { JSON ("{\"a\":{\"$s\":0.5}}") };
  static const TestSlab twice[] = { JSON ("{\"a\":{\"$s\":1},\"b\":{\"$s\":1}}"), { FUL_SLAB_U8, "a", 1 } };
  static const TestSlab odd[] = { JSON ("{}"), { FUL_SLAB_I32, "abc", 3 } };
  static const TestSlab type[] = { JSON ("{}"), { 77, "abc", 3 } };
  static const TestSlab numeric_root[] = { { FUL_SLAB_U8, "abc", 3 } };
  static const struct { const char *name; const TestSlab *slabs; guint n; } rows[] = {
    { "cycle", cycle, 2 }, { "self", self, 1 }, { "range", range, 1 }, { "fraction", fraction, 1 },
    { "twice", twice, 2 }, { "odd length", odd, 2 }, { "unknown type", type, 2 }, { "numeric root", numeric_root, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GByteArray) file = container (rows[i].slabs, rows[i].n, 0);
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;

      g_assert_null (read_container (tree, file, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
    }
}

/* Each slab holds the placeholder of the next one, @forward or @backward in the file, so that the
 * document is deeper by one for each. */
static GByteArray *
chain (guint    n,
       gboolean backward)
{
  g_autofree TestSlab *slabs = g_new (TestSlab, n);
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < n; i++)
    {
      guint next = backward ? i - 1 : i + 1;
      char *text = next < n ? g_strdup_printf ("[{\"$s\":%u}]", next) : g_strdup ("[]");

      g_ptr_array_add (texts, text);
      slabs[i] = (TestSlab) { FUL_SLAB_JSON, text, (guint32) strlen (text) };
    }

  return container (slabs, n, backward ? n - 1 : 0);
}

/* Depth is that of the document, not of each slab; 300,000 would overflow the stack. */
static void
test_deep (void)
{
  static const struct { guint n; gboolean backward, accepted; } rows[] = {
    { 1000, FALSE, TRUE }, { 1001, FALSE, FALSE }, { 300000, FALSE, FALSE },
    { 1000, TRUE, TRUE },  { 1001, TRUE, FALSE },  { 300000, TRUE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GByteArray) file = chain (rows[i].n, rows[i].backward);
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;
      FulRawNode *root = read_container (tree, file, &error);

      if (rows[i].accepted)
        g_assert_no_error (error);
      else
        g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      g_assert_cmpint (root != NULL, ==, rows[i].accepted);
    }
}

/* Two halves of a document that is too deep, which meet in a slab that comes last. */
static void
test_deep_halves (void)
{
  g_autoptr(GString) open = g_string_new (NULL);
  g_autoptr(GString) middle = g_string_new (NULL);
  TestSlab slabs[3] = { JSON ("{\"a\":{\"$s\":1}}"), { .type = FUL_SLAB_JSON }, { .type = FUL_SLAB_JSON } };

  for (guint i = 0; i < 500; i++)
    g_string_append_c (open, '[');
  g_string_append (middle, open->str);
  g_string_append (middle, "{\"$s\":2}");
  for (guint i = 0; i < 500; i++)
    {
      g_string_append_c (open, ']');
      g_string_append_c (middle, ']');
    }

  for (guint extra = 0; extra < 2; extra++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GByteArray) file = NULL;
      g_autoptr(GError) error = NULL;

      slabs[1] = (TestSlab) { FUL_SLAB_JSON, middle->str + extra, middle->len - 2 * extra };
      slabs[2] = (TestSlab) { FUL_SLAB_JSON, open->str, open->len };
      file = container (slabs, 3, 0);
      if (extra == 0)
        g_assert_null (read_container (tree, file, &error));
      else
        g_assert_nonnull (read_container (tree, file, &error));
      g_assert_cmpint (error == NULL, ==, extra);
    }
}

/* Four slabs, none of which needs more memory than a file may; together they do. */
static void
test_memory_of_all (void)
{
  g_autoptr(GString) text = g_string_new ("[");
  TestSlab slabs[5];
  g_autoptr(GByteArray) file = NULL;
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GInputStream) input = NULL;
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GError) error = NULL;

  while (text->len < 6000000)
    g_string_append (text, "[],");
  g_string_append (text, "0]");
  slabs[0] = (TestSlab) JSON ("[{\"$s\":1},{\"$s\":2},{\"$s\":3},{\"$s\":4}]");
  for (guint i = 1; i < G_N_ELEMENTS (slabs); i++)
    slabs[i] = (TestSlab) { FUL_SLAB_JSON, text->str, (guint32) text->len };
  file = container (slabs, G_N_ELEMENTS (slabs), 0);
  bytes = g_bytes_new_static (file->data, file->len);
  input = g_memory_input_stream_new_from_bytes (bytes);

  g_assert_null (read_input (tree, input, file->len, FALSE, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
}

/* A stream that ends with an error. */
typedef struct
{
  GMemoryInputStream parent_instance;
} BrokenStream;

typedef GMemoryInputStreamClass BrokenStreamClass;

static GType broken_stream_get_type (void);

G_DEFINE_TYPE (BrokenStream, broken_stream, G_TYPE_MEMORY_INPUT_STREAM)

static gssize
broken_stream_read (GInputStream  *stream,
                    void          *buffer,
                    gsize          count,
                    GCancellable  *cancellable,
                    GError       **error)
{
  gssize n = G_INPUT_STREAM_CLASS (broken_stream_parent_class)->read_fn (stream, buffer, count, cancellable, error);

  if (n == 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_FAILED, "broken");

  return n == 0 ? -1 : n;
}

static void
broken_stream_class_init (BrokenStreamClass *klass)
{
  G_INPUT_STREAM_CLASS (klass)->read_fn = broken_stream_read;
}

static void
broken_stream_init (BrokenStream *self)
{
}

/* A large slab is wrong at its start, and the file breaks off inside it: one error, set by one thread at a
 * time. The build with ThreadSanitizer sees it if not. */
static void
test_two_errors (void)
{
  g_autofree char *text = g_strnfill (1 << 20, ' ');
  TestSlab slabs[2] = { { FUL_SLAB_JSON, text, 1 << 20 }, { FUL_SLAB_U8, "12345678", 8 } };
  g_autoptr(GByteArray) file = NULL;

  text[0] = '@';
  file = container (slabs, 2, 0);
  /* GLib allocates a lock for errors at the first one, unseen by the sanitizer. */
  g_error_free (g_error_new_literal (FUL_ERROR, FUL_ERROR_FORMAT, ""));
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr(GInputStream) input = g_object_new (broken_stream_get_type (), NULL);
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;

      g_memory_input_stream_add_data (G_MEMORY_INPUT_STREAM (input), file->data, file->len - 9 - i, NULL);
      g_assert_null (read_input (tree, input, file->len, FALSE, NULL, &error));
      g_assert_nonnull (error);
    }
}

/* The first error of the file counts, though the thread that reads has seen the end of the file by then. */
static void
test_first_error (void)
{
  enum { N = 4000000 };
  g_autofree char *text = g_strnfill (N, ' ');
  TestSlab slabs[] = { JSON ("[{\"$s\":1},{\"$s\":2}]"), { FUL_SLAB_JSON, text, N }, JSON ("[7,8]") };
  g_autoptr(GByteArray) file = NULL;

  text[0] = '[';
  text[N - 1] = '@';
  file = container (slabs, 3, 0);
  for (guint n_missing = 0; n_missing < 2; n_missing++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;

      g_byte_array_set_size (file, file->len - n_missing);
      g_assert_null (read_container (tree, file, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      g_assert_true (g_str_has_prefix (error->message, "Slab 1: "));
    }
}

/* A pipe that stays open after an error, before all that its writer has announced. */
static void
test_error_in_pipe (void)
{
  static const TestSlab slabs[] = { JSON ("[@"), { FUL_SLAB_U8, "12345678", 8 } };
  g_autoptr(GByteArray) file = container (slabs, 2, 0);
  g_autoptr(GInputStream) input = NULL;
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GError) error = NULL;
  int fds[2];

  g_assert_true (g_unix_open_pipe (fds, 0, NULL));
  g_assert_cmpint (write (fds[1], file->data, file->len - 1), ==, file->len - 1);
  input = g_unix_input_stream_new (fds[0], TRUE);
  g_assert_null (read_input (tree, input, file->len, FALSE, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
  close (fds[1]);
}

#define ROOT JSON ("{\"a\":{\"$s\":1}}")
#define TEXT JSON ("[5,null,6]")
#define NUMBERS { FUL_SLAB_I32, "\007\000\000\000\000\000\000\200\010\000\000\000", 12 }
/* As our first versions wrote it: where an array is once more, in a slab without a placeholder. */
#define LIST JSON ("{\"fulgensNumbers\":{\"text\":[1],\"bytes\":[10],\"numbers\":[2],\"missing\":-1}}")

static void
test_truncated_everywhere (void)
{
  static const TestSlab slabs[] = { NUMBERS, TEXT, ROOT };
  g_autoptr(GByteArray) file = container (slabs, 3, 2);

  for (guint i = FUL_SLABS_MAGIC_BYTES; i < file->len; i++)
    {
      g_autoptr(GByteArray) part = g_byte_array_new ();
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;

      g_byte_array_append (part, file->data, i);
      g_assert_null (read_container (tree, part, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
    }
}

/* A table that claims far more than the file holds. */
static void
test_claims (void)
{
  static const TestSlab slabs[] = { JSON ("{}"), { FUL_SLAB_U8, "x", 1 } };
  g_autoptr(GByteArray) file = container (slabs, 2, 0);
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GError) error = NULL;
  guint32 huge = GUINT32_TO_LE (0xfffffff8);

  memcpy (file->data + 20 + 12 + 8, &huge, 4);
  g_assert_null (read_container (tree, file, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
  g_clear_error (&error);
  memcpy (file->data + 12, &huge, 4);
  g_assert_null (read_container (tree, file, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
}

static void
assert_array (const FulRawNode *root,
              const char       *expected)
{
  FulBytes text = { 0 };

  ful_raw_write (ful_raw_get (root, "a"), &text);
  ful_bytes_append_c (&text, '\0');
  g_assert_cmpstr (text.data, ==, expected);
  ful_bytes_clear (&text);
}

/* What there is of a file that is cut off @n bytes after the beginning of a slab. */
static void
test_partial (void)
{
  static const TestSlab slabs[] = {
    JSON ("{\"a\":[{\"$s\":1},{\"$s\":2},{\"$s\":3}]}"), { FUL_SLAB_I16, "\005\000\006\000\007\000", 6 },
    JSON ("[8,9]"), { FUL_SLAB_U8, "abc", 3 },
  };
  static const struct { guint slab; guint n; const char *expected; } rows[] = {
    { 1, 0, "[[],[],[]]" },      { 1, 1, "[[],[],[]]" },       { 1, 5, "[[5,6],[],[]]" },
    { 2, 0, "[[5,6,7],[],[]]" }, { 2, 4, "[[5,6,7],[8],[]]" }, { 3, 0, "[[5,6,7],[8,9],[]]" },
    { 3, 2, "[[5,6,7],[8,9],[97,98]]" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GByteArray) file = container (slabs, G_N_ELEMENTS (slabs), 0);
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;
      guint32 start;

      memcpy (&start, file->data + 20 + 12 * rows[i].slab + 4, 4);
      g_byte_array_set_size (file, GUINT32_FROM_LE (start) + rows[i].n);
      assert_array (read_file (tree, file, TRUE, &error), rows[i].expected);
      g_assert_no_error (error);
    }
}

/* Without its root, or with less, a container means nothing. */
static void
test_partial_root (void)
{
  static const TestSlab slabs[] = { { FUL_SLAB_U8, "abc", 3 }, JSON ("{\"a\":{\"$s\":0}}") };
  g_autoptr(GByteArray) whole = container (slabs, 2, 1);

  for (guint i = FUL_SLABS_MAGIC_BYTES; i <= whole->len - slabs[1].n; i++)
    {
      g_autoptr(GByteArray) part = g_byte_array_new ();
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(GError) error = NULL;

      g_byte_array_append (part, whole->data, i);
      g_assert_null (read_file (tree, part, TRUE, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
    }
}

static void
test_slabs_without_placeholder (void)
{
  static const TestSlab slabs[] = { LIST, TEXT, NUMBERS, ROOT };
  g_autoptr(GByteArray) file = container (slabs, 4, 3);
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GError) error = NULL;

  assert_array (read_container (tree, file, &error), "[5,null,6]");
  g_assert_no_error (error);
}

/* Text whose parts end within numbers and characters, between binary slabs whose bytes look like more of it. */
static void
test_text_in_chunks (void)
{
  enum { N = 300000 };
  g_autoptr(GString) text = g_string_new ("[");
  TestSlab slabs[4] = {
    JSON ("{\"a\":{\"$s\":1},\"b\":{\"$s\":2},\"c\":{\"$s\":3}}"), { 0 }, JSON ("12"), { FUL_SLAB_U8, "345678901", 9 },
  };
  g_autoptr(GByteArray) file = NULL;
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GError) error = NULL;
  FulRawNode *root, *array;
  const char *string;
  char expected[20];

  for (guint i = 0; i < N; i++)
    g_string_append_printf (text, "%s\"%.*s\u20ac%u\"", i > 0 ? "," : "", (int) (i % 7), "xxxxxx", i);
  g_string_append_c (text, ']');
  slabs[1] = (TestSlab) { FUL_SLAB_JSON, text->str, (guint) text->len };
  file = container (slabs, 4, 0);

  root = read_container (tree, file, &error);
  g_assert_no_error (error);
  array = ful_raw_get (root, "a");
  g_assert_cmpuint (array->column->n, ==, N);
  string = array->column->bytes.data;
  for (guint i = 0; i < N; i++)
    {
      g_snprintf (expected, sizeof expected, "%.*s\u20ac%u", (int) (i % 7), "xxxxxx", i);
      g_assert_cmpstr (string, ==, expected);
      string += strlen (string) + 1;
    }
  g_assert_cmpfloat (ful_raw_get_number (root, "b"), ==, 12);
  g_assert_cmpuint (ful_raw_get_column (root, "c")->n, ==, 9);
}

static void
test_cancelled (void)
{
  static const TestSlab slabs[] = { NUMBERS, TEXT, ROOT };
  g_autoptr(GByteArray) file = container (slabs, 3, 2);
  g_autoptr(GInputStream) input = g_memory_input_stream_new_from_data (file->data, file->len, NULL);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (read_input (tree, input, file->len, FALSE, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/slabs/all-types", test_all_types);
  g_test_add_func ("/slabs/overlap-by-a-byte", test_overlap_by_a_byte);
  g_test_add_func ("/slabs/refused", test_refused);
  g_test_add_func ("/slabs/truncated-everywhere", test_truncated_everywhere);
  g_test_add_func ("/slabs/partial", test_partial);
  g_test_add_func ("/slabs/partial-root", test_partial_root);
  g_test_add_func ("/slabs/claims", test_claims);
  g_test_add_func ("/slabs/deep", test_deep);
  g_test_add_func ("/slabs/deep-halves", test_deep_halves);
  g_test_add_func ("/slabs/memory-of-all", test_memory_of_all);
  g_test_add_func ("/slabs/slabs-without-placeholder", test_slabs_without_placeholder);
  g_test_add_func ("/slabs/text-in-chunks", test_text_in_chunks);
  g_test_add_func ("/slabs/two-errors", test_two_errors);
  g_test_add_func ("/slabs/first-error", test_first_error);
  g_test_add_func ("/slabs/error-in-pipe", test_error_in_pipe);
  g_test_add_func ("/slabs/cancelled", test_cancelled);

  return g_test_run ();
}
