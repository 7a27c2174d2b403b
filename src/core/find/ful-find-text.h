/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulFindText:
 * @folded: texts in lower case and NFKC, joined
 * @starts: (element-type guint8): of each byte a bit: whether a word or a part of one begins there
 * @capitals: (element-type guint8): of each byte a bit: whether the character was a capital
 */
typedef struct
{
  GString *folded;
  GArray  *starts;
  GArray  *capitals;
} FulFindText;

void ful_find_text_init   (FulFindText *self);
void ful_find_text_clear  (FulFindText *self);
void ful_find_text_append (FulFindText *self,
                           const char  *text,
                           gsize        length);

static inline gboolean
ful_find_text_has_bit (const GArray *bits,
                       gsize         at)
{
  return ((const guint8 *) bits->data)[at / 8] >> (at % 8) & 1;
}

G_END_DECLS
