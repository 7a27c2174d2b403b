/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_NOTE_MARKUP_PANGO,   /* links as they are */
  FUL_NOTE_MARKUP_HTML,    /* only links to steps, whose ids are "step-2" */
} FulNoteMarkup;

char *ful_note_text_to_markup   (const char    *text,
                                 FulNoteMarkup  form,
                                 guint          n_steps);
char *ful_note_text_to_markdown (const char    *text);

G_END_DECLS
