/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The selected marker in the side bar (markers.md 9). Its buttons are actions of
 * the side bar: "details.copy" of a text, "details.go-to-marker", and
 * "details.go-to-frame" with the number of a frame. */

#include "config.h"

#include "ful-details-marker.h"

#include "ful-details-rows.h"

#include "base/ful-format.h"
#include "markers/find/ful-marker-facts.h"
#include "markers/list/ful-marker-label.h"
#include "markers/network/ful-network-facts.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Texts up to this length are next to their name if both fit into a line, longer ones below it. */
#define SHORT_TEXT 24
#define LINE_CHARS 36

/* Longer texts are cut: laying out a megabyte takes seconds. */

/* Deeper stacks are cut on screen, not when copied. */
#define MAX_FRAMES 200

static GtkWidget *
add_button (GtkWidget  *line,
            const char *icon_name,
            const char *label,
            const char *action,
            GVariant   *target)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon_name);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  ful_tooltip_set_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  if (target)
    {
      gtk_actionable_set_action_target_value (GTK_ACTIONABLE (button), target);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
    }
  else
    {
      gtk_widget_set_sensitive (button, FALSE);
    }
  gtk_box_append (GTK_BOX (line), button);

  return button;
}

/* Returns: (transfer none): the row of the list, which assistive tools call @name */
static GtkWidget *
append_row (GtkWidget  *list,
            GtkWidget  *content,
            const char *name)
{
  GtkWidget *row;

  gtk_widget_add_css_class (content, "detail-row");
  row = ful_details_add (list, content, NULL);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);

  return row;
}

/* A name, a text below it that can be selected, and a button that copies it, or NULL. */
static void
add_long_row (GtkWidget  *list,
              const char *name,
              const char *text,
              const char *copy_label)
{
  g_autofree char *shown_name = ful_format_label (name, "\t\n");
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *label;

  gtk_widget_set_hexpand (column, TRUE);
  ful_details_add_label (column, name, "dim-label");
  label = ful_details_add_label (column, text, NULL);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_box_append (GTK_BOX (line), column);
  if (copy_label)
    add_button (line, "edit-copy-symbolic", copy_label, "details.copy", g_variant_new_take_string (g_utf8_make_valid (text, -1)));
  append_row (list, line, shown_name);
}

static void
add_text (GtkWidget  *list,
          const char *name,
          const char *text)
{
  g_autofree char *visible = ful_format_label (text, "\t\n");
  glong length = g_utf8_strlen (visible, -1);

  if (length <= SHORT_TEXT && g_utf8_strlen (name, -1) + length <= LINE_CHARS && strchr (visible, '\n') == NULL)
    ful_details_add_row (list, NULL, name, NULL, visible, FALSE, -1);
  else
    add_long_row (list, name, visible, NULL);
}

static void
add_facts (GtkWidget    *box,
           const char   *title,
           const GArray *facts)
{
  GtkWidget *list;

  if (facts->len == 0)
    return;

  list = ful_details_add_group (box, title);
  for (guint i = 0; i < facts->len; i++)
    {
      const FulMarkerFact *fact = &g_array_index (facts, FulMarkerFact, i);

      add_text (list, fact->label, fact->text);
    }
}

/* The same facts as in the tooltip. */
static void
add_request (GtkWidget     *box,
             FulMarkerList *list,
             guint          marker)
{
  g_autoptr(FulPayloadReader) reader = ful_network_payload_reader_new ();
  g_autoptr(FulNetworkRequest) request = ful_network_request_new (list, marker, reader);
  g_autoptr(GArray) facts = ful_network_request_list_facts (request);
  g_autoptr(GArray) phases = ful_network_request_list_phases (request);

  add_text (ful_details_add_group (box, _("Address")), _("URL"), request->url);
  add_facts (box, _("Request"), facts);
  add_facts (box, _("Phases"), phases);
}

/* The payload as it was recorded, folded. */
static void
add_raw_fields (GtkWidget              *box,
                const FulMarkerContext *context)
{
  GtkWidget *expander, *inside;

  if (context->details->facts->len + context->others->len == 0)
    return;

  expander = gtk_expander_new (_("Raw Fields"));
  inside = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_expander_set_child (GTK_EXPANDER (expander), inside);
  ful_details_add (box, expander, NULL);
  ful_details_begin (inside);
  add_facts (inside, _("Fields"), context->details->facts);
  add_facts (inside, _("More Fields"), context->others);
  ful_details_end (inside);
}

static GVariant *
make_target (gboolean              exists,
             const FulMarkerPlace *place)
{
  return exists ? g_variant_new ("(uud)", place->thread, place->marker, place->start) : NULL;
}

static void
add_peer (GtkWidget              *box,
          const FulMarkerContext *context)
{
  g_autofree char *name = context->has_peer ? ful_format_label (context->peer_name, "\t\n") : NULL;
  GtkWidget *list, *line, *label;

  if (!context->has_peer)
    return;

  list = ful_details_add_group (box, _("Other End of the Message"));
  line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  label = ful_details_add_label (line, name, NULL);
  gtk_widget_set_hexpand (label, TRUE);
  add_button (line, "go-next-symbolic", _("Go to the marker at the other end"), "details.go-to-marker",
              make_target (TRUE, &context->peer));
  append_row (list, line, name);
}

