/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A chart as a picture file, all of it. Any thread may do it. */

#include "config.h"

#include "ful-chart-picture.h"

#include "ful-picture-private.h"
#include "io/bytes/ful-file-replace.h"

/**
 * ful_chart_picture_write:
 * @layout: (nullable): the boxes; %NULL for a chart of markers
 * @options: options of drawing
 * @stream: target; not closed
 * @cancellable: (nullable): checked for each row
 * @error: errors of @stream; %FUL_ERROR_TOO_LARGE for a picture that the format cannot hold
 *
 * Rows are 20 px high, as many as have boxes. Boxes narrower than a pixel are drawn once
 * for each pixel. SVG keeps texts as texts, and has the name with the share or duration of
 * a box as its title.
 */
gboolean
ful_chart_picture_write (FulBoxLayout                  *layout,
                         const FulChartPictureOptions  *options,
                         GOutputStream                 *stream,
                         GCancellable                  *cancellable,
                         GError                       **error)
{
  FulPicture picture = { .layout = layout, .options = options };
  gboolean ok;

  g_return_val_if_fail (options->width > 0, FALSE);

  picture.background = ful_picture_get_background (options->scheme);
  if (options->timings)
    {
      picture.n_rows = picture.n_timings = options->timings->n_lanes;
      picture.labeler = ful_marker_labeler_new (options->timings->list);
    }
  for (guint depth = 0; layout && depth < layout->n_rows; depth++)
    if (layout->rows[depth].n_boxes > 0)
      picture.n_rows = picture.n_timings + depth + 1;

  ok = (options->format == FUL_PICTURE_SVG ? ful_picture_write_svg : ful_picture_write_png) (&picture, stream,
                                                                                           cancellable, error);
  g_clear_pointer (&picture.labeler, ful_marker_labeler_free);

  return ok;
}

/**
 * ful_chart_picture_save:
 *
 * As ful_chart_picture_write(), to a file that is replaced in one step.
 */
gboolean
ful_chart_picture_save (FulBoxLayout                  *layout,
                        const FulChartPictureOptions  *options,
                        GFile                         *file,
                        GCancellable                  *cancellable,
                        GError                       **error)
{
  g_autoptr(FulFileReplace) to = ful_file_replace_begin (file, cancellable, error);

  return to && ful_chart_picture_write (layout, options, to->stream, cancellable, error) &&
         ful_file_replace_finish (to, cancellable, error);
}
