/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Streams of the live protocol as files: whole, cut at any byte, and with flaws. */

#include "ful-test-files.h"
#include "ful-test-wire.h"

#include "wire/ful-wire-encoder.h"

static const FulImportLogEntry *
find_entry (FulProfile *profile,
            const char *message)
{
  for (guint i = 0; i < ful_import_log_get_n (profile->log); i++)
    if (strstr (ful_import_log_get (profile->log, i)->message, message))
      return ful_import_log_get (profile->log, i);

  return NULL;
}

static void
test_example (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
  g_autoptr(GError) error = NULL;
  g_autoptr(FulProfile) profile = ful_test_load (bytes->data, bytes->len, &error);
  static const double cpu[] = { 900, 0, 0, 0, 0, 0 };
  FulThread *thread;
  FulCounter *counter;
  const char *payload;
  gsize n;

  g_assert_no_error (error);
  ful_test_assert_sound (profile);
  g_assert_cmpuint (profile->threads->len, ==, 1);
  g_assert_cmpfloat (profile->interval, ==, 1);
  g_assert_cmpstr (profile->product, ==, "demo");

  thread = ful_profile_get_thread (profile, 0);
  g_assert_cmpstr (thread->name, ==, "main");
  g_assert_cmpstr (thread->pid, ==, "42");
  g_assert_cmpuint (thread->samples->table.n_rows, ==, 7);
  for (guint i = 0; i < 7; i++)
    {
      g_assert_cmpfloat (thread->samples->time[i], ==, i + 1);
      g_assert_cmpint (thread->samples->stack[i], ==, i < 6 ? 1 : FUL_NONE);
      if (i < 6)
        g_assert_cmpfloat (ful_i32_or_f64_get (&thread->samples->cpu_delta, i), ==, cpu[i]);
    }
  g_assert_true (ful_i32_or_f64_get (&thread->samples->cpu_delta, 6) != ful_i32_or_f64_get (&thread->samples->cpu_delta, 6));
  g_assert_cmpstr (ful_profile_get_func_name (profile, profile->frames->func[profile->stacks->frame[1]]), ==, "work");
  g_assert_cmpint (profile->stacks->prefix[1], ==, 0);

  g_assert_cmpuint (thread->markers->table.n_rows, ==, 1);
  g_assert_cmpfloat (thread->markers->start_time[0], ==, 2);
  g_assert_cmpfloat (thread->markers->end_time[0], ==, 3.5);
  g_assert_cmpuint (thread->losses->len, ==, 1);
  g_assert_cmpfloat (g_array_index (thread->losses, FulLoss, 0).start, ==, 8);
  g_assert_cmpfloat (g_array_index (thread->losses, FulLoss, 0).end, ==, 11);
  payload = ful_thread_get_payload (thread, 0, &n);
  g_assert_cmpmem (payload, n, "{\"type\":\"Mark\",\"n\":-3,\"cause\":{\"stack\":0}}", 42);

  g_assert_cmpuint (profile->counters->len, ==, 1);
  counter = g_ptr_array_index (profile->counters, 0);
  g_assert_cmpstr (counter->name, ==, "heap");
  g_assert_cmpfloat (counter->samples->count[0], ==, 4096);
  g_assert_cmpfloat (counter->samples->number[0], ==, 2);
  g_assert_cmpfloat (counter->samples->count[1], ==, -1.5);

  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 1);
  g_assert_nonnull (find_entry (profile, "3 samples from 8 ms to 11 ms were lost"));
}

/* After each frame of the example: rows of samples, markers, counts. */
static void
test_cut_at_each_byte (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);

  for (gsize n = 1; n < bytes->len; n++)
    {
      g_autoptr(GError) error = NULL;
      g_autoptr(FulProfile) profile = ful_test_load (bytes->data, n, &error);
      FulThread *thread;

      if (n < 432)
        {
          g_assert_nonnull (error);
          continue;
        }
      g_assert_no_error (error);
      ful_test_assert_sound (profile);
      thread = ful_profile_get_thread (profile, 0);
      g_assert_cmpuint (thread->samples->table.n_rows, ==, n < 562 ? 0 : 7);
      g_assert_cmpuint (thread->markers->table.n_rows, ==, n < 588 ? 0 : 1);
      g_assert_cmpuint (profile->counters->len, ==, n < 659 ? 0 : 1);
      if (n >= 659)
        g_assert_cmpuint (((FulCounter *) g_ptr_array_index (profile->counters, 0))->samples->table.n_rows, ==, n < 686 ? 0 : 2);
      g_assert_nonnull (find_entry (profile, "without its END"));
    }
}

