/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers that a search finds, in a range (markers.md 4 and 5).
 *
 * All duration terms must match (an extension; the front-end has none).
 *
 * A marker passes if a positive term is found in any of its texts, or there is none, and no
 * negative one is. Names, categories and types are matched once for all markers that share
 * them; payloads only if these do not decide. */

#include "config.h"

#include "ful-marker-search.h"

#include "ful-marker-table-column.h"

#include "base/ful-bytes.h"
#include "stacks/ful-search.h"

#include <math.h>
#include <string.h>

/* In lower case. */
typedef struct
{
  char     *key;        /* (nullable): only texts with this key count */
  char     *text;
  gboolean  negative;
} Term;

/* A limit on durations. */
typedef struct
{
  double   ms;
  gboolean is_least;    /* @ms or more, else @ms or less */
  gboolean is_strict;   /* not @ms itself */
  gboolean negative;    /* matching markers are excluded */
} Limit;

struct _FulMarkerSearch
{
  GArray   *terms;
  GArray   *limits;
  gboolean  has_positive;
};

/* The cached matches of a text. */
enum { SEEN = 1, POSITIVE = 2, NEGATIVE = 4 };

/* The state of a search for the payloads of one schema. */
typedef struct
{
  FulPayloadReader  *reader;
  char             **keys;          /* of its fields, in lower case */
  gboolean           has_negative;  /* a negative term is about one of its fields */
} Payloads;

typedef struct
{
  const FulMarkerSearch *search;
  const FulMarkerList   *list;
  guint8                *categories;  /* cached matches of each */
  GHashTable            *names;       /* name → cached matches */
  GHashTable            *types;       /* type, by address → cached matches */
  GHashTable            *payloads;    /* FulMarkerSchema → Payloads */
  GString               *folded;
  FulBytes               text;
} Matcher;

static void
clear_term (gpointer data)
{
  Term *term = data;

  g_free (term->key);
  g_free (term->text);
}

static void
add_term (FulMarkerSearch *self,
          char            *key,
          char            *text,
          gboolean         negative)
{
  Term term = { key, text, negative };

  g_array_append_val (self->terms, term);
  self->has_positive |= !negative;
}

/* For example ">5ms" or "<=1.5s"; ms without a unit. */
static gboolean
parse_limit (const char *text,
             gboolean    negative,
             Limit      *limit)
{
  static const struct { const char *name; double ms; } units[] = {
    { "", 1 }, { "ms", 1 }, { "s", 1000 }, { "us", 1e-3 }, { "µs", 1e-3 }, { "μs", 1e-3 }, { "ns", 1e-6 },
  };
  char *unit;

  if (*text != '<' && *text != '>')
    return FALSE;

  limit->is_least = *text++ == '>';
  limit->is_strict = *text != '=';
  limit->negative = negative;
  text += !limit->is_strict;
  text += strspn (text, " ");
  if (!g_ascii_isdigit (*text) && *text != '.')
    return FALSE;

  limit->ms = g_ascii_strtod (text, &unit);
  unit += strspn (unit, " ");
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (unit, units[i].name))
      {
        limit->ms *= units[i].ms;
        return TRUE;
      }

  return FALSE;
}

static gboolean
is_duration (const char *key,
             gsize       length)
{
  return (length == 3 && memcmp (key, "dur", 3) == 0) || (length == 8 && memcmp (key, "duration", 8) == 0);
}

static void
parse_part (FulMarkerSearch *self,
            const char      *part)
{
  g_autofree char *folded = ful_search_fold (part);
  gboolean negative = *folded == '-';
  const char *key = folded + negative, *colon = key;
  Limit limit;

  while (g_ascii_isalnum (*colon) || *colon == '_')
    colon++;
  if (colon == key || *colon != ':' || colon[1] == '\0')
    {
      add_term (self, NULL, g_steal_pointer (&folded), FALSE);
      return;
    }

  if (is_duration (key, (gsize) (colon - key)) && parse_limit (colon + 1, negative, &limit))
    {
      g_array_append_val (self->limits, limit);
      return;
    }

  add_term (self, g_strndup (key, (gsize) (colon - key)), g_strdup (colon + 1), negative);
  /* "http://x" is a text as well. */
  if (!negative)
    add_term (self, NULL, g_steal_pointer (&folded), FALSE);
}

