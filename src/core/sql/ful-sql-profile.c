/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What tables of a profile need beside its columns: made when a statement first asks for it, and kept. */

#include "config.h"

#include "ful-sql-profile.h"

#include "base/ful-hash.h"
#include "io/json/ful-json-document.h"
#include "model/ful-thread-names.h"
#include "threads/ful-page-list.h"
#include "threads/ful-thread-set.h"

#include <math.h>
#include <string.h>

/* Names of functions that a statement may ask stacks for: it can make any number of them. */
#define MAX_UNDER 256

static void
clear_label (gpointer data)
{
  FulSqlLabel *label = data;

  g_free (label->key);
  g_free (label->value);
}

/**
 * ful_sql_profile_new:
 * @cache: of @profile
 *
 * Returns: (transfer full): it, with references
 */
FulSqlProfile *
ful_sql_profile_new (FulProfile     *profile,
                     FulDeriveCache *cache,
                     const char     *key,
                     const char     *path,
                     const char     *member)
{
  FulSqlProfile *self = g_new0 (FulSqlProfile, 1);
  FulTimeRange root = ful_derive_cache_get_root_range (cache);

  self->profile = g_object_ref (profile);
  self->cache = ful_derive_cache_ref (cache);
  self->key = g_strdup (key);
  self->path = g_strdup (path);
  self->member = g_strdup (member);
  self->zero = root.start;
  self->duration = root.end - root.start;
  self->labels = g_array_new (FALSE, FALSE, sizeof (FulSqlLabel));
  g_array_set_clear_func (self->labels, clear_label);
  self->markers = g_new0 (FulMarkerList *, profile->threads->len);
  self->labelers = g_new0 (FulMarkerLabeler *, profile->threads->len);
  self->sample_labels = g_new0 (GArray *, profile->threads->len);
  self->totals = g_new0 (double *, profile->counters->len);
  self->under = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);

  return self;
}

void
ful_sql_profile_free (FulSqlProfile *self)
{
  for (guint i = 0; i < self->profile->threads->len; i++)
    {
      g_clear_pointer (&self->labelers[i], ful_marker_labeler_free);
      g_clear_pointer (&self->markers[i], ful_marker_list_unref);
      g_clear_pointer (&self->sample_labels[i], g_array_unref);
    }
  for (guint i = 0; i < self->profile->counters->len; i++)
    g_free (self->totals[i]);
  for (guint i = 0; i < FUL_SQL_N_MEMBERS; i++)
    g_clear_pointer (&self->readers[i], ful_payload_reader_free);
  g_free (self->markers);
  g_free (self->labelers);
  g_free (self->sample_labels);
  g_free (self->totals);
  g_free (self->first_child);
  g_free (self->next_sibling);
  g_free (self->depths);
  g_clear_pointer (&self->meta, json_object_unref);
  g_clear_pointer (&self->pages, g_array_unref);
  g_clear_pointer (&self->fields, g_array_unref);
  g_clear_pointer (&self->subcategories, g_array_unref);
  g_clear_pointer (&self->schemas, ful_marker_schemas_unref);
  g_strfreev (self->thread_names);
  g_hash_table_unref (self->under);
  g_array_unref (self->labels);
  g_free (self->key);
  g_free (self->path);
  g_free (self->member);
  ful_derive_cache_unref (self->cache);
  g_object_unref (self->profile);
  g_free (self);
}

/* Returns: (transfer none): `meta` of the file */
JsonObject *
ful_sql_profile_get_meta (FulSqlProfile *self)
{
  if (self->meta == NULL)
    self->meta = ful_json_parse_object (self->profile->meta_json);
  if (self->meta == NULL)
    self->meta = json_object_new ();

  return self->meta;
}

/* Returns: (transfer none) (element-type FulPage) */
GArray *
ful_sql_profile_get_pages (FulSqlProfile *self)
{
  if (self->pages == NULL)
    self->pages = ful_pages_read (self->profile);

  return self->pages;
}

/* Returns: (transfer none): as it is shown */
const char *
ful_sql_profile_get_thread_name (FulSqlProfile *self,
                                 guint          thread)
{
  if (self->thread_names == NULL)
    self->thread_names = ful_thread_names_new (self->profile->threads);

  return self->thread_names[thread];
}

