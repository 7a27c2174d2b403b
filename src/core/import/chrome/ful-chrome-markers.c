/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Events of a trace of Chrome → markers (formats.md 11). */

#include "config.h"

#include "ful-chrome-markers.h"

#include "ful-chrome-events.h"
#include "ful-v8-profile.h"

#include "base/ful-hash.h"
#include "base/ful-string-table.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-import-log.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define CANCEL_CHECK_EVENTS 1024
#define DETAIL_TYPE "EventWithDetail"

static const char dispatch_schema[] =
  "{\"name\":\"EventDispatch\",\"chartLabel\":\"{marker.data.type2}\","
  "\"tooltipLabel\":\"{marker.data.type2} - EventDispatch\",\"tableLabel\":\"{marker.data.type2}\","
  "\"display\":[\"marker-chart\",\"marker-table\",\"timeline-overview\"],"
  "\"fields\":[{\"key\":\"type2\",\"label\":\"Event Type\",\"format\":\"string\"}]}";
static const char detail_schema[] =
  "{\"name\":\"" DETAIL_TYPE "\",\"chartLabel\":\"{marker.data.detail}\","
  "\"tooltipLabel\":\"{marker.name}: {marker.data.detail}\",\"tableLabel\":\"{marker.data.detail}\","
  "\"display\":[\"marker-chart\",\"marker-table\"],"
  "\"fields\":[{\"key\":\"detail\",\"label\":\"Details\",\"format\":\"string\"}]}";

typedef struct
{
  const FulChromeEvents *events;
  FulChromeThreads      *threads;
  FulImportTables       *tables;
  FulImportMeta         *meta;
  GHashTable            *known_categories;   /* name → category + 1 */
  FulCategoryIndex      *categories;         /* by word; 0: not known yet */
  guint                  n_categories;
  gboolean               has_details;
  GHashTable            *open;               /* thread + 1 → the last event of phase B with the current name */
} MarkerReader;

/* Of the markers of one name. */
typedef struct
{
  FulStringIndex name;     /* shared string */
  FulStringIndex type;     /* inline text */
  const char    *text;
} Name;

