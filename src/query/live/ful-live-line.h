/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "live/ful-live-event.h"

#include "ful-query-json.h"

G_BEGIN_DECLS

/**
 * FulLiveLine:
 * @state: the last one
 * @status: likewise
 *
 * What lines for people need of the lines before.
 */
typedef struct
{
  FulLiveState  state;
  FulLiveStatus status;
} FulLiveLine;

char *ful_live_line_to_json (const FulLiveEvent *event);
char *ful_live_line_to_text (FulLiveLine        *self,
                             const FulLiveEvent *event);

G_END_DECLS
