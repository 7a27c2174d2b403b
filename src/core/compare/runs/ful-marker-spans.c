/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where markers of a name are, to name ranges and parts of a recording by them. */

#include "config.h"

#include "ful-marker-spans.h"

#include "base/ful-error.h"
#include "markers/list/ful-marker-list.h"
#include "threads/ful-view-options.h"

#include <glib/gi18n-lib.h>

/**
 * ful_marker_spans_new:
 * @name: name of markers
 * @cancellable: (nullable): checked while markers are joined
 * @error: %FUL_ERROR_ARGUMENT if no thread has such a marker
 *
 * Returns: (transfer full) (element-type FulTimeRange): the markers of all threads with that name, by their start;
 *   absolute; the end of one without duration is NaN
 */
GArray *
ful_marker_spans_new (FulProfile      *profile,
                      FulDeriveCache  *cache,
                      const char      *name,
                      GCancellable    *cancellable,
                      GError         **error)
{
  g_autoptr(GArray) spans = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));
  g_autoptr(GArray) all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(FulViewOptions) options = ful_view_options_new ();
  g_autoptr(FulThreadSet) threads = NULL;
  g_autoptr(FulMarkerList) list = NULL;

  for (guint i = 0; i < profile->threads->len; i++)
    g_array_append_val (all, i);
  ful_view_options_set_threads (options, (guint *) (gpointer) all->data, all->len);
  threads = ful_thread_set_derive (profile, options, cache, cancellable, error);
  list = threads ? ful_marker_list_derive (threads, cache, cancellable, error) : NULL;
  if (list == NULL)
    return NULL;

  for (guint i = 0; i < list->n_markers; i++)
    if (g_str_equal (ful_marker_list_get_name (list, i), name))
      {
        FulTimeRange span = { list->start[i], list->end[i] };

        g_array_append_val (spans, span);
      }
  if (spans->len == 0)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("There is no marker “%s”"), name);
      return NULL;
    }

  return g_steal_pointer (&spans);
}
