/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Marks are at round times; labels are left of the next mark. A lane below the labels has
 * the flags of notes, and the overlay. Semantics: tracks.md 10. */

#include "config.h"

#include "ful-ruler.h"

#include "base/ful-format.h"
#include "document/ful-document-window.h"
#include "document/notes/ful-note.h"
#include "plots/ful-time-axis.h"
#include "plots/ful-time-ruler.h"
#include "draw/ful-color-scheme.h"
#include "widgets/ful-em.h"
#include "draw/ful-range-draw.h"

#include <glib/gi18n.h>
#include <math.h>

/* em */
#define LABELS_HEIGHT 1.3
#define LANE_HEIGHT 1.15
#define MIN_DISTANCE 4.8
#define MIN_DISTANCE_MINUTES 8

#define NAME_WIDTH 12

/* px: of marks and flags */
#define MARK 7
#define FLAG 8

struct _FulRuler
{
  GtkWidget    parent_instance;

  FulDocument *document;
  double       origin;     /* ms of its time that are marked as 0 */
};

G_DEFINE_FINAL_TYPE (FulRuler, ful_ruler, GTK_TYPE_WIDGET)

static void
ful_ruler_measure (GtkWidget      *widget,
                   GtkOrientation  orientation,
                   int             for_size,
                   int            *minimum,
                   int            *natural,
                   int            *minimum_baseline,
                   int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? ful_ruler_get_height (widget) : 0;
}

static int
compare_starts (gconstpointer a,
                gconstpointer b)
{
  const FulNote *x = *(FulNote * const *) a, *y = *(FulNote * const *) b;

  return (x->range.start > y->range.start) - (x->range.start < y->range.start);
}

/* Returns: (transfer container) (element-type FulNote): the notes on times in @range, in their order */
static GPtrArray *
list_notes (FulDocument        *document,
            const FulTimeRange *range)
{
  const GPtrArray *notes = ful_document_get_notes (document);
  GPtrArray *found = g_ptr_array_new ();

  for (guint i = 0; i < notes->len; i++)
    {
      FulNote *note = g_ptr_array_index (notes, i);

      if (note->kind != FUL_NOTE_FUNCTION && note->range.start >= range->start && note->range.start <= range->end)
        g_ptr_array_add (found, note);
    }
  g_ptr_array_sort (found, compare_starts);

  return found;
}

/* A flag with the name of a note at the start of its subject, cut at the next one. */
static void
snapshot_notes (FulRuler           *self,
                GtkSnapshot        *snapshot,
                const FulTimeRange *range)
{
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr(GPtrArray) notes = list_notes (self->document, range);
  FulTimeAxis axis = { 0, gtk_widget_get_width (widget), *range };
  const GdkRGBA accent = ful_color_scheme_get_accent ();
  float height;
  int y = ful_ruler_get_lane (widget, &height);
  double next = axis.width;
  GdkRGBA color;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  for (guint i = notes->len; i-- > 0;)
    {
      const FulNote *note = g_ptr_array_index (notes, i);
      double x = floor (ful_time_axis_to_px (&axis, note->range.start));
      double right = next;
      g_autofree char *name = NULL;
      g_autoptr(PangoLayout) layout = NULL;

      next = x;
      x = MIN (x, axis.width - FLAG);
      gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT ((float) x, (float) y, 2, height));
      gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT ((float) x, (float) y + 1, FLAG, height / 2));
      if (right - x < 3 * FLAG)
        continue;

      name = ful_format_label (note->name, "");
      layout = gtk_widget_create_pango_layout (widget, name);
      pango_layout_set_single_paragraph_mode (layout, TRUE);
      pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
      pango_layout_set_width (layout, (int) (MIN (right - x - FLAG - 6, ful_em (widget, NAME_WIDTH)) * PANGO_SCALE));
      gtk_snapshot_save (snapshot);
      gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x + FLAG + 3, (float) y - 1));
      gtk_snapshot_append_layout (snapshot, layout, &color);
      gtk_snapshot_restore (snapshot);
    }
}

