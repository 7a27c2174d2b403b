/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-kind.h"
#include "ful-find-text.h"

G_BEGIN_DECLS

/**
 * FulFindWord:
 * @text: the word
 * @n: its length in bytes, folded; never 0
 * @match_case: whether it has a capital, so that case counts
 * @place: (array): where the last pair of bytes of a hash ends in the word; 0 if it has none
 * @step: how far the word may move where its last pair is
 */
typedef struct
{
  FulFindText text;
  gsize       n;
  gboolean    match_case;
  guint8      place[256];
  guint8      step;
} FulFindWord;

/**
 * FulFindQuery:
 * @kind: the only #FulFindKind that counts, or %FUL_NONE
 * @rest: the text without what says the kind
 * @words: (element-type FulFindWord): all of which a name has
 *
 * What a user wrote to find something. Immutable, counted, usable from any thread.
 */
typedef struct
{
  gint32  kind;
  char   *rest;
  GArray *words;
} FulFindQuery;

const char   *ful_find_word_search (const FulFindWord  *self,
                                    const char         *text,
                                    const char         *end);

FulFindQuery *ful_find_query_new   (const char         *text);
FulFindQuery *ful_find_query_ref   (FulFindQuery       *self);
void          ful_find_query_unref (FulFindQuery       *self);
gboolean      ful_find_query_find  (const FulFindQuery *self,
                                    const char         *text,
                                    gsize              *inout_start,
                                    gsize              *out_end);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFindQuery, ful_find_query_unref)

G_END_DECLS