static void
add_flows (GtkWidget              *box,
           const FulMarkerContext *context)
{
  GtkWidget *list;

  if (context->flows->len == 0)
    return;

  list = ful_details_add_group (box, _("Flows"));
  for (guint i = 0; i < context->flows->len; i++)
    {
      const FulMarkerFlowStep *step = &g_array_index (context->flows, FulMarkerFlowStep, i);
      GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
      g_autofree char *id = ful_format_label (step->id, "\t\n");
      /* Translators: number of a marker, number of all */
      g_autofree char *place = g_strdup_printf (_("%u of %u"), step->place, step->n_markers);
      GtkWidget *label = gtk_label_new (id);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_widget_set_hexpand (label, TRUE);
      ful_tooltip_set_text (label, id);
      gtk_box_append (GTK_BOX (line), label);
      gtk_label_set_wrap (GTK_LABEL (ful_details_add_label (line, place, "dim-label")), FALSE);
      add_button (line, "go-previous-symbolic", _("Go to the marker before it in the flow"), "details.go-to-marker",
                  make_target (step->has_previous, &step->previous));
      add_button (line, "go-next-symbolic", _("Go to the next marker of the flow"), "details.go-to-marker",
                  make_target (step->has_next, &step->next));
      append_row (list, line, id);
    }
}

static void
add_page (GtkWidget              *list,
          const FulMarkerContext *context)
{
  g_autofree char *window = NULL;

  if (isnan (context->window))
    return;

  if (context->url)
    {
      add_long_row (list, context->is_private ? _("Page, in a private window") : _("Page"), context->url,
                    _("Copy the page’s address"));
    }
  window = g_strdup_printf ("%.0f", context->window);
  ful_details_add_row (list, NULL, _("Page ID"), NULL, window, FALSE, -1);
}

static void
add_stack (GtkWidget              *box,
           const FulMarkerContext *context)
{
  g_autofree char *text = NULL;
  g_autofree char *age = NULL;
  g_autofree char *title = NULL;
  GtkWidget *list, *head, *label, *row;

  if (context->frames->len == 0)
    return;

  age = isnan (context->cause_age) ? NULL : ful_format_timestamp (context->cause_age);
  /* Translators: how long before a marker its cause was */
  title = age ? g_strdup_printf (_("Stack, %s before"), age) : g_strdup (_("Stack"));
  head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  label = ful_details_add_label (head, title, "group-title");
  gtk_widget_set_hexpand (label, TRUE);
  text = ful_marker_frames_to_text (context->profile, context->frames);
  add_button (head, "edit-copy-symbolic", _("Copy the stack"), "details.copy", g_variant_new_string (text));
  ful_details_add (box, head, NULL);

  list = gtk_list_box_new ();
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_relation (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
  ful_details_add (box, list, NULL);
  for (guint i = 0; i < MIN (context->frames->len, MAX_FRAMES); i++)
    {
      const FulMarkerFrame *frame = &g_array_index (context->frames, FulMarkerFrame, i);
      GtkWidget *column = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
      g_autofree char *name = ful_format_label (ful_profile_get_shown_name (context->profile, frame->func), "\t\n");
      /* Translators: where a function is that was inlined */
      g_autofree char *place = ful_format_label (frame->origin, "\t\n");
      g_autofree char *origin = frame->is_inlined ? g_strdup_printf (_("%s, inlined"), place) : g_strdup (place);

      ful_details_add_label (column, name, NULL);
      if (*origin)
        ful_details_add_label (column, origin, "frame-origin");
      row = append_row (list, column, name);
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_widget_set_focusable (row, TRUE);
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "u", i);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "details.go-to-frame");
      ful_tooltip_set_text (row, _("Show this function in the call tree"));
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, origin, -1);
    }
}

/**
 * ful_details_fill_marker:
 * @box: gets it
 * @context: of @marker
 * @zero: where the user sees zero, absolute ms
 */
void
ful_details_fill_marker (GtkWidget              *box,
                         FulMarkerList          *list,
                         guint                   marker,
                         const FulMarkerContext *context,
                         double                  zero)
{
  FulCategory *category = ful_profile_get_category (list->profile, list->category[marker]);
  g_autofree char *title = ful_format_label (context->details->title, "\t\n");
  GtkWidget *rows;

  gtk_label_set_selectable (GTK_LABEL (ful_details_add_label (box, title, "title-4")), TRUE);
  if (context->details->description)
    ful_details_add_label (box, context->details->description, "dim-label");

  rows = ful_details_add_group (box, _("Marker"));
  if (!g_str_equal (context->details->title, ful_marker_list_get_name (list, marker)))
    add_text (rows, _("Name"), ful_marker_list_get_name (list, marker));
  ful_details_take_fact (rows, _("Start"), ful_marker_format_start (list, marker, zero));
  ful_details_take_fact (rows, _("Duration"), ful_marker_format_duration (list, marker));
  ful_details_add_row (rows, category->color, _("Category"), NULL, category->name, FALSE, -1);

  if (ful_network_is_request (list, marker))
    {
      add_request (box, list, marker);
      add_raw_fields (box, context);
    }
  else
    {
      add_facts (box, _("Fields"), context->details->facts);
      add_flows (box, context);
      add_peer (box, context);
      add_facts (box, _("More Fields"), context->others);
    }

  rows = ful_details_add_group (box, _("Recorded in"));
  ful_details_add_row (rows, NULL, _("Thread"), NULL, context->thread_name, FALSE, -1);
  ful_details_add_row (rows, NULL, _("Process"), NULL, context->process_name, FALSE, -1);
  add_page (rows, context);
  add_stack (box, context);
}
