/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-notes-button.h"

#include "base/ful-types.h"
#include "document/ful-document.h"
#include "document/notes/ful-note.h"
#include "document/tour/ful-tour.h"
#include "tree/ful-derived-thread.h"

G_BEGIN_DECLS

struct _FulNotesButton
{
  GtkWidget      parent_instance;

  FulAnalysis   *analysis;
  FulDocument   *document;
  FulNotes      *notes;
  char          *title;        /* name of the file */
  gint64         edited;       /* number of the note that is edited, or -1 */
  gint64         focused;      /* number of the note whose row gets the focus, or -1 */
  FulTour       *tour;
  FulJobBar     *bar;          /* (unowned) */

  GtkWidget     *button;
  GtkWidget     *count;        /* label on it */
  GtkWidget     *popover;
  GtkWidget     *stack;
  GtkWidget     *list;
  GtkWidget     *empty;
  GtkWidget     *rest;         /* title of the notes that are not in the tour */
  GtkWidget     *name;
  GtkTextBuffer *text;         /* owned by its view */
};

const FulNote *ful_notes_button_get_note              (FulNotesButton *self,
                                                       guint           at);

/* ful-notes-button-order.c */
void           ful_notes_button_class_add_order_actions
                                                      (GtkWidgetClass *widget_class);
void           ful_notes_button_add_row_keys          (FulNotesButton *self,
                                                       GtkWidget      *row,
                                                       guint           at);
GtkWidget     *ful_notes_button_create_handle         (FulNotesButton *self,
                                                       GtkWidget      *row,
                                                       guint           at);

/* ful-notes-button-pin.c */
void           ful_notes_button_class_add_pin_actions (GtkWidgetClass *widget_class);

/* ful-notes-button-view.c */
void           ful_notes_button_fill_list             (FulNotesButton *self);
GtkWidget     *ful_notes_button_create_list           (FulNotesButton *self);
GtkWidget     *ful_notes_button_create_editor         (FulNotesButton *self);

G_END_DECLS
