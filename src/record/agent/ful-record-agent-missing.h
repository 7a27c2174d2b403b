/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Why there is no agent in a process. */
typedef enum
{
  FUL_RECORD_MISSING_NONE,          /* there is one */
  FUL_RECORD_MISSING_STATIC,
  FUL_RECORD_MISSING_RIGHTS,
  FUL_RECORD_MISSING_ENVIRONMENT,
  FUL_RECORD_MISSING_ROOM,
  FUL_RECORD_MISSING_ACCESS,
  FUL_RECORD_MISSING_RECORDER,
  FUL_RECORD_MISSING_CLONE,
  FUL_RECORD_MISSING_SIGNALS,
  FUL_RECORD_MISSING_OTHER,
  FUL_RECORD_MISSING_EARLY,
  FUL_RECORD_N_MISSING,
} FulRecordMissing;

/**
 * FulRecordMissingFacts:
 * @image: of the program whose agent has written; 0: none has
 * @folder: in which agents make rings
 * @has_room: whether there is room for another ring
 */
typedef struct
{
  guint64     image;
  const char *folder;
  gboolean    has_room;
} FulRecordMissingFacts;

gboolean          ful_record_missing_is_starting (gint32                       pid);
FulRecordMissing  ful_record_missing_find        (gint32                       pid,
                                                  const char                  *maps,
                                                  const FulRecordMissingFacts *facts);
const char       *ful_record_missing_get_reason  (FulRecordMissing             missing);

G_END_DECLS
