/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The list of events of a trace of Chrome (formats.md 11): each event is read once, and `args` stays text until
 * somebody wants it. */

#include "config.h"

#include "ful-chrome-events.h"

#include "io/json/ful-json-reader.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define CANCEL_CHECK_EVENTS 1024

void
ful_chrome_events_init (FulChromeEvents *self)
{
  *self = (FulChromeEvents) {
    .names = ful_string_table_new (),
    .words = ful_string_table_new (),
    .threads = ful_interner_new (2),
    .ids = g_array_new (FALSE, FALSE, sizeof (FulStringIndex)),
    .events = g_array_new (FALSE, FALSE, sizeof (FulChromeEvent)),
    .first = g_array_new (FALSE, FALSE, sizeof (guint)),
  };
}

void
ful_chrome_events_clear (FulChromeEvents *self)
{
  g_clear_pointer (&self->names, ful_string_table_unref);
  g_clear_pointer (&self->words, ful_string_table_unref);
  g_clear_pointer (&self->threads, ful_interner_free);
  g_clear_pointer (&self->ids, g_array_unref);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->first, g_array_unref);
}

static gboolean
is_number (char c)
{
  return c == '-' || g_ascii_isdigit (c);
}

/**
 * ful_chrome_events_read_word:
 * @reader: before a value, which is read
 *
 * Returns: a text or number, as text: row of the words; %FUL_NONE for other values
 */
FulStringIndex
ful_chrome_events_read_word (FulChromeEvents *self,
                             FulJsonReader   *reader)
{
  char text[FUL_JSON_NUMBER_MAX + 1];
  const char *string;
  double number;
  gsize n;
  char c = ful_json_reader_skip_space (reader);

  if (c == '"')
    {
      string = ful_json_reader_view_string (reader, &n);
      return reader->error ? FUL_NONE : ful_string_table_intern (self->words, string, (gssize) n);
    }
  if (is_number (c))
    {
      n = ful_json_reader_read_number (reader, text, &number);
      return n == 0 ? FUL_NONE : ful_string_table_intern (self->words, text, (gssize) n);
    }
  ful_json_reader_copy_value (reader, NULL);

  return FUL_NONE;
}

/**
 * ful_chrome_events_read_number:
 * @reader: before a value, which is read
 *
 * Returns: a number, also one that is written as a text, as Hermes does; NaN for other values
 */
double
ful_chrome_events_read_number (FulJsonReader *reader)
{
  char text[FUL_JSON_NUMBER_MAX + 1];
  const char *string;
  char *end;
  double number;
  gsize n;

  if (ful_json_reader_skip_space (reader) != '"')
    return ful_json_reader_read_number_or_skip (reader);

  string = ful_json_reader_view_string (reader, &n);
  if (reader->error || n == 0 || n >= sizeof text || !is_number (*string))
    return NAN;
  memcpy (text, string, n);
  text[n] = '\0';
  number = g_ascii_strtod (text, &end);

  return *end == '\0' && isfinite (number) ? number : NAN;
}

/**
 * ful_chrome_events_use_thread:
 * @pid: row of the words, or %FUL_NONE; @tid likewise
 *
 * Returns: number of the thread
 */
gint32
ful_chrome_events_use_thread (FulChromeEvents *self,
                              FulStringIndex   pid,
                              FulStringIndex   tid)
{
  gint32 thread;

  if (pid == FUL_NONE)
    pid = ful_string_table_intern (self->words, "0", -1);
  if (tid == FUL_NONE)
    tid = ful_string_table_intern (self->words, "0", -1);
  thread = (gint32) ful_interner_intern (self->threads, (gint32[]) { pid, tid });
  if (2 * (guint) thread == self->ids->len)
    {
      g_array_append_val (self->ids, pid);
      g_array_append_val (self->ids, tid);
    }

  return thread;
}

static void
read_args (FulJsonReader  *reader,
           FulChromeEvent *event,
           gint64          start)
{
  ful_json_reader_skip_space (reader);
  event->args = start + (gint64) ful_json_reader_get_offset (reader);
  ful_json_reader_copy_value (reader, NULL);
  event->args_length = (gint32) (start + (gint64) ful_json_reader_get_offset (reader) - event->args);
}

