/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What all connections to the replay of a profile share: its objects, the order of its markers, and
 * which parts were said to be left out. */

#include "config.h"

#include "ful-live-script.h"

#include "base/ful-bytes.h"
#include "base/ful-error.h"
#include "export/ful-plain-profile.h"
#include "export/ful-processed-objects.h"
#include "io/raw/ful-raw-get.h"
#include "wire/ful-wire.h"

#include <math.h>
#include <string.h>

static const char *const omitted_texts[] = {
  [FUL_LIVE_OMITTED_OBJECTS] = "threads after the first 65,536, or counters after the first 4,096",
  [FUL_LIVE_OMITTED_TEXT] = "the rest of texts of more than 16 MiB",
  [FUL_LIVE_OMITTED_TIME] = "rows without a time, or of a time beyond 292 years",
  [FUL_LIVE_OMITTED_INVERTED] = "ends of markers before their starts",
  [FUL_LIVE_OMITTED_CPU] = "CPU use that is negative, or a fraction of its unit",
  [FUL_LIVE_OMITTED_ARGUMENTS] = "traced arguments of calls",
  [FUL_LIVE_OMITTED_MARKER_COLUMNS] = "further columns of the table of markers",
  [FUL_LIVE_OMITTED_PAYLOAD] = "fields of markers with more than 16 MiB",
  [FUL_LIVE_OMITTED_BYTES] = "fractions of bytes of allocations",
  [FUL_LIVE_OMITTED_ALLOCATION] = "addresses and threads of allocations that are not both given, or are no whole numbers",
  [FUL_LIVE_OMITTED_NUMBER] = "numbers of operations that are negative or fractions",
  [FUL_LIVE_OMITTED_TABLE_NUMBER] = "numbers in tables that are negative, fractions, or 2⁶³ and more",
};

/* Says it once. */
void
ful_live_script_omit (FulLiveScript  *self,
                      FulLiveOmitted  what)
{
  if (self->omitted & (1u << what))
    return;
  self->omitted |= 1u << what;
  if (self->omit)
    self->omit (omitted_texts[what], self->user_data);
}

/**
 * ful_live_script_get_time:
 * @ms: a time of the profile
 * @out_ns: (out): as on the wire
 *
 * Returns: %FALSE if the wire cannot hold it
 */
gboolean
ful_live_script_get_time (double  ms,
                          gint64 *out_ns)
{
  double ns = ms * 1e6;

  if (!(fabs (ns) < 0x1p62))   /* leaves room for differences */
    return FALSE;
  *out_ns = llrint (ns);

  return TRUE;
}

/* @out_start is the time of a record of the wire. Returns: FALSE without the times that the phase needs. */
gboolean
ful_live_script_get_marker_times (const FulMarkerTable *markers,
                                  guint                 row,
                                  gint64               *out_start,
                                  gint64               *out_end)
{
  if (markers->phase[row] != FUL_MARKER_PHASE_INTERVAL)
    {
      gboolean is_end = markers->phase[row] == FUL_MARKER_PHASE_INTERVAL_END;
      gboolean ok = ful_live_script_get_time (is_end ? markers->end_time[row] : markers->start_time[row], out_start);

      *out_end = *out_start;
      return ok;
    }

  return ful_live_script_get_time (markers->start_time[row], out_start) &&
         ful_live_script_get_time (markers->end_time[row], out_end);
}

