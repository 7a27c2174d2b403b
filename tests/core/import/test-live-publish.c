/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Snapshots of captures that grow: each is what one load of the stream so far gives, never changes, and can be read
 * while more comes. */

#include "ful-test-files.h"
#include "ful-test-stream.h"
#include "ful-test-text.h"

#include "import/live/ful-live-writer.h"
#include "wire/ful-wire-decoder.h"

#include <string.h>

#define N_STREAMS 60
#define N_TICKS 12

typedef struct
{
  FulProfileBuilder *builder;
  FulLiveWriter     *writer;
  FulWireDecoder    *decoder;
  gsize              n_fed;
} Client;

static void
client_init (Client *self)
{
  self->builder = ful_profile_builder_new ();
  self->writer = ful_live_writer_new (self->builder);
  self->decoder = ful_wire_decoder_new (FALSE);
  self->n_fed = 0;
}

static void
client_clear (Client *self)
{
  ful_wire_decoder_free (self->decoder);
  ful_live_writer_free (self->writer);
  ful_profile_builder_free (self->builder);
}

/* Takes in the stream as far as @end, in pieces. */
static void
feed (Client        *self,
      FulTestStream *stream,
      gsize          end)
{
  while (self->n_fed < end)
    {
      gsize n = (gsize) g_test_rand_int_range (1, (gint32) MIN (end - self->n_fed, 3000) + 1);
      g_autoptr(GError) error = NULL;
      FulWireFrame frame;

      ful_wire_decoder_feed (self->decoder, stream->bytes.data + self->n_fed, n);
      self->n_fed += n;
      while (ful_wire_decoder_next (self->decoder, &frame, &error))
        {
          ful_live_writer_add (self->writer, &frame, &error);
          g_assert_no_error (error);
        }
      g_assert_no_error (error);
    }
}

static FulProfile *
publish (Client *self)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_live_writer_publish (self->writer, &error);

  g_assert_no_error (error);
  g_assert_nonnull (profile);
  ful_test_assert_sound (profile);

  return profile;
}

static FulProfile *
load (FulTestStream *stream,
      gsize          n)
{
  g_autoptr(GError) error = NULL;
  FulProfile *profile = ful_test_load (stream->bytes.data, n, &error);

  g_assert_no_error (error);

  return profile;
}

static void
assert_same_profile (FulProfile *profile,
                     FulProfile *expected)
{
  g_autofree char *text = ful_test_profile_text (profile);
  g_autofree char *expected_text = ful_test_profile_text (expected);

  g_assert_cmpstr (text, ==, expected_text);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Sorted, as the order of the entries depends on when rows are checked. */
static char *
log_text (FulProfile *profile)
{
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < ful_import_log_get_n (profile->log); i++)
    {
      const FulImportLogEntry *entry = ful_import_log_get (profile->log, i);

      g_ptr_array_add (lines, g_strdup_printf ("%s: %s (%u)", entry->where, entry->message, (guint) entry->count));
    }
  g_ptr_array_sort (lines, compare_texts);
  g_ptr_array_add (lines, NULL);

  return g_strjoinv ("\n", (char **) lines->pdata);
}

static char *
call_tree_text (FulProfile *profile)
{
  g_autoptr(FulTestView) view = ful_test_view_new (profile, "{\"thread\":0}");

  return ful_test_call_tree_to_text (view->tree, TRUE);
}

/* The functions of @first are the first ones of @profile. */
static void
assert_begins_with (FulProfile *profile,
                    FulProfile *first)
{
  g_assert_cmpuint (profile->funcs->table.n_rows, >=, first->funcs->table.n_rows);
  for (guint f = 0; f < first->funcs->table.n_rows; f++)
    {
      g_assert_cmpstr (ful_profile_get_func_name (first, (gint32) f), ==, ful_profile_get_func_name (profile, (gint32) f));
      g_assert_cmpint (ful_profile_is_resource_func (first, (gint32) f), ==, ful_profile_is_resource_func (profile, (gint32) f));
    }
}

