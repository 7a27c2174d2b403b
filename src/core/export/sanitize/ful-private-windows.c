/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What private windows of a browser did: frames, functions and stacks of their pages (sanitize.md 3). */

#include "config.h"

#include "ful-private-windows.h"

#include "base/ful-hash.h"
#include "base/ful-table.h"


/* Marks stacks with a frame of a private page; those that they call are marked too. */
static void
mark_stacks (FulPrivateWindows *self,
             FulProfile        *profile)
{
  const FulStackTable *stacks = profile->stacks;

  self->is_private = g_new0 (guint8, MAX (stacks->table.n_rows, 1));
  for (guint i = 0; i < stacks->table.n_rows; i++)
    self->is_private[i] = (stacks->prefix[i] != FUL_NONE && self->is_private[stacks->prefix[i]]) ||
                          ful_private_windows_have (self, profile->frames->inner_window_id[stacks->frame[i]]);
}

/**
 * ful_pages_parse:
 * @tree: gets the nodes
 *
 * Returns: (transfer none) (nullable): the array `pages` of @profile, whose elements may be of any kind
 */
FulRawNode *
ful_pages_parse (FulProfile *profile,
                 FulRawTree *tree)
{
  g_autofree char *json = g_strdup_printf ("{%s}", profile->rest_json ? profile->rest_json : "");

  return ful_raw_get (ful_raw_tree_parse_string (tree, json), "pages");
}

void
ful_private_windows_init (FulPrivateWindows *self,
                          FulProfile        *profile)
{
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *pages = ful_pages_parse (profile, tree);

  *self = (FulPrivateWindows) { NULL };
  for (guint i = 0; i < ful_raw_length (pages); i++)
    {
      FulRawNode *page = ful_raw_element (tree, pages, i);
      double window = ful_raw_get_number (page, "innerWindowID");

      if (!ful_raw_get_bool (page, "isPrivateBrowsing"))
        continue;
      if (self->ids == NULL)
        self->ids = g_hash_table_new_full (ful_hash_double, g_double_equal, g_free, NULL);
      g_hash_table_add (self->ids, g_memdup2 (&window, sizeof window));
    }
  ful_raw_tree_free (tree);
  if (self->ids)
    mark_stacks (self, profile);
}

void
ful_private_windows_clear (FulPrivateWindows *self)
{
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->is_private, g_free);
}

/**
 * ful_private_windows_have:
 * @window: an innerWindowID; 0 and NaN are no window
 */
gboolean
ful_private_windows_have (const FulPrivateWindows *self,
                          double                   window)
{
  return self->ids && window > 0 && g_hash_table_contains (self->ids, &window);
}

static FulStringIndex
add_name (FulProfile *profile,
          const char *what,
          guint       row)
{
  g_autofree char *name = g_strdup_printf ("<%s #%u>", what, row);

  return ful_string_table_append (profile->strings, name, -1);
}

/* Columns of the functions that are changed. */
typedef struct
{
  gint32 *name;
  guint8 *is_js;
  guint8 *relevant_for_js;
  gint32 *resource;
  gint32 *source;
  gint32 *line;
  gint32 *column;
  gint32 *original_location;
} Funcs;

static Funcs
edit_funcs (FulProfile *profile)
{
  Funcs funcs;

  funcs.name = ful_table_edit_column (&profile->funcs, FUL_FUNC_NAME);
  funcs.is_js = ful_table_edit_column (&profile->funcs, FUL_FUNC_IS_JS);
  funcs.relevant_for_js = ful_table_edit_column (&profile->funcs, FUL_FUNC_RELEVANT_FOR_JS);
  funcs.resource = ful_table_edit_column (&profile->funcs, FUL_FUNC_RESOURCE);
  funcs.source = ful_table_edit_column (&profile->funcs, FUL_FUNC_SOURCE);
  funcs.line = ful_table_edit_column (&profile->funcs, FUL_FUNC_LINE);
  funcs.column = ful_table_edit_column (&profile->funcs, FUL_FUNC_COLUMN);
  funcs.original_location = ful_table_edit_column (&profile->funcs, FUL_FUNC_ORIGINAL_LOCATION);

  return funcs;
}

/* How frames use a function. */
enum
{
  BY_OTHERS  = 1 << 0,
  BY_PRIVATE = 1 << 1,
};

/* Returns: (transfer full): for each function who uses it */
static guint8 *
find_users (FulPrivateWindows *self,
            FulProfile        *profile)
{
  const FulFrameTable *frames = profile->frames;
  guint8 *users = g_new0 (guint8, profile->funcs->table.n_rows + 1);

  for (guint i = 0; i < frames->table.n_rows; i++)
    users[frames->func[i]] |= ful_private_windows_have (self, frames->inner_window_id[i]) ? BY_PRIVATE : BY_OTHERS;

  return users;
}

