/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulTourText:
 * @markdown: the tour as Markdown, which links to pictures beside it
 * @html: the same as a page without scripts, which has its pictures in it
 *
 * The text of a tour, in both forms at once. Texts that come from the profile or the notes may have any sign.
 */
typedef struct
{
  GString *markdown;
  GString *html;

  /*< private >*/
  guint    n_steps;
  gsize    n_picture_bytes;
} FulTourText;

void ful_tour_text_init           (FulTourText  *self,
                                   const char   *title,
                                   guint         n_steps);
void ful_tour_text_clear          (FulTourText  *self);
void ful_tour_text_begin_step     (FulTourText  *self,
                                   guint         number,
                                   const char   *name);
void ful_tour_text_add_sentence   (FulTourText  *self,
                                   const char   *text);
void ful_tour_text_add_notice     (FulTourText  *self,
                                   const char   *text);
void ful_tour_text_add_note       (FulTourText  *self,
                                   const char   *text);
void ful_tour_text_add_picture    (FulTourText  *self,
                                   guint         number,
                                   const char   *name,
                                   GBytes       *png);
void ful_tour_text_add_command    (FulTourText  *self,
                                   const char   *line);
void ful_tour_text_begin_table    (FulTourText  *self,
                                   const char  **headings);
void ful_tour_text_add_row        (FulTourText  *self,
                                   const char   *name,
                                   const char  **figures);
void ful_tour_text_end_table      (FulTourText  *self);
void ful_tour_text_finish         (FulTourText  *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulTourText, ful_tour_text_clear)

G_END_DECLS
