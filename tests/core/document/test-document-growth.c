/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A document of a capture that grows: where it looks, and what it derives from each snapshot. */

#include "ful-test-files.h"
#include "ful-test-stream.h"
#include "ful-test-text.h"

#include "document/ful-document-history.h"
#include "document/ful-document-markers.h"
#include "document/ful-document-window.h"
#include "document/ful-document.h"
#include "document/rows/ful-track-visibility.h"
#include "import/live/ful-live-writer.h"
#include "markers/list/ful-marker-key.h"
#include "markers/list/ful-marker-list.h"
#include "threads/ful-derive-cache.h"
#include "tracks/ful-track-list.h"
#include "wire/ful-wire-decoder.h"

#include <string.h>

#define N_TICKS 16

/* Returns: (transfer full) (element-type FulProfile): a snapshot for each TICK */
static GPtrArray *
make_snapshots (guint32 seed)
{
  g_autoptr(FulTestStream) stream = ful_test_stream_new (seed, N_TICKS);
  FulProfileBuilder *builder = ful_profile_builder_new ();
  FulLiveWriter *writer = ful_live_writer_new (builder);
  FulWireDecoder *decoder = ful_wire_decoder_new (FALSE);
  GPtrArray *snapshots = g_ptr_array_new_with_free_func (g_object_unref);
  FulWireFrame frame;

  ful_wire_decoder_feed (decoder, stream->bytes.data, stream->bytes.n);
  while (ful_wire_decoder_next (decoder, &frame, NULL))
    {
      g_assert_true (ful_live_writer_add (writer, &frame, NULL));
      if (frame.type == FUL_WIRE_TICK)
        g_ptr_array_add (snapshots, ful_live_writer_publish (writer, NULL));
    }
  g_assert_cmpuint (snapshots->len, ==, N_TICKS);
  ful_wire_decoder_free (decoder);
  ful_live_writer_free (writer);
  ful_profile_builder_free (builder);

  return snapshots;
}

static double
get_end (FulDocument *document)
{
  FulTimeRange root = ful_document_get_root_range (document);

  return root.end - root.start;
}

static void
take (FulDocument *document,
      GPtrArray   *snapshots,
      guint        i)
{
  ful_document_take_profile (document, g_object_ref (g_ptr_array_index (snapshots, i)));
}

/* The range is that of the snapshot, with the zero of the first one. */
static void
test_root_range (void)
{
  for (guint32 seed = 0; seed < 20; seed++)
    {
      g_autoptr(GPtrArray) snapshots = make_snapshots (seed);
      g_autoptr(FulDocument) document = ful_document_new (g_ptr_array_index (snapshots, 0));
      double zero = ful_document_get_root_range (document).start;

      for (guint i = 1; i < snapshots->len; i++)
        {
          FulTimeRange all = ful_root_range_compute (g_ptr_array_index (snapshots, i));

          if (get_end (document) == 0)
            zero = all.start;
          take (document, snapshots, i);
          g_assert_cmpfloat (ful_document_get_root_range (document).start, ==, zero);
          g_assert_cmpfloat (ful_document_get_root_range (document).end, >=, all.end);
          g_assert_true (ful_document_follows_now (document));
        }
    }
}

static void
assert_range (FulTimeRange range,
              double       start,
              double       end)
{
  g_assert_cmpfloat (range.start, ==, start);
  g_assert_cmpfloat (range.end, ==, end);
}

