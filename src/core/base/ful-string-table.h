/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-types.h"

G_BEGIN_DECLS

/**
 * FulStringTable:
 *
 * Strings numbered from 0. Ids and bytes never change and never move, so
 * readers may use every id they were given while a writer appends.
 * All strings are NUL-terminated UTF-8. Counted.
 */
typedef struct _FulStringTable FulStringTable;

FulStringTable *ful_string_table_new         (void);
FulStringTable *ful_string_table_new_take    (char                 *bytes,
                                              gsize                 n_bytes,
                                              guint                 n_strings);
FulStringTable *ful_string_table_ref         (FulStringTable       *self);
void            ful_string_table_unref       (FulStringTable       *self);
guint           ful_string_table_get_n       (const FulStringTable *self);
const char     *ful_string_table_get         (const FulStringTable *self,
                                              FulStringIndex        string);
FulStringIndex  ful_string_table_append      (FulStringTable       *self,
                                              const char           *text,
                                              gssize                length);
FulStringIndex  ful_string_table_intern      (FulStringTable       *self,
                                              const char           *text,
                                              gssize                length);
void            ful_string_table_update_index (FulStringTable      *self);
guint           ful_string_table_publish     (FulStringTable       *self);
FulStringIndex  ful_string_table_find        (const FulStringTable *self,
                                              const char           *text);
void            ful_string_table_forget_index (FulStringTable      *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulStringTable, ful_string_table_unref)

G_END_DECLS
