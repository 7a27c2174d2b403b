/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The kinds of what can be found: names for programs and for the user, and the character that asks for one alone. */

#include "config.h"

#include "ful-find-kind.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *key;
  char        prefix;   /* '\0' if there is none */
  const char *title;
} kinds[FUL_N_FIND_KINDS] = {
  [FUL_FIND_FUNCTIONS] = { "functions", '@', N_("Functions") },
  [FUL_FIND_MARKERS] = { "markers", '#', N_("Markers") },
  [FUL_FIND_FIELDS] = { "fields", '\0', N_("Marker Fields") },
  [FUL_FIND_REQUESTS] = { "requests", '\0', N_("Requests") },
  [FUL_FIND_THREADS] = { "threads", '%', N_("Threads") },
  [FUL_FIND_TRACKS] = { "tracks", '\0', N_("Tracks") },
  [FUL_FIND_FILES] = { "files", '\0', N_("Files") },
  [FUL_FIND_NOTES] = { "notes", '\0', N_("Notes") },
  [FUL_FIND_COMMANDS] = { "commands", '>', N_("Commands") },
  [FUL_FIND_SETTINGS] = { "settings", ',', N_("Settings") },
  [FUL_FIND_VALUES] = { "values", '\0', N_("Values") },
};

/* Returns: the name for programs */
const char *
ful_find_kind_get_key (FulFindKind kind)
{
  return kinds[kind].key;
}

/* Returns: what a query for this kind alone begins with; '\0' if nothing does */
char
ful_find_kind_get_prefix (FulFindKind kind)
{
  return kinds[kind].prefix;
}

/* Returns: the name for the user */
const char *
ful_find_kind_get_title (FulFindKind kind)
{
  return _(kinds[kind].title);
}

gboolean
ful_find_kind_parse (const char  *key,
                     FulFindKind *out_kind)
{
  for (FulFindKind kind = 0; kind < FUL_N_FIND_KINDS; kind++)
    if (g_str_equal (kinds[kind].key, key))
      {
        *out_kind = kind;
        return TRUE;
      }

  return FALSE;
}