static void
test_windows (void)
{
  g_autoptr(GPtrArray) snapshots = make_snapshots (7);
  g_autoptr(FulDocument) document = ful_document_new (g_ptr_array_index (snapshots, 2));
  double end = get_end (document);
  FulTimeRange window;

  g_assert_cmpfloat (end, >, 100);

  /* All that there is. */
  take (document, snapshots, 3);
  g_assert_cmpfloat (get_end (document), >, end);
  assert_range (ful_document_get_window (document), 0, get_end (document));

  /* The last 50 ms. */
  end = get_end (document);
  ful_document_show_window (document, end - 50, 50);
  g_assert_true (ful_document_follows_now (document));
  take (document, snapshots, 4);
  window = ful_document_get_window (document);
  g_assert_cmpfloat (window.end, ==, get_end (document));
  g_assert_cmpfloat_with_epsilon (window.end - window.start, 50, 1e-6);

  /* Scrolled back. */
  ful_document_show_window (document, 20, 50);
  g_assert_false (ful_document_follows_now (document));
  window = ful_document_get_window (document);
  take (document, snapshots, 5);
  assert_range (ful_document_get_window (document), window.start, window.end);
  ful_document_jump_to_now (document);
  g_assert_true (ful_document_follows_now (document));
  window = ful_document_get_window (document);
  g_assert_cmpfloat_with_epsilon (window.end - window.start, 50, 1e-6);

  /* A selection keeps the window where it is, and goes with the jump. */
  ful_document_set_zoom (document, NULL);
  end = get_end (document);
  ful_document_set_preview (document, &(FulTimeRange) { 10, 20 });
  take (document, snapshots, 6);
  assert_range (ful_document_get_window (document), 0, end);
  assert_range (ful_document_get_options (document)->preview, 10, 20);
  ful_document_jump_to_now (document);
  g_assert_false (ful_document_get_options (document)->has_preview);
  assert_range (ful_document_get_window (document), 0, get_end (document));
}

/* Those that are the default stay; chosen ones are not touched. */
static void
test_threads (void)
{
  g_autoptr(GPtrArray) snapshots = make_snapshots (7);
  g_autoptr(FulDocument) document = ful_document_new (g_ptr_array_index (snapshots, 2));

  ful_document_keep_threads (document, (guint[]) { 1 }, 1);
  take (document, snapshots, 3);
  g_assert_true (ful_view_options_has_threads (ful_document_get_options (document), (guint[]) { 1 }, 1));
  g_assert_null (ful_document_get_undo (document));
  ful_document_set_threads (document, (guint[]) { 0 }, 1);
  ful_document_keep_threads (document, (guint[]) { 1 }, 1);
  g_assert_true (ful_view_options_has_threads (ful_document_get_options (document), (guint[]) { 0 }, 1));
}

/* What names rows of one profile means nothing in another. */
static void
test_other_profile (void)
{
  g_autoptr(GPtrArray) snapshots = make_snapshots (7);
  g_autoptr(GPtrArray) others = make_snapshots (8);
  g_autoptr(FulDocument) document = ful_document_new (g_ptr_array_index (snapshots, N_TICKS - 1));
  FulProfile *last = g_ptr_array_index (snapshots, N_TICKS - 1);
  const FulFuncIndex func = (FulFuncIndex) last->funcs->table.n_rows - 1;
  FulMarkerKey key = { TRUE, 0, 3, FUL_NONE, 0 };
  FulViewState *state;

  ful_document_set_threads (document, (guint[]) { last->threads->len - 1 }, 1);
  ful_document_set_preview (document, &(FulTimeRange) { 10, 20 });
  ful_document_select_path (document, &func, 1);
  ful_document_select_marker (document, 3, &key);
  ful_document_set_search (document, "s1", 0);
  take (document, others, 0);
  state = ful_document_get_view_state (document);
  g_assert_cmpuint (state->n_path, ==, 0);
  g_assert_cmpint (state->marker, ==, FUL_NONE);
  g_assert_false (state->marker_key.is_set);
  g_assert_cmpstr (state->options->search, ==, "s1");
  for (guint i = 0; i < state->options->n_threads; i++)
    g_assert_cmpuint (state->options->threads[i], <, ((FulProfile *) g_ptr_array_index (others, 0))->threads->len);
  while (ful_document_get_undo (document))
    {
      ful_document_undo (document);
      g_assert_cmpuint (ful_document_get_view_state (document)->n_path, ==, 0);
    }
}

