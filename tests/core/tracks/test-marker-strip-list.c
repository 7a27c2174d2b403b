/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "tracks/ful-track-list.h"
#include "tracks/ful-marker-strip-list.h"

#include <math.h>

#define ALL_TYPES \
  "{\"markerSchema\":[{\"name\":\"M\",\"display\":[\"timeline-memory\"]}," \
  "{\"name\":\"F\",\"display\":[\"timeline-fileio\"]},{\"name\":\"O\",\"display\":[\"timeline-overview\"]}," \
  "{\"name\":\"Chart\",\"display\":[\"marker-chart\"]}]}"

typedef struct
{
  const char *name;
  const char *process_type;
  gboolean    is_main;
  const char *rest;       /* (nullable): members that no table has */
  const char *types[4];   /* of the payloads */
} Thread;

/* "M", "F", "J", "O" for each strip of a thread; with a memory counter of its process if wanted. */
static void
assert_strips (const Thread *thread,
               gboolean      has_counter,
               const char   *expected)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *builder = ful_test_profile_add (test, "A\n");
  g_autofree guint8 *strips = NULL;
  g_autoptr(FulProfile) profile = NULL;
  char text[5];

  test->builder->profile->meta_json = g_strdup (ALL_TYPES);
  g_free (builder->thread->name);
  builder->thread->name = g_strdup (thread->name);
  g_free (builder->thread->process_type);
  builder->thread->process_type = g_strdup (thread->process_type);
  builder->thread->is_main_thread = thread->is_main;
  builder->thread->rest_json = g_strdup (thread->rest);
  for (guint i = 0; i < G_N_ELEMENTS (thread->types) && thread->types[i]; i++)
    {
      g_autofree char *payload = g_strdup_printf ("{\"type\":\"%s\"}", thread->types[i]);

      ful_test_profile_mark (test, builder, "m", FUL_MARKER_PHASE_INSTANT, i, NAN, payload);
    }
  profile = ful_test_profile_seal (test);
  if (has_counter)
    {
      FulCounter *counter = ful_counter_new ();

      counter->category = g_strdup ("Memory");
      counter->pid = g_strdup (ful_profile_get_thread (profile, 0)->pid);
      g_ptr_array_add (profile->counters, counter);
    }

  strips = ful_marker_strip_list_compute (profile);
  g_snprintf (text, sizeof text, "%s%s%s%s", strips[0] & FUL_MARKER_STRIP_MEMORY ? "M" : "",
              strips[0] & FUL_MARKER_STRIP_FILE_IO ? "F" : "", strips[0] & FUL_MARKER_STRIP_JANK ? "J" : "",
              strips[0] & FUL_MARKER_STRIP_OVERVIEW ? "O" : "");
  g_assert_cmpstr (text, ==, expected);
}

static void
test_locations (void)
{
  assert_strips (&(Thread) { "GeckoMain", "default", TRUE, NULL, { "M", "F", "O", "Jank" } }, FALSE, "MFJO");
  assert_strips (&(Thread) { "GeckoMain", "default", TRUE, NULL, { "Chart", "Unknown" } }, FALSE, "");
  assert_strips (&(Thread) { "GeckoMain", "default", TRUE, NULL, { NULL } }, FALSE, "");
  assert_strips (&(Thread) { "GeckoMain", "default", TRUE, NULL, { "BHR-detected hang" } }, FALSE, "J");
}

/* Memory is that of a process, and a counter shows it better. */
static void
test_memory (void)
{
  const Thread main_thread = { "GeckoMain", "default", TRUE, NULL, { "M" } };

  assert_strips (&main_thread, FALSE, "M");
  assert_strips (&main_thread, TRUE, "");
  assert_strips (&(Thread) { "Worker", "default", FALSE, NULL, { "M" } }, FALSE, "");
}

static void
test_overview (void)
{
  static const struct { const char *name; const char *process_type; const char *rest; const char *expected; } cases[] = {
    { "Compositor", "default", NULL, "O" },
    { "MediaDecoderStateMachine #3", "default", NULL, "O" },
    { "Worker", "default", NULL, "" },
    { "Worker", "default", "\"showMarkersInTimeline\":true", "O" },
    { "Worker", "default", "\"showMarkersInTimeline\":false", "" },
    { "Worker", "default", "\"showMarkersInTimeline\":{}", "" },
    { "GeckoMain", "plugin", NULL, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    assert_strips (&(Thread) { cases[i].name, cases[i].process_type, FALSE, cases[i].rest, { "O" } }, FALSE,
                   cases[i].expected);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-strip-list/locations", test_locations);
  g_test_add_func ("/marker-strip-list/memory", test_memory);
  g_test_add_func ("/marker-strip-list/overview", test_overview);

  return g_test_run ();
}
