/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The four colour schemes of a desktop. */
typedef enum
{
  FUL_COLOR_SCHEME_LIGHT,
  FUL_COLOR_SCHEME_DARK,
  FUL_COLOR_SCHEME_HIGH_CONTRAST_LIGHT,
  FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK,
  FUL_N_COLOR_SCHEMES,
} FulColorScheme;

/**
 * FulCategoryColor:
 * @fill: boxes of charts
 * @text_on_fill: text on them
 * @strong: graphs, swatches, hovered and selected boxes
 * @text_on_strong: text on those
 * @border: of boxes and swatches
 *
 * The colours of a category in one scheme, as 0xRRGGBB.
 */
typedef struct
{
  guint32 fill;
  guint32 text_on_fill;
  guint32 strong;
  guint32 text_on_strong;
  guint32 border;
} FulCategoryColor;

/**
 * FulCategoryHue:
 * @name: the colour word of the format
 * @gravity: heavier colours are further down in stacked graphs; 0 is not painted there
 * @schemes: the colours in each scheme
 */
typedef struct
{
  const char       *name;
  int               gravity;
  FulCategoryColor  schemes[FUL_N_COLOR_SCHEMES];
} FulCategoryHue;

const FulCategoryHue *ful_category_hue_lookup (const char *color);
const FulCategoryHue *ful_category_hue_list   (guint      *out_n_hues);

G_END_DECLS