static void
test_committed_ranges (void)
{
  g_autoptr(GPtrArray) snapshots = make_snapshots (7);
  g_autoptr(FulDocument) document = ful_document_new (g_ptr_array_index (snapshots, 2));
  FulViewState *state;

  /* Two that end now, and a state before the second. */
  ful_document_set_preview (document, &(FulTimeRange) { 10, 1e9 });
  ful_document_commit_preview (document);
  ful_document_set_preview (document, &(FulTimeRange) { 30, 1e9 });
  ful_document_commit_preview (document);
  take (document, snapshots, 3);
  state = ful_document_get_view_state (document);
  g_assert_cmpuint (state->n_ranges, ==, 2);
  assert_range (state->ranges[0], 10, get_end (document));
  assert_range (state->ranges[1], 30, get_end (document));
  assert_range (ful_document_get_window (document), 30, get_end (document));
  g_assert_true (ful_document_follows_now (document));
  ful_document_undo (document);
  ful_document_undo (document);
  state = ful_document_get_view_state (document);
  g_assert_cmpuint (state->n_ranges, ==, 1);
  assert_range (state->ranges[0], 10, get_end (document));

  /* One that does not. */
  ful_document_set_preview (document, &(FulTimeRange) { 20, 40 });
  ful_document_commit_preview (document);
  take (document, snapshots, 4);
  state = ful_document_get_view_state (document);
  assert_range (state->ranges[0], 10, get_end (document));
  assert_range (state->ranges[1], 20, 40);
  g_assert_false (ful_document_follows_now (document));
  ful_document_jump_to_now (document);
  assert_range (ful_document_get_window (document), 10, get_end (document));
}

static char *
describe_markers (const FulMarkerList *list)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < list->n_markers; i++)
    g_string_append_printf (text, "%s %g %g %d %d %d\n", ful_marker_list_get_name (list, i), list->start[i], list->end[i],
                            list->thread[i], list->begin_row[i], list->end_row[i]);

  return g_string_free (text, FALSE);
}

static FulMarkerList *
list_markers (FulProfile     *profile,
              FulDeriveCache *cache)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulThreadSet) threads = NULL;

  ful_view_options_set_threads (options, (guint[]) { 0 }, 1);
  threads = ful_thread_set_derive (profile, options, cache, NULL, NULL);

  return ful_marker_list_derive (threads, cache, NULL, NULL);
}

static char *
describe (FulProfile     *profile,
          FulDeriveCache *cache,
          guint           n_threads,
          gboolean        inverted)
{
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulCallTree) tree = NULL;
  g_autoptr(FulMarkerList) list = list_markers (profile, cache);
  g_autofree char *markers = describe_markers (list);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;

  if (n_threads > 0)
    ful_view_options_set_threads (options, (guint[]) { 0, 1 }, MIN (n_threads, profile->threads->len));
  options->invert = inverted;
  tree = ful_derive_call_tree (profile, options, cache, NULL, NULL, &error);
  g_assert_no_error (error);
  text = ful_test_call_tree_to_text (tree, TRUE);

  return g_strconcat (text, markers, NULL);
}

/* Results of all snapshots, in any order, from one cache. */
static void
test_results (void)
{
  for (guint32 seed = 0; seed < 20; seed++)
    {
      g_autoptr(GPtrArray) snapshots = make_snapshots (seed);
      g_autoptr(FulDeriveCache) cache = ful_derive_cache_new (g_ptr_array_index (snapshots, 0), FUL_DERIVE_CACHE_BUDGET);

      ful_derive_cache_set_root_range (cache, (FulTimeRange) { -1e9, 1e9 });
      for (guint i = 0; i < 3 * N_TICKS; i++)
        {
          FulProfile *profile = g_ptr_array_index (snapshots, i < N_TICKS ? i : (guint) g_test_rand_int_range (0, N_TICKS));
          g_autoptr(FulDeriveCache) empty = ful_derive_cache_new (profile, FUL_DERIVE_CACHE_BUDGET);
          guint n_threads = (guint) g_test_rand_int_range (0, 3);
          gboolean inverted = g_test_rand_bit ();
          g_autofree char *text = describe (profile, cache, n_threads, inverted);
          g_autofree char *expected = NULL;

          ful_derive_cache_set_root_range (empty, (FulTimeRange) { -1e9, 1e9 });
          expected = describe (profile, empty, n_threads, inverted);
          g_assert_cmpstr (text, ==, expected);
        }
    }
}

