/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-private-windows.h"
#include "ful-removals.h"
#include "ful-removed-names.h"
#include "ful-string-fields.h"

#include "base/ful-bytes.h"
#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulSanitize:
 * @profile: a copy that nobody else has
 * @removals: what goes
 * @windows: what private windows did, if that goes
 * @fields: rows of strings in payloads, of the profile before
 * @replaced: (nullable): texts that are replaced
 * @has_own_strings: whether strings change, or are added
 *
 * The removal from one profile. One thread.
 */
typedef struct
{
  FulProfile        *profile;
  FulRemovals        removals;
  FulPrivateWindows  windows;
  FulStringFields   *fields;
  FulRemovedNames   *replaced;
  gboolean           has_own_strings;
} FulSanitize;

void       ful_sanitize_begin  (FulSanitize     *self,
                                FulProfile      *profile,
                                FulRemovals      removals,
                                GPtrArray       *texts);
char      *ful_sanitize_text   (const char      *text,
                                gpointer         data);
gboolean   ful_sanitize_changes_texts (const FulSanitize *self);
gboolean   ful_sanitize_map_json (FulSanitize   *self,
                                const char      *json,
                                gsize            length,
                                FulBytes        *to);
void       ful_sanitize_counter (FulSanitize    *self,
                                 FulCounter     *counter);
FulThread *ful_sanitize_thread (FulSanitize     *self,
                                FulThread       *thread);
void       ful_sanitize_end    (FulSanitize     *self);

/* In ful-sanitize-markers.c. */
void       ful_sanitize_markers (FulSanitize    *self,
                                 FulThread      *thread);

G_END_DECLS
