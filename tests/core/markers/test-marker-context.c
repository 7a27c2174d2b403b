/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/find/ful-marker-context.h"

#include <math.h>

#define INSTANT FUL_MARKER_PHASE_INSTANT
#define FLOW(id) "{\"type\":\"Flow\",\"flow\":\"" id "\"}"
#define LAST(id) "{\"type\":\"Last\",\"flow\":\"" id "\",\"from\":\"" id "\"}"

static const char meta[] =
  "{\"markerSchema\":["
  "{\"name\":\"Flow\",\"fields\":[{\"key\":\"flow\",\"format\":\"flow-id\"},{\"key\":\"other\",\"format\":\"flow-id\"}]},"
  "{\"name\":\"Last\",\"fields\":[{\"key\":\"from\",\"format\":\"flow-id\"},"
  "{\"key\":\"flow\",\"format\":\"terminating-flow-id\"}]},"
  "{\"name\":\"T\",\"fields\":[{\"key\":\"what\",\"format\":\"string\"},{\"key\":\"secret\",\"hidden\":true}]}]}";

static FulMarkerList *
derive (FulProfile  *profile,
        const guint *threads,
        guint        n_threads)
{
  g_autoptr(FulThreadSet) set = ful_thread_set_new (profile, threads, n_threads, NULL, NULL);

  return ful_marker_list_derive (set, NULL, NULL, NULL);
}

static FulProfile *
seal (FulTestProfile *test)
{
  test->builder->profile->meta_json = g_strdup (meta);

  return ful_test_profile_seal (test);
}

/* "ID: thread.marker …\n" for each flow */
static char *
flows_to_text (FulMarkerFlows *flows)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < flows->n_flows; i++)
    {
      g_string_append_printf (text, "%s:", flows->flows[i].id);
      for (guint k = flows->flows[i].begin; k < flows->flows[i].end; k++)
        {
          const FulMarkerPlace *place = &g_array_index (flows->markers, FulMarkerPlace, k);

          g_string_append_printf (text, " %u.%u", place->thread, place->marker);
        }
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

static void
test_flows (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *first = ful_test_profile_add (test, "A\n");
  FulThreadBuilder *second, *third;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerFlows) flows = NULL;
  g_autoptr(FulMarkerList) both = NULL;
  g_autoptr(FulMarkerContext) context = NULL;
  g_autofree char *text = NULL;
  guint threads[] = { 1, 0 };
  const FulMarkerFlowStep *step;
  FulMarkerPlace place;

  ful_test_profile_mark (test, first, "a", INSTANT, 1, NAN, FLOW ("x"));
  ful_test_profile_mark (test, first, "b", INSTANT, 5, NAN, FLOW ("x"));
  ful_test_profile_mark (test, first, "c", INSTANT, 9, NAN, FLOW ("x"));   /* a new one of that name */
  ful_test_profile_mark (test, first, "d", INSTANT, 9.5, NAN, "{\"type\":\"Flow\",\"flow\":\"\",\"other\":null}");
  /* Two rows, both of which say the same; and a second flow. */
  ful_test_profile_mark (test, first, "e", FUL_MARKER_PHASE_INTERVAL_START, 6, NAN, FLOW ("x"));
  ful_test_profile_mark (test, first, "e", FUL_MARKER_PHASE_INTERVAL_END, NAN, 8,
                         "{\"type\":\"Flow\",\"flow\":\"x\",\"other\":\"y\"}");
  second = ful_test_profile_add (test, "A\n");
  ful_test_profile_mark (test, second, "f", INSTANT, 2, NAN, NULL);
  ful_test_profile_mark (test, second, "g", INSTANT, 3, NAN, FLOW ("x"));
  ful_test_profile_mark (test, second, "h", INSTANT, 7, NAN, LAST ("x"));
  third = ful_test_profile_add (test, "A\n");
  ful_test_profile_mark (test, third, "i", INSTANT, 3, NAN, "{\"type\":\"T\",\"flow\":\"x\"}");
  profile = seal (test);

  flows = ful_marker_flows_derive (profile, NULL, NULL, NULL);
  text = flows_to_text (flows);
  g_assert_cmpstr (text, ==, "x: 0.0 1.1 0.1 0.2 1.2\n"
                             "y: 0.2\n"
                             "x: 0.3\n");

  /* In a list of two threads the numbers are others: 0.2, the interval, is the fifth. */
  both = derive (profile, threads, 2);
  context = ful_marker_context_new (both->profile, both, 4, FUL_IMPLEMENTATION_COMBINED, NULL, NULL, NULL);
  g_assert_cmpstr (ful_marker_list_get_name (both, 4), ==, "e");
  g_assert_true (ful_marker_find_place (both, 4, &place, NULL, NULL));
  g_assert_cmpuint (place.thread, ==, 0);
  g_assert_cmpuint (place.marker, ==, 2);
  g_assert_cmpfloat (place.start, ==, 6);
  g_assert_cmpuint (context->flows->len, ==, 2);
  step = &g_array_index (context->flows, FulMarkerFlowStep, 0);
  g_assert_cmpstr (step->id, ==, "x");
  g_assert_cmpuint (step->place, ==, 4);
  g_assert_cmpuint (step->n_markers, ==, 5);
  g_assert_true (step->has_previous && step->has_next);
  g_assert_cmpuint (step->previous.thread, ==, 0);
  g_assert_cmpuint (step->previous.marker, ==, 1);
  g_assert_cmpuint (step->next.thread, ==, 1);
  g_assert_cmpuint (step->next.marker, ==, 2);
  step = &g_array_index (context->flows, FulMarkerFlowStep, 1);
  g_assert_cmpstr (step->id, ==, "y");
  g_assert_false (step->has_previous || step->has_next);
}

