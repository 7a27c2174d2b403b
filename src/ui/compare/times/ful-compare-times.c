/* SPDX-License-Identifier: GPL-3.0-or-later */

/* With several runs on a side, the one with the median of their totals, until the user chooses another. */

#include "config.h"

#include "ful-compare-times.h"

#include "base/ful-job.h"
#include "compare/document/ful-compare-answer.h"
#include "compare/document/ful-compared-part.h"
#include "compare/runs/ful-run.h"
#include "document/view/ful-view-state.h"

/* The documents of the sides, the axis, and the sides with all threads that are compared, which come on demand. */
#define AXIS FUL_N_SIDES
#define ALL_THREADS (AXIS + 1)
#define N_DOCUMENTS (ALL_THREADS + FUL_N_SIDES)

struct _FulCompareTimes
{
  GObject             parent_instance;

  FulCompareDocument *document;
  GSettings          *settings;                  /* (nullable) */
  gboolean            is_wanted;
  FulCompareAnswer   *answer;                    /* (nullable): that @times or the job are of */
  FulComparedTimes   *times;                     /* (nullable) */
  GError             *error;                     /* (nullable) */
  FulJob             *job;                       /* (nullable) */
  gint64              chosen[FUL_N_SIDES];       /* run, or -1 */
  guint               runs[FUL_N_SIDES];
  FulComparedPart    *parts[FUL_N_SIDES];        /* (nullable elements): those runs: the document may have others by now */
  char               *moment;                    /* (nullable): name of markers to align them at */
  FulFuncIndex        selected;                  /* row of the names of the comparison, or FUL_NONE */

  FulDocument        *documents[N_DOCUMENTS];    /* (nullable elements) */
  FulAnalysis        *analyses[N_DOCUMENTS];     /* (nullable elements) */
  gboolean            is_following;
};

G_DEFINE_FINAL_TYPE (FulCompareTimes, ful_compare_times, G_TYPE_OBJECT)

static guint changed_signal;
static guint selected_signal;

typedef struct
{
  FulComparedPart  *parts[FUL_N_SIDES];
  FulComparedView  *view;
  char             *moment;  /* (nullable) */
  FulComparedTimes *times;   /* (nullable): the result */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  for (guint side = 0; side < FUL_N_SIDES; side++)
    ful_compared_part_unref (job->parts[side]);
  ful_compared_view_unref (job->view);
  g_free (job->moment);
  g_clear_pointer (&job->times, ful_compared_times_unref);
  g_free (job);
}

static gboolean
compute (gpointer       data,
         GCancellable  *cancellable,
         GError       **error)
{
  Job *job = data;

  job->times = ful_compared_times_new (job->parts, job->view, job->moment, cancellable, error);

  return job->times != NULL;
}

/* Returns: (nullable): the run of a document; %NULL of the axis */
static const FulTimedRun *
get_run (FulCompareTimes *self,
         guint            i)
{
  return i == AXIS ? NULL : &self->times->runs[i < AXIS ? i : i - ALL_THREADS];
}

/* Where zero of the axis is in a document, relative to its root range. */
static double
get_zero (FulCompareTimes *self,
          guint            i)
{
  return i == AXIS ? 0 : get_run (self, i)->zero - ful_document_get_root_range (self->documents[i]).start;
}

static guint
find (FulCompareTimes *self,
      FulDocument     *document)
{
  guint i = 0;

  while (self->documents[i] != document)
    i++;

  return i;
}

/* Makes the others show what @from does. */
static void
follow (FulCompareTimes *self,
        FulDocument     *from)
{
  guint at = find (self, from);
  FulViewOptions *options = ful_document_get_options (from);
  const FulTimeRange *zoom = ful_document_get_zoom (from);
  double start = ful_document_get_root_range (from).start;

  self->is_following = TRUE;
  for (guint i = 0; i < N_DOCUMENTS; i++)
    {
      FulDocument *to = self->documents[i];
      FulTimeRange preview;
      double delta;

      if (i == at || to == NULL)
        continue;
      delta = get_zero (self, i) - get_zero (self, at);
      preview = ful_time_range_shift (options->preview, delta);
      if (zoom)
        {
          FulTimeRange shifted = ful_time_range_shift (*zoom, delta + ful_document_get_root_range (to).start - start);

          ful_document_set_zoom (to, &shifted);
        }
      else
        {
          ful_document_set_zoom (to, NULL);
        }
      ful_document_set_hover (to, ful_document_get_hover (from) + delta);
      ful_document_set_preview (to, options->has_preview ? &preview : NULL);
    }
  self->is_following = FALSE;
}

