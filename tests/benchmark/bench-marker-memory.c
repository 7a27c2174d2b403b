/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How much memory a million markers take, all with payloads, against the JSON text
 * of their table: in a profile that was read, and what the list of markers adds.
 * Prints a JSON line for each figure. Counted is what the C library has handed out. */

#include "config.h"

#include "bench-report.h"
#include "ful-test-profile.h"

#include "base/ful-memory.h"
#include "export/ful-processed-writer.h"
#include "import/ful-loader.h"
#include "markers/list/ful-marker-list.h"

#include <malloc.h>
#include <math.h>

#define N_MARKERS 1000000

/* Before, between and after two numbers. */
static const struct { const char *name, *text[3]; } payloads[] = {
  { "short payloads", { "{\"type\":\"Text\",\"name\":\"span ", " of ", "\"}" } },
  { "payloads of 110 bytes", { "{\"type\":\"Synth\",\"url\":\"https://example.org/a/path/of/some/length/", ".html\",\"count\":",
                               ",\"innerWindowID\":12345678}" } },
  { "payloads with a cause", { "{\"type\":\"Styles\",\"elementsStyled\":", ",\"elementsMatched\":",
                               ",\"cause\":{\"time\":123.456,\"stack\":0}}" } },
};

/* A file with a profile of so many markers. */
static GFile *
save_markers (const char *const *text,
              guint              n)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GFileIOStream) stream = NULL;
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(GError) error = NULL;
  GFile *file;

  test->builder->profile->meta_json = g_strdup ("{\"interval\":1,\"startTime\":0,\"version\":30}");
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *name = g_strdup_printf ("Name %d", g_rand_int_range (rand, 0, 50));
      FulMarkerPhase phase = (FulMarkerPhase) g_rand_int_range (rand, 0, 4);
      double start = round (g_rand_double_range (rand, i, i + 1) * 1e4) / 1e4;
      double end = round (g_rand_double_range (rand, i + 1, i + 5) * 1e4) / 1e4;
      g_autofree char *payload = g_strdup_printf ("%s%u%s%u%s", text[0], i % 1000, text[1], i, text[2]);

      ful_test_profile_mark (test, thread, name, phase, phase == FUL_MARKER_PHASE_INTERVAL_END ? NAN : start,
                             phase == FUL_MARKER_PHASE_INTERVAL || phase == FUL_MARKER_PHASE_INTERVAL_END ? end : NAN,
                             payload);
    }
  profile = ful_test_profile_seal (test);
  file = g_file_new_tmp ("fulgens-XXXXXX.json", &stream, &error);
  g_assert_no_error (error);
  ful_processed_writer_save (profile, file, NULL, NULL, &error);
  g_assert_no_error (error);

  return file;
}

static double
get_used_bytes (void)
{
  struct mallinfo2 info = mallinfo2 ();

  return (double) info.uordblks + (double) info.hblkhd;
}

/* What the file has, what the profile takes, what its list of markers takes. */
typedef struct
{
  double file_bytes;
  double profile_bytes;
  double list_bytes;
} Sizes;

static Sizes
measure (const char *const *text,
         guint              n)
{
  g_autoptr(GFile) file = save_markers (text, n);
  g_autoptr(GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, 0, NULL, NULL);
  g_autoptr(GError) error = NULL;
  double before = get_used_bytes ();
  g_autoptr(FulProfile) profile = ful_loader_load_file (file, FUL_LOAD_DEFAULT, NULL, NULL, &error);
  double loaded = get_used_bytes ();
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;

  g_assert_no_error (error);
  g_file_delete (file, NULL, NULL);
  set = ful_thread_set_new (profile, &(guint) { 0 }, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);

  return (Sizes) { (double) g_file_info_get_size (info), loaded - before, get_used_bytes () - loaded };
}

int
main (void)
{
  ful_memory_init ();
  /* Only what is in one arena is counted. */
  mallopt (M_ARENA_MAX, 1);

  for (guint i = 0; i < G_N_ELEMENTS (payloads); i++)
    {
      Sizes empty = measure (payloads[i].text, 0);
      Sizes full = measure (payloads[i].text, N_MARKERS);
      double json_bytes = full.file_bytes - empty.file_bytes;
      g_autofree char *name = g_strdup_printf ("memory of markers: %s", payloads[i].name);
      g_autofree char *derived_name = g_strdup_printf ("memory of derived markers: %s", payloads[i].name);
      g_autofree char *input = g_strdup_printf ("%u markers, %.0f bytes of JSON", N_MARKERS, json_bytes);

      bench_report (name, (full.profile_bytes - empty.profile_bytes) / json_bytes, "of the JSON", input, 1.1);
      bench_report (derived_name, (full.list_bytes - empty.list_bytes) / json_bytes, "of the JSON", input, 0);
    }

  return 0;
}
