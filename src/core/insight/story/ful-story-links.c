/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which threads a marker has to do with: those at both ends of its message, and those of its flows. O(markers of the flows). */

#include "config.h"

#include "ful-story-links.h"

#include "markers/find/ful-marker-flows.h"
#include "markers/list/ful-ipc-table.h"

static void
link_message (FulStory *self)
{
  const FulMarkerList *list = self->list;
  guint marker = (guint) self->marker;
  const FulIpcMessage *message;

  if (list->kind[marker] != FUL_MARKER_KIND_IPC)
    return;

  message = &list->ipc->messages[ful_ipc_table_lookup (list->ipc, (guint) list->thread[marker], (guint) list->begin_row[marker])->message];
  if (message->send_thread != FUL_NONE)
    self->is_linked[message->send_thread] = TRUE;
  if (message->recv_thread != FUL_NONE)
    self->is_linked[message->recv_thread] = TRUE;
}

/**
 * ful_story_find_links:
 * @self: with its list of markers; gets @is_linked, if it is about a marker
 */
gboolean
ful_story_find_links (FulStory        *self,
                      FulProfile      *profile,
                      FulDeriveCache  *cache,
                      GCancellable    *cancellable,
                      GError         **error)
{
  g_autoptr(FulMarkerFlows) flows = NULL;
  const FulFlowRef *refs;
  guint n;

  self->is_linked = g_new0 (gboolean, profile->threads->len + 1);
  if (self->marker == FUL_NONE)
    return TRUE;

  flows = ful_marker_flows_derive (profile, cache, cancellable, error);
  if (flows == NULL)
    return FALSE;

  link_message (self);
  refs = ful_marker_flows_find (flows, self->list, (guint) self->marker, &n);
  for (guint i = 0; i < n; i++)
    {
      const FulMarkerFlow *flow = &flows->flows[refs[i].flow];

      for (guint k = flow->begin; k < flow->end; k++)
        self->is_linked[g_array_index (flows->markers, FulMarkerPlace, k).thread] = TRUE;
    }

  return TRUE;
}