/* Returns: whether the event is one */
static gboolean
read_event (FulChromeEvents *self,
            FulJsonReader   *reader,
            gint64           start,
            FulChromeEvent  *event)
{
  FulStringIndex pid = FUL_NONE, tid = FUL_NONE;
  gboolean first = TRUE;
  const char *key, *string;
  gsize n, n_string;

  *event = (FulChromeEvent) { .name = FUL_NONE, .category = FUL_NONE, .id = FUL_NONE, .time = NAN, .duration = NAN };
  ful_json_reader_begin (reader, '{');
  while ((key = ful_json_reader_next_key (reader, &first, &n)))
    {
      gboolean is_string = ful_json_reader_skip_space (reader) == '"';

      if (ful_json_key_is (key, n, "name") && is_string)
        {
          string = ful_json_reader_view_string (reader, &n_string);
          if (reader->error == NULL)
            event->name = ful_string_table_intern (self->names, string, (gssize) n_string);
        }
      else if (ful_json_key_is (key, n, "ph") && is_string)
        {
          string = ful_json_reader_view_string (reader, &n_string);
          event->phase = reader->error == NULL && n_string == 1 ? *string : '\0';
        }
      else if (ful_json_key_is (key, n, "ts"))
        event->time = ful_chrome_events_read_number (reader);
      else if (ful_json_key_is (key, n, "dur"))
        event->duration = ful_chrome_events_read_number (reader);
      else if (ful_json_key_is (key, n, "pid"))
        pid = ful_chrome_events_read_word (self, reader);
      else if (ful_json_key_is (key, n, "tid"))
        tid = ful_chrome_events_read_word (self, reader);
      else if (ful_json_key_is (key, n, "id"))
        event->id = ful_chrome_events_read_word (self, reader);
      else if (ful_json_key_is (key, n, "cat") && is_string)
        event->category = ful_chrome_events_read_word (self, reader);
      else if (ful_json_key_is (key, n, "args"))
        read_args (reader, event, start);
      else
        ful_json_reader_copy_value (reader, NULL);
    }
  if (event->name == FUL_NONE || reader->error)
    return FALSE;

  event->thread = ful_chrome_events_use_thread (self, pid, tid);

  return TRUE;
}

/* Brings events of one name together. */
static void
group (FulChromeEvents *self)
{
  guint n_names = ful_string_table_get_n (self->names);
  GArray *grouped = g_array_sized_new (FALSE, FALSE, sizeof (FulChromeEvent), self->events->len);
  g_autofree guint *next = g_new0 (guint, n_names + 1);

  for (guint i = 0; i < self->events->len; i++)
    next[ful_chrome_events_get (self, i)->name + 1]++;
  for (guint i = 0; i < n_names; i++)
    next[i + 1] += next[i];
  g_array_append_vals (self->first, next, n_names + 1);

  g_array_set_size (grouped, self->events->len);
  for (guint i = 0; i < self->events->len; i++)
    {
      const FulChromeEvent *event = ful_chrome_events_get (self, i);

      g_array_index (grouped, FulChromeEvent, next[event->name]++) = *event;
    }
  g_array_unref (self->events);
  self->events = grouped;
}

/**
 * ful_chrome_events_read:
 * @self: gets the events
 * @tree: the tree of @list
 * @list: elements of the list of events; has to outlive @self
 * @log: gets what is no event
 * @cancellable: (nullable): ends early
 */
void
ful_chrome_events_read (FulChromeEvents *self,
                        FulRawTree      *tree,
                        FulRawColumn    *list,
                        FulImportLog    *log,
                        GCancellable    *cancellable)
{
  self->texts = list;
  ful_raw_column_to_texts (tree, list);

  for (guint i = 0; i < list->n; i++)
    {
      gint64 start = list->text_start[i];
      FulJsonReader reader;
      FulChromeEvent event;

      if (i % CANCEL_CHECK_EVENTS == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      ful_json_reader_init_memory (&reader, list->bytes.data + start, (gsize) list->text_length[i]);
      if (read_event (self, &reader, start, &event))
        g_array_append_val (self->events, event);
      else
        ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "traceEvents", i, -1, _("an event has no name; skipped it"));
      ful_json_reader_clear (&reader);
    }
  ful_string_table_update_index (self->names);
  group (self);
}

/**
 * ful_chrome_events_find:
 * @name: name of events
 * @out_end: (out): after the last one
 *
 * Returns: the first event with that name; the end if there is none
 */
guint
ful_chrome_events_find (const FulChromeEvents *self,
                        const char            *name,
                        guint                 *out_end)
{
  FulStringIndex row = ful_string_table_find (self->names, name);

  *out_end = row == FUL_NONE ? 0 : g_array_index (self->first, guint, row + 1);

  return row == FUL_NONE ? 0 : g_array_index (self->first, guint, row);
}

/**
 * ful_chrome_events_get_args:
 *
 * Returns: (transfer none): the text of `args`, of that length; %FUL_BYTES_PADDING more bytes can be loaded
 */
const char *
ful_chrome_events_get_args (const FulChromeEvents *self,
                            const FulChromeEvent  *event)
{
  return self->texts->bytes.data + event->args;
}

/**
 * ful_chrome_events_parse_args:
 * @tree: a tree, which is emptied and gets the nodes
 *
 * Returns: (nullable) (transfer none): `args` of the event
 */
FulRawNode *
ful_chrome_events_parse_args (const FulChromeEvents *self,
                              const FulChromeEvent  *event,
                              FulRawTree            *tree)
{
  ful_raw_tree_reset (tree);

  return event->args_length == 0
           ? NULL
           : ful_raw_tree_parse (tree, ful_chrome_events_get_args (self, event), (gsize) event->args_length, NULL);
}

/**
 * ful_chrome_events_get_ids:
 * @thread: number of a thread
 * @out_pid: (out): row of the words
 * @out_tid: (out): row of the words
 */
void
ful_chrome_events_get_ids (const FulChromeEvents *self,
                           gint32                 thread,
                           FulStringIndex        *out_pid,
                           FulStringIndex        *out_tid)
{
  *out_pid = g_array_index (self->ids, FulStringIndex, 2 * thread);
  *out_tid = g_array_index (self->ids, FulStringIndex, 2 * thread + 1);
}
