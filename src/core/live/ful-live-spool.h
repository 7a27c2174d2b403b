/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulLiveSpool:
 *
 * A stored stream (wire.md 9) that is being written: what is left of a capture if the program is killed. In
 * use until the last reference is dropped. Counted; one thread writes.
 */
typedef struct _FulLiveSpool FulLiveSpool;

FulLiveSpool *ful_live_spool_new      (GError       **error);
FulLiveSpool *ful_live_spool_ref      (FulLiveSpool  *self);
void          ful_live_spool_unref    (FulLiveSpool  *self);
const char   *ful_live_spool_get_path (FulLiveSpool  *self);
gboolean      ful_live_spool_write    (FulLiveSpool  *self,
                                       gconstpointer  data,
                                       gsize          n,
                                       GError       **error);
gboolean      ful_live_spool_replace (FulLiveSpool   *self,
                                      gconstpointer   data,
                                      gsize           n,
                                      GError        **error);
void          ful_live_spool_remove   (FulLiveSpool  *self);
GPtrArray    *ful_live_spool_list     (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulLiveSpool, ful_live_spool_unref)

G_END_DECLS
