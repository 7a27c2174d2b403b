/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-texture.h"

/**
 * ful_texture_new:
 * @argb: rows of pixels, 0xAARRGGBB in the byte order of the machine, not premultiplied
 * @width: in pixels
 * @height: in pixels
 *
 * The cairo renderer of GTK 4.8 has a fast way for this format, and none for
 * premultiplied pixels.
 *
 * Returns: (transfer full): the texture
 */
GdkTexture *
ful_texture_new (GBytes *argb,
                 guint   width,
                 guint   height)
{
  GdkMemoryFormat format = G_BYTE_ORDER == G_LITTLE_ENDIAN ? GDK_MEMORY_B8G8R8A8 : GDK_MEMORY_A8R8G8B8;

  return gdk_memory_texture_new ((int) width, (int) height, format, argb, (gsize) width * sizeof (guint32));
}