/* Against the definition, for each ID by itself. */
static void
test_random_flows (void)
{
  for (guint round = 0; round < 30; round++)
    {
      FulTestProfile *test = ful_test_profile_new ();
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(FulMarkerFlows) flows = NULL;
      g_autofree char *text = NULL;
      g_autoptr(GString) expected = g_string_new (NULL);
      g_autoptr(GPtrArray) lines = g_ptr_array_new ();
      GString *open[3] = { NULL };
      guint n_of_thread[3] = { 0 }, thread_of[60], id_of[60];
      gboolean last[60];

      for (guint i = 0; i < 60; i++)
        {
          thread_of[i] = (guint) g_test_rand_int_range (0, 3);
          id_of[i] = (guint) g_test_rand_int_range (0, 3);
          last[i] = g_test_rand_int_range (0, 4) == 0;
        }
      for (guint t = 0; t < 3; t++)
        {
          FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");

          for (guint i = 0; i < 60; i++)
            {
              g_autofree char *payload = g_strdup_printf ("{\"type\":\"%s\",\"flow\":\"%c\"}", last[i] ? "Last" : "Flow",
                                                          'x' + (int) id_of[i]);

              if (thread_of[i] == t)
                ful_test_profile_mark (test, thread, "m", INSTANT, i, NAN, payload);
            }
        }
      for (guint i = 0; i < 60; i++)
        {
          guint id = id_of[i];

          if (open[id] == NULL)
            {
              open[id] = g_string_new (NULL);
              g_string_append_printf (open[id], "%c:", 'x' + (int) id);
              g_ptr_array_add (lines, open[id]);
            }
          g_string_append_printf (open[id], " %u.%u", thread_of[i], n_of_thread[thread_of[i]]++);
          if (last[i])
            open[id] = NULL;
        }
      for (guint i = 0; i < lines->len; i++)
        {
          g_string_append_printf (expected, "%s\n", ((GString *) g_ptr_array_index (lines, i))->str);
          g_string_free (g_ptr_array_index (lines, i), TRUE);
        }
      profile = seal (test);
      flows = ful_marker_flows_derive (profile, NULL, NULL, NULL);
      text = flows_to_text (flows);
      g_assert_cmpstr (text, ==, expected->str);
    }
}

