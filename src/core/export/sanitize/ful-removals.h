/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/* What can be left out of a profile that is given to others (sanitize.md 1). */
typedef enum
{
  FUL_REMOVAL_SCRIPTS,       /* texts of scripts */
  FUL_REMOVAL_URLS,          /* addresses of pages, requests and files */
  FUL_REMOVAL_SCREENSHOTS,
  FUL_REMOVAL_EXTENSIONS,
  FUL_REMOVAL_PREFERENCES,   /* values of preferences */
  FUL_REMOVAL_PRIVATE,       /* what private windows did */
  FUL_REMOVAL_ARGUMENTS,     /* traced arguments of functions */
  FUL_REMOVAL_PATHS,         /* home folders, command lines, the name of the host */
  FUL_N_REMOVALS,
} FulRemoval;

/* A set of them. */
typedef enum
{
  FUL_REMOVE_NOTHING     = 0,
  FUL_REMOVE_SCRIPTS     = 1 << FUL_REMOVAL_SCRIPTS,
  FUL_REMOVE_URLS        = 1 << FUL_REMOVAL_URLS,
  FUL_REMOVE_SCREENSHOTS = 1 << FUL_REMOVAL_SCREENSHOTS,
  FUL_REMOVE_EXTENSIONS  = 1 << FUL_REMOVAL_EXTENSIONS,
  FUL_REMOVE_PREFERENCES = 1 << FUL_REMOVAL_PREFERENCES,
  FUL_REMOVE_PRIVATE     = 1 << FUL_REMOVAL_PRIVATE,
  FUL_REMOVE_ARGUMENTS   = 1 << FUL_REMOVAL_ARGUMENTS,
  FUL_REMOVE_PATHS       = 1 << FUL_REMOVAL_PATHS,
  FUL_REMOVE_ALL         = (1 << FUL_N_REMOVALS) - 1,
} FulRemovals;

const char  *ful_removal_get_word     (FulRemoval     removal);
gboolean     ful_removal_is_preference (const char   *type);
gboolean     ful_removals_parse       (const char    *words,
                                       FulRemovals   *out,
                                       GError       **error);
FulRemovals  ful_removals_get_default (FulProfile    *profile);
gboolean     ful_removals_count       (FulProfile    *profile,
                                       guint64        counts[FUL_N_REMOVALS],
                                       GCancellable  *cancellable,
                                       GError       **error);

G_END_DECLS
