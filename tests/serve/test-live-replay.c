/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The frames of a profile that is replayed: when they are due, in which order, how large. That they hold all of
 * the profile is tests/cli/test-serve-answers.py. */

#include "ful-live-replay.h"
#include "ful-test-files.h"

#include "wire/ful-wire-decoder.h"
#include "wire/ful-wire-encoder.h"
#include "wire/ful-wire-rows.h"

#include <string.h>

#define META "\"meta\":{\"interval\":1,\"startTime\":0,\"profilingStartTime\":0,\"profilingEndTime\":2000,\"product\":\"\",\"version\":36," \
             "\"preprocessedProfileVersion\":70,\"processType\":0,\"stackwalk\":1,\"categories\":[{\"name\":\"Other\",\"color\":\"grey\"," \
             "\"subcategories\":[\"Other\"]}],\"markerSchema\":[{\"name\":\"Numbers\",\"display\":[],\"fields\":[" \
             "{\"key\":\"text\",\"format\":\"unique-string\"},{\"key\":\"flow\",\"format\":\"flow-id\"}," \
             "{\"key\":\"end\",\"format\":\"terminating-flow-id\"},{\"key\":\"count\",\"format\":\"integer\"}]}]},\"libs\":[]"
#define SHARED "\"shared\":{\"stackTable\":{\"frame\":[0,1],\"prefixOffset\":[0,1],\"length\":2}," \
               "\"frameTable\":{\"address\":[-1,-1],\"inlineDepth\":[0,0],\"category\":[0,0],\"subcategory\":[0,0],\"func\":[0,1]," \
               "\"nativeSymbol\":[null,null],\"innerWindowID\":[0,0],\"line\":[null,null],\"column\":[null,null],\"length\":2}," \
               "\"funcTable\":{\"name\":[0,1],\"isJS\":[false,false],\"relevantForJS\":[false,false],\"resource\":[-1,-1]," \
               "\"source\":[null,null],\"lineNumber\":[null,null],\"columnNumber\":[null,null],\"length\":2}," \
               "\"resourceTable\":{\"length\":0,\"name\":[],\"host\":[],\"type\":[]},\"nativeSymbols\":{\"length\":0,\"libIndex\":[]," \
               "\"address\":[],\"name\":[],\"functionSize\":[]},\"stringArray\":[\"main\",\"work\",\"%s\"]}"

/* A profile of one thread with these columns. */
typedef struct
{
  const char *string;      /* the third one, or NULL */
  const char *times;       /* of samples */
  const char *stacks;
  const char *delays;      /* of events, or NULL */
  const char *names;       /* of markers, or NULL */
  const char *starts;
  const char *ends;
  const char *phases;
  const char *data;
  guint       n_flaws;
} Columns;

static FulProfile *
load (const Columns *columns)
{
  g_autoptr(GString) text = g_string_new ("{" META ",");
  g_autoptr(GError) error = NULL;
  FulProfile *profile;

  g_string_append_printf (text, SHARED, columns->string ? columns->string : "");
  g_string_append_printf (text, ",\"threads\":[{\"name\":\"Main\",\"isMainThread\":true,\"processType\":\"default\",\"pid\":\"1\",\"tid\":1,"
                          "\"registerTime\":0,\"unregisterTime\":700,\"samples\":{\"weightType\":\"samples\",\"weight\":null,"
                          "\"time\":[%s],\"stack\":[%s]%s%s%s},", columns->times, columns->stacks,
                          columns->delays ? ",\"eventDelay\":[" : "", columns->delays ? columns->delays : "",
                          columns->delays ? "]" : "");
  g_string_append_printf (text, "\"jsAllocations\":{\"time\":[],\"stack\":[],\"weight\":[],\"className\":[],\"typeName\":[],"
                          "\"coarseType\":[],\"inNursery\":[],\"weightType\":\"bytes\",\"length\":0},");
  g_string_append_printf (text, "\"markers\":{\"name\":[%s],\"startTime\":[%s],\"endTime\":[%s],\"phase\":[%s],\"category\":[",
                          columns->names ? columns->names : "", columns->names ? columns->starts : "",
                          columns->names ? columns->ends : "", columns->names ? columns->phases : "");
  for (const char *c = columns->names; c && *c; c++)
    if (c == columns->names || *c == ',')
      g_string_append (text, c == columns->names ? "0" : ",0");
  g_string_append_printf (text, "],\"data\":[%s]}}]}", columns->names ? columns->data : "");

  profile = ful_test_load (text->str, text->len, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, columns->n_flaws);

  return profile;
}