/* The definitions of the example, and then other rows. */
static FulProfile *
load_with (const FulBytes *rows)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
  g_autoptr(GError) error = NULL;
  FulProfile *profile;

  g_byte_array_set_size (bytes, 528);
  g_byte_array_append (bytes, (const guint8 *) rows->data, (guint) rows->n);
  profile = ful_test_load (bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  ful_test_assert_sound (profile);

  return profile;
}

static void
put_sample (FulBytes *to,
            guint     thread,
            double    time,
            gint64    stack)
{
  FulWireSample sample = { .time = (gint64) (time * 1e6), .stack = stack, .n_rows = 1 };

  g_assert_true (ful_wire_encode_samples (to, thread, 0, &sample, 1));
}

static void
put_tick (FulBytes *to,
          double    time)
{
  FulWireFrame tick = { FUL_WIRE_TICK, .tick = { .complete = (gint64) (time * 1e6) } };

  g_assert_true (ful_wire_encode (to, &tick));
}

/* Rows wait for the promise, and one that breaks it gets its time. */
static void
test_order (void)
{
  static const double times[] = { 1, 3, 4, 4, 5, 6 };
  static const int stacks[] = { 0, 1, 0, 1, 0, -1 };
  g_autoptr(FulProfile) profile = NULL;
  const FulSampleTable *samples;
  FulBytes rows = { 0 };

  put_sample (&rows, 0, 3, 1);
  put_sample (&rows, 0, 1, 0);
  put_sample (&rows, 0, 6, -1);
  put_tick (&rows, 4);
  put_sample (&rows, 0, 5, 0);
  put_sample (&rows, 0, 4, 0);
  put_sample (&rows, 0, 2, 1);
  profile = load_with (&rows);
  samples = ful_profile_get_thread (profile, 0)->samples;
  g_assert_cmpuint (samples->table.n_rows, ==, G_N_ELEMENTS (times));
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      g_assert_cmpfloat (samples->time[i], ==, times[i]);
      g_assert_cmpint (samples->stack[i], ==, stacks[i]);
    }
  g_assert_nonnull (find_entry (profile, "1 rows came after"));
  g_assert_null (find_entry (profile, "not ascending"));   /* nor left to seal () */
  ful_bytes_clear (&rows);
}

static void
test_wrong_references (void)
{
  static const gint64 frame[] = { -1, 9, -1, 9, -1, 9, 9, -1, -1, -1, 9 };
  static const gint64 stack[] = { 2, 9 };
  static const gint64 func[] = { 99, 0, 0, -1, -1, -1, -1, -1 };
  static const FulWireText broken[] = { { "a\xff", 2 } };
  static const FulWireCount count = { .time = 1, .sint = 1 };
  FulWireMarker marker = { .name = 77, .category = 5, .has_stack = TRUE, .stack = 9 };
  g_autoptr(FulProfile) profile = NULL;
  FulBytes rows = { 0 };
  FulThread *thread;

  put_sample (&rows, 0, 1, 9);
  put_sample (&rows, 7, 1, 0);
  g_assert_true (ful_wire_encode_counts (&rows, 7, 0, &count, 1));
  g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_STRINGS, 5, 1, NULL, broken));
  g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_FRAMES, 2, 1, frame, NULL));
  g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_STACKS, 2, 1, stack, NULL));
  g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_FUNCS, 2, 1, func, NULL));
  g_assert_true (ful_wire_encode_markers (&rows, 0, 0, &marker, 1));
  profile = load_with (&rows);
  thread = ful_profile_get_thread (profile, 0);

  g_assert_cmpuint (thread->samples->table.n_rows, ==, 1);
  g_assert_cmpint (thread->samples->stack[0], ==, FUL_NONE);
  g_assert_cmpstr (ful_profile_get_func_name (profile, profile->frames->func[2]), ==, "<unknown>");
  g_assert_cmpint (profile->frames->category[2], ==, FUL_NONE);
  g_assert_cmpint (profile->stacks->prefix[2], ==, FUL_NONE);
  g_assert_cmpint (profile->stacks->frame[2], ==, 2);
  g_assert_cmpstr (ful_profile_get_string (profile, thread->markers->name[0]), ==, "<unknown>");
  g_assert_cmpint (ful_packed_int_get (&thread->markers->category, 0), ==, profile->default_category);
  g_assert_cmpint (ful_packed_int_get (&thread->markers->cause_stack, 0), ==, FUL_NONE);
  g_assert_cmpint (find_entry (profile, "thread that is not defined")->severity, ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_cmpint (find_entry (profile, "counter that is not defined")->severity, ==, FUL_SEVERITY_DATA_LOSS);
  g_assert_cmpint (profile->frames->lib[2], ==, FUL_NONE);
  g_assert_cmpint (ful_profile_find_string (profile, "a\xef\xbf\xbd"), >=, 0);
  g_assert_nonnull (find_entry (profile, "not UTF-8"));
  g_assert_nonnull (find_entry (profile, "out of range"));
  g_assert_nonnull (find_entry (profile, "later caller"));
  ful_bytes_clear (&rows);
}

