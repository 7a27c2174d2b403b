/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What must not be given to others, taken out of a profile (sanitize.md 2). */

#include "config.h"

#include "ful-sanitize.h"
#include "ful-text-removal.h"

#include "base/ful-string-table.h"
#include "base/ful-table.h"
#include "export/ful-marker-edit.h"
#include "io/raw/ful-raw-tree.h"

#define TEXT_REMOVALS (FUL_REMOVE_URLS | FUL_REMOVE_PATHS)

/**
 * ful_sanitize_text:
 * @data: a #FulSanitize
 *
 * A #FulTextMapFunc.
 *
 * Returns: (transfer full) (nullable): @text without what goes; %NULL if it stays
 */
char *
ful_sanitize_text (const char *text,
                   gpointer    data)
{
  const FulSanitize *self = data;
  char *changed = self->removals & FUL_REMOVE_URLS ? ful_text_remove_urls (text) : NULL;
  char *next = self->removals & FUL_REMOVE_PATHS ? ful_text_remove_homes (changed ? changed : text) : NULL;

  if (next)
    {
      g_free (changed);
      changed = next;
    }
  next = self->replaced ? ful_removed_names_replace (self->replaced, changed ? changed : text) : NULL;
  if (next == NULL)
    return changed;
  g_free (changed);

  return next;
}

/**
 * ful_sanitize_map_json:
 * @json: valid JSON text; %FUL_BYTES_PADDING more bytes can be loaded
 * @length: its length in bytes
 * @to: gets the text with the changed strings, if there are any
 *
 * Returns: whether a string was changed
 */
gboolean
ful_sanitize_map_json (FulSanitize *self,
                       const char  *json,
                       gsize        length,
                       FulBytes    *to)
{
  if (!ful_sanitize_changes_texts (self))
    return FALSE;

  return ful_text_map_json (json, length, self->replaced ? NULL : ":/%&\\", ful_sanitize_text, self, to);
}

/**
 * ful_sanitize_changes_texts:
 *
 * Returns: whether texts may change, wherever they are
 */
gboolean
ful_sanitize_changes_texts (const FulSanitize *self)
{
  return self->removals & TEXT_REMOVALS || self->replaced;
}

static void
change_in_place (FulSanitize  *self,
                 char        **text)
{
  char *changed = *text ? ful_sanitize_text (*text, self) : NULL;

  if (changed == NULL)
    return;
  g_free (*text);
  *text = changed;
}

/* JSON text with all its strings changed. */
static void
change_json (FulSanitize  *self,
             char        **json)
{
  FulBytes padded = { NULL }, changed = { NULL };
  gsize length;

  if (*json == NULL || !ful_sanitize_changes_texts (self))
    return;
  length = strlen (*json);
  ful_bytes_append (&padded, *json, length + 1);
  if (ful_sanitize_map_json (self, padded.data, length, &changed))
    {
      ful_bytes_append_c (&changed, '\0');
      g_free (*json);
      *json = changed.data;
    }
  ful_bytes_clear (&padded);
}

static FulStringTable *
copy_strings (FulSanitize          *self,
              const FulStringTable *strings,
              guint                 n)
{
  FulStringTable *copy = ful_string_table_new ();

  for (guint i = 0; i < n; i++)
    {
      const char *text = ful_string_table_get (strings, (FulStringIndex) i);
      g_autofree char *changed = ful_sanitize_text (text, self);

      ful_string_table_append (copy, changed ? changed : text, -1);
    }

  return copy;
}

/* Strings that can be added to. */
static void
own_strings (FulSanitize *self)
{
  FulProfile *profile = self->profile;
  FulStringTable *strings = copy_strings (self, profile->strings, profile->n_strings);
  FulStringTable *texts = copy_strings (self, profile->texts, profile->n_texts);

  ful_string_table_unref (profile->strings);
  ful_string_table_unref (profile->texts);
  profile->strings = strings;
  profile->texts = texts;
}

