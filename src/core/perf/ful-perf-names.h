/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulPerfNames:
 *
 * Names of the code that one process has generated, as its runtime writes them for perf: lines "START SIZE NAME" of a file
 * that grows. For one thread.
 */
typedef struct _FulPerfNames FulPerfNames;

FulPerfNames *ful_perf_names_new  (const char   *path);
void          ful_perf_names_free (FulPerfNames *self);
guint         ful_perf_names_read (FulPerfNames *self,
                                   gboolean      is_complete,
                                   GCancellable *cancellable);
const char   *ful_perf_names_find (FulPerfNames *self,
                                   guint64       address);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulPerfNames, ful_perf_names_free)

G_END_DECLS