static void
choose_range (FulCompareTimes *self,
              FulTimeRange     range)
{
  g_autofree char *texts[FUL_N_SIDES] = { NULL, NULL };

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      const FulTimedRun *run = &self->times->runs[side];
      double zero = get_zero (self, side), end = run->end - run->zero;
      char start_text[G_ASCII_DTOSTR_BUF_SIZE], end_text[G_ASCII_DTOSTR_BUF_SIZE];

      /* Of a range that begins before a recording there is what is in it. */
      g_ascii_formatd (start_text, sizeof start_text, "%.10g", zero + range.end > 0 ? MAX (0, zero + range.start) : zero + range.start);
      g_ascii_formatd (end_text, sizeof end_text, "%.10g", zero + (range.start < end ? MIN (range.end, end) : range.end));
      texts[side] = g_strdup_printf ("%s,%s", start_text, end_text);
    }
  ful_compare_document_set_ranges (self->document, (const char *const *) texts);
}

/* A menu of a side can commit a range. */
static void
state_changed_cb (FulCompareTimes *self,
                  GParamSpec      *pspec,
                  FulDocument     *document)
{
  const FulTimedRun *run;
  FulTimeRange range;

  if (self->is_following)
    return;

  run = get_run (self, find (self, document));
  range = ful_document_get_visible_range (document);
  if (run && ful_document_get_options (document)->has_range && !ful_time_range_equal (range, run->options->range))
    choose_range (self, ful_time_range_shift (range, -get_zero (self, find (self, document))));
  else
    follow (self, document);
}

static void
moved_cb (FulCompareTimes *self,
          GParamSpec      *pspec,
          FulDocument     *document)
{
  if (!self->is_following)
    follow (self, document);
}

static void
drop_documents (FulCompareTimes *self)
{
  for (guint i = 0; i < N_DOCUMENTS; i++)
    if (self->documents[i])
      {
        g_signal_handlers_disconnect_by_data (self->documents[i], self);
        g_clear_object (&self->documents[i]);
        g_clear_object (&self->analyses[i]);
      }
}

/* @options: (nullable): its view */
static void
make_document (FulCompareTimes *self,
               guint            i,
               FulProfile      *profile,
               FulViewOptions  *options)
{
  self->documents[i] = ful_document_new (profile);
  if (options)
    ful_document_set_view_state (self->documents[i], ful_view_state_new (options));
  self->analyses[i] = ful_analysis_new (self->documents[i]);
  g_signal_connect_object (self->documents[i], "notify::view-state", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->documents[i], "notify::zoom", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->documents[i], "notify::hover", G_CALLBACK (moved_cb), self, G_CONNECT_SWAPPED);
}

static void
make_documents (FulCompareTimes *self)
{
  drop_documents (self);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    make_document (self, side, self->times->runs[side].profile, self->times->runs[side].options);
  make_document (self, AXIS, self->times->axis, NULL);
}

/* Those of the view; without a choice all that have samples. */
static void
make_all_threads (FulCompareTimes *self,
                  FulSide          side)
{
  const FulTimedRun *run = &self->times->runs[side];
  g_autoptr(FulViewOptions) options = ful_view_options_copy (run->options);
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < run->profile->threads->len && run->options->n_threads == 0; i++)
    if (ful_profile_get_thread (run->profile, i)->samples->table.n_rows > 0)
      g_array_append_val (threads, i);
  if (threads->len > 0)
    ful_view_options_set_threads (options, (const guint *) (gpointer) threads->data, threads->len);
  make_document (self, ALL_THREADS + side, run->profile, options);
  follow (self, self->documents[AXIS]);
}

/* Of the threads that both have, the most active one, unless the comparison is of some. */
static void
select_first (FulCompareTimes *self)
{
  for (guint i = 0; i < self->times->pairs->len; i++)
    {
      const FulTrackPair *pair = g_ptr_array_index (self->times->pairs, i);

      if (pair->tracks[FUL_BEFORE] && pair->tracks[FUL_AFTER] && ful_track_get_thread (pair->tracks[FUL_AFTER]) != FUL_NONE)
        {
          ful_compare_times_select (self, pair);
          return;
        }
    }
}

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCompareTimes *self = owner;
  Job *job = data;

  g_clear_error (&self->error);
  g_clear_pointer (&self->times, ful_compared_times_unref);
  if (error)
    {
      self->error = g_error_copy (error);
      drop_documents (self);
    }
  else
    {
      self->times = g_steal_pointer (&job->times);
      make_documents (self);
      select_first (self);
    }
  g_signal_emit (self, changed_signal, 0);
}

