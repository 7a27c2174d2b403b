/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-archive.h"

G_BEGIN_DECLS

/**
 * FulMemberRow:
 * @name: of the file or folder; a file below more folders than are shown has some in its name
 * @depth: folders around it
 * @member: number of the file, or -1 of a folder
 * @end: row after the last one in the folder; of a file the next one
 * @is_collapsed: whether the rows in the folder are not shown
 */
typedef struct
{
  char    *name;
  guint    depth;
  gint32   member;
  guint    end;
  gboolean is_collapsed;
} FulMemberRow;

/**
 * FulMemberTree:
 * @rows: (element-type FulMemberRow): folders, each before what is in it, in order of their names
 * @shown: (element-type guint): rows that are in no collapsed folder
 *
 * Files of an archive as a tree of folders.
 */
typedef struct
{
  GArray *rows;
  GArray *shown;
} FulMemberTree;

FulMemberTree      *ful_member_tree_new    (GPtrArray     *members);
void                ful_member_tree_free   (FulMemberTree *self);
const FulMemberRow *ful_member_tree_get    (FulMemberTree *self,
                                            guint          position);
void                ful_member_tree_toggle (FulMemberTree *self,
                                            guint          position);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulMemberTree, ful_member_tree_free)

G_END_DECLS
