/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A comparison in a tab. Runs are read in a job that its end stops, and again for another view; another divisor needs a job
 * on what was read alone. The last answer is kept until the next one is ready; where there is none, what was read so far is
 * one. */

#include "config.h"

#include "ful-compare-document.h"

#include "ful-compare-reading.h"
#include "ful-compare-transform.h"
#include "ful-compared-names.h"
#include "ful-compared-part.h"

#include "base/ful-hash.h"
#include "base/ful-job.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _FulCompareDocument
{
  GObject           parent_instance;

  GPtrArray        *sources[FUL_N_SIDES]; /* what to compare: files, folders, profiles */
  GPtrArray        *parts[FUL_N_SIDES];   /* likewise, but files of folders in place of those, once they are known */
  gboolean          is_listed;            /* whether they are */
  FulComparedView  *view;
  FulPer            per;
  FulComparedTable  table;
  FulComparedRuns  *runs;      /* (nullable) */
  FulCompareAnswer *answer;    /* (nullable) */
  GError           *error;     /* (nullable) */
  FulCompareProgress *progress;  /* of the job that reads */
  FulJob           *job;       /* (nullable) */
};

G_DEFINE_FINAL_TYPE (FulCompareDocument, ful_compare_document, G_TYPE_OBJECT)

static guint changed_signal;

/* Returns: whether the files that are read are known since now */
static gboolean
take_parts (FulCompareDocument *self)
{
  gboolean is_new = ful_compare_progress_take_parts (self->progress, self->parts);

  self->is_listed |= is_new;

  return is_new;
}

/* @answer: (transfer full) (nullable) */
static void
set_answer (FulCompareDocument *self,
            FulCompareAnswer   *answer)
{
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  self->answer = answer;
}

static void start (FulCompareDocument *self);

static void
ready_cb (gpointer      owner,
          gpointer      data,
          const GError *error)
{
  FulCompareDocument *self = owner;
  FulCompareReading *reading = data;

  take_parts (self);
  g_clear_error (&self->error);
  if (error)
    self->error = g_error_copy (error);
  set_answer (self, error ? NULL : g_steal_pointer (&reading->answer));
  if (self->runs == NULL && reading->runs)
    self->runs = g_steal_pointer (&reading->runs);
  /* It may have changed while they were read. */
  if (self->runs && reading->per != self->per)
    start (self);
  else
    g_signal_emit (self, changed_signal, 0);
}

static void
start (FulCompareDocument *self)
{
  GPtrArray **parts = self->is_listed ? self->parts : self->sources;
  FulCompareReading reading = {
    .parts = { parts[FUL_BEFORE], parts[FUL_AFTER] },
    .is_listed = self->is_listed,
    .view = self->view,
    .progress = self->progress,
    .per = self->per,
    .runs = self->runs,
  };

  ful_compare_reading_start (&reading, &self->job, ready_cb, self);
  g_signal_emit (self, changed_signal, 0);
}

/* Frees them with the recordings that were kept. */
static void
drop_parts (GPtrArray **parts)
{
  ful_job_drop (g_steal_pointer (parts), (GDestroyNotify) g_ptr_array_unref);
}

static void
ful_compare_document_dispose (GObject *object)
{
  FulCompareDocument *self = FUL_COMPARE_DOCUMENT (object);

  ful_job_stop (&self->job);
  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      drop_parts (&self->sources[side]);
      drop_parts (&self->parts[side]);
    }
  g_clear_pointer (&self->view, ful_compared_view_unref);
  g_clear_pointer (&self->runs, ful_compared_runs_unref);
  g_clear_pointer (&self->answer, ful_compare_answer_unref);
  g_clear_pointer (&self->progress, ful_compare_progress_unref);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (ful_compare_document_parent_class)->dispose (object);
}

