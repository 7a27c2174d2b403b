/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/json/ful-json-reader.h"

#include "base/ful-bytes.h"
#include "base/ful-types.h"

G_BEGIN_DECLS

typedef struct _FulRawNode   FulRawNode;
typedef struct _FulRawMember FulRawMember;

typedef enum
{
  FUL_RAW_NULL,
  FUL_RAW_BOOL,
  FUL_RAW_NUMBER,
  FUL_RAW_STRING,
  FUL_RAW_OBJECT,
  FUL_RAW_ARRAY,
  FUL_RAW_ROWS,     /* an array of arrays or of objects, held by column: `data` of a Gecko table, lists of `events` */
  FUL_RAW_LISTS,    /* an array of arrays, mostly of numbers, as one column: `samples` of speedscope */
} FulRawKind;

typedef enum
{
  FUL_RAW_I32,      /* numbers, all whole and small; %G_MININT32 for null */
  FUL_RAW_F64,      /* numbers; NaN for null */
  FUL_RAW_BOOLS,    /* 0, 1; 2 for null */
  FUL_RAW_STRINGS,  /* NUL-terminated, one after the other; no nulls */
  FUL_RAW_TEXTS,    /* objects, kept as JSON text: elements of an array named `data` */
  FUL_RAW_NODES,    /* anything else */
} FulRawElement;

/**
 * FulRawColumn:
 * @type: type of the elements; %FUL_RAW_I32 if all are null
 * @n: number of elements
 * @n_nulls: how many of them are null; 1 also where it is only known that some are
 * @i32: elements of a %FUL_RAW_I32 column, from g_malloc(), like the others
 * @bytes: text of strings and texts
 * @is_cut: rows at its end are missing, as the file is cut off
 * @text_start: where each text begins in @bytes
 * @text_length: its length; 0 for null
 *
 * The elements of an array, in the narrowest form that holds them all.
 */
typedef struct
{
  FulRawElement  type;
  guint          n;
  guint          n_nulls;
  guint          capacity;      /* elements that fit without a new allocation */
  gboolean       is_cut;
  union
  {
    gint32      *i32;
    double      *f64;
    guint8      *bools;
    FulRawNode **nodes;
    gint64      *text_start;
  };
  gint32        *text_length;
  FulBytes       bytes;
} FulRawColumn;

/**
 * FulRawRows:
 * @names: (nullable): of rows that are objects: the member that each column has; a missing one is null
 */
typedef struct
{
  guint          n_rows;
  guint          n_columns;
  FulRawColumn **columns;
  const char   **names;
} FulRawRows;

/**
 * FulRawLists:
 * @n_lists: number of arrays; what is none is an empty one
 * @values: the elements of all
 * @ends: of each array, in @values: a column of whole numbers
 */
typedef struct
{
  guint         n_lists;
  FulRawColumn *values;
  FulRawColumn *ends;
} FulRawLists;

struct _FulRawMember
{
  const char   *key;
  FulRawNode   *value;
  FulRawMember *next;
};

/**
 * FulRawNode:
 * @text: of a number: as it is written
 *
 * A JSON value. Belongs to its tree.
 */
struct _FulRawNode
{
  FulRawKind kind;
  guint      n;             /* number of members of an object */
  union
  {
    gboolean      boolean;
    const char   *text;
    const char   *string;
    FulRawMember *members;
    FulRawColumn *column;
    FulRawRows   *rows;
    FulRawLists  *lists;
  };
};

/**
 * FulRawTree:
 *
 * A JSON document in which arrays of numbers are plain columns and marker payloads
 * are kept as text. Slab containers give the same tree. One thread at a time.
 */
typedef struct _FulRawTree FulRawTree;

/* Called for an object whose only member is `$s`; may return NULL after setting the error of @reader. */
typedef FulRawNode *(*FulRawResolveFunc) (FulRawTree    *tree,
                                          FulJsonReader *reader,
                                          double         slab,
                                          gboolean       is_data,
                                          gpointer       user_data);

/* Called after each element of @list but numbers and nulls. @root has the members before @list. Both may be modified, except
 * that nothing is appended to @list or removed from it. */
typedef void (*FulRawElementFunc) (FulRawTree *tree,
                                   FulRawNode *root,
                                   FulRawNode *list,
                                   gpointer    user_data);

FulRawTree    *ful_raw_tree_new           (void);
void           ful_raw_tree_free          (FulRawTree        *self);
void           ful_raw_tree_reset         (FulRawTree        *self);
void           ful_raw_tree_set_resolver  (FulRawTree        *self,
                                           FulRawResolveFunc  resolve,
                                           gpointer           user_data);
void           ful_raw_tree_watch         (FulRawTree        *self,
                                           const char        *key,
                                           FulRawElementFunc  func,
                                           gpointer           user_data);
FulRawNode    *ful_raw_tree_read          (FulRawTree        *self,
                                           FulJsonReader     *reader,
                                           gboolean           is_data);
FulRawNode    *ful_raw_tree_parse         (FulRawTree        *self,
                                           const char        *text,
                                           gsize              length,
                                           GError           **error);
FulRawNode    *ful_raw_tree_parse_string  (FulRawTree        *self,
                                           const char        *text);
const char    *ful_raw_tree_copy_text     (FulRawTree        *self,
                                           const char        *text,
                                           gssize             length);

/* Making and changing nodes. */
FulRawNode    *ful_raw_tree_new_node      (FulRawTree        *self,
                                           FulRawKind         kind);
FulRawNode    *ful_raw_tree_new_string    (FulRawTree        *self,
                                           const char        *string);
FulRawNode    *ful_raw_tree_new_number    (FulRawTree        *self,
                                           double             number);
FulRawNode    *ful_raw_tree_new_bool      (FulRawTree        *self,
                                           gboolean           value);
FulRawNode    *ful_raw_tree_new_array     (FulRawTree        *self,
                                           FulRawElement      type,
                                           guint              capacity);
FulRawColumn  *ful_raw_tree_new_column    (FulRawTree        *self,
                                           FulRawElement      type,
                                           guint              capacity);
FulRawColumn **ful_raw_tree_alloc_columns (FulRawTree        *self,
                                           guint              n);
void           ful_raw_set                (FulRawTree        *self,
                                           FulRawNode        *object,
                                           const char        *key,
                                           FulRawNode        *value);
void           ful_raw_set_string         (FulRawTree        *self,
                                           FulRawNode        *object,
                                           const char        *key,
                                           const char        *string);
void           ful_raw_set_number         (FulRawTree        *self,
                                           FulRawNode        *object,
                                           const char        *key,
                                           double             number);
void           ful_raw_rename             (FulRawTree        *self,
                                           FulRawNode        *object,
                                           const char        *from,
                                           const char        *to);
FulRawNode    *ful_raw_remove             (FulRawNode        *object,
                                           const char        *key);
void           ful_raw_release            (FulRawNode        *node);
void           ful_raw_column_reserve     (FulRawColumn      *column,
                                           guint              n_more);
void           ful_raw_column_to_nodes    (FulRawTree        *self,
                                           FulRawColumn      *column);
void           ful_raw_column_to_texts    (FulRawTree        *self,
                                           FulRawColumn      *column);
void           ful_raw_append_node        (FulRawTree        *self,
                                           FulRawNode        *array,
                                           FulRawNode        *value);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulRawTree, ful_raw_tree_free)

G_END_DECLS
