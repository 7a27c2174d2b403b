/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What is left out of a profile that is given to others (sanitize.md). */
typedef enum
{
  FUL_REMOVE_NOTHING     = 0,
  FUL_REMOVE_SCRIPTS     = 1 << 0,   /* texts of scripts */
  FUL_REMOVE_URLS        = 1 << 1,   /* addresses of pages, requests and files */
  FUL_REMOVE_SCREENSHOTS = 1 << 2,
  FUL_REMOVE_EXTENSIONS  = 1 << 3,
  FUL_REMOVE_PREFERENCES = 1 << 4,   /* values of preferences */
  FUL_REMOVE_PRIVATE     = 1 << 5,   /* what private windows did */
  FUL_REMOVE_ARGUMENTS   = 1 << 6,   /* traced arguments of functions */
  FUL_REMOVE_PATHS       = 1 << 7,   /* home folders, command lines, the name of the host */
  FUL_REMOVE_ALL         = (1 << 8) - 1,
} FulRemovals;

#define FUL_N_REMOVALS 8

const char  *ful_removal_to_string    (guint          removal);
gboolean     ful_removals_parse       (const char    *words,
                                       FulRemovals   *out,
                                       GError       **error);
FulRemovals  ful_removals_get_default (FulProfile    *profile);
gboolean     ful_removals_count       (FulProfile    *profile,
                                       guint64        counts[FUL_N_REMOVALS],
                                       GCancellable  *cancellable,
                                       GError       **error);

G_END_DECLS
