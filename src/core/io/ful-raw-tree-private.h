/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-raw-tree.h"

G_BEGIN_DECLS

struct _FulRawTree
{
  GPtrArray         *blocks;
  char              *next;
  gsize              left;
  GPtrArray         *columns;       /* all, to free their elements */
  FulRawResolveFunc  resolve;
  gpointer           resolve_data;
};

gpointer ful_raw_tree_alloc      (FulRawTree   *self,
                                  gsize         size);

gsize    ful_raw_column_next_size (const FulRawColumn *column);
gboolean ful_raw_grow            (FulJsonReader *reader,
                                  FulRawColumn  *column);
gboolean ful_raw_read_i32_run    (FulJsonReader *reader,
                                  FulRawColumn  *column);
gboolean ful_raw_read_f64_run    (FulJsonReader *reader,
                                  FulRawColumn  *column);

static inline gboolean
ful_raw_make_room (FulJsonReader *reader,
                   FulRawColumn  *column)
{
  return G_LIKELY (column->n < column->capacity) || ful_raw_grow (reader, column);
}

/* After an element: returns TRUE if another one follows. */
static inline gboolean
ful_raw_another_element (FulJsonReader *reader)
{
  char c = ful_json_reader_skip_space (reader);

  if (c == ',')
    {
      reader->p++;
      return TRUE;
    }
  if (c == ']')
    {
      reader->p++;
      reader->depth--;
      return FALSE;
    }
  ful_json_reader_fail (reader, "“,” or “]”");

  return FALSE;
}

G_END_DECLS