/* Each reference by itself: the first number that does not exist is replaced, the last that does is not, and the log says
 * where. */
static void
test_first_wrong_reference (void)
{
  static const guint first_row[FUL_WIRE_N_TABLES] = { [FUL_WIRE_FRAMES] = 2, [FUL_WIRE_FUNCS] = 2, [FUL_WIRE_STACKS] = 2 };
  static const char lib[] = "{\"name\":\"lib\",\"path\":\"/lib\",\"debugName\":\"lib\",\"debugPath\":\"/lib\",\"breakpadId\":\"0\"}";
  static const struct
  {
    guint       table;
    guint       column;
    guint       n_rows;   /* of the table that it refers to */
    const char *where;
    gint64      cells[FUL_WIRE_MAX_COLUMNS];
  } cases[] = {
    { FUL_WIRE_FRAMES, FUL_FRAME_LIB, 1, "shared.frameTable", { -1, 0, -1, -1, -1, 0, -1, -1, -1, -1, -1 } },
    { FUL_WIRE_FRAMES, FUL_FRAME_CATEGORY, 1, "shared.frameTable", { -1, -1, -1, 0, -1, 0, -1, -1, -1, -1, -1 } },
    { FUL_WIRE_FRAMES, FUL_FRAME_FUNC, 2, "shared.frameTable", { -1, -1, -1, -1, -1, 0, -1, -1, -1, -1, -1 } },
    { FUL_WIRE_FUNCS, FUL_FUNC_NAME, 5, "shared.funcTable", { 0, 0, 0, -1, -1, -1, -1, -1 } },
    { FUL_WIRE_FUNCS, FUL_FUNC_RESOURCE, 0, "shared.funcTable", { 0, 0, 0, -1, -1, -1, -1, -1 } },
    { FUL_WIRE_FUNCS, FUL_FUNC_SOURCE, 0, "shared.funcTable", { 0, 0, 0, -1, -1, -1, -1, -1 } },
    { FUL_WIRE_STACKS, FUL_STACK_FRAME, 2, "shared.stackTable", { 0, 0 } },
    { FUL_WIRE_NATIVE_SYMBOLS, FUL_NATIVE_SYMBOL_LIB, 1, "shared.nativeSymbols", { 0, 0, 0, -1 } },
    { FUL_WIRE_RESOURCES, FUL_RESOURCE_NAME, 5, "shared.resourceTable", { 0, -1, -1 } },
    { FUL_WIRE_SOURCES, FUL_SOURCE_FILENAME, 5, "shared.sources", { -1, 0, -1, -1, -1, -1 } },
    { FUL_WIRE_SOURCE_LOCATIONS, FUL_SOURCE_LOCATION_SOURCE, 0, "shared.sourceLocationTable", { 0, 0, 0 } },
  };

  for (guint i = 0; i < 2 * G_N_ELEMENTS (cases); i++)
    {
      guint c = i / 2;
      gboolean is_wrong = i % 2;
      FulWireFrame frame = { FUL_WIRE_LIB, .object = { .object = { lib, strlen (lib) } } };
      gint64 cells[FUL_WIRE_MAX_COLUMNS];
      g_autoptr(FulProfile) profile = NULL;
      const FulImportLogEntry *entry;
      FulBytes rows = { 0 };

      if (!is_wrong && cases[c].n_rows == 0)
        continue;
      memcpy (cells, cases[c].cells, sizeof cells);
      cells[cases[c].column] = is_wrong ? cases[c].n_rows : cases[c].n_rows - 1;
      g_assert_true (ful_wire_encode (&rows, &frame));
      g_assert_true (ful_wire_encode_table (&rows, cases[c].table, first_row[cases[c].table], 1, cells, NULL));
      profile = load_with (&rows);
      entry = find_entry (profile, "out of range");
      if (is_wrong)
        {
          g_assert_nonnull (entry);
          g_assert_cmpstr (entry->where, ==, cases[c].where);
          g_assert_cmpint (entry->severity, ==, FUL_SEVERITY_ERROR);
        }
      else
        g_assert_null (entry);
      if (cases[c].table == FUL_WIRE_FRAMES && cases[c].column == FUL_FRAME_LIB)
        g_assert_cmpint (profile->frames->lib[2], ==, is_wrong ? FUL_NONE : 0);
      ful_bytes_clear (&rows);
    }
}