static int
compare_totals (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const GPtrArray *runs = user_data;
  double x = ((const FulRun *) runs->pdata[*(const guint *) a])->total.x, y = ((const FulRun *) runs->pdata[*(const guint *) b])->total.x;

  return (x > y) - (x < y);
}

static guint
find_median (FulCompareTimes *self,
             FulSide          side)
{
  GPtrArray *runs = self->answer->runs->runs[FUL_COMPARED_SELF][side];
  g_autofree guint *order = g_new (guint, runs->len);

  for (guint i = 0; i < runs->len; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) runs->len, sizeof *order, compare_totals, runs);

  return order[(runs->len - 1) / 2];
}

static void
start (FulCompareTimes *self)
{
  Job *job;

  job = g_new0 (Job, 1);
  for (FulSide side = 0; side < FUL_N_SIDES; side++)
    {
      GPtrArray *parts = ful_compare_document_get_parts (self->document, side);

      if (self->chosen[side] >= parts->len)
        self->chosen[side] = -1;
      self->runs[side] = MIN (self->chosen[side] >= 0 ? (guint) self->chosen[side] : find_median (self, side), parts->len - 1);
      g_clear_pointer (&self->parts[side], ful_compared_part_unref);
      self->parts[side] = ful_compared_part_ref (parts->pdata[self->runs[side]]);
      job->parts[side] = ful_compared_part_ref (self->parts[side]);
    }
  job->view = ful_compared_view_ref (ful_compare_document_get_view (self->document));
  job->moment = g_strdup (self->moment);
  ful_job_start_blocking (&self->job, compute, job, job_free, ready_cb, self);
  g_signal_emit (self, changed_signal, 0);
}

/* Another view has another answer, and so have other sides. */
static void
update (FulCompareTimes *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  if (!self->is_wanted || answer == NULL || answer->is_partial || (self->answer && answer->runs == self->answer->runs))
    return;

  ful_compare_answer_ref (answer);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  self->answer = answer;
  start (self);
}

static void
ful_compare_times_dispose (GObject *object)
{
  FulCompareTimes *self = FUL_COMPARE_TIMES (object);

  ful_job_stop (&self->job);
  drop_documents (self);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    g_clear_pointer (&self->parts[side], ful_compared_part_unref);
  g_clear_pointer (&self->times, ful_compared_times_unref);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->moment, g_free);
  g_clear_object (&self->document);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ful_compare_times_parent_class)->dispose (object);
}

static void
ful_compare_times_class_init (FulCompareTimesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_compare_times_dispose;

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  selected_signal = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_compare_times_init (FulCompareTimes *self)
{
  self->chosen[FUL_BEFORE] = self->chosen[FUL_AFTER] = -1;
  self->selected = FUL_NONE;
}

/**
 * ful_compare_times_new:
 * @document: what is compared
 * @settings: (nullable): where source may be read
 *
 * Returns: (transfer full): its times, not read yet
 */
FulCompareTimes *
ful_compare_times_new (FulCompareDocument *document,
                       GSettings          *settings)
{
  FulCompareTimes *self = g_object_new (FUL_TYPE_COMPARE_TIMES, NULL);

  self->document = g_object_ref (document);
  g_set_object (&self->settings, settings);
  g_signal_connect_object (document, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);

  return self;
}

/**
 * ful_compare_times_get_settings:
 *
 * Returns: (transfer none) (nullable): where source may be read
 */
GSettings *
ful_compare_times_get_settings (FulCompareTimes *self)
{
  return self->settings;
}

/**
 * ful_compare_times_want:
 *
 * Reads the runs from now on, whenever there is another answer.
 */
void
ful_compare_times_want (FulCompareTimes *self)
{
  self->is_wanted = TRUE;
  update (self);
}

gboolean
ful_compare_times_get_busy (FulCompareTimes *self)
{
  return self->job != NULL;
}

/**
 * ful_compare_times_get_error:
 *
 * Returns: (transfer none) (nullable): why there are no times
 */
const GError *
ful_compare_times_get_error (FulCompareTimes *self)
{
  return self->error;
}

/**
 * ful_compare_times_get_times:
 *
 * Returns: (transfer none) (nullable): what was read
 */
FulComparedTimes *
ful_compare_times_get_times (FulCompareTimes *self)
{
  return self->times;
}

/**
 * ful_compare_times_get_axis:
 * @self: with times
 *
 * Returns: (transfer none): of the axis, with the differences of counters
 */
FulAnalysis *
ful_compare_times_get_axis (FulCompareTimes *self)
{
  return self->analyses[AXIS];
}

/**
 * ful_compare_times_get_analysis:
 * @self: with times
 *
 * Returns: (transfer none): of the run of @side
 */
FulAnalysis *
ful_compare_times_get_analysis (FulCompareTimes *self,
                                FulSide          side)
{
  return self->analyses[side];
}

/**
 * ful_compare_times_get_all_threads:
 * @self: with times
 *
 * Returns: (transfer none): of the run of @side on all threads that are compared, whichever is selected
 */
FulAnalysis *
ful_compare_times_get_all_threads (FulCompareTimes *self,
                                   FulSide          side)
{
  if (self->analyses[ALL_THREADS + side] == NULL)
    make_all_threads (self, side);

  return self->analyses[ALL_THREADS + side];
}

/**
 * ful_compare_times_select:
 * @pair: of its times
 *
 * Selects the threads of @pair, if it has some.
 */
void
ful_compare_times_select (FulCompareTimes    *self,
                          const FulTrackPair *pair)
{
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      gint32 thread = pair->tracks[side] ? ful_track_get_thread (pair->tracks[side]) : FUL_NONE;

      if (thread != FUL_NONE)
        ful_document_set_threads (self->documents[side], &(guint) { (guint) thread }, 1);
    }
}