static void
snapshot_text (GtkSnapshot   *snapshot,
               PangoLayout   *layout,
               double         x,
               int            labels_height,
               const GdkRGBA *color)
{
  int text_height;

  pango_layout_get_pixel_size (layout, NULL, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (labels_height - text_height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
ful_ruler_snapshot (GtkWidget   *widget,
                    GtkSnapshot *snapshot)
{
  FulRuler *self = FUL_RULER (widget);
  double width = gtk_widget_get_width (widget);
  int labels_height = ful_em (widget, LABELS_HEIGHT);
  FulTimeRange range;
  GdkRGBA color, line;
  gboolean is_bytes;
  double step;

  if (!self->document || width < 1)
    return;

  range = ful_document_get_window (self->document);
  if (!(range.end > range.start))
    return;

  snapshot_notes (self, snapshot, &range);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  if (!ful_document_get_profile (self->document)->has_times)
    {
      g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, _("No times: the total of each thread"));

      snapshot_text (snapshot, layout, 4, labels_height, &color);
      return;
    }

  line = color;
  line.alpha *= 0.3;
  is_bytes = ful_document_get_profile (self->document)->time_is_bytes;
  step = ful_em (widget, range.end >= 60000 ? MIN_DISTANCE_MINUTES : MIN_DISTANCE) * (range.end - range.start) / width;
  step = is_bytes ? ful_time_ruler_get_size_step (step) : ful_time_ruler_get_step (step);

  for (double k = ceil ((range.start - self->origin) / step); self->origin + k * step <= range.end; k++)
    {
      double x = (self->origin + k * step - range.start) / (range.end - range.start) * width;
      g_autofree char *text = ful_time_ruler_format (is_bytes, k * step, step);
      g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (widget, text);
      int text_width;

      pango_layout_get_pixel_size (layout, &text_width, NULL);
      gtk_snapshot_append_color (snapshot, &line, &GRAPHENE_RECT_INIT (round (x), labels_height - MARK, 1, MARK));
      if (x + 4 + text_width <= width)
        snapshot_text (snapshot, layout, round (x) + 4, labels_height, &color);
    }
}

static void
ful_ruler_dispose (GObject *object)
{
  g_clear_object (&FUL_RULER (object)->document);

  G_OBJECT_CLASS (ful_ruler_parent_class)->dispose (object);
}

static void
ful_ruler_class_init (FulRulerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_ruler_dispose;
  widget_class->measure = ful_ruler_measure;
  widget_class->snapshot = ful_ruler_snapshot;
  gtk_widget_class_set_css_name (widget_class, "ruler");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_ruler_init (FulRuler *self)
{
  gtk_widget_add_css_class (GTK_WIDGET (self), "numeric");
}

/**
 * ful_ruler_set_document:
 * @document: whose window to mark; once
 */
void
ful_ruler_set_document (FulRuler    *self,
                        FulDocument *document)
{
  g_return_if_fail (FUL_IS_RULER (self));

  self->document = g_object_ref (document);
  g_signal_connect_object (document, "notify::view-state", G_CALLBACK (gtk_widget_queue_draw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::zoom", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "notify::notes", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

/**
 * ful_ruler_set_origin:
 * @origin: ms of the document's time that are marked as 0
 */
void
ful_ruler_set_origin (FulRuler *self,
                      double    origin)
{
  g_return_if_fail (FUL_IS_RULER (self));

  self->origin = origin;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * ful_ruler_get_height:
 * @widget: a widget in the window of a ruler
 *
 * Returns: px
 */
int
ful_ruler_get_height (GtkWidget *widget)
{
  return ful_em (widget, LABELS_HEIGHT) + ful_em (widget, LANE_HEIGHT);
}

/**
 * ful_ruler_get_lane:
 * @out_height: (out): px of the lane below the labels
 *
 * Returns: px from the top of the ruler to the lane
 */
int
ful_ruler_get_lane (GtkWidget *widget,
                    float     *out_height)
{
  *out_height = (float) ful_em (widget, LANE_HEIGHT) - 1;

  return ful_em (widget, LABELS_HEIGHT);
}
