/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Steps of the upgrade that the reference's fixtures do not cover, one by one; whole
 * files of all versions are compared with the reference in tests/oracle. */

#include "import/processed/ful-processed-upgrade.h"
#include "io/raw/ful-raw-get.h"

#include <gio/gio.h>
#include <string.h>

typedef struct
{
  const char *name;
  guint       version;
  const char *in;
  const char *out;        /* text that the upgraded document contains */
  const char *not_out;    /* (nullable): text that it does not */
} Row;

#define THREAD(rest) "{\"meta\":{\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}," \
                     "{\"name\":\"JavaScript\",\"color\":\"yellow\",\"subcategories\":[\"Other\"]}],\"markerSchema\":[]}," \
                     "\"threads\":[{\"name\":\"x\",\"stringArray\":[\"a\",\"b\"]," rest "}]}"

/* One marker of the time 5. */
#define OLD_MARKER(payload) "{\"meta\":{\"categories\":[]},\"threads\":[{\"stringTable\":[\"a\"],\"stringArray\":[\"a\"]," \
                            "\"markers\":{\"name\":[0],\"time\":[5],\"category\":[0],\"data\":[" payload "],\"length\":1}}]}"
#define SCHEMAS(schemas, payload) "{\"meta\":{\"categories\":[],\"markerSchema\":[" schemas "]},\"threads\":[{\"stringArray\":[\"a\"]," \
                                  "\"markers\":{\"name\":[0],\"startTime\":[1],\"endTime\":[2],\"phase\":[1]," \
                                  "\"category\":[0],\"data\":[" payload "],\"length\":1}}]}"

