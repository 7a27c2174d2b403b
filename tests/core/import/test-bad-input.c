/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files that are wrong in one named way: what is said, and what is still shown. */

#include "base/ful-error.h"
#include "ful-test-files.h"

#include <math.h>

#define META "\"meta\":{\"preprocessedProfileVersion\":70,\"interval\":1,\"startTime\":0,\"product\":\"p\"," \
             "\"categories\":[{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}]}"
#define FUNCS "\"funcTable\":{\"name\":[0,1],\"isJS\":[false,true],\"relevantForJS\":[false,false],\"resource\":[-1,-1]," \
              "\"source\":[null,null],\"lineNumber\":[null,1],\"columnNumber\":[null,2],\"length\":2}"
#define FRAMES "\"frameTable\":{\"address\":[-1,-1],\"inlineDepth\":[0,0],\"category\":[0,0],\"subcategory\":[0,0]," \
               "\"func\":[0,1],\"length\":2}"
#define STACKS "\"stackTable\":{\"frame\":[0,1],\"prefixOffset\":[0,1],\"length\":2}"
#define STRINGS "\"stringArray\":[\"f\",\"g\"]"
#define NO_TABLES "\"resourceTable\":{\"name\":[],\"host\":[],\"type\":[],\"length\":0}," \
                  "\"nativeSymbols\":{\"libIndex\":[],\"address\":[],\"name\":[],\"functionSize\":[],\"length\":0}"
#define MARKERS "\"markers\":{\"name\":[],\"startTime\":[],\"endTime\":[],\"phase\":[],\"category\":[],\"data\":[],\"length\":0}"
#define SAMPLES "\"samples\":{\"stack\":[1,0],\"time\":[1,2],\"weight\":null,\"weightType\":\"samples\",\"length\":2}"
#define THREAD(samples, markers) "{\"name\":\"t\",\"pid\":\"1\",\"tid\":1," samples "," markers "}"
#define PROFILE(strings, funcs, frames, stacks, thread) \
  "{" META ",\"libs\":[],\"shared\":{" strings "," funcs "," frames "," stacks "," NO_TABLES "},\"threads\":[" thread "]}"
#define WITH_SAMPLES(samples) PROFILE (STRINGS, FUNCS, FRAMES, STACKS, THREAD (samples, MARKERS))
#define WITH_MARKERS(markers) PROFILE (STRINGS, FUNCS, FRAMES, STACKS, THREAD (SAMPLES, markers))
#define WITH_STACKS(stacks) PROFILE (STRINGS, FUNCS, FRAMES, stacks, THREAD (SAMPLES, MARKERS))

/* Refused, with a message that matches. */
static const struct { const char *name, *text; FulError code; const char *message; } refused[] = {
  { "empty file", "", FUL_ERROR_FORMAT, "*empty*" },
  { "white space", "  \n ", FUL_ERROR_UNKNOWN_FORMAT, "*nothing but blanks*" },
  { "text", "hello", FUL_ERROR_UNKNOWN_FORMAT, "*a text that begins with “hello”*formats*" },
  { "binary", "\001\002\003", FUL_ERROR_UNKNOWN_FORMAT, "*not a profile*a binary file*formats*" },
  { "a number", "17", FUL_ERROR_UNKNOWN_FORMAT, "*not a profile*" },
  { "an array", "[1,2]", FUL_ERROR_UNKNOWN_FORMAT, "*no profile: a list*" },
  { "empty object", "{}", FUL_ERROR_UNKNOWN_FORMAT, "*no profile: an object without members" },
  { "meta only", "{\"meta\":{\"version\":36}}", FUL_ERROR_UNKNOWN_FORMAT, "*no profile: it has the members “meta”" },
  { "no threads", "{" META ",\"shared\":{},\"threads\":[]}", FUL_ERROR_FORMAT, "*shared.stringArray*" },
  { "threads of another type", "{" META ",\"shared\":{},\"threads\":{}}", FUL_ERROR_FORMAT, "*“threads”*" },
  { "nothing captured", "{\"meta\":{\"version\":36},\"threads\":[],\"libs\":[]}", FUL_ERROR_EMPTY, "*No threads*" },
  { "processed version to come", "{\"meta\":{\"preprocessedProfileVersion\":71},\"threads\":[]}", FUL_ERROR_NEWER_VERSION, "*71*70*newer*" },
  { "Gecko version to come", "{\"meta\":{\"version\":37},\"threads\":[]}", FUL_ERROR_NEWER_VERSION, "*37*36*newer*" },
  { "Gecko version too old", "{\"meta\":{\"version\":2},\"threads\":[]}", FUL_ERROR_VERSION, "*too old*" },
  { "zip archive", "PK\003\004rest", FUL_ERROR_FORMAT, "*zip*complete*" },
  { "cut inside a number", "{\"meta\":{\"version\":3", FUL_ERROR_TRUNCATED, "*ends after 20*is the download complete?" },
  { "cut inside a string", "{\"meta\":{\"pro", FUL_ERROR_TRUNCATED, "*ends after 13*" },
  { "bare word", "{\"meta\":nul}", FUL_ERROR_FORMAT, "*expected a value*byte 8" },
  { "control character", "{\"a\nb\":1}", FUL_ERROR_FORMAT, "*control character*byte 3" },
  { "missing colon", "{\"meta\" 1}", FUL_ERROR_FORMAT, "*expected “:”, found “1” at byte 8" },
  { "wrong bracket", "{\"meta\":[1}", FUL_ERROR_FORMAT, "*expected “,” or “]”, found “}” at byte 10" },
  { "slab container cut", "\334\337JSLB\001", FUL_ERROR_UNKNOWN_FORMAT, "*jslb*cut off*" },
};

