/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is taken out of markers and their payloads (sanitize.md 2). */

#include "config.h"

#include "ful-sanitize.h"
#include "ful-text-removal.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "export/ful-marker-edit.h"
#include "io/raw/ful-raw-get.h"
#include "io/raw/ful-raw-tree.h"
#include "markers/list/ful-marker-schema.h"
#include "model/ful-thread-tables.h"

typedef struct
{
  FulSanitize      *sanitize;
  FulThread        *thread;
  FulRawTree       *tree;
  gint32           *name;       /* names of the markers, to be changed */
  gint32           *map;        /* for each marker 0, or FUL_NONE if it goes */
} Markers;

static const char *
get_type (const Markers *self,
          guint          row)
{
  gint64 type = ful_packed_int_get (&self->thread->markers->payload_type, row);

  return type == FUL_NONE ? "" : ful_string_table_get (self->sanitize->profile->texts, (FulStringIndex) type);
}

/* Takes the text of a member, which may be a row of strings, and puts another one. */
static void
change_text (Markers     *self,
             FulRawNode  *payload,
             const char  *type,
             const char  *key,
             FulTextFunc  func)
{
  FulProfile *profile = self->sanitize->profile;
  gboolean is_row = ful_string_fields_has (self->sanitize->fields, type, key);
  double row = is_row ? ful_raw_get_number_or (payload, key, FUL_NONE) : FUL_NONE;
  guint n_strings = ful_string_table_get_n (profile->strings);
  const char *text = is_row ? (row >= 0 && row < n_strings ? ful_profile_get_string (profile, (FulStringIndex) row) : NULL)
                            : ful_raw_get_string (payload, key);
  g_autofree char *changed = text ? func (text) : NULL;

  if (changed && is_row)
    ful_raw_set_number (self->tree, payload, key, ful_string_table_append (profile->strings, changed, -1));
  else if (changed)
    ful_raw_set_string (self->tree, payload, key, changed);
}

/* As the schema says; addresses are found in all texts. */
static void
remove_by_schema (Markers    *self,
                  FulRawNode *payload,
                  const char *type)
{
  const FulMarkerSchema *schema = ful_marker_schemas_find (ful_string_fields_get_schemas (self->sanitize->fields), type);

  for (guint i = 0; schema && i < schema->fields->len; i++)
    {
      const char *key = g_ptr_array_index (schema->keys, i);

      if (ful_raw_get (payload, key) == NULL)
        continue;
      if (g_array_index (schema->fields, FulMarkerField, i).format == FUL_MARKER_FORMAT_FILE_PATH)
        change_text (self, payload, type, key, ful_text_remove_folders);
      else if (g_array_index (schema->fields, FulMarkerField, i).format == FUL_MARKER_FORMAT_SANITIZED_STRING)
        ful_raw_set_string (self->tree, payload, key, "<sanitized>");
    }
}

/* "Load 12: https://…" → "Load 12" */
static void
cut_name (Markers *self,
          guint    row)
{
  FulProfile *profile = self->sanitize->profile;
  const char *name = ful_profile_get_string (profile, self->name[row]);
  const char *colon = strchr (name, ':');

  if (colon)
    self->name[row] = ful_string_table_append (profile->strings, name, colon - name);
}

/* "id, api_call: …" → "api_call: …" */
static char *
remove_extension (const char *text)
{
  const char *call = g_strrstr (text, ", api_call: "), *event = g_strrstr (text, ", api_event: ");
  const char *last = MAX (call, event);

  return last && memchr (text, '\n', (gsize) (last - text)) == NULL ? g_strdup (last + 2) : NULL;
}

static char *
remove_suspender (const char *text)
{
  const char *by = strstr (text, " by ");

  return by ? g_strndup (text, (gsize) (by - text)) : NULL;
}

static void
remove_extensions (Markers    *self,
                   guint       row,
                   FulRawNode *payload)
{
  const char *name = ful_profile_get_string (self->sanitize->profile, self->thread->markers->name[row]);

  if (g_str_equal (name, "ExtensionParent") || g_str_equal (name, "ExtensionChild"))
    change_text (self, payload, "Text", "name", remove_extension);
  else if (g_str_equal (name, "Extension Suspend"))
    change_text (self, payload, "Text", "name", remove_suspender);
}

