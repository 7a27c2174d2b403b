/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The kinds of what can be found, in the order of the list. */
typedef enum
{
  FUL_FIND_FUNCTIONS,
  FUL_FIND_MARKERS,    /* of one name */
  FUL_FIND_FIELDS,     /* of one text */
  FUL_FIND_REQUESTS,
  FUL_FIND_THREADS,
  FUL_FIND_TRACKS,
  FUL_FIND_FILES,      /* sources and libraries */
  FUL_FIND_NOTES,      /* this one, commands and settings are of the window */
  FUL_FIND_COMMANDS,
  FUL_FIND_SETTINGS,
  FUL_FIND_VALUES,     /* times */
  FUL_N_FIND_KINDS,
} FulFindKind;

const char *ful_find_kind_get_key    (FulFindKind  kind);
char        ful_find_kind_get_prefix (FulFindKind  kind);
const char *ful_find_kind_get_title  (FulFindKind  kind);
gboolean    ful_find_kind_parse      (const char  *key,
                                      FulFindKind *out_kind);

G_END_DECLS