/* It gets the default category, which is not the first here. */
static void
test_category_of_marker (void)
{
  static const char meta[] = "{\"meta\":{\"interval\":1,\"startTime\":0,\"categories\":["
                             "{\"name\":\"A\",\"color\":\"blue\",\"subcategories\":[\"Other\"]},"
                             "{\"name\":\"Other\",\"color\":\"grey\",\"subcategories\":[\"Other\"]},"
                             "{\"name\":\"B\",\"color\":\"red\",\"subcategories\":[\"Other\"]}]}}";
  FulWireFrame frame = { FUL_WIRE_META, .object = { .object = { meta, strlen (meta) } } };
  static const guint64 categories[] = { 2, 3, G_MAXUINT64, 0 };
  static const gint32 expected[] = { 2, 1, 1, 0 };

  for (guint i = 0; i < G_N_ELEMENTS (categories); i++)
    {
      FulWireMarker marker = { .name = 2, .category = categories[i] };
      g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(GError) error = NULL;
      const FulImportLogEntry *entry;
      FulBytes stream = { 0 };

      ful_bytes_append (&stream, (const char *) bytes->data, 40);
      g_assert_true (ful_wire_encode (&stream, &frame));
      ful_bytes_append (&stream, (const char *) bytes->data + 370, 528 - 370);
      g_assert_true (ful_wire_encode_markers (&stream, 0, 0, &marker, 1));
      profile = ful_test_load ((const guint8 *) stream.data, stream.n, &error);
      g_assert_no_error (error);
      ful_test_assert_sound (profile);
      g_assert_cmpint (profile->default_category, ==, 1);
      g_assert_cmpint (ful_packed_int_get (&ful_profile_get_thread (profile, 0)->markers->category, 0), ==, expected[i]);
      entry = find_entry (profile, "category");
      g_assert_true ((entry != NULL) == (categories[i] > 2));
      if (entry)
        g_assert_cmpint (entry->severity, ==, FUL_SEVERITY_ERROR);
      ful_bytes_clear (&stream);
    }
}

