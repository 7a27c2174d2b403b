/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where nothing was busy: why, and the way out. Of a range that is the full one; of a whole profile only another recording has
 * more, so the recorders of this computer are listed. The parts stay, hidden when they are not needed: a button is still pressed
 * when what it did is shown. */

#include "config.h"

#include "ful-overview-empty.h"

#include "open/ful-recorder-list.h"

#include <glib/gi18n.h>

typedef enum
{
  CAUSE_NONE,
  CAUSE_NO_SAMPLES,
  CAUSE_IDLE,
  CAUSE_RANGE,
  CAUSE_IDLE_RANGE,
} Cause;

static const struct
{
  const char *title;
  const char *text;
} causes[] = {
  [CAUSE_NO_SAMPLES] = { N_("No Samples Recorded"), N_("What was slow is known from samples; this profile has none. These programs record some:") },
  [CAUSE_IDLE] = { N_("Nothing Was Busy"), N_("All samples are idle. Record while the program works:") },
  [CAUSE_RANGE] = { N_("No Samples in This Range"), N_("There are samples elsewhere in the recording.") },
  [CAUSE_IDLE_RANGE] = { N_("Nothing Was Busy in This Range"), N_("All samples of this range are idle.") },
};

static Cause
find_cause (const FulOverview *overview)
{
  if (overview->weights->profile->grows || overview->weights->busy != 0)
    return CAUSE_NONE;
  if (overview->weights->is_whole)
    return overview->n_samples == 0 ? CAUSE_NO_SAMPLES : CAUSE_IDLE;

  return overview->n_samples == 0 ? CAUSE_RANGE : CAUSE_IDLE_RANGE;
}

static void
show_full_range_cb (FulDocument *document)
{
  ful_document_pop_ranges (document, 0);
}

static GtkWidget *
create_label (const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_justify (GTK_LABEL (label), GTK_JUSTIFY_CENTER);
  if (css_class)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

/* Title, text, button and list. */
static void
add_parts (GtkWidget   *box,
           FulDocument *document)
{
  GtkWidget *button = gtk_button_new_with_label (_("Show Full Range"));

  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  g_signal_connect_object (button, "clicked", G_CALLBACK (show_full_range_cb), document, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), create_label ("title-2"));
  gtk_box_append (GTK_BOX (box), create_label (NULL));
  gtk_box_append (GTK_BOX (box), button);
  gtk_box_append (GTK_BOX (box), g_object_new (FUL_TYPE_RECORDER_LIST, NULL));
}

/**
 * ful_overview_empty_fill:
 * @box: says from now on why @overview is empty, and is hidden if it is not
 * @document: whose overview it is
 */
void
ful_overview_empty_fill (GtkWidget         *box,
                         const FulOverview *overview,
                         FulDocument       *document)
{
  Cause cause = find_cause (overview);
  GtkWidget *title, *text, *button;

  gtk_widget_set_visible (box, cause != CAUSE_NONE);
  if (cause == CAUSE_NONE)
    return;

  if (gtk_widget_get_first_child (box) == NULL)
    add_parts (box, document);
  title = gtk_widget_get_first_child (box);
  text = gtk_widget_get_next_sibling (title);
  button = gtk_widget_get_next_sibling (text);
  gtk_label_set_text (GTK_LABEL (title), _(causes[cause].title));
  gtk_label_set_text (GTK_LABEL (text), _(causes[cause].text));
  gtk_widget_set_visible (button, !overview->weights->is_whole);
  gtk_widget_set_visible (gtk_widget_get_next_sibling (button), overview->weights->is_whole);
}