static void
ful_compare_document_class_init (FulCompareDocumentClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_compare_document_dispose;

  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ful_compare_document_init (FulCompareDocument *self)
{
  self->progress = ful_compare_progress_new ();
}

/* Files that are kept are not read. */
static void
reread (FulCompareDocument *self)
{
  g_clear_pointer (&self->runs, ful_compared_runs_unref);
  ful_compare_progress_unref (self->progress);
  self->progress = ful_compare_progress_new ();
  start (self);
}

/* Returns: (transfer full): what counts in all runs: the view of @part without its threads and range */
static FulViewOptions *
make_options (const FulComparedPart *part,
              FulComparedNames      *names)
{
  FulViewOptions *options = ful_view_options_copy (part->options);
  g_autoptr(GPtrArray) transforms = ful_compare_transforms_adopt (names, part->options, part->profile);

  ful_view_options_set_threads (options, NULL, 0);
  ful_view_options_set_range (options, NULL);
  ful_view_options_set_preview (options, NULL);
  ful_view_options_set_transforms (options, (FulTransform **) transforms->pdata, transforms->len);
  options->invert = FALSE;

  return options;
}

static GHashTable *
new_renames (void)
{
  return g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);
}

/**
 * ful_compare_document_new:
 * @parts: (element-type FulComparedPart): of each side, at least one; files may be folders. The view of the first one of AFTER is that
 *   of the comparison
 *
 * Returns: (transfer full): a comparison that was not begun, see ful_compare_document_read()
 */
FulCompareDocument *
ful_compare_document_new (GPtrArray *const parts[FUL_N_SIDES])
{
  FulCompareDocument *self = g_object_new (FUL_TYPE_COMPARE_DOCUMENT, NULL);
  g_autoptr(FulComparedNames) names = ful_compared_names_new ();
  g_autoptr(FulViewOptions) options = make_options (parts[FUL_AFTER]->pdata[0], names);
  g_autoptr(GHashTable) renames = new_renames ();

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      self->sources[side] = g_ptr_array_ref (parts[side]);
      self->parts[side] = g_ptr_array_ref (parts[side]);
    }
  self->view = ful_compared_view_new (names, options, (const char *[]) { NULL, NULL }, renames, NULL);

  return self;
}

/**
 * ful_compare_document_read:
 *
 * Reads all parts, also those that were read before, and which files folders have.
 */
void
ful_compare_document_read (FulCompareDocument *self)
{
  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; i < self->parts[side]->len; i++)
      ful_compared_part_forget (self->parts[side]->pdata[i]);
  self->is_listed = FALSE;
  reread (self);
}

/**
 * ful_compare_document_get_parts:
 *
 * Returns: (transfer none) (element-type FulComparedPart): what the runs of @side are read from
 */
GPtrArray *
ful_compare_document_get_parts (FulCompareDocument *self,
                                FulSide             side)
{
  return self->parts[side];
}

/**
 * ful_compare_document_get_sources:
 *
 * Returns: (transfer none) (element-type FulComparedPart): what to compare on @side, which may be folders
 */
GPtrArray *
ful_compare_document_get_sources (FulCompareDocument *self,
                                  FulSide             side)
{
  return self->sources[side];
}

/**
 * ful_compare_document_dup_name:
 *
 * Returns: (transfer full): name of the runs of @side: of one, or of the first and the last of several
 */
char *
ful_compare_document_dup_name (FulCompareDocument *self,
                               FulSide             side)
{
  GPtrArray *parts = self->parts[side];
  const FulComparedPart *first = parts->pdata[0], *last = parts->pdata[parts->len - 1];

  return parts->len == 1 ? g_strdup (first->name) : g_strdup_printf ("%s … %s", first->name, last->name);
}

/**
 * ful_compare_document_get_answer:
 *
 * Returns: (transfer none) (nullable): the last answer
 */
FulCompareAnswer *
ful_compare_document_get_answer (FulCompareDocument *self)
{
  return self->answer;
}

/**
 * ful_compare_document_get_error:
 *
 * Returns: (transfer none) (nullable): why there is no answer
 */
const GError *
ful_compare_document_get_error (FulCompareDocument *self)
{
  return self->error;
}

gboolean
ful_compare_document_is_busy (FulCompareDocument *self)
{
  return self->job != NULL;
}

/**
 * ful_compare_document_get_n_read:
 * @out_n: (out): number of runs
 *
 * Returns: how many of them were read
 */
guint
ful_compare_document_get_n_read (FulCompareDocument *self,
                                 guint              *out_n)
{
  *out_n = self->parts[FUL_BEFORE]->len + self->parts[FUL_AFTER]->len;

  return ful_compare_progress_get_n_read (self->progress);
}

/**
 * ful_compare_document_show_read:
 *
 * While runs are read: shows which there are; and as long as there is no answer of all of them makes one of those that were read,
 * if there is another one by now.
 */
