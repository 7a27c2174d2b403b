/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A plot is computed in a job for its size on screen; the window paints its
 * picture, and does hit tests in a job too. */

#include "config.h"

#include "ful-plot.h"

#include <math.h>

/**
 * ful_plot_request_copy:
 *
 * Returns: (transfer full): a copy with its own references
 */
FulPlotRequest *
ful_plot_request_copy (const FulPlotRequest *self)
{
  FulPlotRequest *copy = g_memdup2 (self, sizeof *self);

  g_object_ref (copy->profile);
  ful_track_list_ref (copy->tracks);
  ful_derive_cache_ref (copy->cache);
  if (copy->derived)
    ful_derived_thread_ref (copy->derived);
  if (copy->tree)
    ful_call_tree_ref (copy->tree);
  if (copy->peer.profile)
    g_object_ref (copy->peer.profile);

  return copy;
}

void
ful_plot_request_free (FulPlotRequest *self)
{
  g_object_unref (self->profile);
  ful_track_list_unref (self->tracks);
  ful_derive_cache_unref (self->cache);
  g_clear_pointer (&self->derived, ful_derived_thread_unref);
  g_clear_pointer (&self->tree, ful_call_tree_unref);
  g_clear_object (&self->peer.profile);
  g_free (self);
}

/* Snapshots share threads and counters that did not change. Messages are in several threads. */
static gboolean
has_same_rows (const FulPlotRequest *a,
               const FulPlotRequest *b)
{
  gint32 counter = b->track->counter;

  if (a->cpu_reference != b->cpu_reference)
    return FALSE;
  if (a->profile->thread_serial == b->profile->thread_serial)
    return TRUE;
  if (!ful_profile_has_rows_of (a->profile, b->profile) || a->profile->meta_serial != b->profile->meta_serial ||
      b->track->type == FUL_TRACK_IPC || a->thread != b->thread || b->thread == FUL_NONE ||
      a->track->counter != counter)
    return FALSE;

  return ful_profile_get_thread (a->profile, (guint) a->thread) == ful_profile_get_thread (b->profile, (guint) b->thread) &&
         (counter == FUL_NONE ||
          g_ptr_array_index (a->profile->counters, counter) == g_ptr_array_index (b->profile->counters, counter));
}

/**
 * ful_plot_request_equal:
 * @a: a request
 * @b: another one for the same track
 *
 * Returns: whether they are for the same picture
 */
gboolean
ful_plot_request_equal (const FulPlotRequest *a,
                        const FulPlotRequest *b)
{
  return has_same_rows (a, b) && a->range.start == b->range.start && a->range.end == b->range.end &&
         a->width == b->width && a->height == b->height && a->scheme == b->scheme &&
         (a->derived ? a->derived->stacks : NULL) == (b->derived ? b->derived->stacks : NULL) &&
         (a->derived ? a->derived->strategy : FUL_STRATEGY_TIMING) == (b->derived ? b->derived->strategy : FUL_STRATEGY_TIMING) &&
         a->node == b->node &&
         (a->tree ? a->tree->inverted : NULL) == (b->tree ? b->tree->inverted : NULL);
}

static void
clear (gpointer data)
{
  FulPlot *self = data;

  if (self->prepared)
    g_atomic_rc_box_release_full (self->prepared, self->kind->clear);
  if (self->shape)
    self->kind->free_shape (self->shape);
  g_clear_pointer (&self->pixels, ful_graph_pixels_free);
  g_clear_pointer (&self->labels, g_array_unref);
  g_clear_pointer (&self->request, ful_plot_request_free);
}

/**
 * ful_plot_new:
 * @kind: the kind of plot
 * @request: of what
 * @before: (nullable): an older plot of that kind and track, to reuse its prepared data
 * @cancellable: (nullable): checked every few thousand rows
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(rows in the range + pixels); for the first one of a track, O(its rows).
 *
 * Returns: (transfer full): the plot, or %NULL with @error set
 */