/* A later META has the categories of the first one and more of them; what it says of the first ones is not taken. */
static void
test_later_categories (void)
{
#define CATEGORY(name) "{\"name\":\"" name "\",\"color\":\"grey\",\"subcategories\":[\"Other\"]}"
#define META_OF(categories) "{\"meta\":{\"interval\":1,\"startTime\":0,\"categories\":[" categories "]}}"
  static const struct { const char *first, *later, *expected; gboolean is_logged; } cases[] = {
    { META_OF (CATEGORY ("Other") "," CATEGORY ("A")), META_OF (CATEGORY ("Other") "," CATEGORY ("A") "," CATEGORY ("B") "," CATEGORY ("C")),
      "Other A B C", FALSE },
    { META_OF (CATEGORY ("Other") "," CATEGORY ("A")), META_OF (CATEGORY ("Other") "," CATEGORY ("X") "," CATEGORY ("B")),
      "Other A B", TRUE },
    { META_OF (CATEGORY ("Other") "," CATEGORY ("A")), META_OF (CATEGORY ("Other")), "Other A", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulWireFrame first = { FUL_WIRE_META, .object = { .object = { cases[i].first, strlen (cases[i].first) } } };
      FulWireFrame later = { FUL_WIRE_META, .object = { .object = { cases[i].later, strlen (cases[i].later) } } };
      g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
      g_autoptr(FulProfile) profile = NULL;
      g_autoptr(GError) error = NULL;
      g_autoptr(GString) names = g_string_new (NULL);
      FulBytes stream = { 0 };

      ful_bytes_append (&stream, (const char *) bytes->data, 40);
      g_assert_true (ful_wire_encode (&stream, &first));
      ful_bytes_append (&stream, (const char *) bytes->data + 370, 528 - 370);
      g_assert_true (ful_wire_encode (&stream, &later));
      profile = ful_test_load ((const guint8 *) stream.data, stream.n, &error);
      g_assert_no_error (error);
      for (guint c = 0; c < profile->categories->len; c++)
        g_string_append_printf (names, "%s%s", c > 0 ? " " : "", ful_profile_get_category (profile, c)->name);
      g_assert_cmpstr (names->str, ==, cases[i].expected);
      g_assert_cmpint (find_entry (profile, "a category was changed") != NULL, ==, cases[i].is_logged);
      ful_bytes_clear (&stream);
    }
}

/* The stack of a marker is a member of its cause, with the others if a field has them. */
static void
test_payloads (void)
{
  enum { N = 3, CAUSE = 5 };   /* strings */
  static const FulWireText strings[] = { { "cause", 5 } };
  static const struct { const char *cause; gboolean has_n, has_stack; const char *payload; } cases[] = {
    { NULL, FALSE, FALSE, "{}" },
    { NULL, FALSE, TRUE, "{\"cause\":{\"stack\":1}}" },
    { NULL, TRUE, TRUE, "{\"n\":-3,\"cause\":{\"stack\":1}}" },
    { "{\"time\":7}", FALSE, FALSE, "{\"cause\":{\"time\":7}}" },
    { "{\"time\":7}", FALSE, TRUE, "{\"cause\":{\"time\":7,\"stack\":1}}" },
    { "{\"time\":{}}", TRUE, TRUE, "{\"cause\":{\"time\":{},\"stack\":1},\"n\":-3}" },
    { "{}", TRUE, TRUE, "{\"cause\":{\"stack\":1},\"n\":-3}" },
  };
  FulWireField n = { N, FUL_WIRE_FIELD_SINT, { .sint = -3 } };
  FulWireField cause = { CAUSE, FUL_WIRE_FIELD_JSON };
  g_autoptr(FulProfile) profile = NULL;
  FulBytes rows = { 0 };
  FulThread *thread;

  g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_STRINGS, CAUSE, 1, NULL, strings));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulWireMarker marker = { .has_payload = TRUE, .has_stack = cases[i].has_stack, .stack = 1 };
      FulBytes fields = { 0 };

      if (cases[i].cause)
        {
          cause.text = (FulWireText) { cases[i].cause, strlen (cases[i].cause) };
          ful_wire_put_field (&fields, &cause);
        }
      if (cases[i].has_n)
        ful_wire_put_field (&fields, &n);
      marker.n_fields = (cases[i].cause != NULL) + cases[i].has_n;
      marker.fields = (FulWireReader) { (const guint8 *) fields.data, (const guint8 *) fields.data + fields.n };
      g_assert_true (ful_wire_encode_markers (&rows, 0, 0, &marker, 1));
      ful_bytes_clear (&fields);
    }
  profile = load_with (&rows);
  thread = ful_profile_get_thread (profile, 0);
  g_assert_cmpuint (thread->markers->table.n_rows, ==, G_N_ELEMENTS (cases));
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize length;
      const char *payload = ful_thread_get_payload (thread, i, &length);

      g_assert_cmpmem (payload, length, cases[i].payload, strlen (cases[i].payload));
      g_assert_cmpint (ful_packed_int_get (&thread->markers->cause_stack, i), ==, cases[i].has_stack ? 1 : FUL_NONE);
    }
  ful_bytes_clear (&rows);
}

