/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The tracks of a view as they are in the window, above its chart: those of its threads, and of the others from the top as many as
 * there is place for. What is outside of its range is pale. */

#include "config.h"

#include "ful-picture-tracks.h"

#include "ful-picture-measures.h"

#include "base/ful-format.h"
#include "document/rows/ful-track-visibility.h"
#include "plots/ful-graph-pixels.h"
#include "plots/ful-track-plots.h"
#include "threads/ful-cpu-use.h"

#include <glib/gi18n-lib.h>

#define MOST_TRACKS 10
#define MOST_SELECTED 5   /* of these */
#define GAP 1             /* px, below each graph */
#define PALE 0.3          /* opacity of what is outside of the range */

static void
clear_track (gpointer data)
{
  FulPictureTrack *track = data;

  g_free (track->name);
  g_free (track->pixels);
}

static gboolean
is_selected (const FulTrack          *track,
             const FulDerivedThread  *derived)
{
  gint32 thread = ful_track_get_thread (track);

  for (guint i = 0; thread != FUL_NONE && i < derived->threads->n_threads; i++)
    if (derived->threads->threads[i] == (guint) thread)
      return TRUE;

  return FALSE;
}

/* Returns: (transfer full) (element-type FulTrack): the tracks to draw */
static GPtrArray *
choose (FulTrackList            *list,
        const FulTrackLayout    *layout,
        const FulDerivedThread  *derived,
        guint                   *out_n_others)
{
  g_autoptr(FulTrackVisibility) visibility = ful_track_visibility_new (derived->profile, list);
  const FulPlotKind *plots[FUL_MAX_TRACK_PLOTS];
  g_autoptr(GPtrArray) shown = g_ptr_array_new ();
  GPtrArray *chosen = g_ptr_array_new ();
  guint n_selected = 0, n_others;

  if (layout)
    ful_track_visibility_apply (visibility, layout);
  for (guint i = 0; i < ful_track_visibility_get_n_tracks (visibility); i++)
    {
      guint at = ful_track_visibility_get_at (visibility, i);
      FulTrack *track = (FulTrack *) ful_track_visibility_get_track (visibility, at);

      if (!ful_track_visibility_is_shown (visibility, at) || ful_track_list_plots (derived->profile, list, track, plots) == 0)
        continue;
      g_ptr_array_add (shown, track);
      n_selected += is_selected (track, derived);
    }

  n_selected = MIN (n_selected, MOST_SELECTED);
  n_others = MIN (shown->len, MOST_TRACKS) - n_selected;
  for (guint i = 0; i < shown->len; i++)
    {
      guint *left = is_selected (g_ptr_array_index (shown, i), derived) ? &n_selected : &n_others;

      if (*left == 0)
        continue;
      (*left)--;
      g_ptr_array_add (chosen, g_ptr_array_index (shown, i));
    }
  *out_n_others = shown->len - chosen->len;

  return chosen;
}

static guint32
blend (guint32 argb,
       double  opacity,
       guint32 background)
{
  double alpha = (argb >> 24) / 255.0 * opacity;
  guint32 rgb = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      double over = argb >> shift & 0xff, under = background >> shift & 0xff;

      rgb |= (guint32) (over * alpha + under * (1 - alpha) + 0.5) << shift;
    }

  return rgb;
}

/* Puts a graph onto the background, from row @y of @to on. */
static void
paint (const FulPlot  *plot,
       FulTimeRange    marked,
       guint32         background,
       guint           y,
       guint32        *to)
{
  const FulGraphPixels *pixels = plot->pixels;
  const guint32 *from = g_bytes_get_data (pixels->bytes, NULL);
  double left = ful_plot_time_to_x (plot, marked.start), right = ful_plot_time_to_x (plot, marked.end);

  for (guint row = 0; row < pixels->height; row++)
    for (guint x = 0; x < pixels->width; x++)
      to[(y + row) * pixels->width + x] = blend (from[row * pixels->width + x], x + 1 > left && x < right ? 1 : PALE, background);
}