void
ful_compare_document_show_read (FulCompareDocument *self)
{
  gboolean is_changed = take_parts (self);
  g_autoptr(FulCompareAnswer) answer = ful_compare_progress_take_answer (self->progress);

  if (answer && self->job && (self->answer == NULL || self->answer->is_partial))
    {
      set_answer (self, g_steal_pointer (&answer));
      is_changed = TRUE;
    }
  if (is_changed)
    g_signal_emit (self, changed_signal, 0);
}

/**
 * ful_compare_document_get_reading:
 *
 * Returns: (transfer none) (nullable): name of the run that is being read; %NULL once all were
 */
const char *
ful_compare_document_get_reading (FulCompareDocument *self)
{
  guint n, n_read = ful_compare_document_get_n_read (self, &n), run;
  FulSide side;

  if (!ful_compare_document_is_busy (self) || n_read >= n)
    return NULL;

  side = ful_compared_runs_get_nth (self->parts, n_read, &run);

  return ((const FulComparedPart *) self->parts[side]->pdata[run])->name;
}

/**
 * ful_compare_document_set_per:
 * @per: what values are divided by
 * @marker: (nullable): name of the markers that count, if it is the number of those
 *
 * Reads the runs again if these markers were not counted.
 */
void
ful_compare_document_set_per (FulCompareDocument *self,
                              FulPer              per,
                              const char         *marker)
{
  FulComparedView *view = self->view;
  gboolean has_begun = self->runs || self->job || self->error, is_counted = g_strcmp0 (view->counted_marker, marker) == 0;

  if (self->per == per && is_counted)
    return;

  self->per = per;
  if (!is_counted)
    {
      self->view = ful_compared_view_new (view->names, view->options, (const char *const *) view->ranges, view->renames, marker);
      ful_compared_view_unref (view);
    }
  /* Runs that were read stay; a job that counts other markers does not. */
  if (self->runs && (is_counted || marker == NULL || g_strcmp0 (self->runs->view->counted_marker, marker) == 0))
    start (self);
  else if (has_begun && !is_counted)
    reread (self);
}

FulPer
ful_compare_document_get_per (FulCompareDocument *self)
{
  return self->per;
}

/**
 * ful_compare_document_set_table:
 * @table: which values of functions are shown
 */
void
ful_compare_document_set_table (FulCompareDocument *self,
                                FulComparedTable    table)
{
  if (self->table == table)
    return;

  self->table = table;
  g_signal_emit (self, changed_signal, 0);
}

FulComparedTable
ful_compare_document_get_table (FulCompareDocument *self)
{
  return self->table;
}

/* Reads the runs as another view has them; before ful_compare_document_read() there is none to read. */
static void
take_view (FulCompareDocument *self,
           FulViewOptions     *options,
           const char *const   ranges[FUL_N_SIDES],
           GHashTable         *renames)
{
  FulComparedView *view = ful_compared_view_new (self->view->names, options, ranges, renames, self->view->counted_marker);
  gboolean has_begun = self->runs || self->job || self->error;

  ful_compared_view_unref (self->view);
  self->view = view;
  if (has_begun)
    reread (self);
}

/* Whether both have the same runs as their answer. */
static gboolean
compares_same (const FulViewOptions *a,
               const FulViewOptions *b)
{
  return a->implementation == b->implementation && a->strategy == b->strategy && a->include_idle == b->include_idle &&
         a->search_flags == b->search_flags && a->search_highlights == b->search_highlights && g_str_equal (a->search, b->search) &&
         ful_view_options_has_same_transforms (a, b);
}

/**
 * ful_compare_document_set_options:
 * @options: frames, strategy, idle samples, search and transforms for all runs; transforms are of
 *   ful_compare_document_get_names()
 */
void
ful_compare_document_set_options (FulCompareDocument *self,
                                  FulViewOptions     *options)
{
  if (!compares_same (self->view->options, options))
    take_view (self, options, (const char *const *) self->view->ranges, self->view->renames);
}

/**
 * ful_compare_document_get_view:
 *
 * Returns: (transfer none): what of the runs is compared
 */
FulComparedView *
ful_compare_document_get_view (FulCompareDocument *self)
{
  return self->view;
}

FulViewOptions *
ful_compare_document_get_options (FulCompareDocument *self)
{
  return self->view->options;
}