/* Returns: (transfer none): the joined ones */
FulMarkerList *
ful_sql_profile_get_markers (FulSqlProfile *self,
                             guint          thread)
{
  if (self->markers[thread] == NULL)
    {
      g_autoptr(FulThreadSet) set = ful_thread_set_new (self->profile, &thread, 1, NULL, NULL);

      self->markers[thread] = ful_marker_list_derive (set, self->cache, NULL, NULL);
    }

  return self->markers[thread];
}

/* Returns: (transfer none) */
FulMarkerLabeler *
ful_sql_profile_get_labeler (FulSqlProfile *self,
                             guint          thread)
{
  if (self->labelers[thread] == NULL)
    self->labelers[thread] = ful_marker_labeler_new (ful_sql_profile_get_markers (self, thread));

  return self->labelers[thread];
}

/* Returns: (transfer none): of that member alone */
FulPayloadReader *
ful_sql_profile_get_reader (FulSqlProfile *self,
                            FulSqlMember   member)
{
  static const char *const keys[FUL_SQL_N_MEMBERS] = { "cause", "innerWindowID" };

  if (self->readers[member] == NULL)
    self->readers[member] = ful_payload_reader_new (&keys[member], 1);

  return self->readers[member];
}

/* Returns: (transfer none) (element-type FulSqlField): of the types that markers of the profile have, in the order of these */
GArray *
ful_sql_profile_get_fields (FulSqlProfile *self)
{
  g_autoptr(GHashTable) seen = NULL;

  if (self->fields)
    return self->fields;

  self->fields = g_array_new (FALSE, FALSE, sizeof (FulSqlField));
  self->schemas = ful_marker_schemas_derive (self->profile, self->cache);
  seen = g_hash_table_new (ful_hash_text, g_str_equal);
  for (guint t = 0; t < self->profile->threads->len; t++)
    {
      const FulMarkerList *list = ful_sql_profile_get_markers (self, t);

      for (guint i = 0; i < list->n_markers; i++)
        {
          const char *type = ful_marker_list_get_type (list, i);
          const FulMarkerSchema *schema = type && g_hash_table_add (seen, (gpointer) type) ? ful_marker_schemas_find (self->schemas, type) : NULL;

          for (guint place = 0; schema && place < schema->fields->len; place++)
            g_array_append_val (self->fields, ((FulSqlField) { schema, place }));
        }
    }

  return self->fields;
}

/* Returns: (transfer none): for each sample of a counter the sum so far, as its track shows it: that of the first one is 0 */
const double *
ful_sql_profile_get_totals (FulSqlProfile *self,
                            guint          counter)
{
  const FulCounter *of = g_ptr_array_index (self->profile->counters, counter);
  guint n = of->samples->table.n_rows;
  double sum = 0;

  if (self->totals[counter])
    return self->totals[counter];

  self->totals[counter] = g_new (double, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      sum += i > 0 && !isnan (of->samples->count[i]) ? of->samples->count[i] : 0;
      self->totals[counter][i] = sum;
    }

  return self->totals[counter];
}

static void
add_labels (GArray     *to,
            guint       sample,
            const char *lines)
{
  while (*lines)
    {
      gsize n = strcspn (lines, "\n");
      const char *sign = memchr (lines, '=', n);
      FulSqlSampleLabel label = { sample, lines, sign ? (gsize) (sign - lines) : n, n };

      if (n > 0)
        g_array_append_val (to, label);
      lines += n + (lines[n] == '\n');
    }
}

/* Returns: (transfer none) (element-type FulSqlSampleLabel): of all samples of a thread */
GArray *
ful_sql_profile_get_sample_labels (FulSqlProfile *self,
                                   guint          thread)
{
  const FulSampleTable *samples = ful_profile_get_thread (self->profile, thread)->samples;

  if (self->sample_labels[thread])
    return self->sample_labels[thread];

  self->sample_labels[thread] = g_array_new (FALSE, FALSE, sizeof (FulSqlSampleLabel));
  for (guint i = 0; samples->labels && i < samples->table.n_rows; i++)
    if (samples->labels[i] != FUL_NONE)
      add_labels (self->sample_labels[thread], i, ful_profile_get_string (self->profile, samples->labels[i]));

  return self->sample_labels[thread];
}

