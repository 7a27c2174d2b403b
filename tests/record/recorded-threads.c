/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "recorded-threads.h"

static FulLibIndex
get_lib (const char   *path G_GNUC_UNUSED,
         const guint8 *build_id G_GNUC_UNUSED,
         gsize         n G_GNUC_UNUSED,
         gpointer      user_data G_GNUC_UNUSED)
{
  return FUL_NONE;
}

static const FulPerfProcessFuncs funcs = { get_lib, NULL, NULL };

void
ful_test_threads_init (FulTestThreads *self)
{
  self->builder = ful_profile_builder_new ();
  ful_import_tables_init (&self->rows, self->builder);
  ful_record_tables_init (&self->tables, &self->rows);
  ful_perf_processes_init (&self->processes, &funcs, NULL);
  ful_record_threads_init (&self->threads, &self->tables, &self->waits);
  self->waits.processes = &self->processes;
  self->threads.start = FUL_TEST_START;
  self->threads.interval_ns = FUL_TEST_MS;
}

void
ful_test_threads_clear (FulTestThreads *self)
{
  ful_record_threads_clear (&self->threads);
  ful_record_waits_clear (&self->waits);
  ful_perf_processes_clear (&self->processes);
  ful_import_tables_clear (&self->rows);
  ful_profile_builder_free (self->builder);
}
