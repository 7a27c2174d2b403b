/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Links of profiler.firefox.com, versions 0 to 17 (transforms.md 7):
 *
 *   https://HOST/SOURCE/…/PANEL/?thread=0w2&range=100m50&transforms=…&v=17
 *
 * The reference upgrades links step by step; here each version is read directly.
 * Nothing is fetched; whoever has the profile can read the link. */

#include "config.h"

#include "ful-profiler-link.h"

#include "ful-panel-ids.h"
#include "ful-profiler-link-private.h"

#include "base/ful-error.h"
#include "base/ful-hash.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define NEWEST_VERSION 17

/* Sources of a profile, the first part of the path; for some the second part identifies the profile. */
static const struct { const char *name; gboolean has_id; } sources[] = {
  { "public", TRUE }, { "local", TRUE }, { "from-url", TRUE }, { "from-file", FALSE }, { "from-browser", FALSE },
  { "from-addon", FALSE }, { "from-post-message", FALSE }, { "unpublished", FALSE }, { "compare", FALSE },
  { "uploaded-recordings", FALSE },
};

/* Panels by their last part of the path, and from which version on. */
static const struct { const char *slug; guint until; const char *panel; } panels[] = {
  { "calltree", NEWEST_VERSION, FUL_PANEL_CALL_TREE },
  { "flame-graph", NEWEST_VERSION, FUL_PANEL_FLAME_GRAPH },
  { "stack-chart", NEWEST_VERSION, FUL_PANEL_STACK_CHART },
  { "marker-chart", NEWEST_VERSION, FUL_PANEL_MARKER_CHART },
  { "marker-table", NEWEST_VERSION, FUL_PANEL_MARKER_TABLE },
  { "network-chart", NEWEST_VERSION, FUL_PANEL_NETWORK },
  { "js-tracer", NEWEST_VERSION, "js-tracer" },
  { "timeline", 1, FUL_PANEL_STACK_CHART },
  { "markers", 1, FUL_PANEL_MARKER_TABLE },
};

/**
 * ful_profiler_link_is_link:
 *
 * Returns: whether @text is to be read as a link, valid or not
 */
gboolean
ful_profiler_link_is_link (const char *text)
{
  return g_str_has_prefix (text, "https://") || g_str_has_prefix (text, "http://");
}

void
ful_profiler_link_free (FulProfilerLink *self)
{
  g_clear_pointer (&self->options, ful_view_options_unref);
  g_free (self->ranges);
  g_free (self->marker_search);
  g_free (self->network_search);
  g_free (self->marker_sort);
  g_clear_pointer (&self->tracks, ful_track_layout_unref);
  g_free (self);
}

static char *
decode (const char *text,
        const char *end)
{
  g_autofree char *spaced = g_strndup (text, (gsize) (end - text));
  g_autofree char *plain = NULL;

  plain = g_uri_unescape_string (g_strdelimit (spaced, "+", ' '), NULL);

  return g_utf8_make_valid (plain ? plain : spaced, -1);
}

/* Adds "name=value&name&…" up to @end; later values replace earlier ones. */
static void
read_query (const char *text,
            const char *end,
            GHashTable *query)
{
  while (text < end)
    {
      const char *part_end = memchr (text, '&', (gsize) (end - text));
      const char *equal;

      part_end = part_end ? part_end : end;
      equal = memchr (text, '=', (gsize) (part_end - text));
      equal = equal ? equal : part_end;
      g_hash_table_replace (query, decode (text, equal), decode (MIN (equal + 1, part_end), part_end));
      text = part_end + 1;
    }
}

static const char *
get (GHashTable *query,
     const char *name)
{
  const char *value = g_hash_table_lookup (query, name);

  return value && *value != '\0' ? value : NULL;
}

static gboolean
read_panel (const char  *path,
            guint        version,
            const char **out_panel)
{
  g_auto(GStrv) split = g_strsplit (path, "/", 64);
  g_autoptr(GPtrArray) parts = g_ptr_array_new ();
  gboolean known = FALSE;
  guint place = 1;

  for (guint i = 0; split[i]; i++)
    if (*split[i] != '\0')
      g_ptr_array_add (parts, split[i]);
  for (guint i = 0; i < G_N_ELEMENTS (sources) && parts->len > 0; i++)
    if (g_str_equal (sources[i].name, g_ptr_array_index (parts, 0)))
      {
        known = TRUE;
        place = sources[i].has_id ? 2 : 1;
      }

  *out_panel = FUL_PANEL_CALL_TREE;
  for (guint i = 0; i < G_N_ELEMENTS (panels) && parts->len > place; i++)
    if (version <= panels[i].until && g_str_equal (panels[i].slug, g_ptr_array_index (parts, place)))
      *out_panel = panels[i].panel;

  return known;
}

