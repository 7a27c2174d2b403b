/* SPDX-License-Identifier: GPL-3.0-or-later */

/* `samples` and `stackFrames` of a trace of Chrome (formats.md 11), which Hermes writes, and tools for BPF. Frames name their
 * callers; each sample names its innermost frame. */

#include "config.h"

#include "ful-chrome-samples.h"

#include "ful-v8-profile.h"

#include "import/common/ful-import-samples.h"
#include "io/json/ful-json-reader.h"
#include "io/raw/ful-raw-get.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct
{
  double         time;       /* µs */
  double         weight;
  FulStringIndex frame;      /* row of the words */
  gint32         thread;
} Sample;

typedef struct
{
  FulRawNode    *node;
  FulStringIndex parent;     /* row of the words, or FUL_NONE */
  FulStackIndex  stack;
  gboolean       is_open;    /* its callers are being added */
  gboolean       is_done;
} Frame;

typedef struct
{
  FulImportTables *tables;
  FulImportLog    *log;
  GArray          *frames;   /* Frame */
  GHashTable      *by_word;  /* row of the words + 1 → frame + 1 */
} FrameReader;

void
ful_chrome_samples_init (FulChromeSamples *self)
{
  *self = (FulChromeSamples) { .samples = g_array_new (FALSE, FALSE, sizeof (Sample)) };
}

void
ful_chrome_samples_clear (FulChromeSamples *self)
{
  g_clear_pointer (&self->samples, g_array_unref);
}

/* Returns: whether the sample has a time and a frame */
static gboolean
read_sample (FulChromeEvents *events,
             FulJsonReader   *reader,
             Sample          *sample)
{
  FulStringIndex pid = FUL_NONE, tid = FUL_NONE;
  gboolean first = TRUE;
  const char *key;
  gsize n;

  *sample = (Sample) { NAN, 1, FUL_NONE, 0 };
  ful_json_reader_begin (reader, '{');
  while ((key = ful_json_reader_next_key (reader, &first, &n)))
    if (ful_json_key_is (key, n, "ts"))
      sample->time = ful_chrome_events_read_number (reader);
    else if (ful_json_key_is (key, n, "weight"))
      sample->weight = ful_chrome_events_read_number (reader);
    else if (ful_json_key_is (key, n, "sf"))
      sample->frame = ful_chrome_events_read_word (events, reader);
    else if (ful_json_key_is (key, n, "pid"))
      pid = ful_chrome_events_read_word (events, reader);
    else if (ful_json_key_is (key, n, "tid"))
      tid = ful_chrome_events_read_word (events, reader);
    else
      ful_json_reader_copy_value (reader, NULL);
  if (reader->error || !isfinite (sample->time) || sample->frame == FUL_NONE)
    return FALSE;

  sample->thread = ful_chrome_events_use_thread (events, pid, tid);
  if (!isfinite (sample->weight))
    sample->weight = 1;

  return TRUE;
}

/**
 * ful_chrome_samples_read:
 * @self: gets the samples
 * @events: gets their threads
 * @tree: the tree of @list
 * @list: (nullable): `samples` of the trace; modified
 * @log: gets what is no sample
 * @cancellable: (nullable): ends early
 */
void
ful_chrome_samples_read (FulChromeSamples *self,
                         FulChromeEvents  *events,
                         FulRawTree       *tree,
                         FulRawNode       *list,
                         FulImportLog     *log,
                         GCancellable     *cancellable)
{
  FulRawColumn *texts = ful_raw_is (list, FUL_RAW_ARRAY) ? list->column : NULL;

  if (texts == NULL)
    return;

  ful_raw_column_to_texts (tree, texts);
  for (guint i = 0; i < texts->n; i++)
    {
      FulJsonReader reader;
      Sample sample;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      ful_json_reader_init_memory (&reader, texts->bytes.data + texts->text_start[i], (gsize) texts->text_length[i]);
      if (read_sample (events, &reader, &sample))
        {
          g_array_append_val (self->samples, sample);
          self->has_weights = self->has_weights || sample.weight != 1;
        }
      else
        ful_import_log_add (log, FUL_SEVERITY_DATA_LOSS, "samples", i, -1, _("a sample has no time or no frame; skipped it"));
      ful_json_reader_clear (&reader);
    }
}

static FulFrameIndex
add_frame (FrameReader *self,
           FulRawNode  *node)
{
  const char *name = ful_raw_get_string (node, "name");
  const char *category = ful_raw_get_string (node, "category");
  gboolean is_js = category && (g_ascii_strcasecmp (category, "js") == 0 || g_ascii_strcasecmp (category, "javascript") == 0);
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (self->tables, name && *name ? name : "(anonymous)", -1));

  func.is_js = is_js;
  func.relevant_for_js = !is_js;

  return ful_import_tables_frame (self->tables,
                                  &FUL_IMPORT_FRAME (ful_import_tables_func (self->tables, &func),
                                                     is_js ? FUL_V8_CATEGORY_JAVASCRIPT : FUL_V8_CATEGORY_NATIVE));
}