/**
 * ful_marker_search_new:
 * @text: the text of the search
 *
 * Every text is valid; an empty one matches every marker.
 *
 * Returns: (transfer full): the search
 */
FulMarkerSearch *
ful_marker_search_new (const char *text)
{
  FulMarkerSearch *self = g_new0 (FulMarkerSearch, 1);
  g_auto(GStrv) parts = g_strsplit (text, ",", -1);

  self->terms = g_array_new (FALSE, FALSE, sizeof (Term));
  g_array_set_clear_func (self->terms, clear_term);
  self->limits = g_array_new (FALSE, FALSE, sizeof (Limit));
  for (guint i = 0; parts[i]; i++)
    if (*g_strstrip (parts[i]))
      parse_part (self, parts[i]);

  return self;
}

void
ful_marker_search_free (FulMarkerSearch *self)
{
  g_array_unref (self->terms);
  g_array_unref (self->limits);
  g_free (self);
}

static void
payloads_free (gpointer data)
{
  Payloads *payloads = data;

  ful_payload_reader_free (payloads->reader);
  g_strfreev (payloads->keys);
  g_free (payloads);
}

/* The terms that match a text. */
static guint8
match_text (Matcher    *self,
            const char *key,
            const char *text)
{
  guint8 known = SEEN;

  if (*text == '\0')
    return known;

  g_string_truncate (self->folded, 0);
  ful_search_append_folded (self->folded, text);
  for (guint i = 0; i < self->search->terms->len; i++)
    {
      const Term *term = &g_array_index (self->search->terms, Term, i);

      if ((term->key == NULL || g_str_equal (term->key, key)) && strstr (self->folded->str, term->text))
        known |= term->negative ? NEGATIVE : POSITIVE;
    }

  return known;
}

static guint8
match_category (Matcher          *self,
                FulCategoryIndex  category)
{
  guint8 *known = &self->categories[category];

  if (*known == 0)
    *known = match_text (self, "cat", ful_profile_get_category (self->list->profile, category)->name);

  return *known;
}

static guint8
match_name (Matcher *self,
            guint    marker)
{
  gpointer name = GINT_TO_POINTER (self->list->name[marker]);
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->names, name));

  if (known == 0)
    {
      known = match_text (self, "name", ful_marker_list_get_name (self->list, marker));
      g_hash_table_insert (self->names, name, GUINT_TO_POINTER (known));
    }

  return (guint8) known;
}

static guint8
match_type (Matcher    *self,
            const char *type)
{
  guint known = GPOINTER_TO_UINT (g_hash_table_lookup (self->types, type));

  if (known == 0)
    {
      known = match_text (self, "type", type);
      g_hash_table_insert (self->types, (gpointer) type, GUINT_TO_POINTER (known));
    }

  return (guint8) known;
}

static Payloads *
get_payloads (Matcher               *self,
              const FulMarkerSchema *schema)
{
  Payloads *payloads = g_hash_table_lookup (self->payloads, schema);

  if (payloads)
    return payloads;

  payloads = g_new0 (Payloads, 1);
  payloads->keys = g_new0 (char *, schema->fields->len + 1);
  for (guint i = 0; i < schema->fields->len; i++)
    {
      payloads->keys[i] = ful_search_fold (g_ptr_array_index (schema->keys, i));
      for (guint t = 0; t < self->search->terms->len; t++)
        {
          const Term *term = &g_array_index (self->search->terms, Term, t);

          payloads->has_negative |= term->negative && g_str_equal (term->key, payloads->keys[i]);
        }
    }
  payloads->reader = ful_payload_reader_new ((const char * const *) schema->keys->pdata, schema->fields->len);
  g_hash_table_insert (self->payloads, (gpointer) schema, payloads);

  return payloads;
}

/* The text of a value, or "" if there is none. Valid until the next one. */
static const char *
get_field_text (Matcher               *self,
                const FulMarkerField  *field,
                const FulPayloadValue *value)
{
  double index = ful_marker_format_is_string_index (field->format) ? ful_payload_value_get_number (value) : NAN;

  if (ful_payload_value_is_null (value))
    return "";
  if (!isnan (index))
    return index >= 0 && index < self->list->profile->n_strings
             ? ful_profile_get_string (self->list->profile, (FulStringIndex) index)
             : "";

  self->text.n = 0;
  ful_payload_value_append_text (value, &self->text);
  ful_bytes_append_c (&self->text, '\0');

  return self->text.data;
}