/* What single types of markers have. */
static void
change_payload (Markers    *self,
                guint       row,
                FulRawNode *payload,
                const char *type)
{
  FulRemovals removals = self->sanitize->removals;

  if (removals & FUL_REMOVE_PREFERENCES && ful_removal_is_preference (type))
    ful_raw_set_string (self->tree, payload, "prefValue", "");
  if (removals & FUL_REMOVE_URLS)
    {
      remove_by_schema (self, payload, type);
      if (g_str_equal (type, "Network"))
        {
          ful_raw_set_string (self->tree, payload, "URI", "");
          ful_raw_set_string (self->tree, payload, "RedirectURI", "");
          cut_name (self, row);
        }
    }
  if (removals & FUL_REMOVE_EXTENSIONS && g_str_equal (type, "Text"))
    remove_extensions (self, row, payload);
}

static gboolean
is_removed (Markers    *self,
            FulRawNode *payload,
            const char *type)
{
  FulRemovals removals = self->sanitize->removals;

  if (removals & FUL_REMOVE_SCREENSHOTS && g_str_equal (type, "CompositorScreenshot"))
    return TRUE;

  return removals & FUL_REMOVE_PRIVATE &&
         ((g_str_equal (type, "Network") && ful_raw_get_bool (payload, "isPrivateBrowsing")) ||
          ful_private_windows_have (&self->sanitize->windows, ful_raw_get_number (payload, "innerWindowID")));
}

/* Whether payloads of @type may change or go at all. */
static gboolean
is_affected (Markers    *self,
             const char *type)
{
  FulRemovals removals = self->sanitize->removals;

  return ful_sanitize_changes_texts (self->sanitize) ||
         (removals & FUL_REMOVE_SCREENSHOTS && g_str_equal (type, "CompositorScreenshot")) ||
         (removals & FUL_REMOVE_EXTENSIONS && g_str_equal (type, "Text")) ||
         (removals & FUL_REMOVE_PREFERENCES && ful_removal_is_preference (type)) ||
         (removals & FUL_REMOVE_PRIVATE && (self->sanitize->windows.ids || g_str_equal (type, "Network")));
}

static gboolean
change_marker (guint       row,
               const char *payload,
               gsize       length,
               FulBytes   *to,
               gpointer    data)
{
  Markers *self = data;
  const char *type = get_type (self, row);
  FulBytes changed = { NULL };
  FulRawNode *node;
  gboolean has_changed;

  if (!is_affected (self, type))
    return FALSE;
  ful_raw_tree_reset (self->tree);
  node = ful_raw_tree_parse (self->tree, payload, length, NULL);
  if (node == NULL)
    return FALSE;
  if (is_removed (self, node, type))
    {
      self->map[row] = FUL_NONE;
      return FALSE;
    }
  change_payload (self, row, node, type);
  ful_raw_write (node, &changed);
  has_changed = ful_sanitize_map_json (self->sanitize, changed.data, changed.n, to);
  if (!has_changed)
    ful_bytes_append (to, changed.data, changed.n);
  ful_bytes_clear (&changed);

  return TRUE;
}

/**
 * ful_sanitize_markers:
 * @thread: a copy that nobody else has
 *
 * Changes payloads and names of markers, and leaves markers out.
 */
void
ful_sanitize_markers (FulSanitize *self,
                      FulThread   *thread)
{
  guint n = thread->markers->table.n_rows, n_kept = 0;
  g_autofree gint32 *map = g_new0 (gint32, n + 1);
  Markers markers = { self, thread, ful_raw_tree_new (), NULL, map };

  if (n > 0)
    {
      markers.name = ful_table_edit_column (&thread->markers, FUL_MARKER_NAME);
      ful_thread_map_payloads (thread, change_marker, &markers);
      for (guint i = 0; i < n; i++)
        if (map[i] != FUL_NONE)
          map[i] = (gint32) n_kept++;
      if (n_kept < n)
        ful_thread_keep_markers (thread, map, n_kept);
    }
  ful_raw_tree_free (markers.tree);
}
