/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The bar of a request in the network chart. Semantics: markers.md 8. */

#include "config.h"

#include "ful-network-bar.h"

#include <math.h>
#include <string.h>

/* The moments that the bar is parted at. */
static const FulNetworkMoment moments[] = {
  FUL_NETWORK_DNS_START, FUL_NETWORK_REQUEST_START, FUL_NETWORK_RESPONSE_START, FUL_NETWORK_RESPONSE_END,
};

#define OPAQUE 3

static void
add_segment (GArray   *segments,
             double    start,
             double    end,
             guint     opacity,
             gboolean  is_preconnect)
{
  FulNetworkSegment segment = { start, end, opacity, is_preconnect };

  g_array_append_val (segments, segment);
}

/**
 * ful_network_request_get_segments:
 * @start: when the request began, absolute ms
 * @end: when it ended
 *
 * Time that was spent waiting is lighter than that of the answer.
 *
 * Returns: (transfer full) (element-type FulNetworkSegment): the parts of its bar, in their order; the
 *   one before the request first, if there is one
 */
GArray *
ful_network_request_get_segments (const FulNetworkRequest *self,
                                  double                   start,
                                  double                   end)
{
  GArray *segments = g_array_new (FALSE, FALSE, sizeof (FulNetworkSegment));
  double times[FUL_N_NETWORK_MOMENTS];
  double connect_start = NAN, connect_end = NAN;
  guint n_phases = 0;

  for (guint i = 0; i < FUL_N_NETWORK_MOMENTS; i++)
    times[i] = NAN;
  for (guint i = 0; i < self->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (self->phases, FulNetworkPhase, i);

      if (phase->is_preconnect)
        {
          connect_start = fmin (connect_start, phase->start);
          connect_end = phase->end;
          continue;
        }
      times[phase->moment] = phase->start;
      n_phases++;
    }
  if (!isnan (connect_start))
    add_segment (segments, connect_start, connect_end, 1, TRUE);

  /* Nothing is known in between of one that has a single phase. */
  if (n_phases > 1)
    for (guint i = 0; i < G_N_ELEMENTS (moments); i++)
      {
        gboolean is_first = segments->len == 0 || g_array_index (segments, FulNetworkSegment, segments->len - 1).is_preconnect;

        if (isnan (times[moments[i]]))
          continue;
        add_segment (segments, is_first ? start : g_array_index (segments, FulNetworkSegment, segments->len - 1).end,
                     times[moments[i]], is_first ? 0 : i, FALSE);
      }

  if (segments->len == 0 || g_array_index (segments, FulNetworkSegment, segments->len - 1).is_preconnect)
    add_segment (segments, start, end, OPAQUE, FALSE);
  else
    add_segment (segments, g_array_index (segments, FulNetworkSegment, segments->len - 1).end, end, 0, FALSE);

  return segments;
}

/**
 * ful_network_request_get_hue:
 *
 * Returns: (transfer none): the colour for the type of the response
 */
const FulCategoryHue *
ful_network_request_get_hue (const FulNetworkRequest *self)
{
  static const struct { const char *prefix, *color; } types[] = {
    { "text/css", "purple" }, { "application/javascript", "yellow" }, { "application/x-javascript", "yellow" },
    { "text/javascript", "yellow" }, { "text/html", "blue" }, { "image/", "green" },
  };

  for (guint i = 0; self->mime_type && i < G_N_ELEMENTS (types); i++)
    if (g_str_has_prefix (self->mime_type, types[i].prefix))
      return ful_category_hue_lookup (types[i].color);

  return ful_category_hue_lookup ("grey");
}

/**
 * ful_network_split_name:
 * @name: of a marker: perhaps "Load 12: ", and the address
 * @out_file: (out) (transfer full): the last part of its path; "/" if that is empty, @name if it is no address
 * @out_host: (out) (transfer full): the host, with the port
 */
void
ful_network_split_name (const char  *name,
                        char       **out_file,
                        char       **out_host)
{
  const char *colon = g_str_has_prefix (name, "Load ") ? strstr (name, ": ") : NULL;
  const char *address = colon ? colon + 2 : name;
  const char *scheme = strstr (address, "://");
  const char *host = scheme ? scheme + 3 : address;
  gsize n_host = strcspn (host, "/?#");
  gsize n_path = strcspn (host + n_host, "?#");
  const char *file = g_strrstr_len (host + n_host, (gssize) n_path, "/");

  if (scheme == NULL)
    {
      *out_file = g_strdup (address);
      *out_host = g_strdup ("");
      return;
    }

  *out_host = g_strndup (host, n_host);
  if (file && file + 1 < host + n_host + n_path)
    *out_file = g_strndup (file + 1, (gsize) (host + n_host + n_path - file - 1));
  else
    *out_file = g_strdup ("/");
}
