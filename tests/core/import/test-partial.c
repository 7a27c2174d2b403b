/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that are cut off: refused as such, and what is left of them on demand. */

#include "base/ful-error.h"
#include "export/ful-processed-writer.h"
#include "ful-test-files.h"
#include "import/ful-loader.h"

#include <string.h>

#define STEPS 100

typedef enum
{
  AS_IT_IS,
  PLAIN,
  SLABS,        /* written by ourselves */
  SLABS_FILE,   /* read from a file, in another order */
  SLABS_GZ,
} Form;

static FulProfile *
load (const char    *data,
      gsize          n,
      FulLoadFlags   flags,
      GError       **error)
{
  g_autoptr(GBytes) bytes = g_bytes_new (data, n);

  return ful_loader_load_bytes (bytes, flags, NULL, NULL, error);
}

static GBytes *
decompress (GBytes *bytes)
{
  g_autoptr(GInputStream) memory = g_memory_input_stream_new_from_bytes (bytes);
  g_autoptr(GConverter) gunzip = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  g_autoptr(GInputStream) stream = g_converter_input_stream_new (memory, gunzip);
  g_autoptr(GOutputStream) out = g_memory_output_stream_new_resizable ();

  g_assert_cmpint (g_output_stream_splice (out, stream, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, NULL), >, 0);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

static FulProfile *
load_file (const char    *data,
           gsize          n,
           FulLoadFlags   flags,
           GError       **error)
{
  g_autoptr(GFileIOStream) io = NULL;
  g_autoptr(GFile) file = g_file_new_tmp ("fulgens-XXXXXX", &io, NULL);
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (io));
  FulProfile *profile;

  g_assert_true (g_output_stream_write_all (output, data, n, NULL, NULL, NULL));
  profile = ful_loader_load_file (file, flags, NULL, NULL, error);
  g_file_delete (file, NULL, NULL);

  return profile;
}

static GBytes *
open_input (const char *name,
            Form        form)
{
  g_autoptr(GBytes) packed = ful_test_fixture (name);
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GOutputStream) stream = NULL;

  if (form == AS_IT_IS)
    return g_steal_pointer (&packed);
  if (form == PLAIN)
    return decompress (packed);

  profile = load (g_bytes_get_data (packed, NULL), g_bytes_get_size (packed), FUL_LOAD_DEFAULT, NULL);
  stream = g_memory_output_stream_new_resizable ();
  g_assert_true (ful_processed_writer_write (profile, FUL_FILE_FORMAT_SLABS, form == SLABS_GZ, stream, NULL, NULL, NULL));
  g_output_stream_close (stream, NULL, NULL);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

static const char *
leaf_name (FulProfile    *profile,
           FulStackIndex  stack)
{
  return stack == FUL_NONE ? ""
                           : ful_profile_get_func_name (profile, profile->frames->func[profile->stacks->frame[stack]]);
}

/* The rows of @y are the first ones of @x, in all columns of numbers. */
static void
assert_first_rows (const FulTable *x,
                   const FulTable *y)
{
  g_assert_cmpuint (y->n_rows, <=, x->n_rows);
  for (guint c = 0; c < x->klass->n_columns && y->n_rows > 0; c++)
    if (x->buffers[c] && x->buffers[c]->type == FUL_TYPE_F64)
      {
        g_assert_nonnull (y->buffers[c]);
        g_assert_cmpmem (x->buffers[c]->data, y->n_rows * sizeof (double), y->buffers[c]->data, y->n_rows * sizeof (double));
      }
}

static void
assert_same_thread (FulProfile *a,
                    FulProfile *b,
                    guint       i,
                    gboolean    whole)
{
  FulThread *x = ful_profile_get_thread (a, i);
  FulThread *y = ful_profile_get_thread (b, i);

  if (whole)
    {
      g_assert_cmpstr (x->name, ==, y->name);
      g_assert_cmpstr (x->pid, ==, y->pid);
      g_assert_cmpuint (x->samples->table.n_rows, ==, y->samples->table.n_rows);
      g_assert_cmpuint (x->markers->table.n_rows, ==, y->markers->table.n_rows);
    }
  assert_first_rows (&x->samples->table, &y->samples->table);
  assert_first_rows (&x->markers->table, &y->markers->table);
  for (guint row = 0; row < y->samples->table.n_rows; row++)
    {
      g_assert_cmpfloat (x->samples->time[row], ==, y->samples->time[row]);
      g_assert_cmpstr (leaf_name (a, x->samples->stack[row]), ==, leaf_name (b, y->samples->stack[row]));
    }

  for (guint row = 0; row < y->markers->table.n_rows; row++)
    {
      gsize n, m;
      const char *payload = ful_thread_get_payload (x, row, &n), *other = ful_thread_get_payload (y, row, &m);

      g_assert_cmpstr (ful_profile_get_string (a, x->markers->name[row]), ==,
                       ful_profile_get_string (b, y->markers->name[row]));
      g_assert_cmpmem (payload, n, other, m);
    }
}

