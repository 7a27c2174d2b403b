/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The text of a view that a window copies and pastes: a view (see ful-view-options-text.c) with
 * further members,
 *
 *   { …, "panel": "marker-table", "path": ["main", "run"], "pathNumbers": [3, 8], "marker": 17,
 *     "markerSearch": "name:Load", "networkSearch": "", "markerColumns": ["URI"],
 *     "markerSort": "field:URI-asc~start-asc" }
 *
 * or a link of profiler.firefox.com. A path is the selected call node; its numbers choose between functions of
 * one name. A marker is one of the threads of the view; columns are keys of fields. */

#include "config.h"

#include "ful-view-text.h"

#include "base/ful-error.h"
#include "io/json/ful-json-document.h"
#include "threads/ful-thread-set.h"
#include "viewtext/ful-profiler-link.h"
#include "viewtext/ful-transform-names.h"

#include <glib/gi18n-lib.h>

static FulViewState *
read_link (const char  *text,
           FulProfile  *profile,
           GError     **error)
{
  g_autoptr(FulProfilerLink) link = ful_profiler_link_parse (text, profile, error);
  FulViewState *state;

  if (link == NULL)
    return NULL;

  state = ful_view_state_new (link->options);
  ful_view_state_set_ranges (state, link->ranges, link->n_ranges);
  state->panel = g_intern_string (link->panel);
  state->marker = link->marker;
  ful_view_state_set_text (&state->marker_search, link->marker_search);
  ful_view_state_set_text (&state->network_search, link->network_search);
  ful_view_state_set_text (&state->marker_sort, link->marker_sort);
  state->tracks = link->tracks ? ful_track_layout_ref (link->tracks) : NULL;

  return state;
}

/* (nullable): the text of a member, which may be missing */
static gboolean
get_text (JsonObject  *view,
          const char  *member,
          const char **out_text,
          GError     **error)
{
  JsonNode *node = json_object_get_member (view, member);

  *out_text = ful_json_node_get_string (node);
  if (node && *out_text == NULL)
    {
      g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view’s “%s” is not a string"), member);
      return FALSE;
    }

  return TRUE;
}

static gboolean
read_marker (JsonObject    *view,
             FulViewState  *state,
             GError       **error)
{
  JsonNode *node = json_object_get_member (view, "marker");
  gint64 marker;

  if (node == NULL)
    return TRUE;

  marker = JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node) : -1;
  if (marker < 0 || marker > G_MAXINT32)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view’s “marker” is not a marker number"));
      return FALSE;
    }
  state->marker = (gint32) marker;

  return TRUE;
}

/* The function with that name and, if several have it, that number; FUL_NONE if there is none. */
static FulFuncIndex
find_func (FulProfile    *profile,
           const char    *name,
           JsonNode      *number,
           FulFuncNames **names)
{
  gint64 func = number && JSON_NODE_HOLDS_VALUE (number) && json_node_get_value_type (number) == G_TYPE_INT64
                  ? json_node_get_int (number) : -1;

  if (func >= 0 && func < profile->funcs->table.n_rows &&
      g_str_equal (ful_profile_get_func_name (profile, (FulFuncIndex) func), name))
    return ful_profile_map_func (profile, (FulFuncIndex) func);

  if (*names == NULL)
    *names = ful_func_names_new (profile);
  func = ful_func_names_find (*names, name, NULL);

  return func == FUL_NONE ? FUL_NONE : ful_profile_map_func (profile, (FulFuncIndex) func);
}

/* @out_n_missing: (optional): how many functions at the end are not in the profile; without it these are an error */
static gboolean
read_path (JsonObject    *view,
           FulViewState  *state,
           FulProfile    *profile,
           guint         *out_n_missing,
           GError       **error)
{
  JsonArray *array = ful_json_get_array (view, "path");
  JsonArray *numbers = ful_json_get_array (view, "pathNumbers");
  guint n = array ? json_array_get_length (array) : 0;
  guint n_numbers = numbers ? json_array_get_length (numbers) : 0;
  g_autofree FulFuncIndex *path = g_new (FulFuncIndex, n + 1);
  g_autoptr(FulFuncNames) names = NULL;
  guint found = 0;

  for (; found < n; found++)
    {
      const char *name = ful_json_node_get_string (json_array_get_element (array, found));

      path[found] = name ? find_func (profile, name, found < n_numbers ? json_array_get_element (numbers, found) : NULL, &names)
                         : FUL_NONE;
      if (path[found] != FUL_NONE)
        continue;
      if (name && out_n_missing)
        break;
      if (name)
        g_set_error (error, FUL_ERROR, FUL_ERROR_UNKNOWN_NAME, _("No function is named “%s”"), name);
      else
        g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view’s “path” is not a list of strings"));
      return FALSE;
    }
  if (json_object_has_member (view, "path") && array == NULL)
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view’s “path” is not a list of strings"));
      return FALSE;
    }

  ful_view_state_set_path (state, path, found);
  if (out_n_missing)
    *out_n_missing = n - found;

  return TRUE;
}