static void
test_cause_and_page (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\nB.js\nC\n");
  g_autofree char *payload = NULL;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  guint zero = 0;

  payload = g_strdup_printf ("{\"type\":\"T\",\"what\":\"w\",\"secret\":1,\"more\":[1,\"two\"],\"nothing\":null,\"innerWindowID\":7,"
                             "\"cause\":{\"time\":0.5,\"stack\":%d}}", ful_test_profile_stack (test, "A B.js C"));
  ful_test_profile_mark (test, thread, "a", INSTANT, 2, NAN, payload);
  ful_test_profile_mark (test, thread, "b", INSTANT, 3, NAN, "{\"type\":\"Unknown\",\"x\":1}");
  test->builder->profile->rest_json = g_strdup ("\"pages\":[{\"innerWindowID\":6,\"url\":\"http://no\"},"
                                                "{\"innerWindowID\":7,\"url\":\"http://yes\",\"isPrivateBrowsing\":true}]");
  profile = seal (test);
  list = derive (profile, &zero, 1);

  {
    g_autoptr(FulMarkerContext) all = ful_marker_context_new (list->profile, list, 0, FUL_IMPLEMENTATION_COMBINED, NULL, NULL, NULL);
    g_autoptr(FulMarkerContext) js = ful_marker_context_new (list->profile, list, 0, FUL_IMPLEMENTATION_JS, NULL, NULL, NULL);
    g_autofree char *stack = ful_marker_frames_to_text (profile, all->frames);
    g_autofree char *scripts = ful_marker_frames_to_text (profile, js->frames);
    const FulMarkerFact *fact = &g_array_index (all->others, FulMarkerFact, 0);

    g_assert_cmpstr (stack, ==, "C [libtest.so]\nB.js\nA [libtest.so]\n");
    g_assert_cmpstr (scripts, ==, "B.js\n");
    g_assert_cmpfloat (all->cause_age, ==, 1.5);
    g_assert_cmpfloat (all->window, ==, 7);
    g_assert_cmpstr (all->url, ==, "http://yes");
    g_assert_true (all->is_private);
    g_assert_cmpuint (all->others->len, ==, 1);
    g_assert_cmpstr (fact->label, ==, "more");
    g_assert_cmpstr (fact->text, ==, "[1,\"two\"]");
    g_assert_cmpuint (all->details->facts->len, ==, 1);
    g_assert_cmpuint (all->flows->len, ==, 0);
    g_assert_false (all->has_peer);
  }
  {
    g_autoptr(FulMarkerContext) bare = ful_marker_context_new (list->profile, list, 1, FUL_IMPLEMENTATION_COMBINED, NULL, NULL, NULL);

    g_assert_cmpuint (bare->frames->len, ==, 0);
    g_assert_true (isnan (bare->cause_age) && isnan (bare->window));
    g_assert_null (bare->url);
    g_assert_cmpuint (bare->details->facts->len, ==, 2);   /* type and x */
    g_assert_cmpuint (bare->others->len, ==, 0);
  }
}

#define IPC(start, other, direction) \
  "{\"type\":\"IPC\",\"startTime\":" start ",\"otherPid\":\"" other "\",\"messageSeqno\":1,\"messageType\":\"M\"," \
  "\"direction\":\"" direction "\",\"phase\":\"endpoint\"}"

static void
test_peers (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *sender = ful_test_profile_add (test, "A\n");
  FulThreadBuilder *receiver;
  g_autoptr(FulProfile) profile = NULL;
  guint threads[] = { 0, 1 };

  g_free (sender->thread->pid);
  sender->thread->pid = g_strdup ("1");
  sender->thread->tid_is_number = TRUE;
  ful_test_profile_mark (test, sender, "IPC", INSTANT, 1, NAN, IPC ("1", "2", "sending"));
  receiver = ful_test_profile_add (test, "A\n");
  g_free (receiver->thread->pid);
  receiver->thread->pid = g_strdup ("2");
  receiver->thread->tid_is_number = TRUE;
  ful_test_profile_mark (test, receiver, "other", INSTANT, 0, NAN, NULL);
  ful_test_profile_mark (test, receiver, "IPC", INSTANT, 2, NAN, IPC ("2", "1", "receiving"));
  profile = seal (test);

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(FulMarkerList) list = derive (profile, &threads[i], 1);
      g_autoptr(FulMarkerContext) context = ful_marker_context_new (list->profile, list, i, FUL_IMPLEMENTATION_COMBINED, NULL, NULL, NULL);

      g_assert_true (context->has_peer);
      g_assert_cmpuint (context->peer.thread, ==, 1 - i);
      g_assert_cmpuint (context->peer.marker, ==, 1 - i);
    }
}

static void
test_cancellation (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(GCancellable) cancellable = g_cancellable_new ();
  g_autoptr(GError) error = NULL;
  guint zero = 0;

  ful_test_profile_mark (test, thread, "a", INSTANT, 1, NAN, FLOW ("x"));
  profile = seal (test);
  list = derive (profile, &zero, 1);
  g_cancellable_cancel (cancellable);
  g_assert_null (ful_marker_context_new (list->profile, list, 0, FUL_IMPLEMENTATION_COMBINED, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-context/flows", test_flows);
  g_test_add_func ("/marker-context/random-flows", test_random_flows);
  g_test_add_func ("/marker-context/cause-and-page", test_cause_and_page);
  g_test_add_func ("/marker-context/peers", test_peers);
  g_test_add_func ("/marker-context/cancellation", test_cancellation);

  return g_test_run ();
}