/* Returns: (transfer none): @node with all its strings changed */
static FulRawNode *
change_node (FulSanitize *self,
             FulRawTree  *tree,
             FulRawNode  *node)
{
  FulBytes text = { NULL };
  FulRawNode *changed;

  if (!ful_sanitize_changes_texts (self))
    return node;
  ful_raw_write (node, &text);
  ful_bytes_append_c (&text, '\0');
  change_json (self, &text.data);
  changed = ful_raw_tree_parse_string (tree, text.data);
  ful_bytes_clear (&text);

  return changed;
}

/* A page of each entry has its number for an address. */
static void
change_pages (FulSanitize *self,
              FulRawTree  *tree,
              FulRawNode  *pages,
              FulRawNode  *to)
{
  guint n_kept = 0;

  for (guint i = 0; i < ful_raw_length (pages); i++)
    {
      FulRawNode *page = ful_raw_element (tree, pages, i);
      g_autofree char *url = ful_raw_dup_string (page, "url", NULL);

      if (self->removals & FUL_REMOVE_PRIVATE && ful_raw_get_bool (page, "isPrivateBrowsing"))
        continue;
      page = change_node (self, tree, page);
      if (self->removals & FUL_REMOVE_URLS && url)
        {
          g_autofree char *name = g_strdup_printf ("<Page #%u>", n_kept);
          g_autofree char *changed = ful_text_replace_urls (url, name);

          if (changed)
            ful_raw_set_string (tree, page, "url", changed);
          ful_raw_set (tree, page, "favicon", ful_raw_tree_new_node (tree, FUL_RAW_NULL));
        }
      n_kept++;
      ful_raw_append_node (tree, to, page);
    }
}

/* Members of the profile that are kept as text. */
static void
change_rest (FulSanitize *self)
{
  FulProfile *profile = self->profile;
  FulRawTree *tree = ful_raw_tree_new ();
  FulRawNode *pages = ful_pages_parse (profile, tree);
  FulRawNode *rest, *kept;
  g_autofree char *json = NULL;

  change_json (self, &profile->rest_json);
  if (pages)
    {
      kept = ful_raw_tree_new_array (tree, FUL_RAW_NODES, ful_raw_length (pages));
      change_pages (self, tree, pages, kept);
      json = g_strdup_printf ("{%s}", profile->rest_json);
      rest = ful_raw_tree_parse_string (tree, json);
      ful_raw_set (tree, rest, "pages", kept);
      g_free (profile->rest_json);
      profile->rest_json = ful_raw_dup_members (rest);
    }
  ful_raw_tree_free (tree);
}

static void
set_no_extensions (FulRawTree *tree,
                   FulRawNode *meta)
{
  static const char *const lists[] = { "id", "name", "baseURL" };
  FulRawNode *extensions = ful_raw_tree_new_node (tree, FUL_RAW_OBJECT);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    ful_raw_set (tree, extensions, lists[i], ful_raw_tree_new_array (tree, FUL_RAW_NODES, 1));
  ful_raw_set_number (tree, extensions, "length", 0);
  ful_raw_set (tree, meta, "extensions", extensions);
}

/* Whether it is the revision of a public browser, which tells nothing of who recorded. */
static gboolean
is_public_source (const char *url)
{
  return url && (g_str_has_prefix (url, "https://hg.mozilla.org/") || g_str_has_prefix (url, "https://github.com/mozilla"));
}

/* Command lines and the name of the host, as importers of perf and valgrind keep them. */
static void
change_meta (FulSanitize *self)
{
  static const char *const of_host[] = { "arguments", "device" };
  g_autofree char *source = NULL;
  FulProfile *profile = self->profile;
  FulRawTree *tree;
  FulRawNode *meta;
  FulBytes text = { NULL };

  if (profile->meta_json == NULL || !(self->removals & FUL_REMOVE_EXTENSIONS || ful_sanitize_changes_texts (self)))
    return;
  tree = ful_raw_tree_new ();
  source = ful_raw_dup_string (ful_raw_tree_parse (tree, profile->meta_json, strlen (profile->meta_json), NULL), "sourceURL", NULL);
  change_json (self, &profile->meta_json);
  meta = ful_raw_tree_parse (tree, profile->meta_json, strlen (profile->meta_json), NULL);
  if (is_public_source (source))
    ful_raw_set_string (tree, meta, "sourceURL", source);
  if (self->removals & FUL_REMOVE_EXTENSIONS)
    set_no_extensions (tree, meta);
  for (guint i = 0; self->removals & FUL_REMOVE_PATHS && i < G_N_ELEMENTS (of_host); i++)
    if (ful_raw_get (meta, of_host[i]))
      ful_raw_release (ful_raw_remove (meta, of_host[i]));
  ful_raw_write (meta, &text);
  ful_bytes_append_c (&text, '\0');
  g_free (profile->meta_json);
  profile->meta_json = text.data;
  ful_raw_tree_free (tree);
}