static Frame *
find_frame (FrameReader    *self,
            FulStringIndex  word)
{
  gpointer found = word == FUL_NONE ? NULL : g_hash_table_lookup (self->by_word, GINT_TO_POINTER (word + 1));

  return found ? &g_array_index (self->frames, Frame, GPOINTER_TO_INT (found) - 1) : NULL;
}

/* The stack of a frame, of which the callers come first: they may be anywhere in the table, and be each other's. */
static FulStackIndex
get_stack (FrameReader *self,
           Frame       *leaf)
{
  g_autoptr(GPtrArray) open = NULL;
  FulStackIndex stack = FUL_NONE;
  Frame *frame;

  if (leaf->is_done)
    return leaf->stack;

  open = g_ptr_array_new ();
  for (frame = leaf; frame && !frame->is_done && !frame->is_open; frame = find_frame (self, frame->parent))
    {
      frame->is_open = TRUE;
      g_ptr_array_add (open, frame);
      if (frame->parent != FUL_NONE && find_frame (self, frame->parent) == NULL)
        ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "stackFrames", -1, -1, _("the caller of a frame does not exist; made it a root"));
    }
  if (frame && frame->is_done)
    stack = frame->stack;
  else if (frame)
    ful_import_log_add (self->log, FUL_SEVERITY_ERROR, "stackFrames", -1, -1, _("a frame is its own caller; made it a root"));

  for (guint i = open->len; i-- > 0; )
    {
      frame = open->pdata[i];
      stack = ful_import_tables_stack (self->tables, stack, add_frame (self, frame->node));
      frame->stack = stack;
      frame->is_done = TRUE;
    }

  return leaf->stack;
}

static void
read_frames (FrameReader      *self,
             FulChromeEvents  *events,
             const FulRawNode *table,
             GCancellable     *cancellable)
{
  guint row = 0;

  if (!ful_raw_is (table, FUL_RAW_OBJECT))
    return;

  for (FulRawMember *member = table->members; member; member = member->next, row++)
    {
      const FulRawNode *parent = ful_raw_get (member->value, "parent");
      FulStringIndex word = ful_string_table_intern (events->words, member->key, -1);
      Frame frame = { .node = member->value, .parent = FUL_NONE, .stack = FUL_NONE };

      if (row % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      if (ful_raw_is (parent, FUL_RAW_STRING) || ful_raw_is (parent, FUL_RAW_NUMBER))
        frame.parent = ful_string_table_intern (events->words, parent->text, -1);
      g_array_append_val (self->frames, frame);
      g_hash_table_insert (self->by_word, GINT_TO_POINTER (word + 1), GUINT_TO_POINTER (self->frames->len));
    }
}

/**
 * ful_chrome_samples_add:
 * @events: the events whose threads the samples have
 * @threads: get the samples
 * @tables: tables of the profile
 * @frames: (nullable): `stackFrames` of the trace
 * @cancellable: (nullable): ends early
 */
void
ful_chrome_samples_add (FulChromeSamples *self,
                        FulChromeEvents  *events,
                        FulChromeThreads *threads,
                        FulImportTables  *tables,
                        const FulRawNode *frames,
                        GCancellable     *cancellable)
{
  FrameReader reader = { tables, tables->builder->log };

  if (self->samples->len == 0)
    return;

  reader.frames = g_array_new (FALSE, FALSE, sizeof (Frame));
  reader.by_word = g_hash_table_new (NULL, NULL);
  read_frames (&reader, events, frames, cancellable);
  for (guint i = 0; i < self->samples->len; i++)
    {
      const Sample *sample = &g_array_index (self->samples, Sample, i);
      Frame *frame = find_frame (&reader, sample->frame);
      FulThreadBuilder *thread;
      guint row;

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      if (frame == NULL)
        {
          ful_import_log_add (reader.log, FUL_SEVERITY_DATA_LOSS, "samples", i, -1,
                              _("a sample has a frame that does not exist; skipped it"));
          continue;
        }
      thread = ful_chrome_threads_use (threads, sample->thread)->builder;
      if (self->has_weights && thread->samples.n_rows == 0)
        ful_table_builder_add_column (&thread->samples, FUL_SAMPLE_WEIGHT);
      row = ful_import_samples_add (thread, sample->time / 1000, get_stack (&reader, frame));
      if (thread->samples.buffers[FUL_SAMPLE_WEIGHT])
        FUL_CELLS (&thread->samples, FUL_SAMPLE_WEIGHT, double)[row] = sample->weight;
    }
  for (guint i = 0; i < tables->builder->threads->len; i++)
    ful_import_samples_sort (tables->builder->threads->pdata[i]);
  g_array_unref (reader.frames);
  g_hash_table_unref (reader.by_word);
}