/* Colours as in the panel of Chrome: the first word that `cat` has in it decides. */
static const char *
choose_color (const char *name)
{
  static const struct { const char *word, *color; } colors[] = {
    { "gc", "orange" }, { "user_timing", "lightblue" }, { "loading", "blue" }, { "net", "blue" }, { "navigation", "blue" },
    { "resource", "blue" }, { "v8", "yellow" }, { "devtools.timeline", "yellow" }, { "layout", "purple" }, { "blink", "purple" },
    { "rendering", "purple" }, { "cc", "green" }, { "viz", "green" }, { "gpu", "green" }, { "paint", "green" }, { "skia", "green" },
    { "media", "orange" }, { "audio", "orange" }, { "input", "magenta" }, { "latency", "magenta" }, { "ipc", "lightgreen" },
    { "mojom", "lightgreen" }, { "memory", "brown" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (colors); i++)
    {
      gsize n = strlen (colors[i].word);

      for (const char *at = strstr (name, colors[i].word); at; at = strstr (at + 1, colors[i].word))
        if ((at == name || !g_ascii_isalnum (at[-1])) && !g_ascii_isalnum (at[n]))
          return colors[i].color;
    }

  return "grey";
}

/* `cat` is a category of its own, with all its commas. */
static FulCategoryIndex
get_category (MarkerReader   *self,
              FulStringIndex  word)
{
  const char *name;
  gpointer known;

  if (word == FUL_NONE)
    return FUL_V8_CATEGORY_OTHER;
  if (self->categories[word])
    return self->categories[word] - 1;

  name = ful_string_table_get (self->events->words, word);
  known = *name ? g_hash_table_lookup (self->known_categories, name) : GINT_TO_POINTER (FUL_V8_CATEGORY_OTHER + 1);
  if (known == NULL)
    {
      ful_import_meta_add_category (self->meta, name, choose_color (name));
      known = GUINT_TO_POINTER (++self->n_categories);
      g_hash_table_insert (self->known_categories, (gpointer) name, known);
    }
  self->categories[word] = GPOINTER_TO_INT (known);

  return self->categories[word] - 1;
}

/* Whether the value before the reader is one that JavaScript takes for true. */
static gboolean
is_something (FulJsonReader *reader)
{
  char c = ful_json_reader_skip_space (reader);
  gboolean something = c == '{' || c == '[' || c == 't';
  double number;
  gsize n;

  if (c == '"')
    {
      ful_json_reader_view_string (reader, &n);
      return n > 0;
    }
  if (c == '-' || g_ascii_isdigit (c))
    return ful_json_reader_read_number (reader, NULL, &number) && number != 0;
  ful_json_reader_copy_value (reader, NULL);

  return something;
}

static void
append_key (FulBytes   *to,
            const char *key)
{
  if (to->data[to->n - 1] != '{')
    ful_bytes_append_c (to, ',');
  ful_raw_write_string (key, to);
  ful_bytes_append_c (to, ':');
}

/* Copies the members of `data`. Those that would hide members of a payload get other names.
 * Returns: whether there are details */
static gboolean
copy_members (FulJsonReader *reader,
              FulBytes      *to)
{
  gboolean first = TRUE, has_detail = FALSE;
  const char *key;
  gsize n;

  ful_json_reader_begin (reader, '{');
  while ((key = ful_json_reader_next_key (reader, &first, &n)))
    {
      g_autofree char *name = g_strndup (key, n);
      gsize value;

      append_key (to, g_str_equal (name, "type") ? "type2" : name);
      value = to->n;
      ful_json_reader_copy_value (reader, to);
      if (g_str_equal (name, "category"))
        {
          gsize length = to->n - value;

          append_key (to, "category2");
          ful_bytes_reserve (to, length);
          ful_bytes_append (to, to->data + value, length);
        }
      else if (g_str_equal (name, "detail"))
        {
          FulJsonReader copy;

          ful_bytes_reserve (to, 1);
          ful_json_reader_init_memory (&copy, to->data + value, to->n - value);
          has_detail = is_something (&copy);
          ful_json_reader_clear (&copy);
        }
    }

  return has_detail;
}

static void
copy_elements (FulJsonReader *reader,
               FulBytes      *to)
{
  gboolean first = TRUE;

  ful_json_reader_begin (reader, '[');
  for (guint i = 0; ful_json_reader_next_element (reader, &first); i++)
    {
      g_autofree char *key = g_strdup_printf ("%u", i);

      append_key (to, key);
      ful_json_reader_copy_value (reader, to);
    }
}

/* Appends the members of the payload that `args` make: those of `data`, else `detail`.
 * Returns: whether there is a payload */
static gboolean
copy_args (FulJsonReader *reader,
           FulBytes      *to,
           gboolean      *out_has_detail)
{
  FulBytes detail = { NULL };
  gboolean first = TRUE, found = FALSE, has_data = FALSE;
  const char *key;
  gsize n;

  *out_has_detail = FALSE;
  if (ful_json_reader_skip_space (reader) != '{')
    return FALSE;
  ful_json_reader_begin (reader, '{');
  while ((key = ful_json_reader_next_key (reader, &first, &n)))
    {
      gboolean is_data = ful_json_key_is (key, n, "data");
      char c = ful_json_reader_skip_space (reader);

      if (is_data && !found && c == '{')
        *out_has_detail = copy_members (reader, to);
      else if (is_data && !found && c == '[')
        copy_elements (reader, to);
      else if (is_data)
        has_data = is_something (reader);
      else if (ful_json_key_is (key, n, "detail") && c == '"' && detail.n == 0)
        ful_json_reader_copy_value (reader, &detail);
      else
        ful_json_reader_copy_value (reader, NULL);
      found = found || (is_data && (c == '{' || c == '['));
    }
  if (!found && !has_data && detail.n > 0)
    {
      append_key (to, "detail");
      ful_bytes_append (to, detail.data, detail.n);
      *out_has_detail = detail.n > strlen ("\"\"");
      found = TRUE;
    }
  ful_bytes_clear (&detail);

  return found;
}

static void
add_detail_schema (MarkerReader *self)
{
  if (!self->has_details)
    ful_import_meta_add_schema (self->meta, detail_schema);
  self->has_details = TRUE;
}

static void
read_payload (MarkerReader         *self,
              const FulChromeEvent *event,
              const Name           *name,
              FulThreadBuilder     *thread,
              guint                 row)
{
  FulBytes *bytes = &thread->payloads;
  FulTableBuilder *markers = &thread->markers;
  gsize start = bytes->n;
  gboolean has_detail, has_payload;
  FulJsonReader reader;

  if (event->args_length <= 2)
    return;

  ful_json_reader_init_memory (&reader, ful_chrome_events_get_args (self->events, event), (gsize) event->args_length);
  ful_bytes_append_c (bytes, '{');
  has_payload = copy_args (&reader, bytes, &has_detail);
  ful_json_reader_clear (&reader);
  if (!has_payload)
    {
      bytes->n = start;
      return;
    }

  append_key (bytes, "type");
  ful_raw_write_string (has_detail ? DETAIL_TYPE : name->text, bytes);
  ful_bytes_append_c (bytes, '}');
  if (has_detail)
    add_detail_schema (self);
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD, gint64)[row] = (gint64) start;
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_LENGTH, gint32)[row] = (gint32) (bytes->n - start);
  FUL_CELLS (markers, FUL_MARKER_PAYLOAD_TYPE, gint32)[row] =
    has_detail ? ful_string_table_intern (self->tables->builder->texts, DETAIL_TYPE, -1) : name->type;
}