/* @first_opened: at which share of the file there is something to show, in percent; more than 100 where the
 * tables that all threads share come last. */
static const struct { const char *name; Form form; guint first_opened; } inputs[] = {
  { "fx153-startup-small.processed70.json.gz", AS_IT_IS, 60 },
  { "fx153-startup-small.processed70.json.gz", PLAIN, 60 },
  { "fx153-startup-small.processed70.json.gz", SLABS, 15 },
  { "fx153-startup-small.processed70.json.gz", SLABS_FILE, 15 },
  { "fx153-startup-small.processed70.json.gz", SLABS_GZ, 15 },
  { "fx153-startup-small.gecko.json.gz", AS_IT_IS, 30 },
  { "fx153-startup-small.gecko.json.gz", PLAIN, 30 },
  { "synth-perthread57.json.gz", PLAIN, 101 },
  { "synth-perthread57.json.gz", SLABS_FILE, 40 },
  { "synth-shared70.json.gz", PLAIN, 101 },
  { "synth-shared70.json.gz", SLABS, 15 },
};

static void
test_everywhere (gconstpointer user_data)
{
  guint i = GPOINTER_TO_UINT (user_data);
  g_autoptr(GBytes) bytes = open_input (inputs[i].name, inputs[i].form);
  FulProfile * (*load_part) (const char *, gsize, FulLoadFlags, GError **) = inputs[i].form == SLABS_FILE ? load_file : load;
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);
  g_autoptr(FulProfile) whole = load_part (data, n, FUL_LOAD_PARTIAL, NULL);
  guint n_threads = 0, n_at_90 = 0;

  g_assert_nonnull (whole);
  for (guint step = 0; step < STEPS; step++)
    {
      gsize length = n * step / STEPS + step % 7;    /* not the same place in a word each time */
      g_autoptr(GError) refused = NULL, error = NULL;
      g_autoptr(FulProfile) profile = load_part (data, length, FUL_LOAD_PARTIAL, &error);

      if (step % 10 == 1)
        {
          g_assert_null (load_part (data, length, FUL_LOAD_DEFAULT, &refused));
          g_assert_error (refused, FUL_ERROR, FUL_ERROR_TRUNCATED);
        }

      if (profile == NULL)
        {
          g_assert_true (g_error_matches (error, FUL_ERROR, FUL_ERROR_EMPTY) ||
                         g_error_matches (error, FUL_ERROR, FUL_ERROR_UNKNOWN_FORMAT));
          if (step >= inputs[i].first_opened)
            g_error ("%s, %u %%: %s", inputs[i].name, step, error->message);
          continue;
        }

      g_assert_cmpint (ful_import_log_get_worst (profile->log), ==, FUL_SEVERITY_DATA_LOSS);
      ful_test_assert_sound (profile);

      /* Never less than of a shorter part; all but the last thread are whole. */
      g_assert_cmpuint (profile->threads->len, >=, n_threads);
      n_threads = profile->threads->len;
      for (guint t = 0; t + 1 < n_threads && inputs[i].first_opened < 100; t++)
        assert_same_thread (whole, profile, t, TRUE);
      if (inputs[i].form >= SLABS)
        assert_same_thread (whole, profile, n_threads - 1, FALSE);
      if (step == 90)
        n_at_90 = n_threads;
    }

  if (inputs[i].first_opened < 90)
    g_assert_cmpuint (n_at_90, >, 1);
}

/* A profile of one thread whose table of samples goes on as given. */
#define BEGINNING \
  "{\"meta\":{\"preprocessedProfileVersion\":70,\"interval\":1,\"startTime\":0,\"product\":\"p\"," \
  "\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}]},\"libs\":[],\"shared\":{" \
  "\"stringArray\":[\"f\",\"g\"]," \
  "\"funcTable\":{\"name\":[0,1],\"isJS\":[false,true],\"relevantForJS\":[false,false],\"resource\":[-1,-1]," \
  "\"source\":[null,null],\"lineNumber\":[null,1],\"columnNumber\":[null,2],\"length\":2}," \
  "\"frameTable\":{\"address\":[-1,-1],\"inlineDepth\":[0,0],\"category\":[0,0],\"subcategory\":[0,0]," \
  "\"func\":[0,1],\"length\":2},\"stackTable\":{\"frame\":[0,1],\"prefixOffset\":[0,1],\"length\":2}," \
  "\"resourceTable\":{\"name\":[],\"host\":[],\"type\":[],\"length\":0}," \
  "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0}},\"threads\":[" \
  "{\"name\":\"t\",\"pid\":\"1\",\"tid\":1,"