static char *
get_last_part (const char *path)
{
  const char *slash = strrchr (path, '/'), *backslash = strrchr (path, '\\');
  const char *last = slash > backslash ? slash : backslash;

  return g_strdup (last ? last + 1 : path);
}

static void
change_libs (FulSanitize *self)
{
  GPtrArray *libs = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_lib_free);

  for (guint i = 0; i < self->profile->libs->len; i++)
    {
      FulLib *lib = ful_lib_copy (g_ptr_array_index (self->profile->libs, i));

      change_in_place (self, &lib->arch);
      change_in_place (self, &lib->name);
      change_in_place (self, &lib->path);
      change_in_place (self, &lib->debug_name);
      change_in_place (self, &lib->debug_path);
      if (self->removals & FUL_REMOVE_PATHS)
        {
          char *last = get_last_part (lib->debug_path);

          g_free (lib->debug_path);
          lib->debug_path = last;
        }
      change_in_place (self, &lib->breakpad_id);
      change_in_place (self, &lib->code_id);
      g_ptr_array_add (libs, lib);
    }
  g_ptr_array_unref (self->profile->libs);
  self->profile->libs = libs;
}

static void
change_categories (FulSanitize *self)
{
  GPtrArray *categories = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_category_free);

  for (guint i = 0; i < self->profile->categories->len; i++)
    {
      const FulCategory *old = g_ptr_array_index (self->profile->categories, i);
      FulCategory *category = ful_category_new (old->name, old->color, old->subcategories);

      change_in_place (self, &category->name);
      for (guint s = 0; category->subcategories[s]; s++)
        change_in_place (self, &category->subcategories[s]);
      g_ptr_array_add (categories, category);
    }
  g_ptr_array_unref (self->profile->categories);
  self->profile->categories = categories;
}

/**
 * ful_sanitize_begin:
 * @self: to be filled
 * @profile: a copy that nobody else has, of a plain profile; its threads and counters are the caller's to change
 * @removals: what goes
 * @texts: (nullable) (element-type utf8): texts that are replaced wherever they are whole words
 *
 * Changes all of @profile but its threads and counters. O(bytes of strings + frames).
 */
void
ful_sanitize_begin (FulSanitize *self,
                    FulProfile  *profile,
                    FulRemovals  removals,
                    GPtrArray   *texts)
{
  *self = (FulSanitize) { profile, removals, { NULL }, ful_string_fields_new (profile) };
  if (texts && texts->len > 0)
    self->replaced = ful_removed_names_new_of_texts (texts);
  if (removals & FUL_REMOVE_PRIVATE)
    ful_private_windows_init (&self->windows, profile);
  self->has_own_strings = ful_sanitize_changes_texts (self) || removals & FUL_REMOVE_EXTENSIONS || self->windows.ids;
  if (self->has_own_strings)
    own_strings (self);
  if (removals & FUL_REMOVE_SCRIPTS)
    {
      gint32 *content = ful_table_edit_column (&profile->sources, FUL_SOURCE_CONTENT);

      for (guint i = 0; i < profile->sources->table.n_rows; i++)
        content[i] = FUL_NONE;
    }
  if (self->windows.ids)
    ful_private_windows_remove_funcs (&self->windows, profile);
  change_meta (self);
  if (ful_sanitize_changes_texts (self) || removals & FUL_REMOVE_PRIVATE)
    change_rest (self);
  if (ful_sanitize_changes_texts (self))
    {
      change_libs (self);
      change_categories (self);
    }
}

