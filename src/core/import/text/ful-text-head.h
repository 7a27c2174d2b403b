/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulTextHead:
 *
 * The lines at the beginning of a text, one after the other.
 */
typedef struct
{
  const char *p;
  const char *end;
  gboolean    is_cut;      /* the last line may go on */
} FulTextHead;

gboolean ful_text_head_init    (FulTextHead  *self,
                                const char   *head,
                                gsize         n);
gboolean ful_text_head_next    (FulTextHead  *self,
                                const char  **out_line,
                                gsize        *out_n);
gboolean ful_text_begins_json  (const char   *line,
                                gsize         n);

G_END_DECLS
