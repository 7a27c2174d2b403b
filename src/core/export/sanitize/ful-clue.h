/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "export/sanitize/ful-removals.h"

G_BEGIN_DECLS

/* What may tell who recorded a profile, or where (sanitize.md 5). */
typedef enum
{
  FUL_CLUE_ADDRESS,
  FUL_CLUE_HOME,      /* a home folder */
  FUL_CLUE_MAIL,      /* an address of mail, or an id like one */
  FUL_CLUE_NAME,      /* a host, user or extension that was removed elsewhere */
  FUL_N_CLUES,
} FulClueKind;

/**
 * FulClueFunc:
 * @begin: the clue in the text
 * @n: its length in bytes
 */
typedef void (*FulClueFunc) (FulClueKind  kind,
                              const char   *begin,
                              gsize         n,
                              gpointer      user_data);

const char *ful_clue_get_name (FulClueKind   kind);
void        ful_clue_search   (const char    *text,
                                gsize          length,
                                FulRemovals    removals,
                                FulClueFunc   func,
                                gpointer       user_data);

G_END_DECLS