/**
 * ful_compare_document_set_range:
 * @range: (nullable): of the runs of @side, as ful_side_range_resolve() reads it; %NULL is that of each of its parts
 */
void
ful_compare_document_set_range (FulCompareDocument *self,
                                FulSide             side,
                                const char         *range)
{
  const char *ranges[] = { self->view->ranges[FUL_BEFORE], self->view->ranges[FUL_AFTER] };

  if (g_strcmp0 (ranges[side], range) == 0)
    return;

  ranges[side] = range;
  ful_compare_document_set_ranges (self, ranges);
}

/**
 * ful_compare_document_set_ranges:
 * @ranges: (nullable elements): of each side, see ful_compare_document_set_range()
 */
void
ful_compare_document_set_ranges (FulCompareDocument *self,
                                 const char *const   ranges[FUL_N_SIDES])
{
  take_view (self, self->view->options, ranges, self->view->renames);
}

/**
 * ful_compare_document_get_range:
 *
 * Returns: (transfer none) (nullable): the last one that was set
 */
const char *
ful_compare_document_get_range (FulCompareDocument *self,
                                FulSide             side)
{
  return self->view->ranges[side];
}

/**
 * ful_compare_document_pair:
 * @old: a function of the runs before
 * @name: (nullable): the same one in the runs after; %NULL to take that back
 */
void
ful_compare_document_pair (FulCompareDocument *self,
                           const char         *old,
                           const char         *name)
{
  g_autoptr(GHashTable) renames = new_renames ();
  GHashTableIter iter;
  gpointer key, value;

  g_hash_table_iter_init (&iter, self->view->renames);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_hash_table_insert (renames, g_strdup (key), g_strdup (value));
  if (name)
    g_hash_table_insert (renames, g_strdup (old), g_strdup (name));
  else
    g_hash_table_remove (renames, old);
  ful_compare_document_set_renames (self, renames);
}

/**
 * ful_compare_document_set_renames:
 * @renames: as ful_compare_document_get_renames() has them; it does not change any more
 */
void
ful_compare_document_set_renames (FulCompareDocument *self,
                                  GHashTable         *renames)
{
  take_view (self, self->view->options, (const char *const *) self->view->ranges, renames);
}

/**
 * ful_compare_document_get_renames:
 *
 * Returns: (transfer none): functions that were paired by the user: name before → name after
 */
GHashTable *
ful_compare_document_get_renames (FulCompareDocument *self)
{
  return self->view->renames;
}

/**
 * ful_compare_document_find_old_name:
 * @name: a function of the runs after
 *
 * Returns: (transfer none) (nullable): the function of the runs before that the user paired with it
 */
const char *
ful_compare_document_find_old_name (FulCompareDocument *self,
                                    const char         *name)
{
  const char *first = NULL;
  GHashTableIter iter;
  gpointer old, paired;

  g_hash_table_iter_init (&iter, self->view->renames);
  while (g_hash_table_iter_next (&iter, &old, &paired))
    if (g_str_equal (paired, name) && (first == NULL || strcmp (old, first) < 0))
      first = old;

  return first;
}

/**
 * ful_compare_document_get_names:
 *
 * Returns: (transfer full): a profile of all functions that answers had, which only grows
 */
FulProfile *
ful_compare_document_get_names (FulCompareDocument *self)
{
  return ful_compared_names_get_profile (self->view->names);
}

/**
 * ful_compare_document_exchange:
 *
 * What was before is after now.
 */
void
ful_compare_document_exchange (FulCompareDocument *self)
{
  GPtrArray *before = self->parts[FUL_BEFORE], *first = self->sources[FUL_BEFORE];
  g_autoptr(GHashTable) renames = new_renames ();
  GHashTableIter iter;
  gpointer old, name;

  self->parts[FUL_BEFORE] = self->parts[FUL_AFTER];
  self->parts[FUL_AFTER] = before;
  self->sources[FUL_BEFORE] = self->sources[FUL_AFTER];
  self->sources[FUL_AFTER] = first;
  ful_compared_names_exchange (self->view->names);
  g_hash_table_iter_init (&iter, self->view->renames);
  while (g_hash_table_iter_next (&iter, &old, &name))
    g_hash_table_insert (renames, g_strdup (name), g_strdup (old));
  take_view (self, self->view->options, (const char *[]) { self->view->ranges[FUL_AFTER], self->view->ranges[FUL_BEFORE] }, renames);
}
