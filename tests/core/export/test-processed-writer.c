/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/ful-error.h"
#include "export/ful-processed-writer.h"
#include "ful-test-files.h"
#include "import/ful-loader.h"

#include <glib/gstdio.h>

static FulProfile *
load_fixture (const char *name)
{
  g_autoptr(GBytes) bytes = ful_test_fixture (name);
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), &error);

  g_assert_no_error (error);

  return profile;
}

/* A missing first CPU delta is 0 in slabs, where it is the only one; neither means anything. */
static char *
zero_first_cpu_delta (const char *text)
{
  static const char key[] = "\"threadCPUDelta\":[null,";
  GString *result = g_string_new (NULL);
  const char *rest = text;
  const char *found;

  while ((found = strstr (rest, key)))
    {
      const char *values = found + strlen (key);
      const char *end = strchr (values, ']');
      g_autofree char *others = g_strndup (values, (gsize) (end - values));

      g_string_append_len (result, rest, found - rest);
      g_string_append_printf (result, "\"threadCPUDelta\":[%s,%s", strstr (others, "null") ? "null" : "0", others);
      rest = end;
    }
  g_string_append (result, rest);

  return g_string_free (result, FALSE);
}

/* Written and read again, a profile is the same, in every format. */
static void
test_read_back (void)
{
  static const char *const fixtures[] = {
    "gecko-v36-two-processes.ok.json", "fx153-symbolicated-native.gecko.json.gz", "synth-shared70.json.gz",
    "synth-perthread57.json.gz", "synth-diff.json.gz",
  };
  static const char *const endings[] = { ".json", ".json.gz", ".jslb", ".jslb.gz" };
  g_autofree char *directory = g_dir_make_tmp ("fulgens-XXXXXX", NULL);

  for (guint f = 0; f < G_N_ELEMENTS (fixtures); f++)
    {
      g_autoptr(FulProfile) profile = load_fixture (fixtures[f]);
      g_autofree char *expected = ful_test_profile_text (profile);

      for (guint e = 0; e < G_N_ELEMENTS (endings); e++)
        {
          g_autofree char *path = g_strconcat (directory, "/profile", endings[e], NULL);
          g_autoptr(GFile) file = g_file_new_for_path (path);
          g_autoptr(GError) error = NULL;
          g_autoptr(FulProfile) again = NULL;
          g_autofree char *text = NULL;
          gint progress = 0;

          g_assert_true (ful_processed_writer_save (profile, file, &progress, NULL, &error));
          g_assert_cmpint (progress, ==, 1000);
          g_assert_no_error (error);
          again = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
          g_assert_no_error (error);
          ful_test_assert_sound (again);
          g_assert_cmpuint (ful_import_log_get_n (again->log), ==, 0);
          text = ful_test_profile_text (again);
          if (e >= 2)
            {
              g_autofree char *without_first = zero_first_cpu_delta (expected);

              g_assert_true (g_str_equal (text, without_first));
            }
          else
            g_assert_true (g_str_equal (text, expected));
          g_unlink (path);
        }
    }
  g_rmdir (directory);
}

static gboolean
contains (GBytes     *bytes,
          const char *text)
{
  gsize n;
  const char *data = g_bytes_get_data (bytes, &n);

  for (gsize i = 0; i + strlen (text) <= n; i++)
    if (memcmp (data + i, text, strlen (text)) == 0)
      return TRUE;

  return FALSE;
}

/* What the reference can read from a typed array is one; an array with nulls is not. */
static void
test_slabs (void)
{
  g_autoptr(FulProfile) profile = load_fixture ("processed-v70-two-processes.ok.json");
  g_autoptr(GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;

  g_assert_true (ful_processed_writer_write (profile, FUL_FILE_FORMAT_SLABS, FALSE, stream, NULL, NULL, &error));
  g_assert_no_error (error);
  g_output_stream_close (stream, NULL, NULL);
  bytes = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  g_assert_false (contains (bytes, "fulgens"));
  g_assert_true (contains (bytes, "\"threadCPUDelta\":[10000,20000,null"));
  g_assert_true (contains (bytes, "\"prefixOffset\":{\"$s\":"));
}

static void
test_unknown_members_survive (void)
{
  g_autoptr(FulProfile) profile = load_fixture ("processed-v70-two-processes.ok.json");
  g_autofree char *text = ful_test_profile_text (profile);

  g_assert_nonnull (strstr (text, "\"profilingLog\""));
  g_assert_nonnull (strstr (text, "\"profilerOverhead\""));
  g_assert_nonnull (strstr (text, "\"pausedRanges\""));
  g_assert_nonnull (strstr (text, "\"usedInnerWindowIDs\":[4294967298]"));
  g_assert_nonnull (strstr (text, "\"configuration\""));
}

static void
test_existing_file_stays (void)
{
  g_autoptr(FulProfile) profile = load_fixture ("processed-v70-two-processes.ok.json");
  g_autofree char *directory = g_dir_make_tmp ("fulgens-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "kept.json", NULL);
  g_autofree char *strange = g_build_filename (directory, "kept.txt", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(GFile) strange_file = g_file_new_for_path (strange);
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *content = NULL;
  g_autoptr(GDir) listing = NULL;
  guint n = 0;

  g_file_set_contents (path, "old", -1, NULL);
  g_cancellable_cancel (cancellable);
  g_assert_false (ful_processed_writer_save (profile, file, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_file_get_contents (path, &content, NULL, NULL);
  g_assert_cmpstr (content, ==, "old");

  g_assert_false (ful_processed_writer_save (profile, strange_file, NULL, NULL, &error));
  g_assert_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT);

  /* Nothing temporary is left. */
  listing = g_dir_open (directory, 0, NULL);
  while (g_dir_read_name (listing))
    n++;
  g_assert_cmpuint (n, ==, 1);
  g_unlink (path);
  g_rmdir (directory);
}

static void
test_endings (void)
{
  static const struct { const char *name; gboolean known; FulFileFormat format; gboolean gzip; } rows[] = {
    { "a.json", TRUE, FUL_FILE_FORMAT_JSON, FALSE },
    { "a.JSON.GZ", TRUE, FUL_FILE_FORMAT_JSON, TRUE },
    { "a.jslb", TRUE, FUL_FILE_FORMAT_SLABS, FALSE },
    { "a.jslb.gz", TRUE, FUL_FILE_FORMAT_SLABS, TRUE },
    { "a.gz", FALSE, 0, FALSE },
    { "a", FALSE, 0, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      FulFileFormat format;
      gboolean gzip;

      g_assert_true (ful_processed_writer_format_of (rows[i].name, &format, &gzip) == rows[i].known);
      if (rows[i].known)
        {
          g_assert_cmpint (format, ==, rows[i].format);
          g_assert_true (gzip == rows[i].gzip);
        }
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/processed-writer/read-back", test_read_back);
  g_test_add_func ("/processed-writer/slabs", test_slabs);
  g_test_add_func ("/processed-writer/unknown-members-survive", test_unknown_members_survive);
  g_test_add_func ("/processed-writer/existing-file-stays", test_existing_file_stays);
  g_test_add_func ("/processed-writer/endings", test_endings);

  return g_test_run ();
}
