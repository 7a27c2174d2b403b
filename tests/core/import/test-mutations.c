/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Damaged files: cut at every byte, and changed at random. Whatever is read has to
 * be sound, whatever is refused needs a message. FUL_N_MUTATIONS sets how many
 * (500 by default), FUL_SEED where to begin. */

#include "ful-test-files.h"
#include "ful-test-text.h"

#include "export/ful-processed-writer.h"
#include "import/ful-loader.h"
#include "io/raw/ful-slabs.h"
#include "tracks/ful-track-list.h"
#include "tree/ful-call-tree.h"
#include "viewtext/ful-view-options-text.h"
#include "tree/ful-derived-thread.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
  "gecko-v36-two-processes.ok.json",
  "processed-v70-two-processes.ok.json",
  "processed-v70-two-processes.jslb",
  "gecko-v36-tracer-metrics.ok.json",
  "perf-script.ok.txt",
  "import/php-excimer.collapsed.txt",
  "v8.ok.cpuprofile",
  "chrome.ok.trace.json",
  "perf.ok.data",
  "perf-stacks.ok.data",
  "speedscope.ok.json",
  "dhat.ok.json",
  "v8.ok.heapprofile",
  "art-regular.ok.trace",
  "art-streaming.ok.trace",
  "simpleperf.ok.trace",
  "pprof.ok.pb",
  "callgrind.ok.out",
  "austin.ok.austin",
  "gperftools.ok.prof",
  "stackprof.ok.json",
  "pyinstrument.ok.json",
  "pyinstrument.ok.pyisession",
  "vernier.ok.json",
};

/* Binary files, where each record that is whole counts, once the header is. */
static gboolean
has_records (guint i)
{
  return g_str_has_suffix (names[i], ".trace") || g_str_has_suffix (names[i], ".pb") || g_str_has_suffix (names[i], ".data") ||
         g_str_has_suffix (names[i], ".prof");
}

/* Files of lines, or of events, where each that is whole counts, whatever is around it. */
static gboolean
has_lines (guint i)
{
  return g_str_has_suffix (names[i], ".txt") || g_str_has_suffix (names[i], ".trace.json") || g_str_has_suffix (names[i], ".out") ||
         g_str_has_suffix (names[i], ".austin");
}

/* The slabs are written by ourselves. */
static GBytes *
open_input (guint i)
{
  g_autoptr(GBytes) json = NULL;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GOutputStream) stream = NULL;

  if (!g_str_has_suffix (names[i], ".jslb"))
    return ful_test_fixture (names[i]);

  json = ful_test_fixture (names[1]);
  profile = ful_test_load (g_bytes_get_data (json, NULL), g_bytes_get_size (json), NULL);
  stream = g_memory_output_stream_new_resizable ();
  g_assert_true (ful_processed_writer_write (profile, FUL_FILE_FORMAT_SLABS, FALSE, stream, NULL, NULL, NULL));
  g_output_stream_close (stream, NULL, NULL);

  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
}

/* Everything that a person would see first. */
static void
derive (FulProfile *profile)
{
  g_autoptr(FulTrackList) tracks = ful_track_list_new (profile, FUL_TRACK_EXTRAS_NONE, NULL, NULL, NULL);
  guint n = MIN (profile->threads->len, 3);

  g_assert_nonnull (tracks);
  for (guint t = 0; t < n; t++)
    {
      g_autofree char *text = g_strdup_printf ("{ \"thread\": %u }", t);
      g_autoptr(FulViewOptions) options = ful_view_options_new_from_text (text, NULL, NULL);
      g_autoptr(FulDerivedThread) thread = ful_derived_thread_new (profile, options, NULL, NULL, NULL);

      g_autoptr(FulCallNodeTable) nodes = ful_call_node_table_new (thread->stacks, NULL, NULL);
      g_autoptr(FulSampleRows) rows = ful_derived_thread_get_rows (thread, NULL);
      g_autoptr(FulCallTree) tree = ful_call_tree_new (nodes, NULL, rows, NULL, NULL);

      g_assert_nonnull (tree);
      ful_test_use_markers (profile, t);
    }
}

/* A file of slabs is not read in order, but gives the same. */
static void
assert_same_as_file (const char *data,
                     gsize       n,
                     const char *expected)
{
  g_autoptr(GFileIOStream) io = NULL;
  g_autoptr(GFile) file = g_file_new_tmp ("fulgens-XXXXXX", &io, NULL);
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = NULL;
  g_autofree char *text = NULL;

  g_assert_true (g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (io)), data, n, NULL, NULL, NULL));
  profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
  g_file_delete (file, NULL, NULL);
  g_assert_no_error (error);
  text = ful_test_profile_text (profile);
  g_assert_true (g_str_equal (text, expected));
}

static gboolean
check (const char *data,
       gsize       n)
{
  g_autoptr(FulProfile) profile = ful_test_load (data, n, NULL);
  g_autofree char *text = NULL;
  g_autofree char *again_text = NULL;
  g_autoptr(FulProfile) again = NULL;

  if (profile == NULL)
    return FALSE;

  ful_test_assert_sound (profile);
  derive (profile);

  /* What was read can be written, and reads as itself. */
  text = ful_test_profile_text (profile);
  if (memcmp (data, FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES) == 0)
    assert_same_as_file (data, n, text);
  again = ful_test_load (text, strlen (text), NULL);
  g_assert_nonnull (again);
  again_text = ful_test_profile_text (again);
  if (!g_str_equal (text, again_text))
    {
      gsize i = 0;

      while (text[i] == again_text[i])
        i++;
      g_error ("written and read again: …%.60s instead of …%.60s", again_text + i - MIN (i, 20), text + i - MIN (i, 20));
    }

  return TRUE;
}

