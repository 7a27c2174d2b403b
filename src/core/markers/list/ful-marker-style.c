/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What markers look like in the strips of the timeline (markers.md 11): by name,
 * else by the type of the payload. */

#include "config.h"

#include "ful-marker-style.h"

#define BLUE 0x0060df
#define RED 0xa4000f
#define TEAL 0x008ea4
#define PURPLE 0x8000d7
#define ORANGE 0xff9400
#define DARK_ORANGE 0xa44900
#define GREEN 0x12bc00
#define GREY 0x737373
#define CRIMSON 0xff3357
#define YELLOW 0xffc600

static const struct
{
  const char     *name;
  FulMarkerStyle  style;
} styles[] = {
  { "RefreshDriverTick", { 0, 18, 0x808080, 26 } },
  { "RD", { 0, 18, 0x808080, 26 } },
  { "Scripts", { 6, 6, DARK_ORANGE, 255 } },
  { "requestAnimationFrame callbacks", { 6, 6, DARK_ORANGE, 255 } },
  { "Styles", { 7, 6, TEAL, 255 } },
  { "FireScrollEvent", { 7, 6, DARK_ORANGE, 255 } },
  { "Reflow", { 7, 6, BLUE, 255 } },
  { "DispatchSynthMouseMove", { 8, 6, DARK_ORANGE, 255 } },
  { "DisplayList", { 9, 6, PURPLE, 255 } },
  { "LayerBuilding", { 9, 6, ORANGE, 255 } },
  { "Rasterize", { 10, 6, GREEN, 255 } },
  { "ForwardTransaction", { 11, 6, RED, 255 } },
  { "NotifyDidPaint", { 12, 6, GREY, 255 } },
  { "LayerTransaction", { 0, 6, RED, 255 } },
  { "Composite", { 0, 6, BLUE, 255 } },
  { "Vsync", { 0, 6, 0xff8000, 255 } },
  { "LayerContentGPU", { 0, 6, 0x00c800, 128 } },
  { "LayerCompositorGPU", { 0, 6, 0x00c800, 128 } },
  { "LayerOther", { 0, 6, 0xc80000, 255 } },
  { "Jank", { 0, 6, CRIMSON, 255 } },
  { "BHR-detected hang", { 0, 6, CRIMSON, 255 } },
  { "GCMajor", { 0, 6, ORANGE, 255 } },
  { "GCSlice", { 6, 6, ORANGE, 255 } },
  { "GCMinor", { 6, 6, ORANGE, 255 } },
  { "GC Interrupt", { 6, 6, ORANGE, 255 } },
  { "CC", { 0, 6, YELLOW, 255 } },
  { "CCSlice", { 6, 6, YELLOW, 255 } },
  { "ForgetSkippable", { 6, 6, YELLOW, 255 } },
  { "IdleCCSlice", { 6, 6, YELLOW, 255 } },
  { "IdleForgetSkippable", { 6, 6, YELLOW, 255 } },
  { "FileIO", { 0, 6, BLUE, 255 } },
  { "IPCOut", { 2, 6, BLUE, 255 } },
  { "SyncIPCOut", { 6, 6, 0x003eaa, 255 } },
  { "IPCIn", { 12, 6, 0xad3bff, 255 } },
  { "SyncIPCIn", { 12, 6, 0x6200a4, 255 } },
};

/**
 * ful_marker_style_find:
 * @name: name of a marker, or type of its payload
 *
 * Returns: (transfer none) (nullable): what markers of that name look like; %NULL if they have no look of their own
 */
const FulMarkerStyle *
ful_marker_style_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (g_str_equal (styles[i].name, name))
      return &styles[i].style;

  return NULL;
}