/* The existing threads, each once. */
static gboolean
read_threads (const char *text,
              guint       version,
              FulProfile *profile,
              GArray     *threads,
              guint      *n_ignored)
{
  g_autoptr(GArray) numbers = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autofree guint8 *met = g_new0 (guint8, MAX (profile->threads->len, 1));

  if (version >= 6)
    {
      if (!ful_link_read_numbers (text, numbers))
        return FALSE;
    }
  else
    {
      g_auto(GStrv) parts = g_strsplit (text, ",", -1);

      for (guint i = 0; parts[i]; i++)
        {
          guint64 number;
          gint32 thread = FUL_NONE;

          if (g_ascii_string_to_unsigned (parts[i], 10, 0, G_MAXINT32, &number, NULL))
            thread = (gint32) number;
          g_array_append_val (numbers, thread);
        }
    }

  for (guint i = 0; i < numbers->len; i++)
    {
      guint thread = (guint) g_array_index (numbers, gint32, i);

      if (thread >= profile->threads->len)
        {
          (*n_ignored)++;
          continue;
        }
      if (!met[thread])
        g_array_append_val (threads, thread);
      met[thread] = TRUE;
    }

  return TRUE;
}

/* Until version 0: "prefix-PATH~postfixjs-PATH", of the call tree from the roots and from the leaves */
static char *
upgrade_filters (const char *text)
{
  static const struct { const char *key, *before, *after; } kinds[] = {
    { "prefix-", "f-combined-", "" }, { "prefixjs-", "f-js-", "" },
    { "postfix-", "f-combined-", "-i" }, { "postfixjs-", "f-js-", "-i" },
  };
  g_auto(GStrv) items = g_strsplit (text, "~", -1);
  GString *transforms = g_string_new (NULL);

  for (guint i = 0; items[i]; i++)
    for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
      if (g_str_has_prefix (items[i], kinds[k].key))
        g_string_append_printf (transforms, "%s%s%s%s", transforms->len > 0 ? "~" : "", kinds[k].before,
                                items[i] + strlen (kinds[k].key), kinds[k].after);

  return g_string_free (transforms, FALSE);
}

static FulImplementation
read_implementation (GHashTable *query,
                     guint       version)
{
  const char *name = get (query, "implementation");
  FulImplementation implementation;

  if ((version < 1 && g_hash_table_contains (query, "jsOnly")) ||
      (version < 3 && g_hash_table_contains (query, "hidePlatformDetails")))
    return FUL_IMPLEMENTATION_JS;

  return name && ful_implementation_parse (name, &implementation, NULL) && implementation != FUL_IMPLEMENTATION_OWN
           ? implementation : FUL_IMPLEMENTATION_COMBINED;
}

static FulStrategy
read_strategy (GHashTable *query)
{
  const char *name = get (query, "ctSummary");
  FulStrategy strategy;

  return name && ful_strategy_parse (name, &strategy, NULL) && strategy != FUL_STRATEGY_CPU ? strategy : FUL_STRATEGY_TIMING;
}

/* Replaces *@options with a changed copy. */
static void
set_filters (FulProfilerLink *self,
             GHashTable      *query,
             guint            version)
{
  gboolean is_flame_graph = g_str_equal (self->panel, FUL_PANEL_FLAME_GRAPH);

  self->options->implementation = read_implementation (query, version);
  self->options->strategy = read_strategy (query);
  ful_view_options_set_search (self->options, get (query, "search"), FUL_SEARCH_DEFAULT);
  self->options->invert = g_hash_table_contains (query, is_flame_graph ? "invertFlameGraph" : "invertCallstack");
  self->options->include_idle = !g_hash_table_contains (query, "hideIdleSamples");
}

static gboolean
set_threads (FulProfilerLink *self,
             GHashTable      *query,
             guint            version,
             FulProfile      *profile)
{
  g_autoptr(GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr(GPtrArray) transforms = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_transform_unref);
  g_autofree char *old_filters = NULL;
  const char *text = get (query, "thread");
  FulThread *thread = NULL;

  if (text == NULL)   /* transforms belong to a thread */
    return TRUE;
  if (!read_threads (text, version, profile, threads, &self->n_ignored))
    return FALSE;

  ful_view_options_set_threads (self->options, (guint *) (gpointer) threads->data, threads->len);
  if (threads->len == 1)
    thread = ful_profile_get_thread (profile, g_array_index (threads, guint, 0));

  text = get (query, "transforms");
  if (version < 1 && get (query, "callTreeFilters"))
    text = old_filters = upgrade_filters (get (query, "callTreeFilters"));
  if (text && !ful_link_read_transforms (text, version, profile, thread, transforms, &self->n_ignored))
    return FALSE;

  ful_view_options_set_transforms (self->options, (FulTransform **) transforms->pdata, transforms->len);

  return TRUE;
}