/* The object META: needed members that the profile lacks are those that a reader assumes. */
static char *
create_meta (FulLiveScript *self,
             gboolean       at_end,
             gboolean       with_rest)
{
  FulProfile *profile = self->profile;
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  FulBytes text = { NULL }, object = { NULL };
  FulRawNode *meta;

  ful_processed_put_meta (&text, profile);
  meta = ful_raw_tree_parse (tree, text.data, text.n, NULL);
  g_assert (meta);
  if (!at_end)
    ful_raw_remove (meta, "profilingEndTime");
  if (ful_raw_get (meta, "interval") == NULL)
    ful_raw_set_number (tree, meta, "interval", profile->interval);
  if (ful_raw_get (meta, "startTime") == NULL)
    ful_raw_set_number (tree, meta, "startTime", profile->start_time);
  if (ful_raw_get (meta, "categories") == NULL)
    ful_raw_set (tree, meta, "categories", ful_raw_tree_new_array (tree, FUL_RAW_NODES, 0));

  ful_bytes_append_s (&object, "{\"meta\":");
  ful_raw_write (meta, &object);
  if (with_rest)
    ful_processed_put_rest (&object, profile->rest_json);
  ful_bytes_append (&object, "}", 2);
  ful_bytes_clear (&text);

  return object.data;
}

static gboolean
create_metas (FulLiveScript  *self,
              GError        **error)
{
  const gsize max_bytes = FUL_WIRE_MAX_BYTES - 16;
  gboolean with_rest = TRUE;

  self->meta = create_meta (self, FALSE, TRUE);
  if (strlen (self->meta) > max_bytes)
    {
      with_rest = FALSE;
      ful_live_script_omit (self, FUL_LIVE_OMITTED_TEXT);
      g_free (self->meta);
      self->meta = create_meta (self, FALSE, FALSE);
    }
  if (strlen (self->meta) > max_bytes)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_TOO_LARGE, "“meta” of the profile has more than 16 MiB, a frame cannot hold it");
      return FALSE;
    }
  if (!isnan (self->profile->profiling_end_time))
    self->end_meta = create_meta (self, TRUE, with_rest);

  return TRUE;
}

static void
add_number_field (GHashTable *fields,
                  const char *type,
                  const char *key)
{
  GHashTable *keys = g_hash_table_lookup (fields, type);

  if (keys == NULL)
    {
      keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (fields, g_strdup (type), keys);
    }
  g_hash_table_add (keys, g_strdup (key));
}

static void
add_fields_of_schema (GHashTable *fields,
                      FulRawTree *tree,
                      FulRawNode *schema)
{
  static const char *const lists[] = { "fields", "data" };
  const char *type = ful_raw_get_string (schema, "name");

  for (guint l = 0; type && l < G_N_ELEMENTS (lists); l++)
    {
      FulRawNode *list = ful_raw_get (schema, lists[l]);

      for (guint i = 0; i < ful_raw_length (list); i++)
        {
          FulRawNode *field = ful_raw_element (tree, list, i);
          const char *key = ful_raw_get_string (field, "key");
          const char *format = ful_raw_get_string (field, "format");

          if (key && format && (g_str_equal (format, "unique-string") || g_str_equal (format, "flow-id") ||
                                g_str_equal (format, "terminating-flow-id")))
            add_number_field (fields, type, key);
        }
    }
}

static void
find_number_fields (FulLiveScript *self)
{
  g_autoptr(FulRawTree) tree = ful_raw_tree_new ();
  g_autoptr(GHashTable) by_name = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                                         (GDestroyNotify) g_hash_table_unref);
  const char *meta_json = self->profile->meta_json;
  FulRawNode *schemas = ful_raw_get (ful_raw_tree_parse (tree, meta_json, strlen (meta_json), NULL), "markerSchema");

  for (guint i = 0; i < ful_raw_length (schemas); i++)
    add_fields_of_schema (by_name, tree, ful_raw_element (tree, schemas, i));
  add_number_field (by_name, "CompositorScreenshot", "url");

  self->number_fields = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < self->profile->n_texts; i++)
    {
      GHashTable *keys = g_hash_table_lookup (by_name, ful_string_table_get (self->profile->texts, (FulStringIndex) i));

      if (keys)
        g_hash_table_insert (self->number_fields, GUINT_TO_POINTER (i), g_hash_table_ref (keys));
    }
}

/**
 * ful_live_script_is_number_field:
 * @type: payload type, a row of the inline texts, or %FUL_NONE
 * @key: @n bytes
 *
 * Returns: whether the member of such a payload is the number of a string
 */