/* At random TICKs a snapshot; all of them are looked at again at the end. */
static void
check_stream (guint32 seed)
{
  g_autoptr(FulTestStream) stream = ful_test_stream_new (seed, N_TICKS);
  g_autoptr(GPtrArray) snapshots = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(FulProfile) sealed = NULL;
  g_autoptr(FulProfile) loaded = load (stream, stream->bytes.n);
  g_autofree char *tree = NULL, *loaded_tree = NULL, *log = NULL, *loaded_log = NULL;
  Client client;

  client_init (&client);
  for (guint i = 0; i < stream->tick_ends->len; i++)
    {
      gsize end = g_array_index (stream->tick_ends, gsize, i);
      g_autoptr(FulProfile) prefix = load (stream, end);
      FulProfile *snapshot;

      feed (&client, stream, end);
      if (g_test_rand_bit ())
        continue;
      snapshot = publish (&client);
      assert_same_profile (snapshot, prefix);
      g_ptr_array_add (snapshots, snapshot);
      g_ptr_array_add (texts, ful_test_profile_text (snapshot));
    }
  feed (&client, stream, stream->bytes.n);
  ful_live_writer_finish (client.writer);
  sealed = ful_profile_builder_seal (client.builder, NULL, NULL);
  g_assert_nonnull (sealed);
  ful_test_assert_sound (sealed);
  assert_same_profile (sealed, loaded);
  assert_begins_with (sealed, loaded);
  log = log_text (sealed);
  loaded_log = log_text (loaded);
  g_assert_cmpstr (log, ==, loaded_log);
  tree = call_tree_text (sealed);
  loaded_tree = call_tree_text (loaded);
  g_assert_cmpstr (tree, ==, loaded_tree);

  for (guint i = 0; i < snapshots->len; i++)
    {
      FulProfile *snapshot = g_ptr_array_index (snapshots, i);
      g_autofree char *text = ful_test_profile_text (snapshot);

      g_assert_cmpstr (text, ==, g_ptr_array_index (texts, i));
      assert_begins_with (sealed, snapshot);
    }
  client_clear (&client);
}

static void
test_snapshots (void)
{
  for (guint i = 0; i < N_STREAMS; i++)
    check_stream ((guint32) g_test_rand_int ());
}

/* What did not change is the same object. */
static void
test_sharing (void)
{
  g_autoptr(FulTestStream) stream = ful_test_stream_new (1, N_TICKS);
  g_autoptr(FulProfile) first = NULL, second = NULL;
  Client client;

  client_init (&client);
  feed (&client, stream, stream->bytes.n);
  first = publish (&client);
  second = publish (&client);
  g_assert_true (first != second);
  g_assert_cmpuint (first->threads->len, >, 1);
  for (guint i = 0; i < first->threads->len; i++)
    g_assert_true (ful_profile_get_thread (first, i) == ful_profile_get_thread (second, i));
  for (guint i = 0; i < first->counters->len; i++)
    g_assert_true (g_ptr_array_index (first->counters, i) == g_ptr_array_index (second->counters, i));
  g_assert_true (first->libs == second->libs);
  g_assert_true (first->categories == second->categories);
  g_assert_true (first->log == second->log);
  g_assert_true (first->stacks->frame == second->stacks->frame);
  client_clear (&client);
}

typedef struct
{
  GMutex      mutex;
  FulProfile *latest;     /* (nullable) */
  gboolean    is_over;
  int         n_read;
} Latest;

/* Derives from the latest snapshot, over and over. */
static gpointer
read_snapshots (gpointer data)
{
  Latest *latest = data;
  gboolean is_over = FALSE;

  while (!is_over)
    {
      g_autoptr(FulProfile) profile = NULL;

      g_mutex_lock (&latest->mutex);
      is_over = latest->is_over;
      if (latest->latest)
        profile = g_object_ref (latest->latest);
      g_mutex_unlock (&latest->mutex);
      if (profile)
        {
          g_autofree char *tree = call_tree_text (profile);

          for (guint i = 0; i < profile->threads->len; i++)
            ful_test_use_markers (profile, i);
          g_assert_true (ful_profile_find_string (profile, "no such string") == FUL_NONE);
          g_atomic_int_inc (&latest->n_read);
        }
    }

  return NULL;
}

static void
test_readers (void)
{
  g_autoptr(FulTestStream) stream = ful_test_stream_new (2, 200);
  Latest latest = { .latest = NULL };
  GThread *readers[3];
  Client client;

  g_mutex_init (&latest.mutex);
  client_init (&client);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    readers[i] = g_thread_new ("reader", read_snapshots, &latest);
  for (guint i = 0; i < stream->tick_ends->len; i++)
    {
      g_autoptr(FulProfile) snapshot = NULL;

      feed (&client, stream, g_array_index (stream->tick_ends, gsize, i));
      snapshot = publish (&client);
      g_mutex_lock (&latest.mutex);
      g_set_object (&latest.latest, snapshot);
      g_mutex_unlock (&latest.mutex);
      /* Readers see some of the snapshots, however slow they are. */
      while (g_atomic_int_get (&latest.n_read) < (int) i / 10)
        g_thread_yield ();
    }
  g_mutex_lock (&latest.mutex);
  latest.is_over = TRUE;
  g_mutex_unlock (&latest.mutex);
  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    g_thread_join (readers[i]);
  g_assert_cmpint (latest.n_read, >, 20);
  g_clear_object (&latest.latest);
  g_mutex_clear (&latest.mutex);
  client_clear (&client);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-publish/snapshots", test_snapshots);
  g_test_add_func ("/live-publish/sharing", test_sharing);
  g_test_add_func ("/live-publish/readers", test_readers);

  return g_test_run ();
}