/* What did not change is not derived again. */
static void
test_reuse (void)
{
  FulProfileBuilder *builder = ful_profile_builder_new ();
  FulThreadBuilder *thread = ful_profile_builder_add_thread (builder);
  g_autoptr(FulProfile) first = NULL, second = NULL;
  g_autoptr(FulDeriveCache) cache = NULL;
  g_autofree char *text = NULL, *grown = NULL;
  guint n_nodes;

  thread->thread->pid = g_strdup ("1");
  FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[ful_table_builder_append (&builder->funcs, 1)] =
    ful_string_table_intern (builder->strings, "f", -1);
  ful_table_builder_append (&builder->frames, 1);
  ful_table_builder_append (&builder->stacks, 1);
  FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[ful_table_builder_append (&thread->samples, 1)] = 0;
  first = ful_profile_builder_publish (builder, NULL);
  cache = ful_derive_cache_new (first, FUL_DERIVE_CACHE_BUDGET);
  ful_derive_cache_set_root_range (cache, (FulTimeRange) { -1e9, 1e9 });
  text = describe (first, cache, 1, FALSE);
  n_nodes = ful_derive_cache_get_n_made (cache, FUL_STAGE_NODES);
  g_assert_cmpuint (n_nodes, ==, 1);

  FUL_CELLS (&thread->samples, FUL_SAMPLE_STACK, gint32)[ful_table_builder_append (&thread->samples, 1)] = 0;
  second = ful_profile_builder_publish (builder, NULL);
  grown = describe (second, cache, 1, FALSE);
  g_assert_cmpuint (ful_derive_cache_get_n_made (cache, FUL_STAGE_NODES), ==, n_nodes);
  g_assert_cmpstr (text, !=, grown);
  ful_profile_builder_free (builder);
}

/* A marker is found again in later lists, under any number. */
static void
test_marker_keys (void)
{
  guint n_moved = 0;

  for (guint32 seed = 0; seed < 20; seed++)
    {
      g_autoptr(GPtrArray) snapshots = make_snapshots (seed);

      for (guint i = 0; i + 1 < snapshots->len; i++)
        {
          g_autoptr(FulMarkerList) before = list_markers (g_ptr_array_index (snapshots, i), NULL);
          g_autoptr(FulMarkerList) after = list_markers (g_ptr_array_index (snapshots, i + 1), NULL);

          for (guint marker = 0; marker < before->n_markers; marker++)
            {
              FulMarkerKey key = ful_marker_key_of (before, marker);
              gint32 found = ful_marker_key_find (&key, after, (gint32) marker);

              if (found == FUL_NONE)
                continue;
              g_assert_cmpint (after->begin_row[found], ==, before->begin_row[marker]);
              g_assert_cmpint (after->thread[found], ==, before->thread[marker]);
              if (before->begin_row[marker] == FUL_NONE)
                g_assert_cmpint (after->end_row[found], ==, before->end_row[marker]);
              n_moved += found != (gint32) marker;
            }
        }
    }
  g_assert_cmpuint (n_moved, >, 100);
}

static FulTrackList *
list_tracks (FulProfile *profile)
{
  return ful_track_list_new (profile, FUL_TRACK_EXTRAS_ALL, NULL, NULL, NULL);
}

/* Each track once, those of a process behind it. */
static void
assert_order (FulTrackVisibility *tracks)
{
  guint n = ful_track_visibility_get_n_tracks (tracks);
  g_autofree gboolean *seen = g_new0 (gboolean, n + 1);
  guint process = G_MAXUINT;

  for (guint place = 0; place < n; place++)
    {
      guint track = ful_track_visibility_get_at (tracks, place);

      g_assert_false (seen[track]);
      seen[track] = TRUE;
      if (!ful_track_visibility_is_local (tracks, track))
        process = track;
      g_assert_cmpuint (ful_track_visibility_get_process (tracks, track), ==, process);
    }
}

