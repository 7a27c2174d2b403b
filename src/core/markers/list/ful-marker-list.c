/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The shown markers: ful-marker-join.c derives them from the raw ones, once for a
 * set of threads. */

#include "config.h"

#include "ful-marker-list.h"

#include "ful-marker-list-private.h"

#include "base/ful-table.h"

#include <string.h>

/* Names that need not be among the strings of the profile: -1, -2, … */
static const char *const own_names[] = {
  "Jank", "CompositorScreenshot", "IPCOut", "IPCIn", "SyncIPCOut", "SyncIPCIn",
};

/**
 * ful_marker_list_derive:
 * @threads: a thread set
 * @cache: (nullable): of its profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Raw markers without a required time are omitted, and IPC markers if others of the
 * same message have more information.
 *
 * Returns: (transfer full): all markers of the threads, of whatever time
 */
FulMarkerList *
ful_marker_list_derive (FulThreadSet    *threads,
                        FulDeriveCache  *cache,
                        GCancellable    *cancellable,
                        GError         **error)
{
  g_autoptr(FulIpcTable) ipc = ful_ipc_table_derive (threads->profile, cache, cancellable, error);
  g_autofree char *name = ful_thread_set_get_name (threads);
  g_autofree char *threads_key = ful_thread_set_get_key (threads);
  g_autofree char *rows = NULL;
  g_autoptr(FulMarkerList) before = NULL;
  g_auto(FulDeriveSlot) slot = { NULL };
  FulMarkerList *self;

  if (ipc == NULL)
    return NULL;

  /* Messages have steps in other threads. */
  rows = g_strdup_printf ("%s %" G_GUINT64_FORMAT, threads_key, ipc->n_rows == 0 ? 0 : threads->profile->thread_serial);
  self = ful_derive_cache_lookup_growing (cache, FUL_STAGE_MARKERS, name, rows, (gpointer *) &before, cancellable, &slot);
  if (self)
    return self;

  self = ful_marker_join (threads, before, ipc, cancellable, error);
  if (self == NULL)
    return NULL;

  self->schemas = ful_marker_schemas_derive (threads->profile, cache);
  ful_derive_slot_fill (&slot, self, ful_marker_list_get_size (self), (GDestroyNotify) ful_marker_list_unref);

  return self;
}

/**
 * ful_marker_list_get_name:
 *
 * Returns: (transfer none): the name of a marker; lives as long as @self
 */
const char *
ful_marker_list_get_name (const FulMarkerList *self,
                          guint                marker)
{
  gint32 name = self->name[marker];

  return name < 0 ? own_names[-1 - name] : ful_profile_get_string (self->profile, name);
}

static gint32
get_row_type (const FulMarkerList *self,
              guint                marker,
              gint32               row)
{
  FulThread *thread = ful_profile_get_thread (self->profile, (guint) self->thread[marker]);

  return row == FUL_NONE ? FUL_NONE : (gint32) ful_packed_int_get (&thread->markers->payload_type, (guint) row);
}

/**
 * ful_marker_list_get_type_number:
 *
 * Returns: the same for markers of the same type; %FUL_NONE without one, and of %FUL_MARKER_KIND_JANK
 */
gint32
ful_marker_list_get_type_number (const FulMarkerList *self,
                                 guint                marker)
{
  gint32 type = FUL_NONE;

  if (self->kind[marker] != FUL_MARKER_KIND_JANK)
    type = get_row_type (self, marker, self->end_row[marker]);
  if (type == FUL_NONE && self->kind[marker] != FUL_MARKER_KIND_JANK)
    type = get_row_type (self, marker, self->begin_row[marker]);

  return type;
}

/**
 * ful_marker_list_get_type:
 *
 * Returns: (transfer none) (nullable): the type of the payload, which names a schema; lives as long as @self
 */
const char *
ful_marker_list_get_type (const FulMarkerList *self,
                          guint                marker)
{
  gint32 type = ful_marker_list_get_type_number (self, marker);

  if (self->kind[marker] == FUL_MARKER_KIND_JANK)
    return "Jank";

  return type == FUL_NONE ? NULL : ful_string_table_get (self->profile->texts, type);
}

/**
 * ful_marker_list_get_schema:
 *
 * Returns: (transfer none) (nullable): the schema of the marker's payload; lives as long as @self
 */
const FulMarkerSchema *
ful_marker_list_get_schema (const FulMarkerList *self,
                            guint                marker)
{
  return ful_marker_schemas_find (self->schemas, ful_marker_list_get_type (self, marker));
}

/**
 * ful_marker_list_read_payload:
 * @reader: gets the members that it reads
 *
 * About 10 ns a byte of the payload.
 */
void
ful_marker_list_read_payload (const FulMarkerList *self,
                              guint                marker,
                              FulPayloadReader    *reader)
{
  FulThread *thread = ful_profile_get_thread (self->profile, (guint) self->thread[marker]);
  gint32 begin = self->begin_row[marker], end = self->end_row[marker];
  FulMarkerKind kind = self->kind[marker];

  ful_payload_reader_clear (reader);
  if (begin != FUL_NONE && (kind != FUL_MARKER_KIND_NETWORK || end == FUL_NONE))
    ful_payload_reader_read_row (reader, thread, begin);
  if (end != FUL_NONE && kind != FUL_MARKER_KIND_SCREENSHOT)
    ful_payload_reader_read_row (reader, thread, end);
  if (kind == FUL_MARKER_KIND_IPC)
    ful_ipc_table_put_texts (self->ipc, ful_ipc_table_lookup (self->ipc, (guint) self->thread[marker], (guint) begin),
                             reader);
}

/* Markers about files that another thread used are recorded there as well. */
static gboolean
is_of_other_thread (const FulMarkerList *list,
                    guint                marker,
                    FulPayloadReader    *reader)
{
  ful_marker_list_read_payload (list, marker, reader);

  return ful_payload_reader_get (reader, 0) != NULL;
}

/**
 * ful_marker_list_filter_by_location:
 * @list: markers
 * @markers: (element-type guint): some of them
 * @location: one location
 *
 * The schema of a marker has its locations; table and chart show markers without a
 * schema too (markers.md 3.1). Payloads are read for %FUL_MARKER_LOCATION_FILE_IO only.
 *
 * Returns: (transfer full) (element-type guint): those that are shown there
 */
GArray *
ful_marker_list_filter_by_location (const FulMarkerList *list,
                                    const GArray        *markers,
                                    FulMarkerLocation    location)
{
  const char *key = "threadId";
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (&key, 1);
  GArray *shown = g_array_sized_new (FALSE, FALSE, sizeof (guint), markers->len);
  const FulMarkerSchema *schema = NULL;
  const char *last_type = NULL;

  for (guint i = 0; i < markers->len; i++)
    {
      guint marker = g_array_index (markers, guint, i);
      const char *type = ful_marker_list_get_type (list, marker);
      gboolean is_shown;

      /* Texts of types are interned, and often the same in a row. */
      if (i == 0 || type != last_type)
        schema = ful_marker_schemas_find (list->schemas, type);
      last_type = type;
      is_shown = schema ? (schema->locations & location) != 0
                        : (location & (FUL_MARKER_LOCATION_CHART | FUL_MARKER_LOCATION_TABLE)) != 0;
      if (location == FUL_MARKER_LOCATION_FILE_IO && g_strcmp0 (type, "FileIO") == 0)
        is_shown = !is_of_other_thread (list, marker, reader);
      if (is_shown)
        g_array_append_val (shown, marker);
    }

  return shown;
}
