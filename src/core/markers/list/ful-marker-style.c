/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Styles of markers in the strips of the time line, by their name or else by the type of
 * their payload (markers.md 11), and the colours of payloads, in the member that the
 * schema names (markers.md 7). */

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
 * Returns: (transfer none) (nullable): the style; %NULL for the default
 */
const FulMarkerStyle *
ful_marker_style_find (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    if (g_str_equal (styles[i].name, name))
      return &styles[i].style;

  return NULL;
}

/* The words that a payload may have. */
static const char *const words[] = {
  "blue", "green", "grey", "ink", "magenta", "orange", "purple", "red", "teal", "yellow",
};

static guint8
find_color (const FulMarkerList   *list,
            const FulMarkerSchema *schema,
            guint                  marker,
            GHashTable            *readers)
{
  FulPayloadReader *reader = g_hash_table_lookup (readers, schema);
  const FulPayloadValue *value;

  if (reader == NULL)
    {
      reader = ful_payload_reader_new ((const char * const *) &schema->keys->pdata[schema->color_key], 1);
      g_hash_table_insert (readers, (gpointer) schema, reader);
    }
  ful_marker_list_read_payload (list, marker, reader);
  value = ful_payload_reader_get (reader, 0);
  for (guint8 i = 0; value && i < G_N_ELEMENTS (words); i++)
    if (ful_payload_value_equals (value, words[i]))
      return i + 1;

  return 0;
}

/**
 * ful_marker_colors_find:
 * @list: markers
 * @markers: (element-type guint): some of them
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Reads the payloads of markers whose schema has a colour.
 *
 * Returns: (transfer full): for each marker of @list the number of its colour, 0 for none; %NULL with
 *   @error set
 */
guint8 *
ful_marker_colors_find (const FulMarkerList  *list,
                        const GArray         *markers,
                        GCancellable         *cancellable,
                        GError              **error)
{
  g_autoptr(GHashTable) readers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) ful_payload_reader_free);
  g_autofree guint8 *colors = g_malloc0 (MAX (list->n_markers, 1));
  const FulMarkerSchema *schema = NULL;
  const char *last_type = NULL;

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      const char *type = ful_marker_list_get_type (list, marker);

      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
      /* Texts of types are interned, and often the same in a row. */
      if (i == 0 || type != last_type)
        schema = ful_marker_schemas_find (list->schemas, type);
      last_type = type;
      if (schema && schema->color_key != FUL_NONE)
        colors[marker] = find_color (list, schema, marker, readers);
    }

  return g_steal_pointer (&colors);
}

/**
 * ful_marker_color_get_hue:
 * @color: a number that is not 0
 *
 * Returns: (transfer none): the colour
 */
const FulCategoryHue *
ful_marker_color_get_hue (guint8 color)
{
  return ful_category_hue_lookup (words[color - 1]);
}