static gboolean
read_columns (JsonObject    *view,
              FulViewState  *state,
              GError       **error)
{
  JsonNode *node = json_object_get_member (view, "markerColumns");
  JsonArray *array = ful_json_get_array (view, "markerColumns");
  g_autoptr(GPtrArray) keys = g_ptr_array_new ();

  for (guint i = 0; array && i < json_array_get_length (array); i++)
    {
      const char *key = ful_json_node_get_string (json_array_get_element (array, i));

      if (key == NULL)
        break;
      g_ptr_array_add (keys, (gpointer) key);
    }
  if (node && (array == NULL || keys->len < json_array_get_length (array)))
    {
      g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, _("The view’s “markerColumns” is not a list of strings"));
      return FALSE;
    }
  g_ptr_array_add (keys, NULL);
  ful_view_state_set_marker_columns (state, (const char * const *) keys->pdata);

  return TRUE;
}

static gboolean
read_members (JsonObject    *view,
              FulViewState  *state,
              GError       **error)
{
  const char *panel, *marker_search, *network_search, *marker_sort;

  if (!get_text (view, "panel", &panel, error) || !get_text (view, "markerSearch", &marker_search, error) ||
      !get_text (view, "networkSearch", &network_search, error) || !get_text (view, "markerSort", &marker_sort, error) ||
      !read_marker (view, state, error) || !read_columns (view, state, error))
    return FALSE;

  if (panel)
    state->panel = g_intern_string (panel);
  if (marker_search)
    ful_view_state_set_text (&state->marker_search, marker_search);
  if (network_search)
    ful_view_state_set_text (&state->network_search, network_search);
  if (marker_sort)
    ful_view_state_set_text (&state->marker_sort, marker_sort);

  return TRUE;
}

/* @out_n_missing: (optional): see read_path() */
static FulViewState *
read_view (const char  *text,
           FulProfile  *profile,
           guint       *out_n_missing,
           GError     **error)
{
  g_auto(FulTransformReader) reader = { NULL };
  g_autoptr(FulViewOptions) options = NULL;
  g_autoptr(FulViewState) state = NULL;
  g_autoptr(JsonNode) node = NULL;

  ful_transform_reader_init (&reader, profile, NULL);
  options = ful_view_options_new_from_text (text, &reader, error);
  if (options == NULL || !ful_thread_set_check (profile, options->threads, options->n_threads, error))
    return NULL;

  node = ful_json_parse_text (text, -1, FUL_JSON_TEXT_BYTES, NULL);
  state = ful_view_state_new (options);

  return read_members (json_node_get_object (node), state, error) &&
         read_path (json_node_get_object (node), state, profile, out_n_missing, error) ? g_steal_pointer (&state) : NULL;
}

/**
 * ful_view_state_new_nearest:
 * @text: a view
 * @profile: its profile
 * @out_n_missing: (out): how many functions at the end of the selected path are not in @profile
 * @error: as of ful_view_state_new_from_text()
 *
 * Returns: (transfer full): the state, with the part of the path that there is
 */
FulViewState *
ful_view_state_new_nearest (const char  *text,
                            FulProfile  *profile,
                            guint       *out_n_missing,
                            GError     **error)
{
  return read_view (text, profile, out_n_missing, error);
}

/**
 * ful_view_state_new_from_text:
 * @text: a view, or a link of profiler.firefox.com
 * @profile: its profile
 * @error: %FUL_ERROR_ARGUMENT, with the name that is invalid or not in the profile; %FUL_ERROR_UNKNOWN_NAME for the name
 *   of a function; errors of ful_profiler_link_parse()
 *
 * Returns: (transfer full): the state, or %NULL with @error set
 */
FulViewState *
ful_view_state_new_from_text (const char  *text,
                              FulProfile  *profile,
                              GError     **error)
{
  return ful_profiler_link_is_link (text) ? read_link (text, profile, error) : read_view (text, profile, NULL, error);
}

static void
write_path (const FulViewState *self,
            FulProfile         *profile,
            JsonObject         *view)
{
  JsonArray *names = json_array_new (), *numbers = json_array_new ();

  for (guint i = 0; i < self->n_path; i++)
    {
      json_array_add_string_element (names, ful_profile_get_func_name (profile, self->path[i]));
      json_array_add_int_element (numbers, self->path[i]);
    }
  json_object_set_array_member (view, "path", names);
  json_object_set_array_member (view, "pathNumbers", numbers);
}

/**
 * ful_view_state_to_text:
 * @reader: has the profile
 *
 * Only the innermost committed range is written, and a path only if the user selected it.
 *
 * Returns: (transfer full): JSON text
 */
char *
ful_view_state_to_text (const FulViewState *self,
                        FulTransformReader *reader)
{
  g_autoptr(JsonNode) node = ful_view_options_to_json (self->options, reader);
  JsonObject *view = json_node_get_object (node);

  if (self->panel)
    json_object_set_string_member (view, "panel", self->panel);
  if (self->n_path > 0 && !self->path_is_hot)
    write_path (self, reader->profile, view);
  if (self->marker != FUL_NONE)
    json_object_set_int_member (view, "marker", self->marker);
  if (*self->marker_search)
    json_object_set_string_member (view, "markerSearch", self->marker_search);
  if (*self->network_search)
    json_object_set_string_member (view, "networkSearch", self->network_search);
  if (*self->marker_sort)
    json_object_set_string_member (view, "markerSort", self->marker_sort);

  if (*self->marker_columns)
    {
      JsonArray *columns = json_array_new ();

      for (guint i = 0; self->marker_columns[i]; i++)
        json_array_add_string_element (columns, self->marker_columns[i]);
      json_object_set_array_member (view, "markerColumns", columns);
    }

  return ful_json_write_text (node, FALSE);
}