/* After SYNC, equal rows are the rows before; those of one epoch are never merged. */
static void
test_sync (void)
{
  static const FulWireText strings[] = { { "work", 4 }, { "new", 3 }, { "main", 4 } };
  static const gint64 funcs[] = { 0, 1, 2, 2,  0, 0, 0, 0,  0, 0, 0, 0,  -1, -1, -1, -1,  -1, -1, -1, -1,  -1, -1, -1, -1,
                                  -1, -1, -1, -1,  -1, -1, -1, -1 };
  static const gint64 frames[] = { -1, -1,  -1, -1,  0, 0,  0, -1,  0, -1,  2, 0,  -1, -1,  -1, -1,  -1, -1,  -1, -1,  -1, -1 };
  static const gint64 stacks[] = { 0, 1,  0, 1 };
  FulWireFrame sync = { FUL_WIRE_SYNC };
  g_autoptr(FulProfile) profile = NULL;
  FulBytes rows = { 0 };

  for (sync.number = 1; sync.number <= 2; sync.number++)
    {
      g_assert_true (ful_wire_encode (&rows, &sync));
      g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_STRINGS, 0, 3, NULL, strings));
      g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_FUNCS, 0, 4, funcs, NULL));
      g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_FRAMES, 0, 2, frames, NULL));
      g_assert_true (ful_wire_encode_table (&rows, FUL_WIRE_STACKS, 0, 2, stacks, NULL));
      put_sample (&rows, 0, 1, 1);
    }
  profile = load_with (&rows);

  g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, 2);
  g_assert_cmpint (ful_profile_get_thread (profile, 0)->samples->stack[0], ==, 1);
  g_assert_cmpint (ful_profile_get_thread (profile, 0)->samples->stack[1], ==, 1);
  g_assert_cmpuint (profile->stacks->table.n_rows, ==, 2);
  g_assert_cmpuint (profile->frames->table.n_rows, ==, 2);
  g_assert_cmpuint (profile->n_recorded_funcs, ==, 4);   /* main, work; new, and a second main */
  g_assert_cmpuint (ful_string_table_get_n (profile->strings), ==, 6);
  ful_bytes_clear (&rows);
}

/* What ends the stream costs nothing before it. */
static void
test_malformed_objects (void)
{
  static const struct { FulWireType type; const char *object; } bad[] = {
    { FUL_WIRE_THREAD, "[]" }, { FUL_WIRE_THREAD, "{" }, { FUL_WIRE_THREAD, "{\"name\":\"x\"}" },
    { FUL_WIRE_META, "{}" }, { FUL_WIRE_META, "{\"meta\":{\"interval\":1}}" }, { FUL_WIRE_LIB, "1" },
    { FUL_WIRE_COUNTER, "null" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      FulWireFrame frame = { bad[i].type, .object = { .object = { bad[i].object, strlen (bad[i].object) } } };
      g_autoptr(FulProfile) profile = NULL;
      FulBytes rows = { 0 };

      put_sample (&rows, 0, 1, 1);
      g_assert_true (ful_wire_encode (&rows, &frame));
      put_sample (&rows, 0, 2, 1);
      profile = load_with (&rows);
      g_assert_cmpuint (ful_profile_get_thread (profile, 0)->samples->table.n_rows, ==, 1);
      g_assert_nonnull (find_entry (profile, "The frame at byte "));
      ful_bytes_clear (&rows);
    }
}

/* Any bytes give a sound profile or an error. */
static void
test_mutations (void)
{
  g_autoptr(GByteArray) bytes = ful_test_wire_from_hex (ful_test_wire_server);
  g_autoptr(GRand) rand = g_rand_new_with_seed (11);
  guint n_profiles = 0;

  for (guint run = 0; run < 1000; run++)
    {
      g_autofree guint8 *mutated = g_memdup2 (bytes->data, bytes->len);
      g_autoptr(FulProfile) profile = NULL;

      for (int i = g_rand_int_range (rand, 1, 4); i > 0; i--)
        mutated[g_rand_int_range (rand, 370, (gint32) bytes->len)] = (guint8) g_rand_int (rand);
      profile = ful_test_load (mutated, bytes->len, NULL);
      if (profile)
        ful_test_assert_sound (profile);
      n_profiles += profile != NULL;
    }
  g_assert_cmpuint (n_profiles, >, 500);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stored-stream/example", test_example);
  g_test_add_func ("/stored-stream/cut-at-each-byte", test_cut_at_each_byte);
  g_test_add_func ("/stored-stream/order", test_order);
  g_test_add_func ("/stored-stream/wrong-references", test_wrong_references);
  g_test_add_func ("/stored-stream/first-wrong-reference", test_first_wrong_reference);
  g_test_add_func ("/stored-stream/category-of-marker", test_category_of_marker);
  g_test_add_func ("/stored-stream/later-categories", test_later_categories);
  g_test_add_func ("/stored-stream/payloads", test_payloads);
  g_test_add_func ("/stored-stream/sync", test_sync);
  g_test_add_func ("/stored-stream/malformed-objects", test_malformed_objects);

  g_test_add_func ("/stored-stream/mutations", test_mutations);

  return g_test_run ();
}
