/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * FulMembersPage:
 *
 * The files in an archive or a folder as a tree, to be opened one by one. Lists them in a job. Emits "ready" when they are
 * there, or when they cannot be listed.
 */
#define FUL_TYPE_MEMBERS_PAGE (ful_members_page_get_type ())
G_DECLARE_FINAL_TYPE (FulMembersPage, ful_members_page, FUL, MEMBERS_PAGE, GtkWidget)

FulMembersPage *ful_members_page_new          (GFile          *file,
                                               const char     *member);
gboolean        ful_members_page_is_ready     (FulMembersPage *self);
const GError   *ful_members_page_get_error    (FulMembersPage *self);
const char     *ful_members_page_get_subtitle (FulMembersPage *self);

G_END_DECLS
