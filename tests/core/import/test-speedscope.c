/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Profiles of speedscope, with the flaws that its writers have. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

#define FILE_WITH(profiles) \
  "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"name\":\"the file\",\"activeProfileIndex\":1," \
  "\"shared\":{\"frames\":[{\"name\":\"a\",\"file\":\"a.c\",\"line\":3},{\"name\":\"a\",\"file\":\"a.c\",\"line\":9}," \
  "{\"name\":\"b\"},{\"file\":\"c.c\"}]},\"profiles\":[" profiles "]}"
#define EVENTED(unit, rest) "{\"type\":\"evented\",\"name\":\"\",\"unit\":\"" unit "\"," rest "}"
#define SAMPLED(unit, rest) "{\"type\":\"sampled\",\"name\":\"main tid: 77\",\"unit\":\"" unit "\"," rest "}"
#define EVENT(type, at, frame) "{\"type\":\"" type "\",\"at\":" at ",\"frame\":" frame "}"

/* "time stack weight" of each sample. */
static void
assert_samples (FulProfile *profile,
                guint       thread,
                const char *expected)
{
  const FulSampleTable *samples = ful_profile_get_thread (profile, thread)->samples;
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < samples->table.n_rows; i++)
    {
      g_autofree char *stack = ful_test_stack_text (profile, thread, i);

      g_string_append_printf (text, "%g %s %g; ", samples->time[i], stack, samples->weight[i]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Both kinds in one file, each with its unit; one function whatever its lines. */
static void
test_both_kinds (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (FILE_WITH (
    EVENTED ("seconds", "\"startValue\":10,\"endValue\":14,\"events\":[" EVENT ("O", "10", "0") "," EVENT ("O", "11", "2") ","
             EVENT ("C", "13", "2") "," EVENT ("C", "13", "0") "," EVENT ("O", "13.5", "1") "," EVENT ("C", "14", "1") "]") ","
    SAMPLED ("bytes", "\"startValue\":0,\"endValue\":7,\"samples\":[[0,2],[2],[]],\"weights\":[4,2,1]")));

  g_assert_cmpuint (profile->threads->len, ==, 2);
  assert_samples (profile, 0, "0 a 1000; 1000 a;b 2000; 3500 a 500; ");
  assert_samples (profile, 1, "0 a;b 4; 4 b 2; 6  1; ");
  g_assert_cmpint (ful_profile_get_thread (profile, 0)->weight_type, ==, FUL_WEIGHT_TYPE_TRACING_MS);
  g_assert_cmpint (ful_profile_get_thread (profile, 1)->weight_type, ==, FUL_WEIGHT_TYPE_BYTES);
  g_assert_false (profile->time_is_bytes);
  g_assert_cmpstr (ful_profile_get_thread (profile, 0)->name, ==, "the file");
  g_assert_cmpstr (ful_profile_get_thread (profile, 1)->name, ==, "main tid: 77");
  g_assert_cmpstr (ful_profile_get_thread (profile, 1)->tid, ==, "77");
  g_assert_cmpuint (g_array_index (profile->initial_selected_threads, guint, 0), ==, 1);
  g_assert_cmpint (profile->frames->func[0], ==, profile->frames->func[1]);
  g_assert_cmpint (profile->frames->line[0], ==, 3);
  g_assert_cmpint (profile->frames->line[1], ==, 9);
  /* Only the frame without a name. */
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 1);
}

static void
test_bytes (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (FILE_WITH (SAMPLED ("kilobytes", "\"samples\":[[0],[2]],\"weights\":[2,1]")));

  g_assert_true (profile->time_is_bytes);
  assert_samples (profile, 0, "0 a 2048; 2048 b 1024; ");
}

/* A start of 10^15 µs leaves no digits for ns unless it is subtracted first. */
static void
test_late_start (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (FILE_WITH (
    SAMPLED ("microseconds", "\"startValue\":1000000000000000.5,\"samples\":[[0],[2]],\"weights\":[0.25,1000]")));

  assert_samples (profile, 0, "0 a 0.00025; 0.00025 b 1; ");
}

static void
test_flawed_events (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (FILE_WITH (
    EVENTED ("none", "\"startValue\":0,\"endValue\":9,\"events\":[" EVENT ("O", "0", "0") "," EVENT ("O", "1", "2") ","
             EVENT ("O", "2", "3") "," EVENT ("C", "4", "2") "," EVENT ("C", "5", "2") "," EVENT ("O", "3", "2") ","
             EVENT ("O", "6", "44") ",7," EVENT ("C", "null", "0") "]")));

  /* Of the nine events: a close that takes another with it, one of nothing, one that is late, three that are none,
   * and what is open at the end; and the frame without a name. */
  assert_samples (profile, 0, "0 a 1; 1 a;b 1; 2 a;b;<unknown> 2; 4 a 1; 5 a;b 4; ");
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 8);
}

static void
test_flawed_samples (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (FILE_WITH (
    SAMPLED ("none", "\"samples\":[[0,9,2],7,[2]],\"weights\":[5]")));

  assert_samples (profile, 0, "0 a;b 5; 5  1; 6 b 1; ");
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 4);
}

static void
test_empty (void)
{
  static const char *const texts[] = { FILE_WITH (""), "{\"shared\":{\"frames\":[]},\"profiles\":[]}" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    ful_test_assert_refused (texts[i], FUL_ERROR_EMPTY);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/speedscope/both-kinds", test_both_kinds);
  g_test_add_func ("/speedscope/bytes", test_bytes);
  g_test_add_func ("/speedscope/late-start", test_late_start);
  g_test_add_func ("/speedscope/flawed-events", test_flawed_events);
  g_test_add_func ("/speedscope/flawed-samples", test_flawed_samples);
  g_test_add_func ("/speedscope/empty", test_empty);

  return g_test_run ();
}
