/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define FUL_SETTING_MAX_CHOICES 3

/**
 * FulSettingInfo:
 * @key: key of the schema
 * @title: for the user, to be translated
 * @description: (nullable): likewise
 * @choices: (array zero-terminated=1): names of the values of an enumeration, or of %FALSE and %TRUE; without any a switch, or
 *   not chosen from a few
 *
 * A preference.
 */
typedef struct
{
  const char *key;
  const char *title;
  const char *description;
  const char *choices[FUL_SETTING_MAX_CHOICES + 1];
} FulSettingInfo;

const FulSettingInfo *ful_setting_infos_list    (guint                *out_n);
const FulSettingInfo *ful_setting_info_get      (const char           *key);
gboolean              ful_setting_info_is_switch (const FulSettingInfo *self,
                                                 GSettings            *settings);
char                 *ful_setting_info_dup_value (const FulSettingInfo *self,
                                                 GSettings            *settings);

G_END_DECLS