/* Frames of private pages get functions that others do not have. Returns: (transfer full): for each function the one
 * that private frames have instead */
static gint32 *
split_funcs (FulProfile   *profile,
             const guint8 *users)
{
  guint n_before = profile->funcs->table.n_rows, n = n_before;
  gint32 *map = g_new (gint32, n_before + 1);
  g_autofree gint32 *same = g_new (gint32, n_before + 1);
  Funcs funcs;

  for (guint i = 0; i < n_before; i++)
    {
      same[i] = (gint32) i;
      map[i] = (gint32) (users[i] == (BY_OTHERS | BY_PRIVATE) ? n++ : i);
    }
  ful_table_move_rows (&profile->funcs, same, n);
  funcs = edit_funcs (profile);
  for (guint i = 0; i < n_before; i++)
    if (users[i] & BY_PRIVATE)
      {
        gint32 func = map[i];

        funcs.is_js[func] = funcs.is_js[i];
        funcs.relevant_for_js[func] = (guint) func == i ? funcs.relevant_for_js[i] : funcs.is_js[i];
        funcs.name[func] = add_name (profile, "Func", (guint) func);
        funcs.resource[func] = funcs.source[func] = funcs.line[func] = funcs.column[func] = FUL_NONE;
        funcs.original_location[func] = FUL_NONE;
      }
  profile->n_recorded_funcs = n;

  return map;
}

/* Resources that were of private functions alone lose their names. */
static void
rename_resources (FulProfile   *profile,
                  const gint32 *resource_before,
                  const guint8 *users,
                  guint         n_funcs)
{
  guint n = profile->resources->table.n_rows;
  g_autofree guint8 *is_left = g_new0 (guint8, n + 1);
  gint32 *name = ful_table_edit_column (&profile->resources, FUL_RESOURCE_NAME);
  gint32 *host = ful_table_edit_column (&profile->resources, FUL_RESOURCE_HOST);

  for (guint i = 0; i < profile->funcs->table.n_rows; i++)
    if (profile->funcs->resource[i] != FUL_NONE)
      is_left[profile->funcs->resource[i]] = TRUE;
  for (guint i = 0; i < n_funcs; i++)
    if (users[i] == BY_PRIVATE && resource_before[i] != FUL_NONE && !is_left[resource_before[i]])
      {
        is_left[resource_before[i]] = TRUE;
        name[resource_before[i]] = add_name (profile, "Resource", (guint) resource_before[i]);
        host[resource_before[i]] = FUL_NONE;
      }
}

/**
 * ful_private_windows_remove_funcs:
 * @profile: a copy with strings of its own; its functions of resources are left out
 *
 * Functions, files and places of private pages get numbers for names.
 */
void
ful_private_windows_remove_funcs (FulPrivateWindows *self,
                                  FulProfile        *profile)
{
  guint n_funcs = profile->n_recorded_funcs;
  FulFuncTable *recorded = ful_table_new (&ful_func_table_class, n_funcs, profile->funcs->table.buffers);
  g_autofree guint8 *users = NULL;
  g_autofree gint32 *map = NULL;
  gint32 *func, *line, *column, *original_location;
  double *window;

  ful_table_unref (profile->funcs);
  profile->funcs = ful_table_ref (recorded);
  users = find_users (self, profile);
  map = split_funcs (profile, users);
  func = ful_table_edit_column (&profile->frames, FUL_FRAME_FUNC);
  line = ful_table_edit_column (&profile->frames, FUL_FRAME_LINE);
  column = ful_table_edit_column (&profile->frames, FUL_FRAME_COLUMN);
  original_location = ful_table_edit_column (&profile->frames, FUL_FRAME_ORIGINAL_LOCATION);
  window = ful_table_edit_column (&profile->frames, FUL_FRAME_INNER_WINDOW_ID);
  for (guint i = 0; i < profile->frames->table.n_rows; i++)
    if (ful_private_windows_have (self, window[i]))
      {
        func[i] = map[func[i]];
        line[i] = column[i] = original_location[i] = FUL_NONE;
        window[i] = 0;
      }
  rename_resources (profile, recorded->resource, users, n_funcs);
  ful_table_unref (recorded);
}

/**
 * ful_thread_is_private:
 *
 * Returns: whether all of @thread is of private windows
 */
gboolean
ful_thread_is_private (const FulThread *thread)
{
  g_autofree char *json = g_strdup_printf ("{%s}", thread->rest_json ? thread->rest_json : "");
  FulRawTree *tree;
  gboolean is_private;

  if (strstr (json, "\"isPrivateBrowsing\"") == NULL)
    return FALSE;
  tree = ful_raw_tree_new ();
  is_private = ful_raw_get_bool (ful_raw_tree_parse_string (tree, json), "isPrivateBrowsing");
  ful_raw_tree_free (tree);

  return is_private;
}