FulPlot *
ful_plot_new (const FulPlotKind    *kind,
              const FulPlotRequest *request,
              FulPlot              *before,
              GCancellable         *cancellable,
              GError              **error)
{
  g_autoptr(FulPlot) self = g_atomic_rc_box_new0 (FulPlot);

  self->kind = kind;
  self->request = ful_plot_request_copy (request);
  if (before && before->prepared && has_same_rows (before->request, request))
    self->prepared = g_atomic_rc_box_acquire (before->prepared);
  else if (kind->prepare)
    {
      self->prepared = kind->prepare (request, cancellable, error);
      if (!self->prepared)
        return NULL;
    }

  self->pixels = kind->paint (self, cancellable, error);

  return self->pixels ? g_steal_pointer (&self) : NULL;
}

FulPlot *
ful_plot_ref (FulPlot *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
ful_plot_unref (FulPlot *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * ful_plot_finish:
 * @canvas: what was painted
 *
 * Hatches the times from which a capture lost rows of the thread.
 *
 * Returns: (transfer full): the picture
 */
FulGraphPixels *
ful_plot_finish (const FulPlot *self,
                 FulCanvas     *canvas)
{
  const FulPlotRequest *request = self->request;

  ful_graph_pixels_hatch_losses (ful_profile_get_thread (request->profile, (guint) request->thread), request->range,
                                 request->scheme, canvas->pixels, canvas->width, canvas->height);

  return ful_canvas_finish (canvas);
}

/**
 * ful_plot_probe:
 * @point: a place
 *
 * Returns: (transfer full) (nullable): the tooltip of that point
 */
FulPlotTip *
ful_plot_probe (const FulPlot      *self,
                const FulPlotPoint *point)
{
  return self->kind->probe ? self->kind->probe (self, point) : NULL;
}

/**
 * ful_plot_x_to_time:
 * @x: px of the device
 *
 * Returns: absolute ms
 */
double
ful_plot_x_to_time (const FulPlot *self,
                    double         x)
{
  const FulPlotRequest *request = self->request;

  return request->range.start + x / request->width * (request->range.end - request->range.start);
}

/**
 * ful_plot_time_to_x:
 * @time: absolute ms
 *
 * Returns: px of the device
 */
double
ful_plot_time_to_x (const FulPlot *self,
                    double         time)
{
  const FulPlotRequest *request = self->request;
  double length = request->range.end - request->range.start;

  return length > 0 ? (time - request->range.start) / length * request->width : 0;
}

static void
clear_row (gpointer data)
{
  FulPlotTipRow *row = data;

  g_free (row->label);
  g_free (row->text);
  g_free (row->color);
}

/**
 * ful_plot_tip_new:
 * @title: the title
 *
 * Returns: (transfer full): a tip with a title only
 */
FulPlotTip *
ful_plot_tip_new (const char *title)
{
  FulPlotTip *self = g_new0 (FulPlotTip, 1);

  self->title = g_strdup (title);
  self->rows = g_array_new (FALSE, FALSE, sizeof (FulPlotTipRow));
  g_array_set_clear_func (self->rows, clear_row);
  self->dot_x = self->dot_y = NAN;

  return self;
}

/**
 * ful_plot_tip_add:
 * @label: (nullable): its label; %NULL for a separator
 * @text: (nullable): its value
 *
 * Appends a row.
 */
void
ful_plot_tip_add (FulPlotTip *self,
                  const char *label,
                  const char *text)
{
  FulPlotTipRow row = { g_strdup (label), g_strdup (text), NULL };

  g_array_append_val (self->rows, row);
}

void
ful_plot_tip_free (FulPlotTip *self)
{
  g_free (self->title);
  g_free (self->value);
  g_free (self->subtitle);
  g_array_unref (self->rows);
  g_free (self->path);
  g_clear_pointer (&self->picture, ful_graph_pixels_free);
  g_free (self);
}
