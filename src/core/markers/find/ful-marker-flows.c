/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The index of flows over all threads. Payloads are read where the schema of their
 * type has a field that is a flow, and only threads with such markers are derived:
 * about 50 ns a marker of these, 1 ns of others, and a sort of the matches. */

#include "config.h"

#include "ful-marker-flows.h"

#include "base/ful-bisect.h"
#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "base/ful-table.h"

#include <math.h>
#include <string.h>

/* A marker that names a flow. */
typedef struct
{
  double      start;
  guint       thread;
  guint       marker;
  gint32      row;
  const char *id;
  gboolean    terminates;
} Mention;

/* How flows are named in payloads of one type. */
typedef struct
{
  FulPayloadReader *reader;
  GArray           *terminates;   /* gboolean: of each key */
} Payloads;

typedef struct
{
  FulProfile       *profile;
  FulDeriveCache   *cache;
  FulMarkerSchemas *schemas;
  GHashTable       *payloads;     /* payload type + 1 → Payloads; NULL: has no flows */
  GHashTable       *ids;          /* ID → itself */
  GStringChunk     *texts;
  GArray           *mentions;
  FulBytes          text;
} Builder;

static void
payloads_free (gpointer data)
{
  Payloads *payloads = data;

  if (payloads == NULL)
    return;
  ful_payload_reader_free (payloads->reader);
  g_array_unref (payloads->terminates);
  g_free (payloads);
}

/* NULL if payloads of this type name no flows. */
static Payloads *
get_payloads (Builder *self,
              gint32   type)
{
  gpointer known;
  const FulMarkerSchema *schema;
  g_autoptr(GPtrArray) keys = NULL;
  Payloads *payloads = NULL;

  if (type == FUL_NONE)
    return NULL;
  if (g_hash_table_lookup_extended (self->payloads, GINT_TO_POINTER (type), NULL, &known))
    return known;

  schema = ful_marker_schemas_find (self->schemas, ful_string_table_get (self->profile->texts, type));
  keys = g_ptr_array_new ();
  for (guint i = 0; schema && i < schema->fields->len; i++)
    {
      FulMarkerFormat format = g_array_index (schema->fields, FulMarkerField, i).format;
      gboolean terminates = format == FUL_MARKER_FORMAT_TERMINATING_FLOW_ID;

      if (!terminates && format != FUL_MARKER_FORMAT_FLOW_ID)
        continue;
      if (payloads == NULL)
        {
          payloads = g_new0 (Payloads, 1);
          payloads->terminates = g_array_new (FALSE, FALSE, sizeof (gboolean));
        }
      g_ptr_array_add (keys, g_ptr_array_index (schema->keys, i));
      g_array_append_val (payloads->terminates, terminates);
    }
  if (payloads)
    payloads->reader = ful_payload_reader_new ((const char * const *) keys->pdata, keys->len);
  g_hash_table_insert (self->payloads, GINT_TO_POINTER (type), payloads);

  return payloads;
}

static gboolean
has_flows (Builder *self,
           guint    thread)
{
  const FulMarkerTable *raw = ful_profile_get_thread (self->profile, thread)->markers;
  gint32 last = FUL_NONE;

  for (guint i = 0; i < raw->table.n_rows; i++)
    {
      gint32 type = (gint32) ful_packed_int_get (&raw->payload_type, i);

      if (type == last)
        continue;
      last = type;
      if (get_payloads (self, last))
        return TRUE;
    }

  return FALSE;
}

/* (nullable): the one copy of the ID */
static const char *
get_id (Builder               *self,
        const FulPayloadValue *value)
{
  double index = ful_payload_value_get_number (value);
  const char *id, *known;

  if (index >= 0 && index < self->profile->n_strings)
    {
      id = ful_profile_get_string (self->profile, (FulStringIndex) index);
    }
  else
    {
      self->text.n = 0;
      ful_payload_value_append_text (value, &self->text);
      ful_bytes_append_c (&self->text, '\0');
      id = self->text.data;
    }
  if (*id == '\0')
    return NULL;

  known = g_hash_table_lookup (self->ids, id);
  if (known == NULL)
    {
      known = g_string_chunk_insert (self->texts, id);
      g_hash_table_add (self->ids, (gpointer) known);
    }

  return known;
}