static void
count_cb (const char *what,
          gpointer    user_data)
{
  g_string_append_printf (user_data, "%s\n", what);
}

/* All frames, after a HELLO, until the replay waits or ends. */
static FulLiveReplayResult
run (FulLiveReplay *replay,
     gint64         elapsed_us,
     FulBytes      *to,
     gint64        *due_us)
{
  FulLiveReplayResult result;

  if (to->n == 0)
    {
      FulWireFrame hello = { FUL_WIRE_HELLO, .hello = { .capture = (const guint8 *) "0123456789abcdef", .name = { "", 0 } } };

      ful_wire_encode (to, &hello);
    }
  do
    {
      gsize n = to->n;

      result = ful_live_replay_next (replay, elapsed_us, to, due_us);
      /* One frame at a time. */
      if (result == FUL_LIVE_REPLAY_FRAME)
        {
          guint32 length;

          memcpy (&length, to->data + n, sizeof length);
          g_assert_cmpuint (n + 4 + GUINT32_FROM_LE (length), ==, to->n);
        }
      else
        g_assert_cmpuint (to->n, ==, n);
    }
  while (result == FUL_LIVE_REPLAY_FRAME && to->n < 100 << 20);

  return result;
}

/* What the frames say, a line for each of interest. */
static char *
describe (const FulBytes *bytes)
{
  g_autoptr(FulWireDecoder) decoder = ful_wire_decoder_new (FALSE);
  g_autoptr(GError) error = NULL;
  GString *text = g_string_new (NULL);
  FulWireFrame frame;

  ful_wire_decoder_feed (decoder, bytes->data, bytes->n);
  while (ful_wire_decoder_next (decoder, &frame, &error))
    switch ((int) frame.type)
      {
      case FUL_WIRE_META:
        g_string_append_printf (text, "META%s\n", g_strstr_len (frame.object.object.data, (gssize) frame.object.object.n,
                                                                "profilingEndTime") ? " end" : "");
        break;
      case FUL_WIRE_THREAD:
        g_string_append_printf (text, "THREAD%s\n", g_strstr_len (frame.object.object.data, (gssize) frame.object.object.n,
                                                                  "\"unregisterTime\":700") ? " end" : "");
        break;
      case FUL_WIRE_SAMPLES:
        {
          FulWireSample sample;

          g_string_append (text, "SAMPLES");
          while (ful_wire_rows_next_sample (&frame.rows, &sample))
            g_string_append_printf (text, " %g×%u", (double) sample.time / 1e6, (guint) sample.n_rows);
          g_string_append_c (text, '\n');
          break;
        }
      case FUL_WIRE_MARKERS:
        {
          FulWireMarker marker;

          g_string_append (text, "MARKERS");
          while (ful_wire_rows_next_marker (&frame.rows, &marker))
            {
              g_string_append_printf (text, " %g", (double) marker.time / 1e6);
              for (guint64 i = 0; i < marker.n_fields; i++)
                {
                  FulWireField field;

                  ful_wire_read_field (&marker.fields, &field);
                  g_string_append_printf (text, "%c%u", i == 0 ? '{' : ',', field.kind);
                  if (field.kind == FUL_WIRE_FIELD_STRING_NUMBER)
                    g_string_append_printf (text, "=%u", (guint) field.string);
                }
              g_string_append (text, marker.n_fields > 0 ? "}" : marker.has_payload ? "{}" : "");
              if (marker.has_stack)
                g_string_append_printf (text, "@%u", (guint) marker.stack);
            }
          g_string_append_c (text, '\n');
          break;
        }
      case FUL_WIRE_ALLOCATIONS:
        g_string_append_printf (text, "ALLOCATIONS %u\n", frame.rows.n_rows);
        break;
      case FUL_WIRE_LOSS:
        g_string_append_printf (text, "LOSS %u from %g\n", (guint) frame.loss.n_rows, (double) frame.loss.start / 1e6);
        break;
      case FUL_WIRE_TICK:
        g_string_append_printf (text, "TICK %g\n", (double) frame.tick.complete / 1e6);
        break;
      case FUL_WIRE_END:
        g_string_append_printf (text, "END %u: %u %u %u\n", frame.end.reason, (guint) frame.end.n_samples, (guint) frame.end.n_markers,
                                (guint) frame.end.n_lost);
        break;
      default:
        break;
      }
  g_assert_no_error (error);

  return g_string_free (text, FALSE);
}

static void
assert_frames (const FulBytes *bytes,
               const char     *expected)
{
  g_autofree char *text = describe (bytes);

  g_assert_cmpstr (text, ==, expected);
}

