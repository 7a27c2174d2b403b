/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

#define FUL_LIVE_MAX_PRESET_NAMES 24

/**
 * FulLivePreset:
 * @id: for programs
 * @name: for the user, to be translated
 * @about: what it records
 * @interval: between samples, ms
 * @features: %NULL-terminated
 * @threads: %NULL-terminated
 *
 * Settings of a capture for a purpose: those of the profiler panel of Firefox, with script sources added.
 */
typedef struct
{
  const char *id;
  const char *name;
  const char *about;
  double      interval;
  const char *features[FUL_LIVE_MAX_PRESET_NAMES];
  const char *threads[FUL_LIVE_MAX_PRESET_NAMES];
} FulLivePreset;

extern const FulLivePreset ful_live_presets[];   /* the last one has no id */

const FulLivePreset *ful_live_preset_find  (const char          *id);
void                 ful_live_preset_apply (const FulLivePreset *self,
                                            JsonObject          *start);

G_END_DECLS