static gboolean
draw (FulPictureTrack  *self,
      FulPlotRequest   *request,
      FulTimeRange      marked,
      guint32           background,
      GCancellable     *cancellable,
      GError          **error)
{
  const FulPlotKind *plots[FUL_MAX_TRACK_PLOTS];
  guint n = ful_track_list_plots (request->profile, request->tracks, request->track, plots), y = 0;

  for (guint i = 0; i < n; i++)
    self->height += plots[i]->height + GAP;
  self->pixels = g_new (guint32, (gsize) request->width * self->height);
  for (gsize i = 0; i < (gsize) request->width * self->height; i++)
    self->pixels[i] = background;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr(FulPlot) plot = NULL;

      request->height = plots[i]->height;
      plot = ful_plot_new (plots[i], request, NULL, cancellable, error);
      if (plot == NULL)
        return FALSE;
      paint (plot, marked, background, y, self->pixels);
      y += plots[i]->height + GAP;
    }

  return TRUE;
}

static FulPictureTrack *
add (FulPictureTracks *self,
     const char       *name)
{
  FulPictureTrack track = { .name = ful_format_label (name, ""), .y = self->height };

  g_array_append_val (self->tracks, track);

  return &g_array_index (self->tracks, FulPictureTrack, self->tracks->len - 1);
}

/**
 * ful_picture_tracks_new:
 * @list: the tracks of the profile
 * @layout: (nullable): which of them are shown; %NULL for those that are at first
 * @derived: its threads are selected, and what is outside of its range is pale
 * @range: what is drawn, absolute ms
 * @width: of the picture, px
 * @scheme: colours
 * @cancellable: (nullable): checked as by ful_plot_new()
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * O(rows of the tracks that are drawn).
 *
 * Returns: (transfer full): the tracks, or %NULL with @error set
 */
FulPictureTracks *
ful_picture_tracks_new (FulTrackList          *list,
                        const FulTrackLayout  *layout,
                        FulDerivedThread      *derived,
                        FulTimeRange           range,
                        guint                  width,
                        FulColorScheme         scheme,
                        FulDeriveCache        *cache,
                        GCancellable          *cancellable,
                        GError               **error)
{
  g_autoptr(FulPictureTracks) self = g_new0 (FulPictureTracks, 1);
  FulProfile *profile = derived->profile;
  FulPlotRequest request = {
    .profile = profile, .tracks = list, .cache = cache, .cpu_reference = ful_cpu_use_get_reference (profile), .range = range,
    .width = width - MIN (FUL_PICTURE_HEAD, width / 2), .scale = 1, .scheme = scheme, .node = FUL_NONE,
  };
  g_autoptr(GPtrArray) chosen = NULL;
  guint n_others;

  self->tracks = g_array_new (FALSE, FALSE, sizeof (FulPictureTrack));
  g_array_set_clear_func (self->tracks, clear_track);
  self->width = request.width;
  chosen = choose (list, layout, derived, &n_others);
  for (guint i = 0; i < chosen->len; i++)
    {
      FulPictureTrack *track = add (self, ((FulTrack *) g_ptr_array_index (chosen, i))->name);

      request.track = g_ptr_array_index (chosen, i);
      request.thread = ful_track_get_plot_thread (profile, request.track);
      track->is_selected = is_selected (request.track, derived);
      if (!draw (track, &request, derived->range, ful_picture_get_background (scheme), cancellable, error))
        return NULL;
      self->height += track->height;
    }
  if (n_others > 0)
    {
      g_autofree char *others = g_strdup_printf (ngettext ("and %u more track", "and %u more tracks", n_others), n_others);

      add (self, others)->height = FUL_PICTURE_ROW;
      self->height += FUL_PICTURE_ROW;
    }

  return g_steal_pointer (&self);
}

void
ful_picture_tracks_free (FulPictureTracks *self)
{
  g_array_unref (self->tracks);
  g_free (self);
}