/* The last of them. */
static void
assert_ends (const FulBytes *bytes,
             const char     *expected)
{
  g_autofree char *text = describe (bytes);
  gsize n = strlen (text), n_expected = strlen (expected);

  g_assert_cmpstr (n < n_expected ? text : text + n - n_expected, ==, expected);
}

static FulLiveScript *
make_script (const Columns *columns,
             GString       *omitted)
{
  g_autoptr(FulProfile) profile = load (columns);
  g_autoptr(GError) error = NULL;
  FulLiveScript *script = ful_live_script_new (profile, omitted ? count_cb : NULL, omitted, &error);

  g_assert_no_error (error);

  return script;
}

static const Columns few = { .times = "10,20,150,950", .stacks = "0,null,1,1" };

/* As fast as taken: no TICK for a time without rows. */
static void
test_course (void)
{
  g_autoptr(FulLiveScript) script = make_script (&few, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, 15, 0, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = NULL;

  g_assert_cmpint (run (replay, 0, &bytes, &due_us), ==, FUL_LIVE_REPLAY_ENDED);
  assert_frames (&bytes, "META\nTHREAD\nALLOCATIONS 0\n"
                         "SAMPLES 10×1 20×1\nTICK 100\nSAMPLES 150×1\nTICK 200\n"
                         "THREAD end\nTICK 800\nSAMPLES 950×1\nTICK 1000\nMETA end\nEND 3: 4 0 0\n");
  profile = ful_test_load (bytes.data, bytes.n, &error);
  g_assert_no_error (error);
  ful_test_assert_sound (profile);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
  g_assert_cmpuint (profile->stacks->table.n_rows, ==, 2);
  ful_bytes_clear (&bytes);
}

/* Twice as fast: rows of a stretch once it is over, and a TICK for each. */
static void
test_pace (void)
{
  g_autoptr(FulLiveScript) script = make_script (&few, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, 15, 2, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  g_assert_cmpint (run (replay, 0, &bytes, &due_us), ==, FUL_LIVE_REPLAY_WAIT);
  assert_frames (&bytes, "META\nTHREAD\nALLOCATIONS 0\n");
  g_assert_cmpint (due_us, ==, 45000);   /* from 10 to 100 ms */
  g_assert_cmpint (run (replay, due_us - 1, &bytes, &due_us), ==, FUL_LIVE_REPLAY_WAIT);
  assert_frames (&bytes, "META\nTHREAD\nALLOCATIONS 0\n");
  g_assert_cmpint (run (replay, due_us, &bytes, &due_us), ==, FUL_LIVE_REPLAY_WAIT);
  assert_ends (&bytes, "ALLOCATIONS 0\nSAMPLES 10×1 20×1\nTICK 100\n");
  g_assert_cmpint (due_us, ==, 95000);
  g_assert_cmpint (run (replay, 400000, &bytes, &due_us), ==, FUL_LIVE_REPLAY_WAIT);
  ful_live_replay_end (replay, FUL_WIRE_END_STOPPED, &bytes);
  g_assert_cmpint (run (replay, 400000, &bytes, &due_us), ==, FUL_LIVE_REPLAY_ENDED);
  assert_ends (&bytes, "TICK 100\nSAMPLES 150×1\nTICK 200\nTICK 300\nTICK 400\nTICK 500\nTICK 600\nTICK 700\nTHREAD end\nTICK 800\nEND 1: 3 0 0\n");
  ful_bytes_clear (&bytes);
}

/* Half as fast: TICKs come as often. */
static void
test_slow (void)
{
  g_autoptr(FulLiveScript) script = make_script (&few, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, 15, 0.5, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  g_assert_cmpint (run (replay, 0, &bytes, &due_us), ==, FUL_LIVE_REPLAY_WAIT);
  g_assert_cmpint (due_us, ==, 80000);   /* from 10 to 50 ms */
  g_assert_cmpint (run (replay, 300000, &bytes, &due_us), ==, FUL_LIVE_REPLAY_WAIT);
  assert_ends (&bytes, "SAMPLES 10×1 20×1\nTICK 50\nTICK 100\nTICK 150\n");
  g_assert_cmpint (due_us, ==, 380000);
  ful_bytes_clear (&bytes);
}

/* Times go on after the end, and nothing ends. */
static void
test_loop (void)
{
  g_autoptr(FulLiveScript) script = make_script (&few, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, 15, 1, TRUE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  g_assert_cmpint (run (replay, 1100000, &bytes, &due_us), ==, FUL_LIVE_REPLAY_WAIT);
  assert_frames (&bytes, "META\nTHREAD\nALLOCATIONS 0\nSAMPLES 10×1 20×1\nTICK 100\nSAMPLES 150×1\nTICK 200\nTICK 300\nTICK 400\nTICK 500\nTICK 600\nTICK 700\nTICK 800\n"
                         "TICK 900\nSAMPLES 950×1\nTICK 1000\nSAMPLES 1010×1 1020×1\nTICK 1100\n");
  ful_bytes_clear (&bytes);
}

static void
test_drop (void)
{
  g_autoptr(FulLiveScript) script = make_script (&few, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, 15, 0, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  ful_live_replay_drop_rows (replay, 2);
  run (replay, 0, &bytes, &due_us);
  assert_frames (&bytes, "META\nTHREAD\nALLOCATIONS 0\nLOSS 2 from 10\nTICK 100\nLOSS 1 from 150\nTICK 200\n"
                         "THREAD end\nTICK 800\nSAMPLES 950×1\nTICK 1000\nMETA end\nEND 3: 1 0 3\n");
  ful_bytes_clear (&bytes);
}

static void
test_kinds (void)
{
  g_autoptr(FulLiveScript) script = make_script (&few, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, FUL_WIRE_KIND_MARKERS, 0, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  run (replay, 0, &bytes, &due_us);
  assert_frames (&bytes, "META\nTHREAD\nTICK 100\nTHREAD end\nTICK 800\nMETA end\nEND 3: 0 0 0\n");
  ful_bytes_clear (&bytes);
}

/* Samples of an idle thread take a few bytes. */
static void
test_runs (void)
{
  g_autoptr(GString) times = g_string_new ("0"), stacks = g_string_new ("1");
  Columns columns = { 0 };
  g_autoptr(FulLiveScript) script = NULL;
  g_autoptr(FulLiveReplay) replay = NULL;
  FulBytes bytes = { NULL };
  gint64 due_us;

  for (guint i = 1; i < 250; i++)
    {
      g_string_append_printf (times, ",%u", i < 120 ? i : 2 * i - 120);
      g_string_append (stacks, i == 100 ? ",0" : ",1");
    }
  columns.times = times->str;
  columns.stacks = stacks->str;
  script = make_script (&columns, NULL);
  replay = ful_live_replay_new (script, FUL_WIRE_KIND_SAMPLES, 0, FALSE);
  run (replay, 0, &bytes, &due_us);
  assert_frames (&bytes, "META\nTHREAD\n"
                         "SAMPLES 0×1 1×99\nTICK 100\n"
                         "SAMPLES 100×1 101×1 102×19 122×39\nTICK 200\n"
                         "SAMPLES 200×1 202×49\nTICK 300\nSAMPLES 300×1 302×39\nTHREAD end\nTICK 400\nMETA end\nEND 3: 250 0 0\n");
  ful_bytes_clear (&bytes);
}

/* A sample with an event delay is a record of its own: none of the samples after it has that delay. */
static void
test_delays (void)
{
  static const Columns columns = { .times = "0,1,2,3,4", .stacks = "1,1,1,1,1", .delays = "5,null,null,7,null" };
  g_autoptr(FulLiveScript) script = make_script (&columns, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, FUL_WIRE_KIND_SAMPLES, 0, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  run (replay, 0, &bytes, &due_us);
  assert_frames (&bytes, "META\nTHREAD\nSAMPLES 0×1 1×2 3×1 4×1\nTHREAD end\nTICK 100\nMETA end\nEND 3: 5 0 0\n");
  ful_bytes_clear (&bytes);
}

/* Markers are sent when they end; those with one start, and starts and ends, in the order of the profile. */
static void
test_markers (void)
{
  static const Columns columns = {
    .times = "", .stacks = "", .names = "2,2,2,2,2,2,2",
    .starts = "0,0,30,250,null,130,140", .ends = "350,90,80,null,null,220,null",
    .n_flaws = 1, .phases = "1,1,1,2,0,1,0", .data = "null,null,null,null,null,null,{\"type\":\"Network\"}",
  };
  g_autoptr(GString) omitted = g_string_new (NULL);
  g_autoptr(FulLiveScript) script = make_script (&columns, omitted);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, FUL_WIRE_KIND_MARKERS, 0, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  run (replay, 0, &bytes, &due_us);
  assert_frames (&bytes, "META\nTHREAD\nMARKERS 30\nTICK 100\nMARKERS 130 250 140{6}\nTICK 300\n"
                         "MARKERS 0 0\nTHREAD end\nTICK 400\nMETA end\nEND 3: 0 6 0\n");
  g_assert_cmpstr (omitted->str, ==, "rows without a time, or of a time beyond 292 years\n");
  ful_bytes_clear (&bytes);
}

/* Kinds by format and value. A number of no string stays a number. A cause is its stack, and a field if there is more. */
static void
test_fields (void)
{
  static const Columns columns = {
    .times = "", .stacks = "", .names = "2,2,2,2,2,2", .starts = "0,1,2,3,4,5",
    .ends = "null,null,null,null,null,null", .phases = "0,0,0,0,0,0",
    .data = "{\"type\":\"Numbers\",\"text\":1,\"flow\":2,\"end\":0,\"count\":1},"
            "{\"type\":\"Numbers\",\"text\":77,\"flow\":-1,\"end\":1.5,\"count\":-0,\"big\":12345678901234567890,\"a\":null,\"b\":true,\"c\":false,"
            "\"d\":\"\\u00e9\",\"e\":[1],\"f\":{}},"
            "{\"type\":\"CompositorScreenshot\",\"url\":2,\"windowID\":\"w\",\"text\":1},"
            "{\"cause\":{\"stack\":1}},{\"cause\":{\"time\":7,\"stack\":0},\"a\":1},{\"cause\":{\"time\":7}}",
  };
  g_autoptr(FulLiveScript) script = make_script (&columns, NULL);
  g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, FUL_WIRE_KIND_MARKERS, 0, FALSE);
  FulBytes bytes = { NULL };
  gint64 due_us;

  run (replay, 0, &bytes, &due_us);
  assert_frames (&bytes, "META\nTHREAD\nMARKERS 0{6,7=1,7=2,7=0,3} 1{6,3,3,4,4,4,0,2,1,5,8,8} 2{6,7=2,5,3} 3{}@1 4{8,3}@0 5{8}\nTHREAD end\nTICK 100\n"
                         "META end\nEND 3: 0 6 0\n");
  ful_bytes_clear (&bytes);
}

/* What no frame can hold is cut, and said once. */
static void
test_limits (void)
{
  g_autoptr(GString) text = g_string_new (NULL);
  g_autofree char *data = NULL;
  Columns columns = { .times = "", .stacks = "", .names = "2,2,2", .starts = "0,1,2", .ends = "null,null,null", .phases = "0,0,0" };
  g_autoptr(GString) omitted = g_string_new (NULL);
  g_autoptr(FulLiveScript) script = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = NULL;
  FulBytes bytes = { NULL };

  /* é at odd places, so that the limit is inside one. */
  g_string_append_c (text, 'a');
  for (guint i = 0; i < 17 << 19; i++)
    g_string_append (text, "\303\251");
  columns.string = text->str;
  columns.data = data = g_strdup_printf ("{\"a\":1},{\"a\":\"%s\"},{\"a\":2}", text->str);

  script = make_script (&columns, omitted);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr(FulLiveReplay) replay = ful_live_replay_new (script, FUL_WIRE_KIND_MARKERS, 0, FALSE);
      gint64 due_us;

      bytes.n = 0;
      run (replay, 0, &bytes, &due_us);
    }
  assert_frames (&bytes, "META\nTHREAD\nMARKERS 0{3} 1\nMARKERS 2{3}\nTHREAD end\nTICK 100\nMETA end\nEND 3: 0 3 0\n");
  g_assert_cmpstr (omitted->str, ==, "the rest of texts of more than 16 MiB\nfields of markers with more than 16 MiB\n");

  profile = ful_test_load (bytes.data, bytes.n, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
  g_assert_true (g_str_has_prefix (text->str, ful_profile_get_string (profile, 2)));
  g_assert_cmpuint (strlen (ful_profile_get_string (profile, 2)), >, (16 << 20) - 128);
  ful_bytes_clear (&bytes);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/live-replay/course", test_course);
  g_test_add_func ("/live-replay/pace", test_pace);
  g_test_add_func ("/live-replay/slow", test_slow);
  g_test_add_func ("/live-replay/loop", test_loop);
  g_test_add_func ("/live-replay/drop", test_drop);
  g_test_add_func ("/live-replay/kinds", test_kinds);
  g_test_add_func ("/live-replay/runs", test_runs);
  g_test_add_func ("/live-replay/delays", test_delays);
  g_test_add_func ("/live-replay/markers", test_markers);
  g_test_add_func ("/live-replay/fields", test_fields);
  g_test_add_func ("/live-replay/limits", test_limits);

  return g_test_run ();
}
