/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of the code of all processes of a recording that has ended (formats.md 12). */

#include "config.h"

#include "ful-perf-jit.h"

#include "ful-perf-names.h"

#define FOLDER "/tmp"

static void
free_names (gpointer names)
{
  ful_perf_names_free (names);
}

void
ful_perf_jit_init (FulPerfJit   *self,
                   GCancellable *cancellable)
{
  *self = (FulPerfJit) { .cancellable = cancellable, .tables = g_hash_table_new_full (NULL, NULL, NULL, free_names) };
}

void
ful_perf_jit_clear (FulPerfJit *self)
{
  g_hash_table_unref (self->tables);
}

/**
 * ful_perf_jit_find:
 * @pid: a process
 * @address: in its generated code
 *
 * Returns: (nullable) (transfer none): the name
 */
const char *
ful_perf_jit_find (FulPerfJit *self,
                   gint32      pid,
                   guint64     address)
{
  FulPerfNames *names;

  if (!self->is_here)
    return NULL;

  names = g_hash_table_lookup (self->tables, GINT_TO_POINTER (pid));
  if (names == NULL)
    {
      g_autofree char *path = g_strdup_printf (FOLDER "/perf-%d.map", pid);

      names = ful_perf_names_new (path);
      ful_perf_names_read (names, TRUE, self->cancellable);
      g_hash_table_insert (self->tables, GINT_TO_POINTER (pid), names);
    }

  return ful_perf_names_find (names, address);
}
