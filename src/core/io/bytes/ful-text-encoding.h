/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  FUL_ENCODING_UTF8,       /* and what is no text */
  FUL_ENCODING_UTF16_LE,
  FUL_ENCODING_UTF16_BE,
} FulEncoding;

/**
 * FulUtf16:
 * @encoding: one of UTF-16
 * @high: a high surrogate whose partner is still to come, or 0
 * @odd: the first byte of a unit whose second one is still to come, or -1
 *
 * The state of a decoder between two blocks.
 */
typedef struct
{
  FulEncoding encoding;
  guint16     high;
  int         odd;
} FulUtf16;

/* Bytes of UTF-8 that a block of @n bytes becomes at most. */
#define FUL_UTF16_ROOM(n) (((n) / 2 + 2) * 3)

FulEncoding ful_encoding_detect (const char  *head,
                                 gsize        n,
                                 gsize       *out_mark);
void        ful_utf16_init      (FulUtf16    *self,
                                 FulEncoding  encoding);
gsize       ful_utf16_decode    (FulUtf16    *self,
                                 const char  *from,
                                 gsize        n,
                                 gboolean     at_end,
                                 char        *to,
                                 gsize       *n_bad);

G_END_DECLS
