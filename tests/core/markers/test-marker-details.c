/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "markers/find/ful-marker-details.h"

static const char meta[] =
  "{\"markerSchema\":["
  "{\"name\":\"T\",\"tooltipLabel\":\"{marker.name} of {marker.data.what}\",\"description\":\"What T is\",\"fields\":["
  "{\"key\":\"size\",\"label\":\"Size\",\"format\":\"bytes\"},{\"key\":\"secret\",\"hidden\":true},"
  "{\"key\":\"what\",\"format\":\"string\"},{\"key\":\"gone\",\"label\":\"Gone\",\"format\":\"string\"},"
  "{\"key\":\"none\",\"format\":\"string\"},{\"key\":\"empty\",\"label\":\"Empty\",\"format\":\"string\"}]},"
  "{\"name\":\"GCMinor\",\"fields\":[{\"key\":\"nursery\",\"format\":\"string\",\"hidden\":true}]}]}";

/* The title, and a line for each fact, of a marker of 2 ms with that payload. */
static void
assert_details (const char *payload,
                const char *expected)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "A\n");
  g_autoptr(FulProfile) profile = NULL;
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;
  g_autoptr(FulMarkerDetails) details = NULL;
  g_autoptr(GString) text = NULL;

  ful_test_profile_mark (test, thread, "m", FUL_MARKER_PHASE_INTERVAL, 1, 3, payload);
  test->builder->profile->meta_json = g_strdup (meta);
  profile = ful_test_profile_seal (test);
  set = ful_thread_set_new (profile, &(guint) { 0 }, 1, NULL, NULL);
  list = ful_marker_list_derive (set, NULL, NULL, NULL);
  details = ful_marker_details_new (list, 0);

  text = g_string_new (details->title);
  g_string_append_printf (text, ", %s", details->duration);
  if (details->description)
    g_string_append_printf (text, ", %s", details->description);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < details->facts->len; i++)
    {
      const FulMarkerFact *fact = &g_array_index (details->facts, FulMarkerFact, i);

      g_string_append_printf (text, "%s: %s\n", fact->label, fact->text);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_fields (void)
{
  assert_details ("{\"type\":\"T\",\"what\":\"x\",\"secret\":1,\"size\":12000,\"none\":null,\"other\":1,\"empty\":\"\"}",
                  "m of x, 2ms, What T is\n"
                  "Size: 12.0KB\n"
                  "what: x\n"
                  "Empty: (empty)\n");
  assert_details (NULL, "m, 2ms\n");
}

/* Without a schema, members as they are. */
static void
test_members (void)
{
  assert_details ("{\"type\":\"U\",\"b\":[1,\"x\"],\"a\":\"text\",\"none\":null,\"flag\":true}",
                  "m, 2ms\n"
                  "type: U\n"
                  "b: [1,\"x\"]\n"
                  "a: text\n"
                  "flag: true\n");
}

static void
test_minor_collection (void)
{
  assert_details ("{\"type\":\"GCMinor\",\"nursery\":{\"status\":\"complete\",\"reason\":\"OUT_OF_NURSERY\","
                  "\"bytes_tenured\":250,\"bytes_used\":1000,\"cur_capacity\":2000,\"new_capacity\":4000,"
                  "\"lazy_capacity\":12345,\"cells_tenured\":30,\"cells_allocated_nursery\":12000,"
                  "\"cells_allocated_tenured\":36000,\"strings_tenured\":1500000,\"strings_deduplicated\":500000,"
                  "\"tenured_allocation_rate\":190000000,\"chunk_alloc_us\":12,\"groups_pretenured\":3,"
                  "\"phase_times\":{\"Total\":900,\"TraceCells\":250,\"CollectToObjFP\":100,\"Sweep\":251,"
                  "\"ClearNursery\":2500}}}",
                  "m, 2ms\n"
                  "Reason: OUT_OF_NURSERY\n"
                  "Bytes tenured: 250B / 1,000B (25%)\n"
                  "Cells tenured: 30 / 12.0K (0.3%)\n"
                  "Bytes used: 1,000B / 2,000B (50%)\n"
                  "New nursery size: 4,000B\n"
                  "Lazy-allocated size: 12.3KB\n"
                  "Nursery allocations since last minor GC: 12.0K / 48.0K (25%)\n"
                  "Strings deduplicated when tenuring: 500K / 2.00M (25%)\n"
                  "Tenured allocation rate: 190MB/s\n"
                  "Time spent allocating chunks in mutator: 12μs\n"
                  "Phase Sweep: 0.25ms\n"
                  "Phase ClearNursery: 2.5ms\n");
  /* Members that are zero have no row, but for sizes that may well be zero. */
  assert_details ("{\"type\":\"GCMinor\",\"nursery\":{\"status\":\"complete\",\"reason\":\"EVICT_NURSERY\","
                  "\"bytes_tenured\":0,\"bytes_used\":0,\"cur_capacity\":2000,\"new_capacity\":0,\"cells_tenured\":0,"
                  "\"cells_allocated_nursery\":100,\"strings_tenured\":3,\"strings_deduplicated\":0,"
                  "\"tenured_allocation_rate\":0,\"chunk_alloc_us\":0,\"phase_times\":{\"Total\":900}}}",
                  "m, 2ms\n"
                  "Reason: EVICT_NURSERY\n"
                  "Bytes tenured: 0B / 0B (0%)\n"
                  "Bytes used: 0B / 2,000B (0%)\n");
  assert_details ("{\"type\":\"GCMinor\",\"nursery\":{\"status\":\"nursery empty\"}}", "m, 2ms\n" "Status: Nursery empty\n");
  assert_details ("{\"type\":\"GCMinor\",\"nursery\":{\"status\":\"nursery disabled\"}}",
                  "m, 2ms\n" "Status: Nursery disabled\n");
}

/* Payloads without a schema: the facts come before the payload as it is. */
#define TIMINGS(timings) "{\"type\":\"GCMajor\",\"timings\":" timings "}"
#define RAW(type, timings) "type: " type "\ntimings: " timings "\n"

#define COMPLETED \
  "{\"status\":\"completed\",\"nonincremental_reason\":\"Requested\",\"reason\":\"CC\",\"total_time\":12.5," \
  "\"max_pause\":4,\"allocated_bytes\":4000000,\"post_heap_size\":3000000,\"pre_malloc_heap_size\":20000," \
  "\"post_malloc_heap_size\":10000,\"mmu_20ms\":0.5,\"mmu_50ms\":0.75,\"minor_gcs\":2,\"slices\":3," \
  "\"zones_collected\":1,\"total_zones\":4,\"total_compartments\":1200,\"phase_times\":{\"Total\":99000," \
  "\"mark\":10000,\"mark.roots\":1000,\"mark.heap\":7000,\"mark.heap.objects\":7000,\"sweep\":3000," \
  "\"sweep.a\":0,\"b\":500,\"c\":400,\"d\":300,\"e\":200}}"

static void
test_major_collection (void)
{
  /* Of mark 2 ms are its own, of mark.heap nothing; the seventh, d, is not shown. The six come as they ran. */
  assert_details (TIMINGS (COMPLETED),
                  "m, 2ms\n"
                  "Non-incremental reason: Requested\n"
                  "Reason: CC\n"
                  "Total slice times: 12.5ms\n"
                  "Max Pause: 4.00ms\n"
                  "GC heap size (pre - post): 4.00MB - 3.00MB\n"
                  "Malloc heap size (pre - post): 20.0KB - 10.0KB\n"
                  "MMU 20ms: 50%\n"
                  "MMU 50ms: 75%\n"
                  "Minor GCs: 2\n"
                  "Slices: 3\n"
                  "Zones: 1 / 4 (25%)\n"
                  "Compartments: 1200\n"
                  "Phase mark (self-time): 2.0ms\n"
                  "Phase mark.roots: 1.0ms\n"
                  "Phase mark.heap.objects: 7.0ms\n"
                  "Phase sweep (self-time): 3.0ms\n"
                  "Phase b: 0.50ms\n"
                  "Phase c: 0.40ms\n"
                  RAW ("GCMajor", COMPLETED));
  assert_details (TIMINGS ("{\"status\":\"aborted\"}"),
                  "m, 2ms\n"
                  "Status: Aborted (OOM)\n"
                  RAW ("GCMajor", "{\"status\":\"aborted\"}"));
  /* What is missing, or of another kind than it should be, has no row. */
  assert_details (TIMINGS ("{\"status\":\"completed\",\"reason\":1,\"allocated_bytes\":5000,\"slices\":\"x\",\"phase_times\":[]}"),
                  "m, 2ms\n"
                  "GC heap size (pre): 5,000B\n"
                  RAW ("GCMajor", "{\"status\":\"completed\",\"reason\":1,\"allocated_bytes\":5000,\"slices\":\"x\","
                       "\"phase_times\":[]}"));
  assert_details (TIMINGS ("7"), "m, 2ms\n" RAW ("GCMajor", "7"));
}

#define SLICE \
  "{\"reason\":\"CC\",\"budget\":\"5ms\",\"initial_state\":\"Mark\",\"final_state\":\"Sweep\",\"trigger_amount\":2000," \
  "\"trigger_threshold\":1000,\"page_faults\":0,\"phase_times\":{\"a\":1500,\"a.b\":1000}}"

static void
test_slice (void)
{
  assert_details ("{\"type\":\"GCSlice\",\"timings\":" SLICE "}",
                  "m, 2ms\n"
                  "Reason: CC\n"
                  "Budget: 5ms\n"
                  "States (pre - post): Mark – Sweep\n"
                  "Trigger (amt/trig): 2,000B / 1,000B\n"
                  "Page faults: 0\n"
                  "Phase a (self-time): 0.50ms\n"
                  "Phase a.b: 1.0ms\n"
                  RAW ("GCSlice", SLICE));
}

#define TIED(phases) "{\"reason\":\"CC\",\"phase_times\":" phases "}"

/* Of phases of one length the first six are shown; the self time of an outer one comes after its inner phases. */
static void
test_phases_of_one_length (void)
{
  static const char *const slices[][2] = {
    /* g is the seventh. */
    { TIED ("{\"a\":9,\"b\":9,\"c\":9,\"d\":9,\"e\":18,\"e.f\":9,\"g\":9}"),
      "Phase a: 0.009ms\nPhase b: 0.009ms\nPhase c: 0.009ms\nPhase d: 0.009ms\nPhase e (self-time): 0.009ms\n"
      "Phase e.f: 0.009ms\n" },
    /* What a took by itself is the seventh. */
    { TIED ("{\"a\":63,\"a.b\":9,\"a.c\":9,\"a.d\":9,\"a.e\":9,\"a.f\":9,\"a.g\":9}"),
      "Phase a.b: 0.009ms\nPhase a.c: 0.009ms\nPhase a.d: 0.009ms\nPhase a.e: 0.009ms\nPhase a.f: 0.009ms\n"
      "Phase a.g: 0.009ms\n" },
    /* Both own times count before e, f and g. */
    { TIED ("{\"a\":36,\"a.b\":27,\"a.b.c\":9,\"a.b.d\":9,\"e\":9,\"f\":9,\"g\":9}"),
      "Phase a (self-time): 0.009ms\nPhase a.b (self-time): 0.009ms\nPhase a.b.c: 0.009ms\nPhase a.b.d: 0.009ms\n"
      "Phase e: 0.009ms\nPhase f: 0.009ms\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (slices); i++)
    {
      g_autofree char *payload = g_strdup_printf ("{\"type\":\"GCSlice\",\"timings\":%s}", slices[i][0]);
      g_autofree char *expected = g_strdup_printf ("m, 2ms\nReason: CC\n%stype: GCSlice\ntimings: %s\n", slices[i][1],
                                                   slices[i][0]);

      assert_details (payload, expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/marker-details/fields", test_fields);
  g_test_add_func ("/marker-details/members", test_members);
  g_test_add_func ("/marker-details/minor-collection", test_minor_collection);
  g_test_add_func ("/marker-details/major-collection", test_major_collection);
  g_test_add_func ("/marker-details/slice", test_slice);
  g_test_add_func ("/marker-details/phases-of-one-length", test_phases_of_one_length);

  return g_test_run ();
}