static void
test_truncated (gconstpointer user_data)
{
  g_autoptr(GBytes) bytes = open_input (GPOINTER_TO_UINT (user_data));
  gsize n, n_read = 0;
  const char *data = g_bytes_get_data (bytes, &n);

  g_assert_true (check (data, n));
  for (gsize i = 0; i < n && has_lines (GPOINTER_TO_UINT (user_data)); i++)
    n_read += check (data, i);
  if (has_lines (GPOINTER_TO_UINT (user_data)))
    {
      g_assert_cmpuint (n_read, >, n / 2);
      return;
    }
  for (gsize i = 0; i < n; i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) profile = ful_test_load (data, i, &error);

      if (has_records (GPOINTER_TO_UINT (user_data)) && profile)
        {
          n_read++;
          ful_test_assert_sound (profile);
          continue;
        }

      g_assert_null (profile);
      g_assert_nonnull (error);
    }
  g_assert_true ((n_read > 0) == has_records (GPOINTER_TO_UINT (user_data)));
}

static const char *const tokens[] = {
  "null", "-1", "0", "1e308", "-1e308", "4294967296", "9007199254740993", "\"\"", "[]", "{}", "true", "NaN", "1.5",
  "[null]", "[[]]", "[1,\"a\",null,{}]", "\"\\ud800\"", "\377\376", "\"length\":2147483648", "[[[[[[[[", "}}}}", ",,",
};

static void
mutate (GRand      *rand,
        GByteArray *file)
{
  guint n = (guint) g_rand_int_range (rand, 1, 5);

  for (guint i = 0; i < n && file->len > 8; i++)
    {
      guint at = (guint) g_rand_int_range (rand, 0, (gint32) file->len);
      guint length = (guint) g_rand_int_range (rand, 1, 12);
      const char *token = tokens[g_rand_int_range (rand, 0, G_N_ELEMENTS (tokens))];
      guint digit = at;

      switch (g_rand_int_range (rand, 0, 6))
        {
        case 0:
          file->data[at] = (guint8) g_rand_int_range (rand, 0, 256);
          break;
        case 1:
          g_byte_array_remove_range (file, at, MIN (length, file->len - at));
          break;
        case 2:
          file->data[at] ^= (guint8) (1u << g_rand_int_range (rand, 0, 8));
          break;
        case 3:
          /* another number, so that the text stays JSON */
          while (digit < file->len && !g_ascii_isdigit (file->data[digit]))
            digit++;
          if (digit < file->len)
            file->data[digit] = (guint8) ('0' + g_rand_int_range (rand, 0, 10));
          break;
        case 4:
          /* another value in place of a number */
          while (digit < file->len && !g_ascii_isdigit (file->data[digit]))
            digit++;
          for (length = 0; digit + length < file->len && g_ascii_isdigit (file->data[digit + length]); length++)
            ;
          if (digit < file->len)
            {
              g_autoptr(GByteArray) rest = g_byte_array_new ();

              g_byte_array_append (rest, file->data + digit + length, file->len - digit - length);
              g_byte_array_set_size (file, digit);
              g_byte_array_append (file, (const guint8 *) token, (guint) strlen (token));
              g_byte_array_append (file, rest->data, rest->len);
            }
          break;
        default:
          memcpy (file->data + at, token, MIN (strlen (token), file->len - at));
          break;
        }
    }
}

static guint
number_from_env (const char *name,
                 guint       fallback)
{
  const char *text = g_getenv (name);

  return text ? (guint) g_ascii_strtoull (text, NULL, 10) : fallback;
}

static void
test_mutated (gconstpointer user_data)
{
  g_autoptr(GBytes) bytes = open_input (GPOINTER_TO_UINT (user_data));
  guint n = number_from_env ("FUL_N_MUTATIONS", 500) / G_N_ELEMENTS (names) + 1;
  guint seed = number_from_env ("FUL_SEED", 1);
  guint n_read = 0;
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(GRand) rand = g_rand_new_with_seed (seed + i);
      g_autoptr(GByteArray) file = g_byte_array_new ();

      g_byte_array_append (file, data, (guint) size);
      mutate (rand, file);
      if (g_getenv ("FUL_KEEP"))
        g_file_set_contents (g_getenv ("FUL_KEEP"), (char *) file->data, file->len, NULL);
      n_read += check ((char *) file->data, file->len);
    }

  /* Repair is the rule for flaws inside tables: some of the damaged files open. */
  g_test_message ("%u of %u opened", n_read, n);
  g_assert_cmpuint (n_read, >, n / 50);
  if (!has_lines (GPOINTER_TO_UINT (user_data)))
    g_assert_cmpuint (n_read, <, n);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *cut = g_strconcat ("/mutations/truncated/", names[i], NULL);
      g_autofree char *changed = g_strconcat ("/mutations/mutated/", names[i], NULL);

      g_test_add_data_func (cut, GUINT_TO_POINTER (i), test_truncated);
      g_test_add_data_func (changed, GUINT_TO_POINTER (i), test_mutated);
    }

  return g_test_run ();
}