/* Returns: (transfer none) (element-type FulSqlSubcategory): of all categories */
GArray *
ful_sql_profile_get_subcategories (FulSqlProfile *self)
{
  if (self->subcategories)
    return self->subcategories;

  self->subcategories = g_array_new (FALSE, FALSE, sizeof (FulSqlSubcategory));
  for (guint c = 0; c < self->profile->categories->len; c++)
    {
      const FulCategory *category = g_ptr_array_index (self->profile->categories, c);

      for (guint s = 0; category->subcategories[s]; s++)
        g_array_append_val (self->subcategories, ((FulSqlSubcategory) { c, s }));
    }

  return self->subcategories;
}

/* Returns: (transfer none): of each stack: how many frames call its own */
const guint32 *
ful_sql_profile_get_depths (FulSqlProfile *self)
{
  const FulStackTable *stacks = ful_sql_profile_get_stacks (self);

  if (self->depths)
    return self->depths;

  self->depths = g_new (guint32, MAX (stacks->table.n_rows, 1));
  for (guint i = 0; i < stacks->table.n_rows; i++)
    self->depths[i] = stacks->prefix[i] == FUL_NONE ? 0 : self->depths[stacks->prefix[i]] + 1;

  return self->depths;
}

static void
find_children (FulSqlProfile *self)
{
  const FulStackTable *stacks = ful_sql_profile_get_stacks (self);
  guint n = stacks->table.n_rows;

  self->first_child = g_new (gint32, n + 1);
  self->next_sibling = g_new (gint32, MAX (n, 1));
  for (guint i = 0; i <= n; i++)
    self->first_child[i] = FUL_NONE;
  for (guint i = n; i-- > 0; )
    {
      gint32 *first = &self->first_child[stacks->prefix[i] == FUL_NONE ? n : (guint) stacks->prefix[i]];

      self->next_sibling[i] = *first;
      *first = (gint32) i;
    }
}

/* @stack: %FUL_NONE: that of the roots. Returns: a stack that it calls, or %FUL_NONE */
gint32
ful_sql_profile_get_first_child (FulSqlProfile *self,
                                 gint32         stack)
{
  if (self->first_child == NULL)
    find_children (self);

  return self->first_child[stack == FUL_NONE ? ful_sql_profile_get_stacks (self)->table.n_rows : (guint) stack];
}

/* Returns: the next one with the same prefix, or %FUL_NONE */
gint32
ful_sql_profile_get_next_sibling (FulSqlProfile *self,
                                  gint32         stack)
{
  if (self->next_sibling == NULL)
    find_children (self);

  return self->next_sibling[stack];
}

/* Returns: how many functions stacks may have: not those that resources are collapsed to */
guint
ful_sql_profile_get_n_funcs (const FulSqlProfile *self)
{
  return self->profile->shown_stacks ? self->profile->funcs->table.n_rows : self->profile->n_recorded_funcs;
}

/**
 * ful_sql_profile_get_under:
 * @name: of a function; with an asterisk a pattern
 *
 * Returns: (transfer none): a bit for each stack: whether such a function is on it, until the next call. Made once for each of few names
 */
const guint8 *
ful_sql_profile_get_under (FulSqlProfile *self,
                           const char    *name)
{
  const FulStackTable *stacks = ful_sql_profile_get_stacks (self);
  guint n_stacks = stacks->table.n_rows, n_funcs = self->profile->funcs->table.n_rows;
  guint8 *under = g_hash_table_lookup (self->under, name);
  g_autoptr(GPatternSpec) pattern = NULL;
  g_autofree guint8 *matches = NULL;

  if (under)
    return under;

  pattern = strchr (name, '*') ? g_pattern_spec_new (name) : NULL;
  matches = g_malloc0 (MAX (n_funcs, 1));
  for (guint i = 0; i < n_funcs; i++)
    {
      const char *of_func = ful_profile_get_func_name (self->profile, (FulFuncIndex) i);

      matches[i] = pattern ? g_pattern_spec_match_string (pattern, of_func) : g_str_equal (of_func, name);
    }
  under = g_malloc0 (n_stacks / 8 + 1);
  for (guint i = 0; i < n_stacks; i++)
    {
      gint32 prefix = stacks->prefix[i];

      if (matches[ful_sql_profile_get_func (self, (FulStackIndex) i)] || (prefix != FUL_NONE && under[prefix / 8] >> prefix % 8 & 1))
        under[i / 8] |= (guint8) (1 << i % 8);
    }
  if (g_hash_table_size (self->under) >= MAX_UNDER)
    g_hash_table_remove_all (self->under);
  g_hash_table_insert (self->under, g_strdup (name), under);

  return under;
}