#define SAMPLES "\"samples\":{\"stack\":[1,0,1],\"time\":[1,2,3],"
#define MARKERS "\"markers\":{\"name\":[0,1,0],\"startTime\":[1,2,3],\"endTime\":[null,null,null],\"phase\":[0,0,0],"

static const struct { const char *rest; guint n_threads, n_samples, n_markers; } rows[] = {
  { "", 1, 0, 0 },
  { "\"samples\":{\"stack\":[1,0,1", 1, 0, 0 },
  { "\"samples\":{\"stack\":[1,0,1],\"time\":[1,2,3", 1, 2, 0 },
  { "\"samples\":{\"stack\":[1,0,1],\"time\":[1,2,3.", 1, 2, 0 },
  { "\"samples\":{\"stack\":[1,0,1],\"time\":[1,2,3.5", 1, 2, 0 },
  { "\"samples\":{\"stack\":[1,0,1],\"time\":[1.5,2,3e", 1, 2, 0 },
  { "\"samples\":{\"stack\":[1,0,nul", 1, 0, 0 },
  { SAMPLES "\"weight\":[1,2", 1, 1, 0 },
  { SAMPLES "\"weight\":[1,null,nu", 1, 2, 0 },
  { SAMPLES "\"weight\":null,\"weightTy", 1, 3, 0 },
  { SAMPLES "\"weight\":null,\"length\":12", 1, 3, 0 },
  { SAMPLES "\"length\":3},", 1, 3, 0 },
  { SAMPLES "\"length\":3}," MARKERS "\"category\":[0", 1, 3, 0 },
  { SAMPLES "\"length\":3}," MARKERS "\"category\":[0,0,0],\"data\":[", 1, 3, 0 },
  { SAMPLES "\"length\":3}," MARKERS "\"category\":[0,0,0],\"data\":[{\"type\":\"T\"},{\"type\":\"T", 1, 3, 1 },
  { SAMPLES "\"length\":3}," MARKERS "\"category\":[0,0,0],\"data\":[{\"type\":\"T\\u00", 1, 3, 0 },
  { SAMPLES "\"length\":3}," MARKERS "\"category\":[0,0,0],\"data\":[null,{\"type\":\"T\"},nul", 1, 3, 2 },
  { SAMPLES "\"length\":3}," MARKERS "\"category\":[0,0,0],\"data\":[null,null,null],\"length\":3}},{\"name\":\"u", 2, 3, 3 },
};

static void
test_rows (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = g_strconcat (BEGINNING, rows[i].rest, NULL);
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) profile = load (text, strlen (text), FUL_LOAD_PARTIAL, &error);
      FulThread *thread;

      g_test_message ("%s", rows[i].rest);
      g_assert_no_error (error);
      ful_test_assert_sound (profile);
      g_assert_cmpuint (profile->threads->len, ==, rows[i].n_threads);
      thread = ful_profile_get_thread (profile, 0);
      g_assert_cmpstr (thread->name, ==, "t");
      g_assert_cmpuint (thread->samples->table.n_rows, ==, rows[i].n_samples);
      g_assert_cmpuint (thread->markers->table.n_rows, ==, rows[i].n_markers);
    }
}

/* What is damaged or foreign is so in part as well. */
static void
test_refused (void)
{
  static const struct { const char *text; FulError code; } texts[] = {
    { "{\"meta\":}", FUL_ERROR_EMPTY },
    { "{\"meta\":{\"preprocessedProfileVersion\":70", FUL_ERROR_UNKNOWN_FORMAT },
    { "[{\"ph\":\"X\"},{\"ph\":\"X\"},", FUL_ERROR_EMPTY },
    { "{\"meta\":{\"preprocessedProfileVersion\":70},\"threads\":[{\"na", FUL_ERROR_EMPTY },
    { "17", FUL_ERROR_UNKNOWN_FORMAT },
    { "\"", FUL_ERROR_UNKNOWN_FORMAT },
    { " ", FUL_ERROR_UNKNOWN_FORMAT },
    { "", FUL_ERROR_EMPTY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GError) error = NULL;

      g_assert_null (load (texts[i].text, strlen (texts[i].text), FUL_LOAD_PARTIAL, &error));
      g_assert_error (error, FUL_ERROR, (gint) texts[i].code);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
    {
      static const char *const forms[] = { "", "-plain", "-slabs", "-slabs-file", "-slabs-gz" };
      g_autofree char *name = g_strconcat ("/partial/", inputs[i].name, forms[inputs[i].form], NULL);

      g_test_add_data_func (name, GUINT_TO_POINTER (i), test_everywhere);
    }
  g_test_add_func ("/partial/rows", test_rows);
  g_test_add_func ("/partial/refused", test_refused);

  return g_test_run ();
}