static gboolean
match_marker (Matcher *self,
              guint    marker)
{
  const FulMarkerList *list = self->list;
  const char *type = ful_marker_list_get_type (list, marker);
  const FulMarkerSchema *schema;
  Payloads *payloads;
  guint8 known = self->search->has_positive ? 0 : POSITIVE;

  known |= match_category (self, list->category[marker]);
  known |= match_name (self, marker);
  if (type)
    known |= match_type (self, type);
  schema = ful_marker_schemas_find (list->schemas, type);
  if ((known & NEGATIVE) || schema == NULL)
    return (known & (POSITIVE | NEGATIVE)) == POSITIVE;

  payloads = get_payloads (self, schema);
  if ((known & POSITIVE) && !payloads->has_negative)
    return TRUE;

  ful_marker_list_read_payload (list, marker, payloads->reader);
  for (guint i = 0; i < payloads->reader->n_values; i++)
    {
      const FulPayloadValue *value = &payloads->reader->values[i];
      const FulMarkerField *field = &g_array_index (schema->fields, FulMarkerField, value->key);

      known |= match_text (self, payloads->keys[value->key], get_field_text (self, field, value));
    }

  return (known & (POSITIVE | NEGATIVE)) == POSITIVE;
}

/* Whether the duration is within all limits. An unknown one is not. */
static gboolean
is_within (const FulMarkerSearch *self,
           const FulMarkerList   *list,
           guint                  marker)
{
  double duration = ful_marker_table_column_get (FUL_MARKER_COLUMN_DURATION)->get_number (list, marker, 0);

  for (guint i = 0; i < self->limits->len; i++)
    {
      const Limit *limit = &g_array_index (self->limits, Limit, i);
      gboolean holds = limit->is_least ? duration > limit->ms : duration < limit->ms;

      if ((holds || (!limit->is_strict && duration == limit->ms)) == limit->negative)
        return FALSE;
    }

  return TRUE;
}

/* The overlap of markers.md 4: both ends count, an end at 0 does not. */
static gboolean
is_in_range (const FulMarkerList *list,
             guint                marker,
             const FulTimeRange  *range)
{
  double end = list->end[marker];

  return list->start[marker] <= range->end && (end > 0 || end < 0 ? end : list->start[marker]) >= range->start;
}

/**
 * ful_marker_search_filter:
 * @self: (nullable): %NULL finds every marker
 * @list: markers
 * @range: (nullable): only markers that touch it; absolute
 * @cancellable: (nullable): checked every few thousand markers
 * @error: only %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (element-type guint): the markers that are found, ascending
 */
GArray *
ful_marker_search_filter (const FulMarkerSearch  *self,
                          const FulMarkerList    *list,
                          const FulTimeRange     *range,
                          GCancellable           *cancellable,
                          GError                **error)
{
  gboolean finds_all = self == NULL || self->terms->len == 0;
  g_autoptr(GArray) found = g_array_new (FALSE, FALSE, sizeof (guint));
  Matcher matcher = { .search = self, .list = list };
  gboolean ok = TRUE;

  matcher.categories = g_new0 (guint8, list->profile->categories->len);
  matcher.names = g_hash_table_new (NULL, NULL);
  matcher.types = g_hash_table_new (NULL, NULL);
  matcher.payloads = g_hash_table_new_full (NULL, NULL, NULL, payloads_free);
  matcher.folded = g_string_new (NULL);
  for (guint i = 0; ok && i < list->n_markers; i++)
    {
      if (i % FUL_CANCEL_CHECK_ROWS == 0)
        ok = !g_cancellable_set_error_if_cancelled (cancellable, error);
      if ((range == NULL || is_in_range (list, i, range)) && (self == NULL || is_within (self, list, i)) &&
          (finds_all || match_marker (&matcher, i)))
        g_array_append_val (found, i);
    }
  g_free (matcher.categories);
  g_hash_table_unref (matcher.names);
  g_hash_table_unref (matcher.types);
  g_hash_table_unref (matcher.payloads);
  g_string_free (matcher.folded, TRUE);
  ful_bytes_clear (&matcher.text);

  return ok ? g_steal_pointer (&found) : NULL;
}