static void
read_row (Builder             *self,
          const FulMarkerList *list,
          guint                marker,
          gint32               row)
{
  FulThread *thread = ful_profile_get_thread (self->profile, (guint) list->thread[marker]);
  gint32 first = list->begin_row[marker] != FUL_NONE ? list->begin_row[marker] : list->end_row[marker];
  Payloads *payloads;

  if (row == FUL_NONE)
    return;
  payloads = get_payloads (self, (gint32) ful_packed_int_get (&thread->markers->payload_type, (guint) row));
  if (payloads == NULL)
    return;

  ful_payload_reader_clear (payloads->reader);
  ful_payload_reader_read_row (payloads->reader, thread, row);
  for (guint i = 0; i < payloads->reader->n_values; i++)
    {
      const FulPayloadValue *value = &payloads->reader->values[i];
      const char *id = ful_payload_value_is_null (value) ? NULL : get_id (self, value);
      Mention mention = {
        list->start[marker], (guint) list->thread[marker], marker, first, id,
        g_array_index (payloads->terminates, gboolean, value->key),
      };

      if (id)
        g_array_append_val (self->mentions, mention);
    }
}

static gboolean
read_thread (Builder       *self,
             guint          thread,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr(FulThreadSet) set = NULL;
  g_autoptr(FulMarkerList) list = NULL;

  if (!has_flows (self, thread))
    return TRUE;
  set = ful_thread_set_new (self->profile, &thread, 1, cancellable, error);
  list = set ? ful_marker_list_derive (set, self->cache, cancellable, error) : NULL;
  if (list == NULL)
    return FALSE;

  for (guint i = 0; i < list->n_markers; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      read_row (self, list, i, list->begin_row[i]);
      read_row (self, list, i, list->end_row[i]);
    }

  return TRUE;
}

/* Of the mentions of a flow in one marker, its end comes last. */
static int
compare_mentions (gconstpointer a,
                  gconstpointer b)
{
  const Mention *x = a, *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->marker != y->marker)
    return x->marker < y->marker ? -1 : 1;

  return x->terminates - y->terminates;
}

static int
compare_refs (gconstpointer a,
              gconstpointer b)
{
  const FulFlowRef *x = a, *y = b;

  if (x->thread != y->thread)
    return x->thread < y->thread ? -1 : 1;
  if (x->row != y->row)
    return x->row < y->row ? -1 : 1;

  return (x->flow > y->flow) - (x->flow < y->flow);
}

/* Sets the flow of each mention, or G_MAXUINT if its marker is in it already; sets the
 * ends of @flows to their numbers of markers. */
static GArray *
assign_flows (const GArray *mentions,
              GArray       *flows)
{
  GArray *flow_of = g_array_sized_new (FALSE, FALSE, sizeof (guint), mentions->len);
  g_autoptr(GHashTable) open = g_hash_table_new (NULL, NULL);            /* ID → flow + 1 */
  g_autoptr(GArray) last = g_array_new (FALSE, FALSE, sizeof (guint));   /* of each flow the last mention */

  for (guint i = 0; i < mentions->len; i++)
    {
      const Mention *mention = &g_array_index (mentions, Mention, i), *before;
      guint flow = GPOINTER_TO_UINT (g_hash_table_lookup (open, mention->id));

      if (flow == 0)
        {
          FulMarkerFlow first = { mention->id, 0, 0 };

          g_array_append_val (flows, first);
          g_array_append_val (last, i);
          flow = flows->len;
          g_hash_table_insert (open, (gpointer) mention->id, GUINT_TO_POINTER (flow));
        }
      if (mention->terminates)
        g_hash_table_remove (open, mention->id);

      flow--;
      before = &g_array_index (mentions, Mention, g_array_index (last, guint, flow));
      g_array_index (last, guint, flow) = i;
      if (before != mention && before->thread == mention->thread && before->marker == mention->marker)
        flow = G_MAXUINT;
      else
        g_array_index (flows, FulMarkerFlow, flow).end++;
      g_array_append_val (flow_of, flow);
    }

  return flow_of;
}