static const Row rows[] = {
  { "30 tracing starts", 29, OLD_MARKER ("{\"type\":\"tracing\",\"category\":\"Paint\",\"interval\":\"start\"}"),
    "\"startTime\":[5],\"endTime\":[null],\"phase\":[2]", "\"time\"" },
  { "30 tracing ends", 29, OLD_MARKER ("{\"type\":\"tracing\",\"category\":\"Paint\",\"interval\":\"end\"}"),
    "\"startTime\":[null],\"endTime\":[5],\"phase\":[3]", NULL },
  { "31 tracing of one moment", 29, OLD_MARKER ("{\"type\":\"tracing\",\"category\":\"Paint\"}"),
    "\"startTime\":[5],\"endTime\":[null],\"phase\":[0]", NULL },
  { "32 tracing of an event", 29,
    OLD_MARKER ("{\"type\":\"tracing\",\"category\":\"DOMEvent\",\"interval\":\"start\",\"timeStamp\":3}"),
    "\"latency\":2", "\"timeStamp\"" },
  { "52 tracing has a schema", 51, SCHEMAS ("", "{\"type\":\"tracing\",\"category\":\"Paint\"}"),
    "\"timeline-overview\"", "tracingCCFrom52Upgrader" },
  { "52 tracing of the cycle collector", 51, SCHEMAS ("{\"name\":\"CC\",\"data\":[]}",
    "{\"type\":\"tracing\",\"category\":\"CC\",\"interval\":\"start\"}"),
    "{\"type\":\"tracingCCFrom52Upgrader\",\"category\":\"CC\"}", "\"interval\"" },
  { "52 cycle collector without a schema", 51, SCHEMAS ("", "{\"type\":\"tracing\",\"category\":\"CC\",\"interval\":\"start\"}"),
    "\"interval\":\"start\"", "tracingCCFrom52Upgrader" },
  { "37 java", 36, "{\"meta\":{},\"threads\":[{\"name\":\"Java Main Thread\",\"stringArray\":[]}]}", "\"AndroidUI (JVM)\"", NULL },
  { "39 empty CPU", 38, THREAD ("\"samples\":{\"threadCPUDelta\":[null,null],\"length\":2}"), "\"length\":2", "threadCPUDelta" },
  { "39 CPU", 38, THREAD ("\"samples\":{\"threadCPUDelta\":[null,1],\"length\":2}"), "\"threadCPUDelta\":[null,1]", NULL },
  { "46 pid is text", 45, THREAD ("\"pid\":\"12\",\"tid\":3"), "\"isMainThread\":true", NULL },
  { "46 tid is text", 45, THREAD ("\"pid\":12,\"tid\":\"12\""), "\"isMainThread\":true", NULL },
  { "46 numbers", 45, THREAD ("\"pid\":12,\"tid\":12"), "\"isMainThread\":false", NULL },
  { "47 pid", 46, THREAD ("\"pid\":12,\"tid\":12"), "\"pid\":\"12\"", NULL },
  { "48 counters", 47, "{\"meta\":{},\"threads\":[],\"counters\":[{\"sampleGroups\":[{\"samples\":{\"time\":[1],\"count\":[2],\"length\":1}}]}]}",
    "\"samples\":{\"time\":[1],\"count\":[2],\"length\":1}", "sampleGroups" },
  { "53 from stacks", 52,
    THREAD ("\"frameTable\":{\"func\":[0,0],\"length\":2},\"stackTable\":{\"frame\":[0],\"prefix\":[null],\"category\":[1],\"subcategory\":[0],\"length\":1}"),
    "\"category\":[1,null]", NULL },
  { "53 no subcategory", 52, THREAD ("\"frameTable\":{\"func\":[0],\"category\":[1],\"length\":1}"), "\"subcategory\":[0]", NULL },
  { "54 JIT", 53, THREAD ("\"frameTable\":{\"func\":[0,0],\"category\":[0,0],\"subcategory\":[0,0],\"implementation\":[1,null],\"length\":2}"),
    "\"JIT (b)\"", "implementation" },
  { "55 static field", 54,
    "{\"meta\":{\"markerSchema\":[{\"name\":\"M\",\"data\":[{\"key\":\"k\",\"label\":\"K\",\"format\":\"string\"},"
    "{\"label\":\"Other\",\"value\":\"o\"},{\"label\":\"Description\",\"value\":\"d\"}]}]},\"threads\":[]}",
    "\"description\":\"d\"", "\"data\"" },
  { "56 index out of range stays", 55,
    "{\"meta\":{\"markerSchema\":[{\"name\":\"M\",\"fields\":[{\"key\":\"k\",\"format\":\"unique-string\"}]}]},"
    "\"threads\":[{\"stringArray\":[\"a\"],\"markers\":{\"name\":[0],\"data\":[{\"type\":\"M\",\"k\":77}],\"length\":1}}]}",
    "\"k\":77", NULL },
  { "57 searchable", 56, "{\"meta\":{\"markerSchema\":[{\"name\":\"M\",\"fields\":[{\"key\":\"k\",\"searchable\":true}]}]},\"threads\":[],\"shared\":{}}",
    "\"key\":\"k\"", "searchable" },
  { "61 uuid", 60, "{\"meta\":{},\"threads\":[],\"shared\":{\"sources\":{\"uuid\":[\"u\"],\"filename\":[0],\"length\":1}}}",
    "\"id\":[\"u\"]", "uuid" },
  { "62 colour", 61, "{\"meta\":{},\"threads\":[],\"shared\":{},\"counters\":[{\"name\":\"n\",\"category\":\"Memory\",\"color\":\"red\"}]}",
    "\"color\":\"red\",\"markerSchemaLocation\":\"timeline-memory\"", NULL },
  { "66 offsets", 65, "{\"meta\":{},\"threads\":[],\"shared\":{\"stackTable\":{\"frame\":[0,0,0],\"prefix\":[null,0,0],\"length\":3}}}",
    "\"prefixOffset\":[0,1,2]", "\"prefix\"" },
  { "66 two roots", 65, "{\"meta\":{},\"threads\":[],\"shared\":{\"stackTable\":{\"frame\":[0,0,0],\"prefix\":[null,null,1],\"length\":3}}}",
    "\"prefixOffset\":[0,0,1]", NULL },
  { "66 callers after callees", 65, "{\"meta\":{},\"threads\":[{\"samples\":{\"stack\":[0,1],\"length\":2}}],"
    "\"shared\":{\"stackTable\":{\"frame\":[5,6],\"prefix\":[1,null],\"length\":2}}}",
    "\"frame\":[6,5],\"length\":2,\"prefixOffset\":[0,1]", NULL },
  { "69 network", 68, "{\"meta\":{\"markerSchema\":[{\"name\":\"Network\",\"display\":[\"marker-table\"]}]},\"threads\":[],\"shared\":{}}",
    "[\"marker-table\",\"timeline-network\"]", NULL },
  { "70 lib", 69, "{\"meta\":{},\"threads\":[],\"shared\":{\"frameTable\":{\"func\":[0,1],\"length\":2},\"funcTable\":{\"resource\":[0,-1],\"length\":2},"
    "\"resourceTable\":{\"lib\":[4],\"length\":1}}}",
    "\"lib\":[4,-1]", NULL },
};

