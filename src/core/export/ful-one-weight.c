/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The processed format has one weight of each sample. */

#include "config.h"

#include "ful-one-weight.h"

#include "base/ful-error.h"
#include "model/ful-sample-type.h"
#include "model/ful-thread-tables.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Adds the names of the other types to @lost, each once. */
static void
add_lost (GPtrArray           *types,
          const FulSampleType *kept,
          GPtrArray           *lost)
{
  for (guint i = 0; i < types->len; i++)
    {
      const FulSampleType *type = g_ptr_array_index (types, i);

      if (type != kept && !g_ptr_array_find (lost, type->name, NULL))
        g_ptr_array_add (lost, (gpointer) type->name);
    }
}

/* Returns: (transfer full): @thread with the values of @type as its only weight */
static FulThread *
weigh (FulThread           *thread,
       const FulSampleType *type)
{
  FulThread *copy = ful_thread_new_copy (thread);
  FulBuffer *buffers[FUL_TABLE_MAX_COLUMNS];
  guint n = thread->samples->table.n_rows;

  g_clear_pointer (&copy->sample_types, g_ptr_array_unref);
  copy->weight_type = type->weight_type;
  if (type->is_default)
    return copy;

  memcpy (buffers, thread->samples->table.buffers, sizeof buffers);
  buffers[FUL_SAMPLE_WEIGHT] = ful_buffer_new (FUL_TYPE_F64, n);
  memcpy (buffers[FUL_SAMPLE_WEIGHT]->data, type->values, n * sizeof *type->values);
  buffers[FUL_SAMPLE_WEIGHT]->n = n;
  ful_table_unref (copy->samples);
  copy->samples = ful_table_new (&ful_sample_table_class, n, buffers);
  ful_buffer_unref (buffers[FUL_SAMPLE_WEIGHT]);

  return copy;
}

/**
 * ful_one_weight_new:
 * @profile: a profile
 * @name: (nullable): the sample type to keep; %NULL is the default one of each thread
 * @out_lost: (out) (transfer full) (nullable): names of the types that are left out; %NULL if there are none
 * @cancellable: (nullable): checked before each thread
 * @error: %FUL_ERROR_ARGUMENT if no thread has that type, or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): @profile, its samples weighed by one type alone; threads without that type have their
 *   default one
 */
FulProfile *
ful_one_weight_new (FulProfile    *profile,
                    const char    *name,
                    char         **out_lost,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr(FulProfile) self = ful_profile_new_copy (profile);
  g_autoptr(GPtrArray) lost = g_ptr_array_new ();
  gboolean found = name == NULL;

  *out_lost = NULL;
  g_ptr_array_unref (self->threads);
  self->threads = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);
      const FulSampleType *chosen = name ? ful_sample_types_find (thread->sample_types, name) : NULL;
      const FulSampleType *type = chosen ? chosen : ful_sample_types_get_default (thread->sample_types);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      found |= chosen != NULL;
      if (type)
        add_lost (thread->sample_types, type, lost);
      g_ptr_array_add (self->threads, type ? weigh (thread, type) : g_object_ref (thread));
    }
  if (!found)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("No thread has the sample type “%s”"), name);
      return NULL;
    }
  if (lost->len > 0)
    {
      g_ptr_array_add (lost, NULL);
      *out_lost = g_strjoinv (", ", (char **) lost->pdata);
    }

  return g_steal_pointer (&self);
}