static void
select_row (FulCompareTimes *self,
            FulFuncIndex     row)
{
  if (self->selected == row)
    return;

  self->selected = row;
  g_signal_emit (self, selected_signal, 0);
}

/**
 * ful_compare_times_select_func:
 * @side: of a chart
 * @func: a function of its run, or %FUL_NONE
 */
void
ful_compare_times_select_func (FulCompareTimes *self,
                               FulSide          side,
                               FulFuncIndex     func)
{
  select_row (self, func == FUL_NONE ? FUL_NONE : g_array_index (self->times->runs[side].rows, FulFuncIndex, func));
}

/**
 * ful_compare_times_select_item:
 * @item: a function of the answer
 */
void
ful_compare_times_select_item (FulCompareTimes *self,
                               gint32           item)
{
  select_row (self, ful_compare_document_get_answer (self->document)->row_of_item[item]);
}

/**
 * ful_compare_times_get_func:
 * @self: with times
 *
 * Returns: the selected function in the run of @side, or %FUL_NONE
 */
FulFuncIndex
ful_compare_times_get_func (FulCompareTimes *self,
                            FulSide          side)
{
  const FulTimedRun *run = &self->times->runs[side];

  return self->selected == FUL_NONE || (guint) self->selected >= run->n_names ? FUL_NONE : run->funcs[self->selected];
}

/**
 * ful_compare_times_get_file:
 *
 * Returns: (transfer none) (nullable): what the run of @side was read from
 */
GFile *
ful_compare_times_get_file (FulCompareTimes *self,
                            FulSide          side)
{
  return self->parts[side]->file;
}

/**
 * ful_compare_times_get_item:
 *
 * O(items).
 *
 * Returns: the function that is selected, an item of the answer, or %FUL_NONE
 */
gint32
ful_compare_times_get_item (FulCompareTimes *self)
{
  FulCompareAnswer *answer = ful_compare_document_get_answer (self->document);

  return self->selected == FUL_NONE || answer == NULL ? FUL_NONE : ful_compare_answer_find_item (answer, self->selected);
}

/**
 * ful_compare_times_align:
 * @moment: (nullable): the name of markers of both sides to align them at; %NULL: at the starts of their ranges
 *
 * It is kept for other runs, if they have such a marker.
 */
void
ful_compare_times_align (FulCompareTimes *self,
                         const char      *moment)
{
  if (g_strcmp0 (self->moment, moment) == 0)
    return;

  g_free (self->moment);
  self->moment = g_strdup (moment);
  if (self->answer)
    start (self);
}

/**
 * ful_compare_times_set_run:
 * @run: number of the run of @side to show
 */
void
ful_compare_times_set_run (FulCompareTimes *self,
                           FulSide          side,
                           guint            run)
{
  if (self->runs[side] == run)
    return;

  self->chosen[side] = run;
  if (self->answer)
    start (self);
}

guint
ful_compare_times_get_run (FulCompareTimes *self,
                           FulSide          side)
{
  return self->runs[side];
}

/**
 * ful_compare_times_commit:
 *
 * Makes the preview range, if there is one, that of both sides.
 */
void
ful_compare_times_commit (FulCompareTimes *self)
{
  FulViewOptions *options = self->documents[AXIS] ? ful_document_get_options (self->documents[AXIS]) : NULL;

  if (options && options->has_preview)
    choose_range (self, options->preview);
}
