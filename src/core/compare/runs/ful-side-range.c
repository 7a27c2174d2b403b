/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The range of a side as text, resolved in each of its runs (compare.md 1): times, the span of a marker, or from one marker
 * to another. O(markers) where it names some. */

#include "config.h"

#include "ful-side-range.h"

#include "base/ful-error.h"
#include "ful-marker-spans.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Finds the first marker of a name, or the K-th of "NAME#K". */
static gboolean
find_span (const char      *name,
           FulProfile      *profile,
           FulDeriveCache  *cache,
           FulTimeRange    *span,
           GCancellable    *cancellable,
           GError         **error)
{
  const char *hash = strrchr (name, '#');
  g_autofree char *base = NULL;
  g_autoptr(GArray) spans = NULL;
  guint64 number = 1;

  if (hash && !g_ascii_string_to_unsigned (hash + 1, 10, 1, G_MAXUINT32, &number, NULL))
    hash = NULL;
  base = hash ? g_strndup (name, (gsize) (hash - name)) : g_strdup (name);
  spans = ful_marker_spans_new (profile, cache, base, cancellable, error);
  if (spans == NULL)
    return FALSE;
  if (number > spans->len)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
                   ngettext ("There is only %u marker “%s”", "There are only %u markers “%s”", spans->len), spans->len, base);
      return FALSE;
    }
  *span = g_array_index (spans, FulTimeRange, number - 1);

  return TRUE;
}

/* Finds the time from the start of the first marker A to that of the next B. */
static gboolean
find_gap (char *const      names[2],
          FulProfile      *profile,
          FulDeriveCache  *cache,
          FulTimeRange    *gap,
          GCancellable    *cancellable,
          GError         **error)
{
  g_autoptr(GArray) first = ful_marker_spans_new (profile, cache, names[0], cancellable, error);
  g_autoptr(GArray) second = first ? ful_marker_spans_new (profile, cache, names[1], cancellable, error) : NULL;

  if (second == NULL)
    return FALSE;
  gap->start = g_array_index (first, FulTimeRange, 0).start;
  for (guint i = 0; i < second->len; i++)
    {
      gap->end = g_array_index (second, FulTimeRange, i).start;
      if (gap->end > gap->start)
        return TRUE;
    }
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("No marker “%s” starts after “%s”"), names[1], names[0]);

  return FALSE;
}

static gboolean
refuse (const char  *text,
        GError     **error)
{
  g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT,
               _("The range “%s” is not understood; write START,END in ms, marker:NAME, marker:NAME#NUMBER or markers:FIRST,SECOND"), text);

  return FALSE;
}

/**
 * ful_side_range_resolve:
 * @text: START,END in ms from the start of the root range, marker:NAME, marker:NAME#K, or markers:A,B
 * @profile: a run
 * @cache: of it
 * @range: (out): relative to the root range
 * @cancellable: (nullable)
 * @error: %FUL_ERROR_ARGUMENT, or %G_IO_ERROR_CANCELLED
 *
 * Returns: whether the run has that range
 */
gboolean
ful_side_range_resolve (const char      *text,
                        FulProfile      *profile,
                        FulDeriveCache  *cache,
                        FulTimeRange    *range,
                        GCancellable    *cancellable,
                        GError         **error)
{
  FulTimeRange root = ful_derive_cache_get_root_range (cache);
  const char *number = text;
  char *end;

  if (g_str_has_prefix (text, "marker:"))
    {
      if (!find_span (text + strlen ("marker:"), profile, cache, range, cancellable, error))
        return FALSE;
      if (!(range->end > range->start))
        {
          g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("%s has no duration"), text);
          return FALSE;
        }
      *range = ful_time_range_shift (*range, -root.start);
      return TRUE;
    }
  if (g_str_has_prefix (text, "markers:"))
    {
      g_auto(GStrv) names = g_strsplit (text + strlen ("markers:"), ",", 2);

      if (g_strv_length (names) != 2)
        return refuse (text, error);
      if (!find_gap (names, profile, cache, range, cancellable, error))
        return FALSE;
      *range = ful_time_range_shift (*range, -root.start);
      return TRUE;
    }

  range->start = g_ascii_strtod (number, &end);
  if (end == number || *end != ',')
    return refuse (text, error);
  number = end + 1;
  range->end = g_ascii_strtod (number, &end);
  if (end == number || *end != '\0' || !(range->end > range->start))
    return refuse (text, error);

  return TRUE;
}