static void
change_tracks (FulTrackVisibility *tracks)
{
  guint n = ful_track_visibility_get_n_tracks (tracks);

  for (guint i = 0; i < 6; i++)
    {
      guint track = (guint) g_test_rand_int_range (0, (gint32) n);

      switch (g_test_rand_int_range (0, 4))
        {
        case 0:
          ful_track_visibility_change (tracks, FUL_TRACK_CHANGE_HIDE, track);
          break;
        case 1:
          ful_track_visibility_change (tracks, FUL_TRACK_CHANGE_SHOW, track);
          break;
        case 2:
          ful_track_visibility_move (tracks, track, (guint) g_test_rand_int_range (0, (gint32) n));
          break;
        default:
          ful_track_visibility_fold (tracks, ful_track_visibility_get_process (tracks, track), g_test_rand_bit ());
          break;
        }
    }
}

/* The tracks of each snapshot are as the person left those of the one before. */
static void
test_tracks (void)
{
  guint n_new = 0;

  for (guint32 seed = 0; seed < 20; seed++)
    {
      g_autoptr(GPtrArray) snapshots = make_snapshots (seed);
      g_autoptr(FulTrackList) first = list_tracks (g_ptr_array_index (snapshots, 0));
      g_autoptr(FulTrackVisibility) tracks = ful_track_visibility_new (g_ptr_array_index (snapshots, 0), first);
      g_autoptr(FulViewOptions) options = ful_view_options_new ();

      for (guint i = 1; i < snapshots->len; i++)
        {
          FulProfile *profile = g_ptr_array_index (snapshots, i);
          g_autoptr(FulTrackList) before = ful_track_list_ref (ful_track_visibility_get_list (tracks));
          g_autoptr(FulTrackList) list = list_tracks (profile);
          g_autoptr(GPtrArray) order = g_ptr_array_new ();
          g_autoptr(GArray) shown = g_array_new (FALSE, FALSE, sizeof (gboolean));
          g_autoptr(GArray) folded = g_array_new (FALSE, FALSE, sizeof (gboolean));
          guint n, last = 0;

          change_tracks (tracks);
          n = ful_track_visibility_get_n_tracks (tracks);
          for (guint place = 0; place < n; place++)
            {
              guint track = ful_track_visibility_get_at (tracks, place);
              gboolean is_shown = ful_track_visibility_is_shown (tracks, track);
              gboolean is_folded = ful_track_visibility_is_folded (tracks, track);

              g_ptr_array_add (order, (gpointer) ful_track_visibility_get_track (tracks, track));
              g_array_append_val (shown, is_shown);
              g_array_append_val (folded, is_folded);
            }

          ful_track_visibility_extend (tracks, profile, list, options);
          assert_order (tracks);
          g_assert_cmpuint (ful_track_visibility_get_n_tracks (tracks), ==, list->n_tracks);
          n_new += list->n_tracks - n;
          for (guint k = 0; k < order->len; k++)
            {
              const FulTrack *track = g_ptr_array_index (order, k);
              guint now = ful_track_visibility_find (tracks, track, k), place = 0;

              g_assert_cmpuint (now, !=, G_MAXUINT);
              while (ful_track_visibility_get_at (tracks, place) != now)
                place++;
              g_assert_cmpuint (place, >=, last);
              last = place;
              g_assert_cmpint (ful_track_visibility_is_folded (tracks, now), ==, g_array_index (folded, gboolean, k));
              if (g_array_index (shown, gboolean, k))
                g_assert_true (ful_track_visibility_is_shown (tracks, now));
              else if (!track->hidden)
                g_assert_false (ful_track_visibility_is_shown (tracks, now));
            }
        }
    }
  g_assert_cmpuint (n_new, >, 100);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document-growth/root-range", test_root_range);
  g_test_add_func ("/document-growth/windows", test_windows);
  g_test_add_func ("/document-growth/threads", test_threads);
  g_test_add_func ("/document-growth/other-profile", test_other_profile);
  g_test_add_func ("/document-growth/committed-ranges", test_committed_ranges);
  g_test_add_func ("/document-growth/results", test_results);
  g_test_add_func ("/document-growth/reuse", test_reuse);
  g_test_add_func ("/document-growth/marker-keys", test_marker_keys);
  g_test_add_func ("/document-growth/tracks", test_tracks);

  return g_test_run ();
}