/**
 * ful_sanitize_counter:
 * @counter: a copy that nobody else has
 */
void
ful_sanitize_counter (FulSanitize *self,
                      FulCounter  *counter)
{
  change_in_place (self, &counter->name);
  change_in_place (self, &counter->category);
  change_in_place (self, &counter->description);
  change_json (self, &counter->display_json);
  change_json (self, &counter->rest_json);
}

/* Samples of private pages stay, without stacks and argument values. */
static void
remove_stacks (FulSanitize *self,
               FulThread   *thread)
{
  gint32 *stacks = ful_table_edit_column (&thread->samples, FUL_SAMPLE_STACK);
  gint32 *values = thread->samples->argument_values ? ful_table_edit_column (&thread->samples, FUL_SAMPLE_ARGUMENT_VALUES) : NULL;

  for (guint i = 0; i < thread->samples->table.n_rows; i++)
    if (stacks[i] != FUL_NONE && self->windows.is_private[stacks[i]])
      {
        stacks[i] = FUL_NONE;
        if (values)
          values[i] = FUL_NONE;
      }
}

static void
remove_arguments (FulThread *thread)
{
  static const char *const members[] = { "tracedValuesBuffer", "tracedObjectShapes" };
  g_autofree char *json = g_strdup_printf ("{%s}", thread->rest_json ? thread->rest_json : "");
  FulRawTree *tree;
  FulRawNode *rest;

  if (thread->samples->argument_values)
    ful_table_drop_column (&thread->samples, FUL_SAMPLE_ARGUMENT_VALUES);
  if (thread->js_allocations && thread->js_allocations->argument_values)
    ful_table_drop_column (&thread->js_allocations, FUL_ALLOCATION_ARGUMENT_VALUES);
  if (thread->native_allocations && thread->native_allocations->argument_values)
    ful_table_drop_column (&thread->native_allocations, FUL_ALLOCATION_ARGUMENT_VALUES);
  if (strstr (json, "\"traced") == NULL)
    return;
  tree = ful_raw_tree_new ();
  rest = ful_raw_tree_parse_string (tree, json);
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (ful_raw_get (rest, members[i]))
      ful_raw_release (ful_raw_remove (rest, members[i]));
  g_free (thread->rest_json);
  thread->rest_json = ful_raw_dup_members (rest);
  ful_raw_tree_free (tree);
}

/**
 * ful_sanitize_thread:
 * @thread: a thread of the profile, or a part of it
 *
 * Returns: (transfer full) (nullable): @thread without what goes; %NULL if all of it goes
 */
FulThread *
ful_sanitize_thread (FulSanitize *self,
                     FulThread   *thread)
{
  FulThread *copy;

  if (self->removals & FUL_REMOVE_PRIVATE && ful_thread_is_private (thread))
    return NULL;

  copy = ful_thread_new_copy (thread);
  if (self->removals & FUL_REMOVE_URLS)
    g_clear_pointer (&copy->etld1, g_free);
  change_in_place (self, &copy->name);
  change_in_place (self, &copy->process_name);
  change_json (self, &copy->rest_json);
  change_json (self, &copy->markers_rest_json);
  if (self->windows.ids)
    remove_stacks (self, copy);
  if (self->removals & FUL_REMOVE_ARGUMENTS)
    remove_arguments (copy);
  if (self->removals & ~(guint) (FUL_REMOVE_SCRIPTS | FUL_REMOVE_ARGUMENTS) || self->replaced)
    ful_sanitize_markers (self, copy);

  return copy;
}

/**
 * ful_sanitize_end:
 *
 * The profile has all its strings then.
 */
void
ful_sanitize_end (FulSanitize *self)
{
  if (self->has_own_strings)
    {
      self->profile->n_strings = ful_string_table_publish (self->profile->strings);
      ful_string_table_publish (self->profile->texts);
    }
  ful_private_windows_clear (&self->windows);
  ful_string_fields_free (self->fields);
  g_clear_pointer (&self->replaced, ful_removed_names_free);
}