static void
test_refused (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr(GError) error = NULL;

      g_test_message ("%s", refused[i].name);
      g_assert_null (ful_test_load (refused[i].text, strlen (refused[i].text), &error));
      g_assert_error (error, FUL_ERROR, (gint) refused[i].code);
      if (!g_pattern_match_simple (refused[i].message, error->message))
        g_error ("%s: “%s” does not match “%s”", refused[i].name, error->message, refused[i].message);
    }
}

/* Opened, with an entry in the import log. @n_samples and @n_markers are what is left. */
static const struct
{
  const char  *name, *text;
  FulSeverity  severity;
  const char  *where;
  guint        n_samples, n_markers;
} repaired[] = {
  { "trailing garbage", WITH_SAMPLES (SAMPLES) " x", FUL_SEVERITY_ERROR, "file", 2, 0 },
  { "invalid UTF-8", PROFILE ("\"stringArray\":[\"f\377\",\"g\"]", FUNCS, FRAMES, STACKS, THREAD (SAMPLES, MARKERS)),
    FUL_SEVERITY_ERROR, "file", 2, 0 },
  { "lone surrogate", PROFILE ("\"stringArray\":[\"\\ud800\",\"g\"]", FUNCS, FRAMES, STACKS, THREAD (SAMPLES, MARKERS)),
    FUL_SEVERITY_ERROR, "file", 2, 0 },
  { "string that is a number", PROFILE ("\"stringArray\":[\"f\",7]", FUNCS, FRAMES, STACKS, THREAD (SAMPLES, MARKERS)),
    FUL_SEVERITY_ERROR, "shared.stringArray", 2, 0 },
  { "string out of range", PROFILE ("\"stringArray\":[\"f\"]", FUNCS, FRAMES, STACKS, THREAD (SAMPLES, MARKERS)),
    FUL_SEVERITY_ERROR, "shared.funcTable.name", 2, 0 },
  { "unequal columns", WITH_SAMPLES ("\"samples\":{\"stack\":[1],\"time\":[1,2,3],\"length\":3}"),
    FUL_SEVERITY_DATA_LOSS, "threads[0].samples.length", 1, 0 },
  { "missing time column", WITH_SAMPLES ("\"samples\":{\"stack\":[1,0],\"length\":2}"),
    FUL_SEVERITY_DATA_LOSS, "threads[0].samples.timeDeltas", 0, 0 },
  { "stack out of range", WITH_SAMPLES ("\"samples\":{\"stack\":[1,99],\"time\":[1,2],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.stack", 2, 0 },
  { "stack that is text", WITH_SAMPLES ("\"samples\":{\"stack\":[1,\"x\"],\"time\":[1,2],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.stack", 2, 0 },
  { "stack with a fraction", WITH_SAMPLES ("\"samples\":{\"stack\":[1,0.5],\"time\":[1,2],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.stack", 2, 0 },
  { "unsorted times", WITH_SAMPLES ("\"samples\":{\"stack\":[1,0],\"time\":[2,1],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.time", 2, 0 },
  { "null time", WITH_SAMPLES ("\"samples\":{\"stack\":[1,0],\"time\":[1,null],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.time", 2, 0 },
  { "time beyond double", WITH_SAMPLES ("\"samples\":{\"stack\":[1,0],\"time\":[1,1e999],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.time", 2, 0 },
  { "weight that is text", WITH_SAMPLES ("\"samples\":{\"stack\":[1,0],\"time\":[1,2],\"weight\":[1,\"x\"],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.weight", 2, 0 },
  { "claim of 2^31 rows", WITH_SAMPLES ("\"samples\":{\"stack\":[1,0],\"time\":[1,2],\"length\":2147483648}"),
    FUL_SEVERITY_DATA_LOSS, "threads[0].samples.length", 2, 0 },
  { "row number beyond 2^53", WITH_SAMPLES ("\"samples\":{\"stack\":[1,9007199254740993],\"time\":[1,2],\"length\":2}"),
    FUL_SEVERITY_ERROR, "threads[0].samples.stack", 2, 0 },
  { "caller after callee", WITH_STACKS ("\"stackTable\":{\"frame\":[0,1],\"prefixOffset\":[0,-1],\"length\":2}"),
    FUL_SEVERITY_ERROR, "shared.stackTable.prefixOffset", 2, 0 },
  { "caller before the table", WITH_STACKS ("\"stackTable\":{\"frame\":[0,1],\"prefixOffset\":[0,9],\"length\":2}"),
    FUL_SEVERITY_ERROR, "shared.stackTable.prefixOffset", 2, 0 },
  { "older column name", WITH_STACKS ("\"stackTable\":{\"frame\":[0,1],\"prefix\":[null,0],\"length\":2}"),
    FUL_SEVERITY_INFO, "shared.stackTable", 2, 0 },
  { "stack in a cycle", WITH_STACKS ("\"stackTable\":{\"frame\":[0,1],\"prefix\":[1,0],\"length\":2}"),
    FUL_SEVERITY_ERROR, "shared.stackTable.prefixOffset", 2, 0 },
  { "no stack table", WITH_STACKS ("\"x\":1"), FUL_SEVERITY_INFO, "shared.stackTable.frame", 2, 0 },
  { "payload that is text",
    WITH_MARKERS ("\"markers\":{\"name\":[0],\"startTime\":[1],\"endTime\":[null],\"phase\":[0],\"category\":[0],\"data\":[\"x\"],\"length\":1}"),
    FUL_SEVERITY_DATA_LOSS, "threads[0].markers", 2, 1 },
  { "cause out of range",
    WITH_MARKERS ("\"markers\":{\"name\":[0],\"startTime\":[1],\"endTime\":[null],\"phase\":[0],\"category\":[0],"
                  "\"data\":[{\"type\":\"T\",\"cause\":{\"time\":1,\"stack\":77}}],\"length\":1}"),
    FUL_SEVERITY_ERROR, "threads[0].markers.causeStack", 2, 1 },
  { "marker category out of range",
    WITH_MARKERS ("\"markers\":{\"name\":[0],\"startTime\":[1],\"endTime\":[null],\"phase\":[0],\"category\":[9],\"data\":[null],\"length\":1}"),
    FUL_SEVERITY_ERROR, "threads[0].markers.category", 2, 1 },
  { "stack without a frame", WITH_STACKS ("\"stackTable\":{\"frame\":[0,null],\"prefixOffset\":[0,1],\"length\":2}"),
    FUL_SEVERITY_ERROR, "shared.stackTable.frame", 2, 0 },
  { "frame without a function", PROFILE (STRINGS, FUNCS, "\"frameTable\":{\"address\":[-1,-1],\"inlineDepth\":[0,0],\"category\":[0,0],"
                                         "\"subcategory\":[0,0],\"func\":[0,null],\"length\":2}", STACKS, THREAD (SAMPLES, MARKERS)),
    FUL_SEVERITY_ERROR, "shared.frameTable.func", 2, 0 },
  { "marker without a name",
    WITH_MARKERS ("\"markers\":{\"name\":[null],\"startTime\":[1],\"endTime\":[null],\"phase\":[0],\"category\":[0],\"data\":[null],\"length\":1}"),
    FUL_SEVERITY_ERROR, "threads[0].markers.name", 2, 1 },
  { "marker without a time",
    WITH_MARKERS ("\"markers\":{\"name\":[0],\"startTime\":[null],\"endTime\":[null],\"phase\":[0],\"category\":[0],\"data\":[null],\"length\":1}"),
    FUL_SEVERITY_DATA_LOSS, "threads[0].markers", 2, 1 },
  { "marker that ends before it starts",
    WITH_MARKERS ("\"markers\":{\"name\":[0],\"startTime\":[3],\"endTime\":[1],\"phase\":[1],\"category\":[0],\"data\":[null],\"length\":1}"),
    FUL_SEVERITY_INFO, "threads[0].markers", 2, 1 },
  { "counter that is no object", "{" META ",\"libs\":[],\"shared\":{" STRINGS "," FUNCS "," FRAMES "," STACKS "," NO_TABLES "},\"threads\":["
    THREAD (SAMPLES, MARKERS) "],\"counters\":[null]}", FUL_SEVERITY_DATA_LOSS, "counters", 2, 0 },
  { "thread that is no object", PROFILE (STRINGS, FUNCS, FRAMES, STACKS, THREAD (SAMPLES, MARKERS) ",7"),
    FUL_SEVERITY_DATA_LOSS, "threads", 2, 0 },
  { "Gecko samples without event delay",
    "{\"meta\":{\"version\":36,\"startTime\":0,\"interval\":1,\"product\":\"p\",\"categories\":[]},\"libs\":[],"
    "\"threads\":[{\"name\":\"t\",\"pid\":1,\"tid\":2,\"stringTable\":[\"f\"],"
    "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0]]},"
    "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0]]},"
    "\"samples\":{\"schema\":{\"stack\":0,\"time\":1},\"data\":[[0,1],[0,2]]},"
    "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[]}}]}",
    FUL_SEVERITY_INFO, "threads[0]", 2, 0 },
};

static void
test_repaired (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (repaired); i++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) profile = ful_test_load (repaired[i].text, strlen (repaired[i].text), &error);
      gboolean found = FALSE;

      g_test_message ("%s", repaired[i].name);
      g_assert_no_error (error);
      ful_test_assert_sound (profile);
      g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, repaired[i].n_samples);
      g_assert_cmpuint (ful_profile_get_thread (profile, 0)->markers->table.n_rows, ==, repaired[i].n_markers);

      for (guint e = 0; e < ful_import_log_get_n (profile->log); e++)
        {
          const FulImportLogEntry *entry = ful_import_log_get (profile->log, e);

          found |= entry->severity == repaired[i].severity && g_str_equal (entry->where, repaired[i].where);
          g_test_message ("  %s %s: %s", ful_severity_to_string (entry->severity), entry->where, entry->message);
        }
      if (!found)
        g_error ("%s: no entry for %s", repaired[i].name, repaired[i].where);
    }
}

#define GECKO(threads, rest) "{\"meta\":{\"version\":36,\"startTime\":0,\"interval\":1,\"product\":\"p\",\"categories\":[]},\"libs\":[]," \
  "\"threads\":[" threads "]" rest "}"
#define GECKO_THREAD(name) "{\"name\":\"" name "\",\"pid\":1,\"tid\":2,\"stringTable\":[\"main\",\"work\",\"m\"]," \
  "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0],[1]]}," \
  "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0],[0,1]]}," \
  "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"eventDelay\":2},\"data\":[[0,1,0],[1,2,0],[1,3,0]]}," \
  "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5}," \
  "\"data\":[[2,1,null,0,0],[2,2,null,0,0,{\"type\":\"T\"}]]}}"

static char *
describe_gecko (const char   *text,
                FulImportLog **out_log)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_test_load (text, strlen (text), &error);
  g_autoptr(GString) description = g_string_new (NULL);
  FulThread *thread;

  g_assert_no_error (error);
  ful_test_assert_sound (profile);
  thread = ful_profile_get_thread (profile, 0);
  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    {
      g_autofree char *stack = thread->samples->stack[i] == FUL_NONE ? g_strdup ("-") : ful_test_stack_text (profile, 0, i);

      g_string_append_printf (description, "%g %s, ", thread->samples->time[i], stack);
    }
  g_string_append_printf (description, "%u markers, %u counters", thread->markers->table.n_rows, profile->counters->len);
  *out_log = ful_import_log_ref (profile->log);

  return g_string_free (g_steal_pointer (&description), FALSE);
}

/* Rows of Gecko tables that are no arrays: each costs itself alone, wherever it is. Other tables refer to rows of frames and stacks
 * by number, so there they keep their place. */
static void
test_gecko_rows (void)
{
  static const char whole[] = GECKO (GECKO_THREAD ("GeckoMain"), ",\"counters\":[{\"name\":\"c\",\"category\":\"x\",\"description\":\"\","
                                     "\"samples\":{\"schema\":{\"time\":0,\"count\":1},\"data\":[[1,5],[2,6]]}}]");
  static const char *const junk[] = { "null", "7", "\"x\"", "{}", "true", "[]" };
  static const struct { const char *before, *expected; } places[] = {
    { "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[", NULL },
    { "[2,1,null,0,0],", NULL },
    { "\"eventDelay\":2},\"data\":[", NULL },
    { "[0,1,0],", NULL },
    { "\"count\":1},\"data\":[", NULL },
    { "\"counters\":[", NULL },
    { "\"threads\":[", NULL },
    { "\"frame\":1},\"data\":[", "1 <unknown>, 2 main, 3 main, 2 markers, 1 counters" },
    { "[null,0],", "1 main, 2 <unknown>, 3 <unknown>, 2 markers, 1 counters" },
    { "\"location\":0},\"data\":[", "1 <unknown>, 2 <unknown>;main, 3 <unknown>;main, 2 markers, 1 counters" },
  };
  FulImportLog *log;
  g_autofree char *expected = describe_gecko (whole, &log);

  g_assert_cmpstr (expected, ==, "1 main, 2 main;work, 3 main;work, 2 markers, 1 counters");
  g_assert_cmpuint (ful_import_log_get_n (log), ==, 0);
  ful_import_log_unref (log);

  for (guint p = 0; p < G_N_ELEMENTS (places); p++)
    for (guint j = 0; j < G_N_ELEMENTS (junk); j++)
      {
        const char *at = strstr (whole, places[p].before) + strlen (places[p].before);
        g_autofree char *text = g_strdup_printf ("%.*s%s,%s", (int) (at - whole), whole, junk[j], at);
        g_autofree char *found = NULL;

        /* A list of objects may have an empty one. */
        if (g_str_equal (junk[j], "{}") && (p == 5 || p == 6))
          continue;
        g_test_message ("%s%s", places[p].before, junk[j]);
        found = describe_gecko (text, &log);
        if (places[p].expected == NULL)
          g_assert_cmpstr (found, ==, expected);
        else
          g_assert_cmpstr (found, ==, places[p].expected);
        g_assert_cmpuint (ful_import_log_get_n_records (log), >=, 1);
        ful_import_log_unref (log);
      }
}

/* What is missing in one thread leaves the names of those after it as they are. */
static void
test_gecko_missing_frame (void)
{
  static const char thread[] = GECKO_THREAD ("GeckoMain");
  static const char before[] = "\"data\":[[null,0],";
  static const char *const rows[] = { "null,", "[0,99],", "[0,null],", "{}," };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const char *at = strstr (thread, before) + strlen (before);
      g_autofree char *text = g_strdup_printf (GECKO ("%.*s%s%s,%s", ""), (int) (at - thread), thread, rows[i], at,
                                               GECKO_THREAD ("Worker"));
      char *names = strstr (strstr (text, "\"Worker\""), "[\"main\",\"work\"");
      g_autoptr(FulProfile) profile = NULL;
      g_autofree char *first = NULL, *second = NULL;

      memcpy (names, "[\"load\",\"pack\"", strlen ("[\"load\",\"pack\""));
      profile = ful_test_load (text, strlen (text), NULL);
      ful_test_assert_sound (profile);
      first = ful_test_stack_text (profile, 0, 1);
      second = ful_test_stack_text (profile, 1, 2);
      g_assert_true (g_str_has_suffix (first, "<unknown>"));
      g_assert_cmpstr (second, ==, "load;pack");
    }
}

/* Tables of nothing but such rows. */
static void
test_gecko_no_rows (void)
{
  static const struct { const char *before; guint n; const char *expected; } tables[] = {
    { "\"eventDelay\":2},\"data\":[", 3, "2 markers, 1 counters" },
    { "\"data\":5},\"data\":[", 2, "1 main, 2 main;work, 3 main;work, 0 markers, 1 counters" },
    { "\"count\":1},\"data\":[", 2, "1 main, 2 main;work, 3 main;work, 2 markers, 0 counters" },
  };
  static const char *const junk[] = { "null", "7", "\"x\"", "{}", "[]" };
  static const char whole[] = GECKO (GECKO_THREAD ("GeckoMain"), ",\"counters\":[{\"name\":\"c\",\"category\":\"x\",\"description\":\"\","
                                     "\"samples\":{\"schema\":{\"time\":0,\"count\":1},\"data\":[[1,5],[2,6]]}}]");

  for (guint t = 0; t < G_N_ELEMENTS (tables); t++)
    for (guint j = 0; j < G_N_ELEMENTS (junk); j++)
      {
        const char *begin = strstr (whole, tables[t].before) + strlen (tables[t].before);
        const char *end = strstr (begin, "]]");
        g_autoptr(GString) text = g_string_new_len (whole, begin - whole);
        g_autofree char *found = NULL;
        FulImportLog *log;

        for (guint i = 0; i < tables[t].n; i++)
          g_string_append_printf (text, "%s%s", i > 0 ? "," : "", junk[j]);
        g_string_append (text, end + 1);
        found = describe_gecko (text->str, &log);
        g_assert_cmpstr (found, ==, tables[t].expected);
        g_assert_cmpuint (ful_import_log_get_n_records (log), >=, tables[t].n);
        ful_import_log_unref (log);
      }
}

/* A profile without any flaw leaves an empty log. */
static void
test_sound (void)
{
  static const char text[] = WITH_SAMPLES (SAMPLES);
  g_autoptr(FulProfile) profile = ful_test_load (text, strlen (text), NULL);

  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

/* Payloads, their types and causes stand in the rows of their markers. */
static void
test_sound_payloads (void)
{
  static const char text[] =
    WITH_MARKERS ("\"markers\":{\"name\":[0,1,0,1],\"startTime\":[1,2,3,4],\"endTime\":[null,null,null,null],"
                  "\"phase\":[0,0,0,0],\"category\":[0,0,0,0],\"data\":[null,{\"type\":\"T\"},"
                  "{\"type\":\"U\",\"cause\":{\"time\":1,\"stack\":1}},{\"type\":\"T\",\"n\":1}],\"length\":4}");
  static const struct { const char *payload, *type; int cause; } expected[] = {
    { NULL, NULL, FUL_NONE },
    { "{\"type\":\"T\"}", "T", FUL_NONE },
    { "{\"type\":\"U\",\"cause\":{\"time\":1,\"stack\":1}}", "U", 1 },
    { "{\"type\":\"T\",\"n\":1}", "T", FUL_NONE },
  };
  g_autoptr(FulProfile) profile = ful_test_load (text, strlen (text), NULL);
  FulThread *thread = ful_profile_get_thread (profile, 0);

  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
  g_assert_cmpuint (thread->markers->table.n_rows, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      gint64 type = ful_packed_int_get (&thread->markers->payload_type, i);
      gsize length;
      const char *payload = ful_thread_get_payload (thread, i, &length);
      g_autofree char *copy = g_strndup (payload, length);

      g_assert_cmpstr (copy, ==, expected[i].payload);
      g_assert_cmpstr (type == FUL_NONE ? NULL : ful_string_table_get (profile->texts, (FulStringIndex) type), ==,
                       expected[i].type);
      g_assert_cmpint (ful_packed_int_get (&thread->markers->cause_stack, i), ==, expected[i].cause);
    }
}

static void
test_million_deep (void)
{
  static const char *const opens[] = { "[", "{\"a\":", "{\"meta\":{\"x\":[", "{\"data\":[[" };

  for (guint i = 0; i < G_N_ELEMENTS (opens); i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autoptr(GError) error = NULL;

      while (text->len < 1000000 * strlen (opens[i]))
        g_string_append (text, opens[i]);
      g_assert_null (ful_test_load (text->str, text->len, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_FORMAT);
      g_assert_nonnull (strstr (error->message, "nested"));
    }
}

/* Text that would take a hundred times its size in memory. */
static void
test_memory_bombs (void)
{
  static const struct { const char *start, *unit, *end; } rows[] = {
    { "{\"meta\":{},\"x\":[", "[],", "" },
    { "{\"meta\":{},\"x\":[", "{},", "" },
    { "{\"data\":[[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30],", "[],", "" },
    { "{\"data\":[", "[],", "[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30]]}" },
    { "{\"data\":[[1,2,3,4,5,6,7],", "[],", "[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\"]]}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr(GString) text = g_string_new (rows[i].start);
      g_autoptr(GError) error = NULL;

      while (text->len < 30000000)
        g_string_append (text, rows[i].unit);
      g_string_append (text, rows[i].end);
      g_assert_null (ful_test_load (text->str, text->len, &error));
      g_assert_error (error, FUL_ERROR, FUL_ERROR_TOO_LARGE);
    }
}

/* Locations of Gecko frames and libraries at the edges of 64 bits. */
static void
test_gecko_addresses (void)
{
  static const char text[] =
    "{\"meta\":{\"version\":36,\"startTime\":0,\"interval\":1,\"product\":\"p\",\"categories\":[]},"
    "\"libs\":[{\"start\":18446744073709547520,\"end\":18446744073709551615,\"offset\":0,\"name\":\"top\",\"debugName\":\"top\",\"breakpadId\":\"A\"},"
    "{\"start\":0,\"end\":4096,\"offset\":0,\"name\":\"zero\",\"debugName\":\"zero\",\"breakpadId\":\"B\"}],"
    "\"threads\":[{\"name\":\"t\",\"pid\":1,\"tid\":2,\"stringTable\":[\"0xfffffffffffff010\",\"0x10\",\"0x1000\",\"0xzz\"],"
    "\"frameTable\":{\"schema\":{\"location\":0},\"data\":[[0],[1],[2],[3]]},"
    "\"stackTable\":{\"schema\":{\"prefix\":0,\"frame\":1},\"data\":[[null,0],[null,1],[null,2],[null,3]]},"
    "\"samples\":{\"schema\":{\"stack\":0,\"time\":1,\"eventDelay\":2},\"data\":[[0,1,0],[1,2],[2,3],[3,4]]},"
    "\"markers\":{\"schema\":{\"name\":0,\"startTime\":1,\"endTime\":2,\"phase\":3,\"category\":4,\"data\":5},\"data\":[]}}]}";
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_test_load (text, strlen (text), &error);
  FulSampleTable *samples;
  static const gint64 addresses[] = { 0x10, 0x10, FUL_NONE, FUL_NONE };   /* the end of a library is not in it */

  g_assert_no_error (error);
  ful_test_assert_sound (profile);
  samples = ful_profile_get_thread (profile, 0)->samples;
  g_assert_cmpuint (samples->table.n_rows, ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint (profile->frames->address[profile->stacks->frame[samples->stack[i]]], ==, addresses[i]);
  g_assert_cmpuint (profile->libs->len, ==, 2);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bad-input/sound", test_sound);
  g_test_add_func ("/bad-input/sound-payloads", test_sound_payloads);
  g_test_add_func ("/bad-input/refused", test_refused);
  g_test_add_func ("/bad-input/repaired", test_repaired);
  g_test_add_func ("/bad-input/gecko-rows", test_gecko_rows);
  g_test_add_func ("/bad-input/gecko-missing-frame", test_gecko_missing_frame);
  g_test_add_func ("/bad-input/gecko-no-rows", test_gecko_no_rows);
  g_test_add_func ("/bad-input/million-deep", test_million_deep);
  g_test_add_func ("/bad-input/memory-bombs", test_memory_bombs);
  g_test_add_func ("/bad-input/gecko-addresses", test_gecko_addresses);

  return g_test_run ();
}