static void
set_ranges (FulProfilerLink *self,
            GHashTable      *query,
            guint            version)
{
  g_autoptr(GArray) ranges = g_array_new (FALSE, FALSE, sizeof (FulTimeRange));

  if (get (query, "range"))
    ful_link_read_ranges (get (query, "range"), version, ranges);
  if (ranges->len > 0)
    ful_view_options_set_range (self->options, &g_array_index (ranges, FulTimeRange, ranges->len - 1));
  self->n_ranges = ranges->len;
  self->ranges = (FulTimeRange *) (gpointer) g_array_free (g_steal_pointer (&ranges), FALSE);
}

/* Texts as they are; a marker is one of the threads of the link. */
static void
set_markers (FulProfilerLink *self,
             GHashTable      *query)
{
  const char *marker_search = get (query, "markerSearch");
  const char *network_search = get (query, "networkSearch");
  const char *marker_sort = get (query, "markerSort");
  const char *marker = get (query, "marker");
  guint64 number;

  self->marker_search = g_strdup (marker_search ? marker_search : "");
  self->network_search = g_strdup (network_search ? network_search : "");
  self->marker_sort = g_strdup (marker_sort ? marker_sort : "");
  self->marker = marker && g_ascii_string_to_unsigned (marker, 10, 0, G_MAXINT32, &number, NULL) ? (gint32) number
                                                                                                : FUL_NONE;
}

static gboolean
refuse (GError     **error,
        int          code,
        const char  *message)
{
  g_set_error_literal (error, FUL_ERROR, code, message);

  return FALSE;
}

static gboolean
read_link (FulProfilerLink  *self,
           const char       *text,
           FulProfile       *profile,
           GError          **error)
{
  g_autoptr(GHashTable) query = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, g_free);
  const char *path = strstr (text, "://") + 3;
  const char *query_start, *hash;
  g_autofree char *path_text = NULL;
  gboolean known;
  guint64 version = 0;

  path += strcspn (path, "/?#");
  query_start = path + strcspn (path, "?#");
  hash = query_start + strcspn (query_start, "#");
  if (*query_start == '?')
    read_query (query_start + 1, hash, query);
  if (get (query, "v"))
    version = g_ascii_strtoull (get (query, "v"), NULL, 10);
  if (version > NEWEST_VERSION)
    return refuse (error, FUL_ERROR_ARGUMENT, _("The link is newer than this version of Fulgens"));

  path_text = g_strndup (path, (gsize) (query_start - path));
  known = read_panel (path_text, (guint) version, &self->panel);
  if (!known && version == 0 && strspn (path_text, "/") == strlen (path_text))
    {
      /* The oldest links named the profile after the hash, which has no equivalent now. */
      if (*hash == '#')
        read_query (hash + 1, hash + strlen (hash), query);
      known = g_hash_table_contains (query, "report");
      g_hash_table_remove_all (query);
    }
  if (!known)
    return refuse (error, FUL_ERROR_ARGUMENT, _("This is not a link to a profile, whose path begins "
                                                "for example with /public/ or /from-url/"));
  if (version < 11 && (g_strcmp0 (get (query, "view"), "active-tab") == 0 || g_strcmp0 (get (query, "view"), "origins") == 0))
    g_hash_table_remove_all (query);

  set_filters (self, query, (guint) version);
  set_ranges (self, query, (guint) version);
  set_markers (self, query);
  if (!set_threads (self, query, (guint) version, profile) ||
      !ful_link_read_tracks (query, (guint) version, &self->tracks))
    return refuse (error, FUL_ERROR_TOO_LARGE, _("The link has too many threads, transforms or tracks"));

  return TRUE;
}

/**
 * ful_profiler_link_parse:
 * @text: a link
 * @profile: the profile of the link; only numbers of threads, functions and so on are checked
 * @error: %FUL_ERROR_ARGUMENT if it is no link to a profile, or of a newer version; %FUL_ERROR_TOO_LARGE for a
 *   hostile one
 *
 * O(length of the link), and at most some MB of memory. Ranges that are not well
 * formed are left out, as by the reference.
 *
 * Returns: (transfer full) (nullable): the parsed link
 */
FulProfilerLink *
ful_profiler_link_parse (const char  *text,
                         FulProfile  *profile,
                         GError     **error)
{
  g_autoptr(FulProfilerLink) self = g_new0 (FulProfilerLink, 1);

  self->options = ful_view_options_new ();
  if (strlen (text) > FUL_LINK_MAX_BYTES)
    {
      refuse (error, FUL_ERROR_TOO_LARGE, _("The link is longer than 1,000,000 characters"));
      return NULL;
    }
  if (!ful_profiler_link_is_link (text))
    {
      refuse (error, FUL_ERROR_ARGUMENT, _("A link must begin with https://"));
      return NULL;
    }

  return read_link (self, text, profile, error) ? g_steal_pointer (&self) : NULL;
}
