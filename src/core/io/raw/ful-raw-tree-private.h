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
  const char        *watched_key;   /* (nullable): of the member of the root whose elements are watched */
  FulRawElementFunc  watch;
  gpointer           watch_data;
  FulRawNode        *root;          /* (nullable): the first object that was read */
  FulRawNode        *watched;       /* (nullable): the list */
};

/* How the value of a member is read. */
typedef enum
{
  FUL_RAW_AS_VALUE,
  FUL_RAW_AS_DATA,       /* bulk data: objects in an array are kept as text, arrays in it by column */
  FUL_RAW_AS_EVENTS,     /* objects and arrays in an array are kept as text */
  FUL_RAW_AS_RECORDS,    /* objects in an array are held by column */
  FUL_RAW_AS_LISTS,      /* arrays in an array are held as one column */
  FUL_RAW_AS_WATCHED,    /* the array is the watched one */
} FulRawReadAs;

gpointer ful_raw_tree_alloc      (FulRawTree   *self,
                                  gsize         size);

gsize    ful_raw_column_next_size (const FulRawColumn *column);
gboolean ful_raw_read_i32_run    (FulJsonReader *reader,
                                  FulRawColumn  *column);
gboolean ful_raw_read_f64_run    (FulJsonReader *reader,
                                  FulRawColumn  *column);

/* Of ful-raw-append.c */
gboolean ful_raw_grow            (FulJsonReader *reader,
                                  FulRawColumn  *column);
void     ful_raw_widen           (FulRawColumn  *column);
void     ful_raw_append_value    (FulRawTree    *self,
                                  FulJsonReader *reader,
                                  FulRawColumn  *column,
                                  FulRawReadAs   as);
void     ful_raw_append_null     (FulRawTree    *self,
                                  FulJsonReader *reader,
                                  FulRawColumn  *column);
void     ful_raw_shrink          (FulRawColumn  *column);

/* Of ful-raw-read.c */
FulRawNode *ful_raw_read_value   (FulRawTree    *self,
                                  FulJsonReader *reader,
                                  FulRawReadAs   as);
gboolean ful_raw_read_elements   (FulRawTree    *self,
                                  FulJsonReader *reader,
                                  FulRawColumn  *column,
                                  FulRawReadAs   as);

/* Of ful-raw-rows.c */
FulRawNode *ful_raw_read_rows    (FulRawTree    *self,
                                  FulJsonReader *reader,
                                  guint          n_missing);
FulRawNode *ful_raw_read_records (FulRawTree    *self,
                                  FulJsonReader *reader);
FulRawNode *ful_raw_read_lists   (FulRawTree    *self,
                                  FulJsonReader *reader);

/* Whether there is an error other than the truncation. */
static inline gboolean
ful_raw_has_failed (const FulJsonReader *reader)
{
  return reader->error != NULL && !reader->cut;
}

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
