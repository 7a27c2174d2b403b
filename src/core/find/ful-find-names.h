/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-find-text.h"

G_BEGIN_DECLS

/**
 * FulFindNames:
 * @n: number of names, and the length of every column
 * @text: the names, each followed by a NUL
 * @begin: (element-type gsize): where each begins in @text
 * @row: (element-type guint32): what each is a name of; names of one row are next to each other
 * @weight: (element-type double): of equally good names those with more come first
 * @letters: (element-type guint32): a bit for each letter that the name has
 *
 * Names of one kind, to be searched: those of a million take 40 bytes a name. Counted; immutable once all are added,
 * and usable from any thread then.
 */
typedef struct
{
  guint        n;
  FulFindText  text;
  GArray      *begin;
  GArray      *row;
  GArray      *weight;
  GArray      *letters;
} FulFindNames;

FulFindNames *ful_find_names_new         (void);
void          ful_find_names_add         (FulFindNames       *self,
                                          const char         *name,
                                          guint               row,
                                          double              weight);
FulFindNames *ful_find_names_ref         (FulFindNames       *self);
void          ful_find_names_unref       (FulFindNames       *self);
guint32       ful_find_names_get_letters (const char         *folded,
                                          gsize               n);

static inline gsize
ful_find_names_get_begin (const FulFindNames *self,
                          guint               name)
{
  return g_array_index (self->begin, gsize, name);
}

/* Returns: where the NUL after a name is */
static inline gsize
ful_find_names_get_end (const FulFindNames *self,
                        guint               name)
{
  return (name + 1 < self->n ? ful_find_names_get_begin (self, name + 1) : self->text.folded->len) - 1;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulFindNames, ful_find_names_unref)

G_END_DECLS
