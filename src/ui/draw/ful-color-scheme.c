/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Colours that depend on the colour scheme of the desktop. */

#include "config.h"

#include "ful-color-scheme.h"

#include <adwaita.h>

/**
 * ful_color_scheme_current:
 *
 * Returns: the current colour scheme
 */
FulColorScheme
ful_color_scheme_current (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();

  if (adw_style_manager_get_high_contrast (manager))
    return adw_style_manager_get_dark (manager) ? FUL_COLOR_SCHEME_HIGH_CONTRAST_DARK
                                                : FUL_COLOR_SCHEME_HIGH_CONTRAST_LIGHT;

  return adw_style_manager_get_dark (manager) ? FUL_COLOR_SCHEME_DARK : FUL_COLOR_SCHEME_LIGHT;
}

GdkRGBA
ful_color_scheme_to_rgba (guint32 rgb)
{
  return (GdkRGBA) { (rgb >> 16 & 0xff) / 255.0f, (rgb >> 8 & 0xff) / 255.0f, (rgb & 0xff) / 255.0f, 1 };
}

/**
 * ful_color_scheme_get_accent:
 *
 * Returns: the colour of selections and of the preview range
 */
GdkRGBA
ful_color_scheme_get_accent (void)
{
  return ful_color_scheme_to_rgba (adw_style_manager_get_dark (adw_style_manager_get_default ()) ? 0x4a90e2 : 0x3584e4);
}
