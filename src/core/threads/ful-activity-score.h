/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "model/ful-profile.h"

G_BEGIN_DECLS

/**
 * FulActivityScore:
 * @sample_score: CPU used, or samples that are not idle in the same unit
 * @boosted_score: @sample_score, times 40 for a media thread
 * @is_essential: the main thread of the parent or GPU process
 * @is_in_parent_process: belongs to the parent process
 * @is_interesting: a media thread, shown with any activity
 *
 * How active a thread was (tracks.md 4).
 */
typedef struct
{
  double   sample_score;
  double   boosted_score;
  gboolean is_essential;
  gboolean is_in_parent_process;
  gboolean is_interesting;
} FulActivityScore;

FulActivityScore *ful_activity_score_compute_all   (FulProfile             *profile);
GArray           *ful_profile_list_visible_threads (FulProfile             *profile,
                                                    const FulActivityScore *scores,
                                                    const guint8           *of_tab);
GArray           *ful_profile_list_selected_threads (FulProfile             *profile,
                                                     const FulActivityScore *scores,
                                                     GArray                 *visible);
GArray           *ful_profile_list_default_threads (FulProfile             *profile);

G_END_DECLS