/* Returns: the phase of a marker, or -1 for events that are none */
static int
get_phase (const FulChromeEvent *event)
{
  if (!isfinite (event->time))
    return -1;

  switch (event->phase)
    {
    case 'X':
      return isfinite (event->duration) ? FUL_MARKER_PHASE_INTERVAL : -1;
    case 'B':
    case 'b':
      return FUL_MARKER_PHASE_INTERVAL_START;
    case 'E':
    case 'e':
      return FUL_MARKER_PHASE_INTERVAL_END;
    case 'i':
    case 'I':
    case 'n':
    case 'R':
      return FUL_MARKER_PHASE_INSTANT;
    default:
      return -1;
    }
}

static void
read_marker (MarkerReader         *self,
             const FulChromeEvent *event,
             const Name           *name)
{
  int phase = get_phase (event);
  FulThreadBuilder *thread;
  FulTableBuilder *markers;
  double time = event->time / 1000;
  guint row;

  if (phase < 0 && event->phase == 'X')
    ful_import_log_add (self->tables->builder->log, FUL_SEVERITY_DATA_LOSS, "traceEvents", -1, -1,
                        _("an event of phase X has no time or no duration; skipped it"));
  if (phase < 0)
    return;

  thread = ful_chrome_threads_use (self->threads, event->thread)->builder;
  markers = &thread->markers;
  row = ful_table_builder_append (markers, 1);
  FUL_CELLS (markers, FUL_MARKER_NAME, gint32)[row] = name->name;
  FUL_CELLS (markers, FUL_MARKER_PHASE, guint8)[row] = (guint8) phase;
  FUL_CELLS (markers, FUL_MARKER_CATEGORY, gint32)[row] = get_category (self, event->category);
  if (phase != FUL_MARKER_PHASE_INTERVAL_END)
    FUL_CELLS (markers, FUL_MARKER_START_TIME, double)[row] = time;
  if (phase == FUL_MARKER_PHASE_INTERVAL)
    FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = time + event->duration / 1000;
  else if (phase == FUL_MARKER_PHASE_INTERVAL_END)
    FUL_CELLS (markers, FUL_MARKER_END_TIME, double)[row] = time;
  read_payload (self, event, name, thread, row);
}

/* An end that is before the beginning which the file has last; both stay, but are no pair. */
static void
check_pair (MarkerReader         *self,
            const FulChromeEvent *event)
{
  gpointer thread = GINT_TO_POINTER (event->thread + 1);
  const FulChromeEvent *begin;

  if (event->phase == 'B')
    g_hash_table_replace (self->open, thread, (gpointer) event);
  if (event->phase != 'E')
    return;

  begin = g_hash_table_lookup (self->open, thread);
  if (begin && event->time < begin->time)
    ful_import_log_add (self->tables->builder->log, FUL_SEVERITY_ERROR, "traceEvents", -1, -1,
                        _("an event of phase E is before that of phase B; they are no pair"));
  g_hash_table_remove (self->open, thread);
}

static gboolean
is_profile (const char *name)
{
  return g_str_equal (name, "Profile") || g_str_equal (name, "ProfileChunk") || g_str_equal (name, "CpuProfile");
}

/**
 * ful_chrome_markers_read:
 * @events: the events of a trace
 * @threads: get the markers
 * @tables: tables of the profile
 * @meta: the meta of ful_chrome_meta_init(); gets further categories, and schemas
 * @cancellable: (nullable): ends early
 *
 * Markers are in the order of the reference: by name, in order of the first event with that name.
 */
void
ful_chrome_markers_read (const FulChromeEvents *events,
                         FulChromeThreads      *threads,
                         FulImportTables       *tables,
                         FulImportMeta         *meta,
                         GCancellable          *cancellable)
{
  MarkerReader self = { events, threads, tables, meta };
  guint n_names = ful_string_table_get_n (events->names);

  self.known_categories = g_hash_table_new (ful_hash_text, g_str_equal);
  self.open = g_hash_table_new (NULL, NULL);
  self.categories = g_new0 (FulCategoryIndex, ful_string_table_get_n (events->words) + 1);
  self.n_categories = ful_import_meta_index_categories (meta, self.known_categories);
  ful_import_meta_add_schema (meta, dispatch_schema);

  for (guint n = 0; n < n_names; n++)
    {
      Name name = { .text = ful_string_table_get (events->names, (FulStringIndex) n) };

      if (is_profile (name.text))
        continue;
      name.name = ful_import_tables_string (tables, name.text, -1);
      name.type = ful_string_table_intern (tables->builder->texts, name.text, -1);
      for (guint i = g_array_index (events->first, guint, n); i < g_array_index (events->first, guint, n + 1); i++)
        {
          if (i % CANCEL_CHECK_EVENTS == 0 && g_cancellable_is_cancelled (cancellable))
            break;
          read_marker (&self, ful_chrome_events_get (events, i), &name);
          check_pair (&self, ful_chrome_events_get (events, i));
        }
      g_hash_table_remove_all (self.open);
    }
  g_hash_table_unref (self.open);
  g_hash_table_unref (self.known_categories);
  g_free (self.categories);
}
