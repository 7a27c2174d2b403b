/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A motion starts at most one job: while one looks up a place, only the newest
 * place is remembered. The main thread makes a dozen labels for each answer.
 * Semantics: tracks.md 6. */

#include "config.h"

#include "ful-track-hover.h"

#include "base/ful-format.h"
#include "derive/ful-origin.h"
#include "widgets/ful-swatch.h"
#include "widgets/ful-tooltip-layer.h"

#include <glib/gi18n.h>

/* Callers that a tooltip lists. */
#define MAX_CALLERS 10

struct _FulTrackHover
{
  GObject         parent_instance;

  FulDocument    *document;
  FulThreadGraph *graph;        /* (nullable): under the pointer */
  double          x, y;         /* of the pointer, in the coordinates of @graph */
  gboolean        is_looking;   /* a job is under way */
  gboolean        moved;        /* since it began */
};

G_DEFINE_FINAL_TYPE (FulTrackHover, ful_track_hover, G_TYPE_OBJECT)

static GtkWidget *
append_label (GtkWidget  *box,
              const char *text,
              const char *css_class)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 60);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

/* A line with its label in a column of its own. */
static GtkWidget *
append_row (GtkWidget  *box,
            const char *name)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = append_label (row, name, "dim-label");

  gtk_widget_set_size_request (label, 76, -1);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_box_append (GTK_BOX (box), row);

  return row;
}

static void
append_stack (GtkWidget           *box,
              const FulGraphProbe *probe)
{
  GtkWidget *row = append_row (box, _("Called by"));
  GtkWidget *list = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  guint n_callers = probe->n_path - 1;

  gtk_box_append (GTK_BOX (row), list);
  for (guint i = 0; i < MIN (n_callers, MAX_CALLERS); i++)
    append_label (list, ful_profile_get_func_name (probe->profile, probe->path[n_callers - 1 - i]), NULL);
  if (n_callers > MAX_CALLERS)
    {
      guint n_more = n_callers - MAX_CALLERS;
      g_autofree char *text = g_strdup_printf (ngettext ("%u more", "%u more", n_more), n_more);

      append_label (list, text, "dim-label");
    }
}

/* Returns: (nullable): what there is to say about @probe */
static GtkWidget *
describe (const FulGraphProbe *probe)
{
  GtkWidget *box, *title, *row;
  FulCategory *category;
  g_autofree char *percent = ful_format_percent (probe->hit.cpu_share);

  if (probe->hit.category == FUL_NONE && (!probe->cpu_is_known || probe->hit.covered_ms <= 0))
    return NULL;

  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  title = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18);
  gtk_box_append (GTK_BOX (box), title);

  if (probe->n_path > 0)
    {
      FulFuncIndex func = probe->path[probe->n_path - 1];
      g_autofree char *origin = ful_func_get_origin (probe->profile, func);

      gtk_widget_set_hexpand (append_label (title, ful_profile_get_func_name (probe->profile, func), "heading"), TRUE);
      if (*origin)
        append_label (box, origin, "caption");
    }
  else
    {
      gtk_widget_set_hexpand (append_label (title, _("CPU Use"), "heading"), TRUE);
    }

  if (probe->cpu_is_known)
    append_label (title, percent, "heading");
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));

  if (probe->hit.category != FUL_NONE)
    {
      GtkWidget *swatch = ful_swatch_new ();

      category = ful_profile_get_category (probe->profile, probe->hit.category);
      ful_swatch_set_color (FUL_SWATCH (swatch), category->color);
      row = append_row (box, _("Category"));
      gtk_box_append (GTK_BOX (row), swatch);
      append_label (row, category->name, NULL);
    }

  if (probe->cpu_is_known)
    {
      g_autofree char *covered = ful_format_duration (probe->hit.covered_ms);
      /* Translators: a share of the CPU, and how long the time is that it was measured over */
      g_autofree char *text = g_strdup_printf (_("%s, average over %s"), percent, covered);

      append_label (append_row (box, _("CPU")), text, NULL);
    }

  if (probe->n_path > 1)
    append_stack (box, probe);

  return box;
}

static void
look (FulTrackHover *self);

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr(FulTrackHover) self = user_data;
  g_autoptr(FulGraphProbe) probe = ful_thread_graph_probe_finish (result);

  self->is_looking = FALSE;
  if (!self->graph)
    return;

  if (self->moved)
    look (self);
  else
    ful_tooltip_layer_fill (GTK_WIDGET (self->graph), probe ? describe (probe) : NULL);
}

static void
look (FulTrackHover *self)
{
  self->moved = FALSE;
  self->is_looking = TRUE;
  ful_thread_graph_probe_async (self->graph, self->x, self->y, looked_cb, g_object_ref (self));
}

static void
selected_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr(FulTrackHover) self = user_data;
  g_autoptr(FulGraphProbe) probe = ful_thread_graph_probe_finish (result);
  FulDeriveOptions *options = ful_document_get_options (self->document);

  if (!probe || probe->n_path == 0 || options->n_threads != 1 || options->threads[0] != probe->thread)
    return;

  /* The root of an inverted tree is the function that the sample was in. */
  if (options->invert)
    ful_document_select_path (self->document, &probe->path[probe->n_path - 1], 1);
  else
    ful_document_select_path (self->document, probe->path, probe->n_path);
}

static void
ful_track_hover_dispose (GObject *object)
{
  FulTrackHover *self = FUL_TRACK_HOVER (object);

  g_clear_weak_pointer (&self->graph);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_track_hover_parent_class)->dispose (object);
}

static void
ful_track_hover_class_init (FulTrackHoverClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_track_hover_dispose;
}

static void
ful_track_hover_init (FulTrackHover *self)
{
}

/**
 * ful_track_hover_new:
 * @document: in which to select
 *
 * Returns: (transfer full): the hover
 */
FulTrackHover *
ful_track_hover_new (FulDocument *document)
{
  FulTrackHover *self = g_object_new (FUL_TYPE_TRACK_HOVER, NULL);

  self->document = g_object_ref (document);

  return self;
}

/**
 * ful_track_hover_move:
 * @graph: what the pointer is over
 * @x: where, in the coordinates of @graph
 * @y: alike
 */
void
ful_track_hover_move (FulTrackHover  *self,
                      FulThreadGraph *graph,
                      double          x,
                      double          y)
{
  g_set_weak_pointer (&self->graph, graph);
  self->x = x;
  self->y = y;
  self->moved = TRUE;
  ful_tooltip_layer_point (GTK_WIDGET (graph), x, y);
  if (!self->is_looking)
    look (self);
}

/**
 * ful_track_hover_leave:
 *
 * The pointer is over no graph, or is used for something else than looking.
 */
void
ful_track_hover_leave (FulTrackHover *self)
{
  if (self->graph)
    ful_tooltip_layer_leave (GTK_WIDGET (self->graph));
  g_clear_weak_pointer (&self->graph);
}

/**
 * ful_track_hover_select:
 * @graph: what was clicked
 * @x: where, in the coordinates of @graph
 * @y: alike
 *
 * Selects the call node of the sample there, once it is found, if the thread of
 * @graph is the selected one by then.
 */
void
ful_track_hover_select (FulTrackHover  *self,
                        FulThreadGraph *graph,
                        double          x,
                        double          y)
{
  ful_thread_graph_probe_async (graph, x, y, selected_cb, g_object_ref (self));
}
