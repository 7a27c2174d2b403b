/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/raw/ful-raw-tree.h"

G_BEGIN_DECLS

gboolean ful_foreign_is_text        (const char         *head,
                                     gsize               n);
char    *ful_foreign_describe_head  (const char         *head,
                                     gsize               n,
                                     const char         *file_name);
char    *ful_foreign_describe_tree  (FulRawTree         *tree,
                                     const FulRawNode   *root,
                                     gboolean            is_whole);
char    *ful_foreign_describe_names (const char *const  *names,
                                     guint               n);

G_END_DECLS
