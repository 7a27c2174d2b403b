/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "document/insight/ful-overview-link.h"
#include "insight/overview/ful-overview-types.h"

G_BEGIN_DECLS

/**
 * FulOverviewLine:
 * @length: of the bar, 0 to 1; below 0 there is none
 * @parts: (nullable) (element-type FulOverviewShare): categories of the bar; of the overview
 * @figure: (nullable): the number that rows are sorted by
 * @share: (nullable): another one
 * @color: (nullable): colour word of a swatch
 * @name: what the row is about
 * @n_strong: so many bytes of @name are bold
 * @place: (nullable): where that is
 * @details: (nullable): what else there is to say
 * @sentence: all of it, for who does not see it
 * @is_figure_strong: whether @figure is bold
 * @is_failure: whether it is in the colour of errors
 *
 * What a row of the overview shows. Texts may have anything in them that a profile has.
 */
typedef struct
{
  double        length;
  const GArray *parts;
  char         *figure;
  char         *share;
  const char   *color;
  char         *name;
  guint         n_strong;
  char         *place;
  char         *details;
  char         *sentence;
  gboolean      is_figure_strong;
  gboolean      is_failure;
  gboolean      leads_nowhere;
} FulOverviewLine;

void  ful_overview_line_init      (FulOverviewLine   *self,
                                   const FulOverview *overview,
                                   FulOverviewPart    part,
                                   guint              row);
void  ful_overview_line_clear     (FulOverviewLine   *self);
guint ful_overview_line_count    (const FulOverview *overview,
                                   FulOverviewPart    part);
char *ful_overview_line_dup_sum (const FulOverview *overview,
                                   FulOverviewPart    part);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FulOverviewLine, ful_overview_line_clear)

G_END_DECLS
