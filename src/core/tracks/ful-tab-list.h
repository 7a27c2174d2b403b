/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"
#include "threads/ful-activity-score.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * FulTab:
 * @id: its number in the browser
 * @label: host of its page, for the user
 * @score: activity of its threads
 * @threads: (element-type guint): the threads that did something for the tab, ascending
 *
 * A tab of the browser that was recorded (tracks.md 4.3).
 */
typedef struct
{
  double  id;
  char   *label;
  double  score;
  GArray *threads;
} FulTab;

GPtrArray *ful_tab_list_new (FulProfile    *profile,
                             GCancellable  *cancellable,
                             GError       **error);
gboolean   ful_tab_has_thread (const FulTab *self,
                             guint         thread);

G_END_DECLS
