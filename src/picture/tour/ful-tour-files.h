/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _FulTourFiles FulTourFiles;

FulTourFiles *ful_tour_files_new    (GFile         *to,
                                     GCancellable  *cancellable,
                                     GError       **error);
gboolean      ful_tour_files_add    (FulTourFiles  *self,
                                     const char    *name,
                                     GBytes        *content,
                                     GCancellable  *cancellable,
                                     GError       **error);
gboolean      ful_tour_files_finish (FulTourFiles  *self,
                                     GCancellable  *cancellable,
                                     GError       **error);
void          ful_tour_files_free   (FulTourFiles  *self);
gboolean      ful_tour_files_is_zip (GFile         *to);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulTourFiles, ful_tour_files_free)

G_END_DECLS