static void
test_step (gconstpointer user_data)
{
  const Row *row = user_data;
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(FulImportLog) log = ful_import_log_new ();
  g_autoptr(GError) error = NULL;
  g_autofree char *padded = g_malloc0 (strlen (row->in) + FUL_BYTES_PADDING);
  FulBytes text = { 0 };
  FulRawNode *root;

  memcpy (padded, row->in, strlen (row->in));
  root = ful_raw_tree_parse (tree, padded, strlen (row->in), &error);
  g_assert_no_error (error);
  g_assert_true (ful_processed_upgrade (tree, root, row->version, log, NULL, &error));
  g_assert_no_error (error);
  ful_raw_write (root, &text);
  ful_bytes_append_c (&text, '\0');
  if (!strstr (text.data, row->out))
    g_error ("%s: %s is not in %s", row->name, row->out, text.data);
  if (row->not_out && strstr (text.data, row->not_out))
    g_error ("%s: %s is in %s", row->name, row->not_out, text.data);
  ful_bytes_clear (&text);
}

/* Every version number starts an upgrade that ends well, even of next to nothing. */
static void
test_every_version (void)
{
  static const char *const documents[] = {
    "{\"meta\":{},\"threads\":[]}",
    "{\"meta\":{},\"threads\":[{}]}",
    "{\"meta\":{},\"threads\":[{\"markers\":{},\"samples\":{},\"stackTable\":{},\"frameTable\":{},\"funcTable\":{}}],\"shared\":{}}",
    "{\"meta\":{\"categories\":5,\"markerSchema\":{}},\"threads\":[{\"markers\":{\"name\":[0],\"data\":[{}],\"length\":1},\"stringArray\":7}],\"pages\":[1],\"counters\":[1,{}]}",
  };

  for (guint version = 0; version < 70; version++)
    for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
      {
        Row row = { "any", version, documents[i], "\"threads\"", NULL };

        test_step (&row);
      }
}

/* What refers to no row is told of before the upgrade loses it; null and "no resource" are no flaws. */
static void
test_bad_references (void)
{
  static const struct { const char *text; guint version, n; } documents[] = {
    { THREAD ("\"samples\":{\"stack\":[0,9,null,-3],\"length\":4},\"stackTable\":{\"frame\":[0,0,7],\"prefix\":[null,50,null],\"length\":3},"
              "\"frameTable\":{\"func\":[0],\"nativeSymbol\":[null],\"length\":1},\"funcTable\":{\"name\":[0],\"resource\":[-1],\"length\":1}"), 58, 4 },
    { THREAD ("\"markers\":{\"name\":[0,0],\"data\":[{\"type\":\"M\",\"cause\":{\"stack\":9}},{\"type\":\"M\",\"cause\":{\"stack\":0}}],\"length\":2},"
              "\"stackTable\":{\"frame\":[0],\"prefix\":[null],\"length\":1},\"frameTable\":{\"func\":[0],\"length\":1},"
              "\"funcTable\":{\"name\":[0],\"resource\":[-1],\"length\":1}"), 59, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (documents); i++)
    {
      g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
      g_autoptr(FulImportLog) log = ful_import_log_new ();
      g_autoptr(GError) error = NULL;
      g_autofree char *padded = g_malloc0 (strlen (documents[i].text) + FUL_BYTES_PADDING);
      guint n = 0;

      strcpy (padded, documents[i].text);
      g_assert_true (ful_processed_upgrade (tree, ful_raw_tree_parse (tree, padded, strlen (padded), &error),
                                            documents[i].version, log, NULL, &error));
      for (guint e = 0; e < ful_import_log_get_n (log); e++)
        if (ful_import_log_get (log, e)->severity == FUL_SEVERITY_ERROR)
          n += ful_import_log_get (log, e)->count;
      g_assert_cmpuint (n, ==, documents[i].n);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/processed-upgrade/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_step);
    }
  g_test_add_func ("/processed-upgrade/every-version", test_every_version);
  g_test_add_func ("/processed-upgrade/bad-references", test_bad_references);

  return g_test_run ();
}