/* Mentions in the order of time become flows with their markers side by side. */
static FulMarkerFlows *
build (Builder *builder)
{
  FulMarkerFlows *self = g_atomic_rc_box_new0 (FulMarkerFlows);
  g_autoptr(GArray) flows = g_array_new (FALSE, FALSE, sizeof (FulMarkerFlow));
  g_autoptr(GArray) flow_of = NULL;
  guint n = 0;

  g_array_sort (builder->mentions, compare_mentions);
  flow_of = assign_flows (builder->mentions, flows);
  for (guint i = 0; i < flows->len; i++)
    {
      FulMarkerFlow *flow = &g_array_index (flows, FulMarkerFlow, i);

      flow->begin = n;
      n += flow->end;
      flow->end = flow->begin;
    }

  self->markers = g_array_sized_new (FALSE, FALSE, sizeof (FulMarkerPlace), n);
  g_array_set_size (self->markers, n);
  self->refs = g_array_sized_new (FALSE, FALSE, sizeof (FulFlowRef), n);
  for (guint i = 0; i < builder->mentions->len; i++)
    {
      const Mention *mention = &g_array_index (builder->mentions, Mention, i);
      guint number = g_array_index (flow_of, guint, i);
      FulMarkerFlow *flow;
      FulFlowRef ref;

      if (number == G_MAXUINT)
        continue;
      flow = &g_array_index (flows, FulMarkerFlow, number);
      ref = (FulFlowRef) { mention->thread, mention->row, number, flow->end };
      g_array_append_val (self->refs, ref);
      g_array_index (self->markers, FulMarkerPlace, flow->end++) =
        (FulMarkerPlace) { mention->thread, mention->marker, mention->start };
    }
  g_array_sort (self->refs, compare_refs);

  self->profile = g_object_ref (builder->profile);
  self->ids = g_steal_pointer (&builder->texts);
  self->n_flows = flows->len;
  self->flows = (FulMarkerFlow *) (gpointer) g_array_free (g_steal_pointer (&flows), FALSE);

  return self;
}

/**
 * ful_marker_flows_derive:
 * @profile: a profile
 * @cache: (nullable): of @profile
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full): the flows of all threads
 */
FulMarkerFlows *
ful_marker_flows_derive (FulProfile      *profile,
                         FulDeriveCache  *cache,
                         GCancellable    *cancellable,
                         GError         **error)
{
  g_autofree char *serial = g_strdup_printf ("%" G_GUINT64_FORMAT, profile->thread_serial);
  g_auto(FulDeriveSlot) slot = { NULL };
  FulMarkerFlows *self = ful_derive_cache_lookup (cache, FUL_STAGE_FLOWS, serial, cancellable, &slot);
  Builder builder = { .profile = profile, .cache = cache };
  gboolean ok = TRUE;

  if (self)
    return self;

  builder.schemas = ful_marker_schemas_derive (profile, cache);
  builder.payloads = g_hash_table_new_full (NULL, NULL, NULL, payloads_free);
  builder.ids = g_hash_table_new (ful_hash_text, g_str_equal);
  builder.texts = g_string_chunk_new (1024);
  builder.mentions = g_array_new (FALSE, FALSE, sizeof (Mention));
  for (guint i = 0; ok && i < profile->threads->len; i++)
    ok = read_thread (&builder, i, cancellable, error);
  if (ok)
    {
      self = build (&builder);
      ful_derive_slot_fill (&slot, self,
                            self->n_flows * sizeof (FulMarkerFlow) +
                              self->refs->len * (sizeof (FulFlowRef) + sizeof (FulMarkerPlace)),
                            (GDestroyNotify) ful_marker_flows_unref);
    }
  ful_marker_schemas_unref (builder.schemas);
  g_hash_table_unref (builder.payloads);
  g_hash_table_unref (builder.ids);
  g_clear_pointer (&builder.texts, g_string_chunk_free);
  g_array_unref (builder.mentions);
  ful_bytes_clear (&builder.text);

  return self;
}

/**
 * ful_marker_flows_find:
 * @list: markers of the profile, of whatever threads
 * @marker: one of them
 * @out_n: (out): how many flows it belongs to
 *
 * O(log n).
 *
 * Returns: (transfer none) (array length=out_n): where the marker is in each flow
 */
const FulFlowRef *
ful_marker_flows_find (const FulMarkerFlows *self,
                       const FulMarkerList  *list,
                       guint                 marker,
                       guint                *out_n)
{
  gint32 row = list->begin_row[marker] != FUL_NONE ? list->begin_row[marker] : list->end_row[marker];
  FulFlowRef first = { (guint) list->thread[marker], row, 0, 0 };
  const FulFlowRef *refs = (const FulFlowRef *) (gconstpointer) self->refs->data;
  guint begin = FUL_BISECT (0, self->refs->len, i, compare_refs (&refs[i], &first) >= 0);
  guint end = begin;

  while (end < self->refs->len && refs[end].thread == first.thread && refs[end].row == row)
    end++;
  *out_n = end - begin;

  return refs + begin;
}

static void
clear (gpointer data)
{
  FulMarkerFlows *self = data;

  g_clear_object (&self->profile);
  g_free (self->flows);
  g_array_unref (self->markers);
  g_array_unref (self->refs);
  g_string_chunk_free (self->ids);
}

void
ful_marker_flows_unref (FulMarkerFlows *self)
{
  g_atomic_rc_box_release_full (self, clear);
}
