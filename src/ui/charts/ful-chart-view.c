/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which part of its span a chart shows: it is zoomed and panned, by itself or with the other charts of a document. */

#include "config.h"

#include "ful-chart-private.h"
#include "ful-chart-time.h"

#include "base/ful-format.h"

#include <glib/gi18n.h>

static gboolean
is_all_seen (FulChartPrivate *priv)
{
  return priv->view.start == priv->span.start && priv->view.end == priv->span.end;
}

static void
update_accessible_description (FulChart *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  g_autofree char *text = NULL;

  if (priv->description && priv->document && !is_all_seen (priv))
    {
      double zero = ful_document_get_root_range (priv->document).start;

      start = ful_format_duration (priv->view.start - zero);
      end = ful_format_duration (priv->view.end - zero);
      /* Translators: the item of the cursor, and the first and the last time on screen */
      text = g_strdup_printf (_("%s; zoomed to %s – %s"), priv->description, start, end);
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  text ? text : priv->description ? priv->description : "", -1);
}

/* Follows the other charts of the document. */
static void
follow_document (FulChart *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  if (priv->document)
    ful_chart_show_view (self, ful_document_get_zoom (priv->document));
}

/**
 * ful_chart_share_view:
 * @document: (nullable): a document; %NULL for a chart that is not over its time
 *
 * Makes the view follow the zoom of @document.
 */
void
ful_chart_share_view (FulChart    *self,
                      FulDocument *document)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  if (priv->document == document)
    return;

  if (priv->document)
    {
      g_signal_handlers_disconnect_by_func (priv->document, follow_document, self);
      g_signal_handlers_disconnect_by_func (priv->document, gtk_widget_queue_draw, self);
    }
  g_set_object (&priv->document, document);
  ful_chart_time_set_document (FUL_CHART_TIME (priv->time), document);
  if (document)
    {
      g_signal_connect_object (document, "notify::zoom", G_CALLBACK (follow_document), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (document, "notify::notes", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
    }
}

/**
 * ful_chart_get_document:
 *
 * Returns: (transfer none) (nullable): whose view is shared
 */
FulDocument *
ful_chart_get_document (FulChart *self)
{
  return ful_chart_get_private (self)->document;
}

/**
 * ful_chart_describe:
 * @name: the chart, and the item of the cursor
 * @description: its place and numbers
 *
 * Sets the accessible name and description of the chart; the visible times are added, if not all
 * are.
 */
void
ful_chart_describe (FulChart   *self,
                    const char *name,
                    const char *description)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  g_free (priv->description);
  priv->description = g_strdup (description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  update_accessible_description (self);
}

/**
 * ful_chart_set_span:
 * @start: start of the span
 * @end: end of the span
 * @narrowest: length of the shortest view
 *
 * Shows all of the span; keeps the view if the span is the same.
 */
void
ful_chart_set_span (FulChart *self,
                    double    start,
                    double    end,
                    double    narrowest)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  priv->is_new = TRUE;
  priv->narrowest = narrowest;
  if (end <= start)
    end = start + 1;
  if (priv->span.start == start && priv->span.end == end)
    return;

  priv->span = priv->view = (FulTimeRange) { start, end };
  g_array_set_size (priv->views, 0);
  follow_document (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_chart_get_view:
 *
 * Returns: (transfer none): the visible part; empty without a span
 */
const FulTimeRange *
ful_chart_get_view (FulChart *self)
{
  return &ful_chart_get_private (self)->view;
}

/**
 * ful_chart_show_view:
 * @view: (nullable): the part to show, clamped to the span; %NULL for all
 *
 * The zoom of the document is unchanged.
 */
void
ful_chart_show_view (FulChart           *self,
                     const FulTimeRange *view)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  double whole = priv->span.end - priv->span.start;
  FulTimeRange wanted = view ? *view : priv->span;
  double length = CLAMP (wanted.end - wanted.start, MIN (priv->narrowest, whole), whole);

  wanted.start = CLAMP (wanted.start, priv->span.start, priv->span.end - length);
  wanted.end = length == whole ? priv->span.end : wanted.start + length;
  if (priv->view.start == wanted.start && priv->view.end == wanted.end)
    return;

  priv->view = wanted;
  update_accessible_description (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_chart_set_view:
 *
 * Like ful_chart_show_view(), and sets the zoom of the document.
 */
void
ful_chart_set_view (FulChart *self,
                    double    start,
                    double    end)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  FulTimeRange was = priv->view;

  ful_chart_show_view (self, &(FulTimeRange) { start, end });
  if (priv->document && (priv->view.start != was.start || priv->view.end != was.end))
    ful_document_set_zoom (priv->document, is_all_seen (priv) ? NULL : &priv->view);
}

/**
 * ful_chart_push_view:
 *
 * Like ful_chart_set_view(); ful_chart_pop_view() goes back.
 */
void
ful_chart_push_view (FulChart *self,
                     double    start,
                     double    end)
{
  FulChartPrivate *priv = ful_chart_get_private (self);

  g_array_append_val (priv->views, priv->view);
  ful_chart_set_view (self, start, end);
}

/**
 * ful_chart_pop_view:
 *
 * Goes back to the view before the last pushed one, or to all.
 *
 * Returns: %FALSE if all was visible already
 */
gboolean
ful_chart_pop_view (FulChart *self)
{
  FulChartPrivate *priv = ful_chart_get_private (self);
  FulTimeRange view = priv->span;

  if (priv->views->len == 0 && is_all_seen (priv))
    return FALSE;

  if (priv->views->len > 0)
    {
      view = g_array_index (priv->views, FulTimeRange, priv->views->len - 1);
      g_array_set_size (priv->views, priv->views->len - 1);
    }
  ful_chart_set_view (self, view.start, view.end);

  return TRUE;
}

void
ful_chart_zoom_about (FulChart *self,
                      double    at,
                      double    factor)
{
  const FulTimeRange *view = ful_chart_get_view (self);

  /* The point @at keeps its position, also in the narrowest view. */
  factor = MIN (factor, MAX (1, (view->end - view->start) / ful_chart_get_private (self)->narrowest));
  ful_chart_set_view (self, at - (at - view->start) / factor, at + (view->end - at) / factor);
}

/**
 * ful_chart_zoom:
 * @factor: above 1 zooms in
 *
 * Zooms around the cursor, or the middle.
 */
void
ful_chart_zoom (FulChart *self,
                double    factor)
{
  const FulTimeRange *view = ful_chart_get_view (self);
  double at = (view->start + view->end) / 2;
  FulChartPlace place;

  if (FUL_CHART_GET_CLASS (self)->get_cursor (self, &place) && place.start <= view->end && place.end >= view->start)
    at = CLAMP ((place.start + place.end) / 2, view->start, view->end);
  ful_chart_zoom_about (self, at, factor);
}
