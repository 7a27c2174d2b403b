/* SPDX-License-Identifier: GPL-3.0-or-later */

/* 36 bars, each as high as the use of that part of the time. */

#include "config.h"

#include "ful-story-strip.h"

#include "base/ful-category-color.h"
#include "draw/ful-color-scheme.h"
#include "model/ful-profile.h"

#define HEIGHT 40
#define GAP 1

typedef struct
{
  const FulCategoryHue *hue;
  double                use;   /* 0 to 1 */
} Bar;

struct _FulStoryStrip
{
  GtkWidget  parent_instance;

  Bar        bars[FUL_STORY_BINS];
};

G_DEFINE_FINAL_TYPE (FulStoryStrip, ful_story_strip, GTK_TYPE_WIDGET)

static void
ful_story_strip_measure (GtkWidget      *widget,
                         GtkOrientation  orientation,
                         int             for_size,
                         int            *minimum,
                         int            *natural,
                         int            *minimum_baseline,
                         int            *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_VERTICAL ? HEIGHT : 0;
}

static void
ful_story_strip_snapshot (GtkWidget   *widget,
                          GtkSnapshot *snapshot)
{
  FulStoryStrip *self = FUL_STORY_STRIP (widget);
  float width = (float) gtk_widget_get_width (widget) / FUL_STORY_BINS;
  float height = (float) gtk_widget_get_height (widget);
  gboolean is_rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;

  for (guint i = 0; i < FUL_STORY_BINS; i++)
    {
      const Bar *bar = &self->bars[is_rtl ? FUL_STORY_BINS - 1 - i : i];
      float bar_height = (float) (height * bar->use);
      GdkRGBA color;

      if (bar_height <= 0)
        continue;
      color = ful_color_scheme_to_rgba (bar->hue->schemes[ful_color_scheme_current ()].strong);
      gtk_snapshot_append_color (snapshot, &color,
                                 &GRAPHENE_RECT_INIT ((float) i * width, height - bar_height, MAX (width - GAP, 1), bar_height));
    }
}

static void
ful_story_strip_class_init (FulStoryStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = ful_story_strip_measure;
  widget_class->snapshot = ful_story_strip_snapshot;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
ful_story_strip_init (FulStoryStrip *self)
{
}

GtkWidget *
ful_story_strip_new (void)
{
  return g_object_new (FUL_TYPE_STORY_STRIP, NULL);
}

void
ful_story_strip_set (FulStoryStrip  *self,
                     const FulStory *story)
{
  g_return_if_fail (FUL_IS_STORY_STRIP (self));

  for (guint i = 0; i < FUL_STORY_BINS; i++)
    {
      const FulStoryBin *bin = &story->bins[i];
      FulCategory *category = bin->category == FUL_NONE ? NULL : ful_profile_get_category (story->weights->profile, bin->category);

      self->bars[i] = (Bar) { ful_category_hue_lookup (category ? category->color : "grey"), bin->use };
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
