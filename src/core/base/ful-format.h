/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

void  ful_format_set_style (const char *point,
                            const char *separator,
                            const char *grouping);
void  ful_format_use_locale (void);
void  ful_format_use_window_style (void);
void  ful_format_set_plain (gboolean plain);
char *ful_format_localize (const char *number);
char *ful_format_date     (double      unix_ms,
                           const char *format);
char *ful_format_number   (double value,
                           int    significant,
                           int    max_fraction);
char *ful_format_percent  (double ratio);
char *ful_format_duration (double ms);
char *ful_format_seconds  (double ms);
char *ful_format_timestamp (double ms);
char *ful_format_bytes    (double bytes);
char *ful_format_time     (double ms,
                           double step);
char *ful_format_short_name (const char *name);
char *ful_format_visible (const char *text,
                          const char *kept);
char *ful_format_excerpt (const char *text,
                          const char *kept,
                          guint       max_chars);
char *ful_format_label   (const char *text,
                          const char *kept);

char *ful_format_hex (gconstpointer data,
                      gsize         n);

G_END_DECLS
