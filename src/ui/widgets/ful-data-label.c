/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures and addresses, as "+57 %" and "127.0.0.1 (4/4)", have no letter that says in which direction they are read: in a window
 * that is read from right to left they would be "% 57+" and "(4/4) 127.0.0.1". */

#include "config.h"

#include "ful-data-label.h"

#define LEFT_TO_RIGHT "\u200e"

static gboolean
has_letter (const char *text)
{
  for (; *text; text = g_utf8_next_char (text))
    if (g_unichar_isalpha (g_utf8_get_char (text)))
      return TRUE;

  return FALSE;
}

/**
 * ful_data_label_get_mark:
 * @label: where @text is shown
 * @text: UTF-8
 *
 * Returns: what has to be before @text, so that it is read from left to right unless its letters say otherwise; "" if nothing
 */
const char *
ful_data_label_get_mark (GtkWidget  *label,
                         const char *text)
{
  return gtk_widget_get_direction (label) == GTK_TEXT_DIR_RTL && *text && !has_letter (text) ? LEFT_TO_RIGHT : "";
}

/**
 * ful_data_label_set:
 * @label: a label
 * @text: a figure or a name, for the user
 */
void
ful_data_label_set (GtkWidget  *label,
                    const char *text)
{
  g_autofree char *marked = g_strconcat (ful_data_label_get_mark (label, text), text, NULL);

  gtk_label_set_label (GTK_LABEL (label), marked);
}
