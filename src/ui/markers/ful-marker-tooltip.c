/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tooltip of a marker in charts (markers.md 9): title and duration, then the
 * fields of its schema. */

#include "config.h"

#include "ful-marker-tooltip.h"

#include "base/ful-format.h"
#include "markers/find/ful-marker-details.h"
#include "markers/list/ful-marker-label.h"
#include "markers/network/ful-network-facts.h"

#include <glib/gi18n.h>

#define MAX_LINES 6
#define WIDTH_CHARS 48

static GtkWidget *
append_label (GtkWidget  *box,
              const char *text,
              const char *css_class)
{
  g_autofree char *shown = ful_format_label (text, "\n");
  GtkWidget *label = gtk_label_new (shown);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_yalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (label), MAX_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  /* Else GTK looks for the least width, with lines of a character. */
  if (strlen (shown) > WIDTH_CHARS)
    gtk_label_set_width_chars (GTK_LABEL (label), WIDTH_CHARS);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return label;
}

static void
append_fact (GtkWidget  *box,
             const char *name,
             const char *text)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *label = append_label (row, name, "dim-label");

  gtk_widget_set_size_request (label, 92, -1);
  append_label (row, text, NULL);
  gtk_box_append (GTK_BOX (box), row);
}

static void
append_facts (GtkWidget *box,
              GArray    *facts)
{
  for (guint i = 0; i < facts->len; i++)
    {
      const FulMarkerFact *fact = &g_array_index (facts, FulMarkerFact, i);

      append_fact (box, fact->label, fact->text);
    }
}

/* The response of a request, and its phases. */
static void
append_request (GtkWidget     *box,
                FulMarkerList *list,
                guint          marker)
{
  g_autoptr(FulPayloadReader) reader = ful_network_payload_reader_new ();
  g_autoptr(FulNetworkRequest) request = ful_network_request_new (list, marker, reader);
  g_autoptr(GArray) facts = ful_network_request_list_facts (request);
  g_autoptr(GArray) phases = ful_network_request_list_phases (request);

  append_facts (box, facts);
  if (phases->len > 0)
    gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  append_facts (box, phases);
}

/**
 * ful_marker_tooltip_new:
 * @zero: origin of shown times, absolute ms
 *
 * Returns: (transfer floating): the tooltip
 */
GtkWidget *
ful_marker_tooltip_new (FulMarkerList *list,
                        guint          marker,
                        double         zero)
{
  g_autoptr(FulMarkerDetails) details = ful_marker_details_new (list, marker);
  g_autofree char *start = ful_marker_format_start (list, marker, zero);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 16);
  GtkWidget *title = append_label (head, details->title, "heading");

  gtk_widget_set_hexpand (title, TRUE);
  /* A duration is one word. */
  gtk_label_set_wrap (GTK_LABEL (append_label (head, details->duration, "heading")), FALSE);
  gtk_box_append (GTK_BOX (box), head);
  gtk_box_append (GTK_BOX (box), gtk_separator_new (GTK_ORIENTATION_HORIZONTAL));
  append_facts (box, details->facts);
  append_fact (box, _("Start"), start);
  append_fact (box, _("Category"), ful_profile_get_category (list->profile, list->category[marker])->name);
  append_fact (box, _("Thread"), ful_profile_get_thread (list->profile, (guint) list->thread[marker])->name);
  if (ful_network_is_request (list, marker))
    append_request (box, list, marker);

  return box;
}

/**
 * ful_marker_describe:
 * @zero: origin of shown times, absolute ms
 *
 * Returns: (transfer full): the same in a line
 */
char *
ful_marker_describe (FulMarkerList *list,
                     guint          marker,
                     double         zero)
{
  g_autoptr(FulMarkerLabeler) labeler = ful_marker_labeler_new (list);
  g_autofree char *whole = ful_marker_labeler_get (labeler, marker, FUL_MARKER_LABEL_TOOLTIP);
  g_autofree char *title = ful_format_label (whole, "\n\r");
  g_autofree char *start = ful_marker_format_start (list, marker, zero);
  g_autofree char *duration = ful_marker_format_duration (list, marker);

  g_strdelimit (title, "\n\r", ' ');

  /* Translators: name, duration and start of a marker */
  return *duration ? g_strdup_printf (_("%s · %s from %s"), title, duration, start)
                   : g_strdup_printf (_("%s · at %s"), title, start);
}
