/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A text of one font run is a glyph string that can be cut at any glyph; a text of
 * several fonts or from right to left needs a layout instead. */

#include "config.h"

#include "ful-label-cache.h"

#include "base/ful-format.h"
#include "base/ful-hash.h"

/* Longer texts never fit. */

/* Limit on cached texts. */
#define MAX_TEXTS 20000

typedef struct
{
  PangoFont        *font;     /* (nullable): NULL needs a layout */
  PangoGlyphString *glyphs;
  int               width;    /* Pango units */
} Shaped;

struct _FulLabelCache
{
  GtkWidget  *widget;         /* owns the cache */
  GHashTable *texts;          /* text → Shaped */
  Shaped     *ellipsis;
};

static void
shaped_free (gpointer data)
{
  Shaped *shaped = data;

  g_clear_object (&shaped->font);
  g_clear_pointer (&shaped->glyphs, pango_glyph_string_free);
  g_free (shaped);
}

/**
 * ful_label_cache_new:
 * @widget: whose font and context are used; owns the cache
 *
 * Returns: (transfer full): an empty cache
 */
FulLabelCache *
ful_label_cache_new (GtkWidget *widget)
{
  FulLabelCache *self = g_new0 (FulLabelCache, 1);

  self->widget = widget;
  self->texts = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, shaped_free);

  return self;
}

void
ful_label_cache_free (FulLabelCache *self)
{
  ful_label_cache_clear (self);
  g_hash_table_unref (self->texts);
  g_free (self);
}

/**
 * ful_label_cache_clear:
 *
 * Forgets everything; the font may have changed.
 */
void
ful_label_cache_clear (FulLabelCache *self)
{
  g_hash_table_remove_all (self->texts);
  g_clear_pointer (&self->ellipsis, shaped_free);
}

static Shaped *
shape (FulLabelCache *self,
       const char    *text)
{
  PangoContext *context = gtk_widget_get_pango_context (self->widget);
  Shaped *shaped = g_new0 (Shaped, 1);
  int length = (int) strlen (text);
  g_autoptr(PangoAttrList) attributes = pango_attr_list_new ();
  GList *items = pango_itemize (context, text, 0, length, attributes, NULL);

  if (items && !items->next && ((PangoItem *) items->data)->analysis.level == 0 &&
      ((PangoItem *) items->data)->analysis.font)
    {
      PangoItem *item = items->data;

      shaped->font = g_object_ref (item->analysis.font);
      shaped->glyphs = pango_glyph_string_new ();
      pango_shape_full (text, length, text, length, &item->analysis, shaped->glyphs);
      shaped->width = pango_glyph_string_get_width (shaped->glyphs);
    }
  g_list_free_full (items, (GDestroyNotify) pango_item_free);

  return shaped;
}

static Shaped *
lookup (FulLabelCache *self,
        const char    *text)
{
  Shaped *shaped = g_hash_table_lookup (self->texts, text);
  g_autofree char *shown = NULL;

  if (shaped)
    return shaped;

  if (g_hash_table_size (self->texts) >= MAX_TEXTS)
    g_hash_table_remove_all (self->texts);
  shown = ful_format_label (text, "");
  shaped = shape (self, shown);
  g_hash_table_insert (self->texts, g_strdup (text), shaped);

  return shaped;
}

static void
draw_glyphs (GtkSnapshot      *snapshot,
             PangoFont        *font,
             PangoGlyphString *glyphs,
             const GdkRGBA    *color,
             double            x,
             double            baseline)
{
  g_autoptr(GskRenderNode) node = gsk_text_node_new (font, glyphs, color, &GRAPHENE_POINT_INIT ((float) x, (float) baseline));

  if (node)
    gtk_snapshot_append_node (snapshot, node);
}

static void
draw_layout (FulLabelCache *self,
             GtkSnapshot   *snapshot,
             const char    *text,
             const GdkRGBA *color,
             double         x,
             double         baseline,
             double         width)
{
  g_autofree char *shown = ful_format_label (text, "");
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout (self->widget, shown);

  pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) (baseline - pango_layout_get_baseline (layout) /
                                                                              (double) PANGO_SCALE)));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

/**
 * ful_label_cache_measure:
 * @text: one line of one direction, left to right
 *
 * Returns: its width in px
 */
double
ful_label_cache_measure (FulLabelCache *self,
                         const char    *text)
{
  return lookup (self, text)->width / (double) PANGO_SCALE;
}

/**
 * ful_label_cache_draw:
 * @text: one line
 * @color: its colour
 * @x: left edge
 * @baseline: y of the base line
 * @width: available width; longer texts are cut, with an ellipsis, or omitted
 *
 * Returns: the width used
 */
double
ful_label_cache_draw (FulLabelCache *self,
                      GtkSnapshot   *snapshot,
                      const char    *text,
                      const GdkRGBA *color,
                      double         x,
                      double         baseline,
                      double         width)
{
  Shaped *shaped = lookup (self, text);
  int room = (int) (width * PANGO_SCALE);
  int advance = 0;
  int n = 0;
  PangoGlyphString cut;

  if (!shaped->font)
    {
      draw_layout (self, snapshot, text, color, x, baseline, width);
      return width;
    }
  if (shaped->width <= room)
    {
      draw_glyphs (snapshot, shaped->font, shaped->glyphs, color, x, baseline);
      return shaped->width / (double) PANGO_SCALE;
    }

  if (!self->ellipsis)
    self->ellipsis = shape (self, "…");
  room -= self->ellipsis->width;
  while (n < shaped->glyphs->num_glyphs && advance + shaped->glyphs->glyphs[n].geometry.width <= room)
    advance += shaped->glyphs->glyphs[n++].geometry.width;
  if (n == 0)
    return 0;

  cut = *shaped->glyphs;
  cut.num_glyphs = n;
  draw_glyphs (snapshot, shaped->font, &cut, color, x, baseline);
  if (self->ellipsis->font)
    draw_glyphs (snapshot, self->ellipsis->font, self->ellipsis->glyphs, color,
                 x + advance / (double) PANGO_SCALE, baseline);

  return width;
}