gboolean
ful_live_script_is_number_field (FulLiveScript *self,
                                 gint32         type,
                                 const char    *key,
                                 gsize          n)
{
  GHashTable *keys = g_hash_table_lookup (self->number_fields, GINT_TO_POINTER (type));
  char text[64];

  if (type == FUL_NONE || keys == NULL)
    return FALSE;
  if (n >= sizeof text)
    {
      g_autofree char *copy = g_strndup (key, n);

      return g_hash_table_contains (keys, copy);
    }
  memcpy (text, key, n);
  text[n] = '\0';

  return g_hash_table_contains (keys, text);
}

static void
extend (FulLiveScript *self,
        double         first,
        double         last)
{
  gint64 time;

  if (ful_live_script_get_time (first, &time))
    self->start = MIN (self->start, time);
  if (ful_live_script_get_time (last, &time))
    self->end = MAX (self->end, time);
}

static void
extend_by (FulLiveScript *self,
           const double  *times,
           guint          n)
{
  if (n > 0)
    extend (self, times[0], times[n - 1]);
}

static void
find_times (FulLiveScript *self)
{
  self->start = G_MAXINT64;
  self->end = G_MININT64;
  for (guint i = 0; i < self->profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (self->profile, i);
      GArray *markers = g_ptr_array_index (self->markers, i);

      extend_by (self, thread->samples->time, thread->samples->table.n_rows);
      if (thread->js_allocations)
        extend_by (self, thread->js_allocations->time, thread->js_allocations->table.n_rows);
      if (thread->native_allocations)
        extend_by (self, thread->native_allocations->time, thread->native_allocations->table.n_rows);
      if (markers->len > 0)
        {
          self->start = MIN (self->start, ful_live_script_get_due (&g_array_index (markers, FulRadixEntry, 0)));
          self->end = MAX (self->end, ful_live_script_get_due (&g_array_index (markers, FulRadixEntry, markers->len - 1)));
        }
    }
  for (guint i = 0; i < self->profile->counters->len; i++)
    {
      FulCounter *counter = g_ptr_array_index (self->profile->counters, i);

      extend_by (self, counter->samples->time, counter->samples->table.n_rows);
    }
  if (self->start > self->end)
    self->start = self->end = 0;
}

/**
 * ful_live_script_new:
 * @profile: a profile
 * @omit: (nullable): called with each kind of thing that a stream cannot carry, once
 * @error: %FUL_ERROR_TOO_LARGE
 *
 * O(rows) for markers.
 */
FulLiveScript *
ful_live_script_new (FulProfile       *profile,
                     FulLiveOmitFunc   omit,
                     gpointer          user_data,
                     GError          **error)
{
  g_autoptr(FulLiveScript) self = g_atomic_rc_box_new0 (FulLiveScript);

  self->profile = ful_plain_profile_new (profile, NULL, NULL);
  self->omit = omit;
  self->user_data = user_data;
  self->markers = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  if (!create_metas (self, error))
    return NULL;
  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (self->profile, i);

      g_ptr_array_add (self->markers, ful_live_script_order_markers (self, thread));
      if (thread->markers_rest_json && *thread->markers_rest_json)
        ful_live_script_omit (self, FUL_LIVE_OMITTED_MARKER_COLUMNS);
    }
  if (profile->threads->len > FUL_WIRE_MAX_THREADS || profile->counters->len > FUL_WIRE_MAX_COUNTERS)
    ful_live_script_omit (self, FUL_LIVE_OMITTED_OBJECTS);
  find_number_fields (self);
  find_times (self);

  return g_steal_pointer (&self);
}

FulLiveScript *
ful_live_script_ref (FulLiveScript *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
script_clear (FulLiveScript *self)
{
  g_clear_object (&self->profile);
  g_free (self->meta);
  g_free (self->end_meta);
  g_clear_pointer (&self->markers, g_ptr_array_unref);
  g_clear_pointer (&self->number_fields, g_hash_table_unref);
}

void
ful_live_script_unref (FulLiveScript *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) script_clear);
}
