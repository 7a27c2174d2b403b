/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The facts of a request, for tooltip and details. */

#include "config.h"

#include "ful-network-facts.h"

#include "base/ful-format.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * ful_network_request_has_failed:
 *
 * Returns: whether the response is an error, or the request was cancelled
 */
gboolean
ful_network_request_has_failed (const FulNetworkRequest *self)
{
  return self->response_status >= 400 || g_strcmp0 (self->status, "STATUS_CANCEL") == 0;
}

/**
 * ful_network_request_summarize:
 * @duration: ms, or NaN
 *
 * Returns: (transfer full): status, type, size and duration, as far as they are known
 */
char *
ful_network_request_summarize (const FulNetworkRequest *self,
                               double                   duration)
{
  GString *text = g_string_new (NULL);
  g_autofree char *size = isnan (self->size_bytes) ? NULL : ful_format_bytes (self->size_bytes);
  g_autofree char *length = isnan (duration) ? NULL : ful_format_duration (duration);
  g_autofree char *code = isnan (self->response_status) ? NULL : g_strdup_printf ("%g", self->response_status);
  const char *label = ful_network_status_get_label (self->status);
  const char *parts[] = { code ? code : label ? _(label) : NULL, self->mime_type, size, length };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    if (parts[i])
      g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", parts[i]);

  return g_string_free (text, FALSE);
}

/**
 * ful_network_request_list_facts:
 *
 * Returns: (transfer full) (element-type FulMarkerFact): the facts of the response
 */
GArray *
ful_network_request_list_facts (const FulNetworkRequest *self)
{
  GArray *facts = ful_marker_facts_new ();
  const char *status = ful_network_status_get_label (self->status);
  g_autofree char *code = g_strdup_printf ("%g", self->response_status);
  g_autofree char *size = ful_format_bytes (self->size_bytes);
  const struct { const char *label, *text; } all[] = {
    { _("Status"), status ? _(status) : NULL },
    { _("Status code"), isnan (self->response_status) ? NULL : code },
    { _("Method"), self->method },
    { self->mime_type_is_guessed ? _("Guessed type") : _("Type"), self->mime_type },
    { _("Received"), isnan (self->size_bytes) ? NULL : size },
    { _("HTTP version"), self->http_version },
    { _("Cache"), self->cache },
  };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    if (all[i].text)
      ful_marker_facts_add (facts, all[i].label, all[i].text, -1);

  return facts;
}

/**
 * ful_network_request_list_phases:
 *
 * Returns: (transfer full) (element-type FulMarkerFact): the phases and their durations
 */
GArray *
ful_network_request_list_phases (const FulNetworkRequest *self)
{
  GArray *facts = ful_marker_facts_new ();

  for (guint i = 0; i < self->phases->len; i++)
    {
      const FulNetworkPhase *phase = &g_array_index (self->phases, FulNetworkPhase, i);
      g_autofree char *duration = ful_format_timestamp (phase->end - phase->start);

      ful_marker_facts_add (facts, _(ful_network_moment_get_label (phase->moment)), duration, -1);
    }

  return facts;
}
