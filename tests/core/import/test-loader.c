/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "import/ful-importer.h"
#include "import/ful-loader.h"
#include "io/raw/ful-slabs.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* A version to come is refused, or read as the newest known one: there it is the
 * lack of threads that stops it. */
static void
test_newer (void)
{
  static const char *const texts[] = {
    "{\"meta\":{\"preprocessedProfileVersion\":99,\"interval\":1},\"threads\":[],\"shared\":{\"stringArray\":[]}}",
    "{\"meta\":{\"version\":99,\"interval\":1},\"threads\":[],\"shared\":{\"stringArray\":[]}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr(GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      g_autoptr(GError) error = NULL;

      g_assert_null (ful_loader_load_bytes (bytes, FUL_LOAD_DEFAULT, NULL, NULL, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_NEWER_VERSION);
      g_clear_error (&error);

      g_assert_null (ful_loader_load_bytes (bytes, FUL_LOAD_ACCEPT_NEWER, NULL, NULL, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_EMPTY);
    }
}

static void
test_file_with_progress (void)
{
  g_autofree char *path = g_build_filename (FUL_FIXTURES, "fx153-startup-small.gecko.json.gz", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  g_autoptr(FulLoadProgress) progress = ful_load_progress_new ();
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, progress, NULL, &error);
  FulLoadStage stage;
  guint64 read, total;

  g_assert_no_error (error);
  ful_test_assert_sound (profile);
  ful_load_progress_get (progress, &stage, &read, &total);
  g_assert_cmpint (stage, ==, FUL_LOAD_STAGE_INDEXING);
  g_assert_cmpuint (read, ==, total);
  g_assert_cmpuint (profile->threads->len, ==, 4);
}

static void
test_files_that_cannot_be_read (void)
{
  g_autoptr(GFile) directory = g_file_new_for_path (FUL_FIXTURES);
  g_autoptr(GFile) missing = g_file_get_child (directory, "no-such-file.json");
  g_autoptr(GError) error = NULL;

  g_assert_null (ful_loader_load_file (missing, FUL_LOAD_DEFAULT, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (ful_loader_load_file (directory, FUL_LOAD_DEFAULT, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY);
}

typedef struct
{
  GMainLoop  *loop;
  FulProfile *profile;
  GError     *error;
} Waiter;

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Waiter *waiter = user_data;

  waiter->profile = ful_loader_load_file_finish (result, &waiter->error);
  g_main_loop_quit (waiter->loop);
}

static void
test_async (void)
{
  g_autofree char *path = g_build_filename (FUL_FIXTURES, "processed-v70-two-processes.ok.json", NULL);
  g_autoptr(GFile) file = g_file_new_for_path (path);
  Waiter waiter = { g_main_loop_new (NULL, FALSE), NULL, NULL };

  ful_loader_load_file_async (file, NULL, FUL_LOAD_DEFAULT, NULL, NULL, loaded_cb, &waiter);
  g_main_loop_run (waiter.loop);
  g_assert_no_error (waiter.error);
  g_assert_cmpuint (waiter.profile->threads->len, ==, 2);
  g_object_unref (waiter.profile);
  g_main_loop_unref (waiter.loop);
}

/* A stream that cancels the load after some bytes, at every block in turn. */
typedef struct
{
  GInputStream  parent_instance;
  GBytes       *bytes;
  gsize         position;
  gsize         cancel_at;
  GCancellable *load;
  guint         n_reads_after;   /* it was cancelled */
} CancellingStream;

typedef GInputStreamClass CancellingStreamClass;

GType cancelling_stream_get_type (void);

G_DEFINE_TYPE (CancellingStream, cancelling_stream, G_TYPE_INPUT_STREAM)

static gssize
cancelling_stream_read (GInputStream  *stream,
                        void          *buffer,
                        gsize          count,
                        GCancellable  *cancellable,
                        GError       **error)
{
  CancellingStream *self = (CancellingStream *) stream;
  gsize n;
  const char *data = g_bytes_get_data (self->bytes, &n);

  /* As every stream does. */
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  if (g_cancellable_is_cancelled (self->load))
    self->n_reads_after++;
  count = MIN (MIN (count, 4096), n - self->position);
  if (self->position + count > self->cancel_at)
    g_cancellable_cancel (self->load);
  memcpy (buffer, data + self->position, count);
  self->position += count;

  return (gssize) count;
}

static void
cancelling_stream_class_init (CancellingStreamClass *klass)
{
  klass->read_fn = cancelling_stream_read;
}

static void
cancelling_stream_init (CancellingStream *self)
{
}

static void
test_cancel_anywhere (void)
{
  static const char *const names[] = {
    "fx153-symbolicated-native.gecko.json.gz", "synth-perthread57.json.gz", "node-cpu-prof.cpuprofile", "valgrind-dhat-tree.json.gz",
    "folded-native.txt", "perf-script-native-fp.txt.gz", "chrome.ok.trace.json", "speedscope.ok.json", "art-regular.ok.trace",
    "art-streaming.ok.trace", "simpleperf.ok.trace", "import/gperftools.prof", "import/stackprof-wall.json.gz", "pyinstrument.ok.json", "import/app.heapprofile", "import/callgrind.sieve-plain.out.gz",
    "import/go-tree-cpu.pb.gz", "import/native-pipe.perf.data.gz",
#ifdef HAVE_ZSTD
    "import/forks-zstd.perf.data",
#endif
  };

  for (guint f = 0; f < G_N_ELEMENTS (names); f++)
    {
      g_autoptr(GBytes) bytes = ful_test_fixture (names[f]);
      gsize n = g_bytes_get_size (bytes);

      for (gsize at = 0; at < n; at += n / 40 + 1)
        {
          g_autoptr(GCancellable) cancellable = g_cancellable_new ();
          CancellingStream *stream = g_object_new (cancelling_stream_get_type (), NULL);
          g_autoptr(GError) error = NULL;

          stream->bytes = bytes;
          stream->cancel_at = at;
          stream->load = cancellable;
          g_assert_null (ful_loader_load_stream (G_INPUT_STREAM (stream), NULL, FUL_LOAD_DEFAULT, NULL, cancellable, &error));
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          g_assert_cmpuint (stream->n_reads_after, ==, 0);
          g_object_unref (stream);
        }
    }
}

/* No list of a file is walked to its end once the load is cancelled. */
static void
test_lists_are_left (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  FulImport import = { builder, FUL_LOAD_DEFAULT, NULL, cancellable };
  FulBytes text = { 0 }, v8 = { 0 };
  FulRawNode *root;

  ful_bytes_append_s (&text, "{\"meta\":{\"preprocessedProfileVersion\":70,\"categories\":[1,1]},\"libs\":[1,1],"
                             "\"shared\":{\"stringArray\":[1,1]},\"threads\":[],\"counters\":[1,1]}");
  ful_bytes_reserve (&text, 1);
  root = ful_raw_tree_parse (tree, text.data, text.n, &error);
  g_assert_no_error (error);
  g_cancellable_cancel (cancellable);

  g_assert_false (ful_importers_find_by_tree (tree, root)->read_tree (&import, tree, root, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (builder->profile->libs->len, ==, 0);
  g_assert_cmpuint (builder->profile->categories->len, ==, 0);
  g_assert_cmpuint (builder->profile->counters->len, ==, 0);
  g_assert_cmpuint (ful_string_table_get_n (builder->strings), ==, 0);
  ful_bytes_clear (&text);
  g_clear_error (&error);

  ful_bytes_append_s (&v8, "{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":\"f\"}}],\"samples\":[1],\"timeDeltas\":[9],"
                           "\"startTime\":0,\"endTime\":9}");
  ful_bytes_reserve (&v8, 1);
  root = ful_raw_tree_parse (tree, v8.data, v8.n, &error);
  g_assert_no_error (error);
  g_assert_false (ful_importers_find_by_tree (tree, root)->read_tree (&import, tree, root, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (builder->stacks.n_rows, ==, 0);
  ful_bytes_clear (&v8);
}

/* gcc has macros, clang features. */
#if defined (__SANITIZE_ADDRESS__) || defined (__SANITIZE_THREAD__)
#define HAVE_SANITIZER 1
#elif defined (__has_feature)
#define HAVE_SANITIZER (__has_feature (address_sanitizer) || __has_feature (thread_sanitizer))
#else
#define HAVE_SANITIZER 0
#endif

#if !HAVE_SANITIZER
static FulProfile *
load_with_memory (GBytes        *bytes,
                  FulLoadFlags   flags,
                  gsize          n_more_bytes,
                  GError       **error)
{
  g_autofree char *status = NULL;
  struct rlimit old, limit;
  FulProfile *profile;

  g_assert_true (g_file_get_contents ("/proc/self/statm", &status, NULL, NULL));
  getrlimit (RLIMIT_AS, &old);
  limit = old;
  limit.rlim_cur = g_ascii_strtoull (status, NULL, 10) * (gsize) sysconf (_SC_PAGESIZE) + n_more_bytes;
  g_assert_cmpint (setrlimit (RLIMIT_AS, &limit), ==, 0);
  profile = ful_loader_load_bytes (bytes, flags, NULL, NULL, error);
  setrlimit (RLIMIT_AS, &old);

  return profile;
}
#endif

/* A file for which there is no memory is refused, and the program goes on. */
static void
test_no_memory (void)
{
#if HAVE_SANITIZER
  g_test_skip ("Sanitizers need all addresses");
#else
  static const char *const units[] = { "1.5,", "\"a text of some length\",", "null," };

  if (!g_test_subprocess ())
    {
      /* In a heap where nothing is free. */
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
      g_test_trap_assert_passed ();
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr(GString) text = g_string_new ("{\"meta\":{},\"x\":[");
      g_autoptr(GError) error = NULL;
      g_autoptr(GBytes) bytes = NULL;

      while (text->len < 40000000)
        g_string_append (text, units[i]);
      bytes = g_bytes_new_static (text->str, text->len);
      g_assert_null (load_with_memory (bytes, FUL_LOAD_DEFAULT, 25000000, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
      g_assert_nonnull (strstr (error->message, "memory"));
    }
#endif
}

/* Of slabs that are cut off, those that are missing take no memory, whatever their length should be. */
static void
test_missing_slabs (void)
{
#if HAVE_SANITIZER
  g_test_skip ("Sanitizers need all addresses");
#else
  static const char root[] = "{\"meta\":{\"preprocessedProfileVersion\":70},"
    "\"shared\":{\"stringArray\":[]},\"threads\":[{\"name\":\"t\",\"samples\":{}}]}";
  const guint n_slabs = 60, n_bytes = 64 << 20;
  g_autoptr(GByteArray) file = g_byte_array_new ();
  g_autoptr(GBytes) bytes = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = NULL;
  guint32 place = 20 + 12 * n_slabs;
  const guint32 head[] = { 1, n_slabs, 0 };

  g_byte_array_append (file, (const guint8 *) FUL_SLABS_MAGIC, FUL_SLABS_MAGIC_BYTES);
  g_byte_array_append (file, (const guint8 *) head, sizeof head);
  for (guint i = 0; i < n_slabs; i++)
    {
      const guint32 slab[] = { i == 0 ? FUL_SLAB_JSON : FUL_SLAB_U8, place, i == 0 ? (guint32) sizeof root - 1 : n_bytes };

      g_byte_array_append (file, (const guint8 *) slab, sizeof slab);
      place += slab[2];
    }
  g_byte_array_append (file, (const guint8 *) root, sizeof root - 1);
  bytes = g_bytes_new_static (file->data, file->len);

  profile = load_with_memory (bytes, FUL_LOAD_PARTIAL, 250000000, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (profile->threads->len, ==, 1);
#endif
}

/* A file that another program writes to while it is read: after the first block it
 * is cut, or something is appended. */
typedef struct
{
  GInputStream  parent_instance;
  GInputStream *file;
  const char   *path;
  gssize        new_size;      /* -1: append instead */
  guint         n_reads;
} ChangingStream;

typedef GInputStreamClass ChangingStreamClass;

GType changing_stream_get_type (void);

G_DEFINE_TYPE (ChangingStream, changing_stream, G_TYPE_INPUT_STREAM)

static gssize
changing_stream_read (GInputStream  *stream,
                      void          *buffer,
                      gsize          count,
                      GCancellable  *cancellable,
                      GError       **error)
{
  ChangingStream *self = (ChangingStream *) stream;

  if (self->n_reads++ == 1)
    {
      FILE *file = fopen (self->path, "r+");

      g_assert_nonnull (file);
      if (self->new_size >= 0)
        g_assert_cmpint (ftruncate (fileno (file), self->new_size), ==, 0);
      else
        {
          fseek (file, 0, SEEK_END);
          fputs ("[more]", file);
        }
      fclose (file);
    }

  return g_input_stream_read (self->file, buffer, MIN (count, 100000), cancellable, error);
}

static void
changing_stream_class_init (ChangingStreamClass *klass)
{
  klass->read_fn = changing_stream_read;
}

static void
changing_stream_init (ChangingStream *self)
{
}

static FulProfile *
load_while_changing (const char  *path,
                     gssize       new_size,
                     GError     **error)
{
  g_autoptr(GFile) file = g_file_new_for_path (path);
  ChangingStream *stream = g_object_new (changing_stream_get_type (), NULL);
  FulProfile *profile;

  stream->file = G_INPUT_STREAM (g_file_read (file, NULL, NULL));
  stream->path = path;
  stream->new_size = new_size;
  profile = ful_loader_load_stream (G_INPUT_STREAM (stream), NULL, FUL_LOAD_DEFAULT, NULL, NULL, error);
  g_object_unref (stream->file);
  g_object_unref (stream);

  return profile;
}

static void
test_file_changes_while_read (void)
{
  g_autoptr(GBytes) zipped = ful_test_fixture ("synth-shared70.json.gz");
  g_autoptr(FulProfile) whole = ful_test_load (g_bytes_get_data (zipped, NULL), g_bytes_get_size (zipped), NULL);
  g_autofree char *text = ful_test_profile_text (whole);
  g_autofree char *path = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) shrunk = NULL;
  g_autoptr(FulProfile) grown = NULL;
  g_autofree char *grown_text = NULL;
  int fd = g_file_open_tmp ("fulgens-XXXXXX.json", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_file_set_contents (path, text, -1, NULL);
  shrunk = load_while_changing (path, 250000, &error);
  g_assert_null (shrunk);
  g_assert_error (error, FUL_ERROR, FUL_ERROR_TRUNCATED);
  g_clear_error (&error);

  g_file_set_contents (path, text, -1, NULL);
  grown = load_while_changing (path, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ful_import_log_get_n (grown->log), ==, 1);
  grown_text = ful_test_profile_text (grown);
  g_assert_true (g_str_equal (text, grown_text));
  g_unlink (path);
}

/* The same profile, however it is packed. */
static void
test_containers_give_the_same (void)
{
  g_autoptr(GBytes) plain = ful_test_fixture ("processed-v70-two-processes.ok.json");
  gsize n;
  const char *data = g_bytes_get_data (plain, &n);
  g_autoptr(FulProfile) expected = ful_test_load (data, n, NULL);
  g_autofree char *expected_text = ful_test_profile_text (expected);
  g_autoptr(GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 1);
  g_autoptr(GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr(GOutputStream) stream = g_converter_output_stream_new (memory, G_CONVERTER (compressor));
  g_autoptr(GBytes) zipped = NULL;
  g_autoptr(FulProfile) actual = NULL;
  g_autofree char *text = NULL;

  g_output_stream_write_all (stream, data, n, NULL, NULL, NULL);
  g_output_stream_close (stream, NULL, NULL);
  zipped = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  actual = ful_test_load (g_bytes_get_data (zipped, NULL), g_bytes_get_size (zipped), NULL);
  text = ful_test_profile_text (actual);
  g_assert_cmpstr (text, ==, expected_text);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/loader/file-with-progress", test_file_with_progress);
  g_test_add_func ("/loader/newer", test_newer);
  g_test_add_func ("/loader/files-that-cannot-be-read", test_files_that_cannot_be_read);
  g_test_add_func ("/loader/async", test_async);
  g_test_add_func ("/loader/cancel-anywhere", test_cancel_anywhere);
  g_test_add_func ("/loader/lists-are-left", test_lists_are_left);
  g_test_add_func ("/loader/no-memory", test_no_memory);
  g_test_add_func ("/loader/missing-slabs", test_missing_slabs);
  g_test_add_func ("/loader/file-changes-while-read", test_file_changes_while_read);
  g_test_add_func ("/loader/containers-give-the-same", test_containers_give_the_same);

  return g_test_run ();
}
