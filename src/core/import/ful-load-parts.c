/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Threads of a document that are complete are moved into the builder while the rest of it is read, and published as a
 * snapshot, like the rows of a capture. Nothing is read twice, so the profile is the one that reading in one go gives, and its
 * log has the same entries in the same order: those of the parts wait here for those of the whole file, which come
 * first.
 *
 * Threads are counted as they come, and read when a snapshot is due. The first one comes early if the bytes that are left
 * will take long. */

#include "config.h"

#include "ful-load-parts.h"

#include "model/ful-import-log.h"
#include "model/ful-profile-builder.h"

/* Before the interval is over the first snapshot comes after one of so many parts of it … */
#define EARLY_PARTS 3

/* … if reading is going to take so many intervals more. */
#define LONG_INTERVALS 2

static gboolean
is_due (FulLoadParts *self,
        gint64        now)
{
  gint64 interval = self->progress->interval_ms * G_TIME_SPAN_MILLISECOND;
  double elapsed = (double) (now - self->begin);
  guint64 n_read, n_total;

  if (now >= self->due)
    return TRUE;
  if (self->importer || elapsed * EARLY_PARTS < interval)
    return FALSE;

  ful_load_progress_get (self->progress, NULL, &n_read, &n_total);

  return n_total > n_read && elapsed * (n_total - n_read) > (double) interval * LONG_INTERVALS * n_read;
}

static void
publish (FulLoadParts *self)
{
  FulProfile *snapshot = ful_profile_builder_publish_whole (self->import->builder, self->import->cancellable, NULL);

  /* Panels of times are not taken away again. */
  if (snapshot && snapshot->has_times)
    self->progress->snapshot (snapshot, self->progress->snapshot_data);
  else
    g_clear_object (&snapshot);
}

static void
read_part (FulLoadParts *self,
           FulRawTree   *tree)
{
  FulImport *import = self->import;
  FulImportLog *log = import->builder->log;
  guint n_read = import->n_read;
  const FulImporter *importer = self->importer ? self->importer : ful_importers_find_by_tree (tree, self->root);

  import->builder->log = self->log;
  self->is_refused = !importer || !importer->read_part ||
                     !importer->read_part (import, tree, self->root, self->threads, self->n_complete, NULL);
  if (import->n_read > n_read)
    {
      self->importer = importer;
      import->builder->profile->format = importer->name;
      publish (self);
    }
  import->builder->log = log;
}

static void
element_cb (FulRawTree *tree,
            FulRawNode *root,
            FulRawNode *threads,
            gpointer    user_data)
{
  FulLoadParts *self = user_data;
  gint64 now;

  if (self->is_refused || (self->threads && self->threads != threads))
    return;

  self->root = root;
  self->threads = threads;
  self->n_complete = threads->column->n;
  now = g_get_monotonic_time ();
  if (!is_due (self, now))
    return;

  read_part (self, tree);
  self->due = now + self->progress->interval_ms * G_TIME_SPAN_MILLISECOND;
}

/**
 * ful_load_parts_init:
 * @import: the file, of which nothing was read
 * @progress: how often there are snapshots, if any, and who gets them
 * @tree: gets the document
 */
void
ful_load_parts_init (FulLoadParts    *self,
                     FulImport       *import,
                     FulLoadProgress *progress,
                     FulRawTree      *tree)
{
  *self = (FulLoadParts) { .import = import, .progress = progress };
  if (progress->snapshot == NULL)
    return;

  self->log = ful_import_log_new ();
  self->begin = g_get_monotonic_time ();
  self->due = self->begin + progress->interval_ms * G_TIME_SPAN_MILLISECOND;
  ful_raw_tree_watch (tree, "threads", element_cb, self);
}

/**
 * ful_load_parts_flush:
 *
 * The document cannot be read to its end: publishes what came since the last snapshot, if there was one.
 */
void
ful_load_parts_flush (FulLoadParts *self,
                      FulRawTree   *tree)
{
  if (self->importer && !self->is_refused && self->n_complete > self->import->n_read)
    read_part (self, tree);
}

/**
 * ful_load_parts_finish:
 *
 * To be called once, after the log has what is wrong with the file.
 */
void
ful_load_parts_finish (FulLoadParts *self)
{
  if (self->log)
    ful_import_log_append (self->import->builder->log, self->log);
  g_clear_pointer (&self->log, ful_import_log_unref);
}
