/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * FulMarkerFact:
 * @label: its label
 * @text: its value, for display
 */
typedef struct
{
  char *label;
  char *text;
} FulMarkerFact;

GArray *ful_marker_facts_new        (void);
void    ful_marker_facts_add        (GArray     *facts,
                                     const char *label,
                                     const char *text,
                                     gssize      length);
void    ful_marker_facts_add_member (GArray     *facts,
                                     const char *name,
                                     JsonNode   *node);

G_END_DECLS
