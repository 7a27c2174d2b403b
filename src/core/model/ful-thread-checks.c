/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The checks of ful-profile-checks.c for all threads of a profile. Nearly all rows of
 * a profile are here and nearly all are valid, so threads are validated first, in
 * parallel; repairs are made one after the other. */

#include "config.h"

#include "ful-profile-builder-private.h"
#include "ful-sample-type.h"

#include "base/ful-parallel.h"

static const struct { const char *name; gsize builder; gboolean timed; } thread_tables[] = {
  { "samples", G_STRUCT_OFFSET (FulThreadBuilder, samples), TRUE },
  { "markers", G_STRUCT_OFFSET (FulThreadBuilder, markers), FALSE },
  { "jsAllocations", G_STRUCT_OFFSET (FulThreadBuilder, js_allocations), TRUE },
  { "nativeAllocations", G_STRUCT_OFFSET (FulThreadBuilder, native_allocations), TRUE },
};

typedef struct
{
  FulProfileBuilder *builder;
  gboolean          *sound;       /* for each thread; FALSE also if it was not validated */
} SoundThreads;

static void
validate_thread (guint    i,
                 gpointer data)
{
  SoundThreads *self = data;
  FulThreadBuilder *thread = g_ptr_array_index (self->builder->threads, i);
  gboolean sound = TRUE;

  for (guint t = 0; t < G_N_ELEMENTS (thread_tables); t++)
    sound = sound && ful_profile_builder_is_valid (self->builder,
                                                   G_STRUCT_MEMBER_P (thread, thread_tables[t].builder),
                                                   thread_tables[t].timed);
  self->sound[i] = sound && ful_profile_builder_marker_times_are_valid (&thread->markers);
}

static guint64
count_rows (FulProfileBuilder *self)
{
  guint64 n = 0;

  for (guint i = 0; i < self->threads->len; i++)
    for (guint t = 0; t < G_N_ELEMENTS (thread_tables); t++)
      n += ((FulTableBuilder *) G_STRUCT_MEMBER_P (g_ptr_array_index (self->threads, i), thread_tables[t].builder))->n_rows;

  return n;
}

static void
repair_thread (FulProfileBuilder *self,
               FulThreadBuilder  *thread,
               guint              i)
{
  for (guint t = 0; t < G_N_ELEMENTS (thread_tables); t++)
    {
      FulTableBuilder *table = G_STRUCT_MEMBER_P (thread, thread_tables[t].builder);
      g_autofree char *where = g_strdup_printf ("threads[%u].%s", i, thread_tables[t].name);
      g_autofree guint *order = NULL;

      ful_profile_builder_check_table (self, table, where);
      if (thread_tables[t].timed)
        order = ful_profile_builder_check_times (self, table, where);
      if (table == &thread->markers)
        ful_profile_builder_check_marker_times (self, table, where);
      if (order && table == &thread->samples)
        ful_sample_types_reorder (thread->thread->sample_types, order, table->n_rows);
    }
}

/**
 * ful_profile_builder_check_threads:
 * @self: a builder whose shared tables were checked
 * @cancellable: (nullable): checked before each thread
 * @error: that it was cancelled
 *
 * Checks and repairs the tables of all threads. Repairs are in order of threads, so that the
 * import log is the same each time.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
ful_profile_builder_check_threads (FulProfileBuilder  *self,
                                   GCancellable       *cancellable,
                                   GError            **error)
{
  g_autofree gboolean *sound = g_new0 (gboolean, self->threads->len);
  SoundThreads job = { self, sound };

  ful_parallel_for (self->threads->len, count_rows (self), validate_thread, &job, cancellable);

  for (guint i = 0; i < self->threads->len; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (!sound[i])
        repair_thread (self, g_ptr_array_index (self->threads, i), i);
    }

  return TRUE;
}
