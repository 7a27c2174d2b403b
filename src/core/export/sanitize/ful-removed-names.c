/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names that a profile has in addresses, home folders, extensions and of its host, and may have elsewhere too, where no rule
 * removes them (sanitize.md 5). A text is searched in O(bytes), whatever the number of names. */

#define _GNU_SOURCE   /* memmem() */
#include "config.h"

#include "ful-removed-names.h"

#include "base/ful-bytes.h"
#include "base/ful-hash.h"
#include "base/ful-memmem.h"
#include "base/ful-table.h"
#include "io/json/ful-json-document.h"

#include <string.h>

/* Shorter ones are words of every profile. */
#define MIN_NAME_BYTES 4
#define MAX_NAME_BYTES 255
#define MAX_NAMES 10000

/* Names that begin with one word; of more the others are not sought. */
#define MAX_ALIKE 64

struct _FulRemovedNames
{
  GHashTable *by_first;   /* first word, lower case → (element-type utf8) names that begin with it, lower case */
  guint       n;
};

/* Users that are on many machines, and hosts that are in every Firefox. */
static const char *const common[] = {
  "root", "user", "users", "home", "runner", "build", "builder", "worker", "public", "shared", "travis", "admin", "guest", "ubuntu", "debian",
  "localhost", "unknown", "linux", "android", "firefox", "mozilla", "task_workdir", NULL,
};
static const char *const common_hosts[] = { "mozilla.org", "mozilla.com", "mozilla.net", "firefox.com", "github.com", "crates.io", "w3.org", NULL };

static gboolean
is_word (char c)
{
  return (guchar) c >= 0x80 || g_ascii_isalnum (c);
}

static gsize
count_word (const char *text,
            const char *end)
{
  const char *p = text;

  while (p < end && is_word (*p))
    p++;

  return (gsize) (p - text);
}

/* Of a name of a user or a folder. */
static gsize
count_name (const char *text,
            const char *end)
{
  const char *p = text;

  while (p < end && (is_word (*p) || *p == '.' || *p == '_' || *p == '-'))
    p++;

  return (gsize) (p - text);
}

static gboolean
is_common (const char *name)
{
  if (g_strv_contains (common, name))
    return TRUE;
  if (g_str_has_prefix (name, "127."))
    return TRUE;
  for (guint i = 0; common_hosts[i]; i++)
    if (g_str_has_suffix (name, common_hosts[i]))
      return TRUE;

  return FALSE;
}

/* @text: begins with a word */
static void
insert (FulRemovedNames *self,
        const char      *text,
        gsize            n)
{
  g_autofree char *name = g_ascii_strdown (text, (gssize) n);
  g_autofree char *first = g_strndup (name, count_word (name, name + n));
  GPtrArray *names;

  if (*first == '\0' || self->n >= MAX_NAMES)
    return;
  names = g_hash_table_lookup (self->by_first, first);
  if (names == NULL)
    {
      names = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (self->by_first, g_steal_pointer (&first), names);
    }
  if (names->len >= MAX_ALIKE || g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
    return;
  g_ptr_array_add (names, g_steal_pointer (&name));
  self->n++;
}

static void
add_name (FulRemovedNames *self,
          const char      *text,
          gsize            n)
{
  g_autofree char *name = NULL;

  if (n < MIN_NAME_BYTES || n > MAX_NAME_BYTES || !g_utf8_validate_len (text, n, NULL))
    return;
  name = g_ascii_strdown (text, (gssize) n);
  if (!is_common (name))
    insert (self, text, n);
}

/* Hosts of the addresses in a text, of the web only. */
static void
add_hosts (FulRemovedNames *self,
           const char      *text,
           gsize            length)
{
  static const char *const schemes[] = { "http", "https", "ws", "wss", "ftp" };
  const char *end = text + length;

  for (const char *p = text; (p = memmem (p, (gsize) (end - p), "://", 3)) != NULL; p += 3)
    {
      const char *host = p + 3, *last = host, *begin = p;
      gboolean is_web = FALSE;

      while (begin > text && p - begin < 6 && g_ascii_isalpha (begin[-1]))
        begin--;
      for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
        is_web |= strlen (schemes[i]) == (gsize) (p - begin) && g_ascii_strncasecmp (begin, schemes[i], strlen (schemes[i])) == 0;
      while (last < end && (g_ascii_isalnum (*last) || *last == '.' || *last == '-'))
        last++;
      if (last - host > 4 && g_ascii_strncasecmp (host, "www.", 4) == 0)
        host += 4;
      if (is_web && memchr (host, '.', (gsize) (last - host)))
        add_name (self, host, (gsize) (last - host));
    }
}

static void
add_users (FulRemovedNames *self,
           const char      *text,
           gsize            length)
{
  static const char *const folders[] = { "/home/", "/Users/", "\\Users\\", "\\\\Users\\\\" };
  const char *end = text + length;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    for (const char *p = text; (p = memmem (p, (gsize) (end - p), folders[i], strlen (folders[i]))) != NULL; )
      {
        p += strlen (folders[i]);
        add_name (self, p, count_name (p, end));
      }
}

static void
add_text (FulRemovedNames *self,
          FulRemovals      removals,
          const char      *text,
          gsize            length)
{
  if (removals & FUL_REMOVE_URLS)
    add_hosts (self, text, length);
  if (removals & FUL_REMOVE_PATHS)
    add_users (self, text, length);
}

static void
add_strings (FulRemovedNames      *self,
             FulRemovals           removals,
             const FulStringTable *strings,
             guint                 n)
{
  for (guint i = 0; i < n; i++)
    {
      const char *text = ful_string_table_get (strings, (FulStringIndex) i);

      add_text (self, removals, text, strlen (text));
    }
}

static void
add_list (FulRemovedNames *self,
          JsonArray       *ids,
          JsonArray       *names)
{
  for (guint i = 0; ids && i < json_array_get_length (ids); i++)
    {
      const char *id = json_array_get_string_element (ids, i);
      const char *name = names && i < json_array_get_length (names) ? json_array_get_string_element (names, i) : NULL;

      if (id == NULL || g_str_has_suffix (id, "@mozilla.org") || g_str_has_suffix (id, "@mozilla.com"))
        continue;
      add_name (self, id, strlen (id));
      if (name)
        add_name (self, name, strlen (name));
    }
}

static void
add_meta (FulRemovedNames *self,
          FulRemovals      removals,
          const char      *meta_json)
{
  g_autoptr(JsonObject) meta = ful_json_parse_object (meta_json);
  JsonObject *extensions = ful_json_get_object (meta, "extensions");
  const char *device = ful_json_get_string (meta, "device");

  if (removals & FUL_REMOVE_EXTENSIONS && extensions)
    add_list (self, ful_json_get_array (extensions, "id"), ful_json_get_array (extensions, "name"));
  if (removals & FUL_REMOVE_PATHS && device)
    add_name (self, device, strlen (device));
  add_text (self, removals, meta_json, strlen (meta_json));
}

static FulRemovedNames *
create (void)
{
  FulRemovedNames *self = g_new0 (FulRemovedNames, 1);

  self->by_first = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  return self;
}

/**
 * ful_removed_names_new_of_texts:
 * @texts: (element-type utf8): any texts; what is before their first word is left out
 */
FulRemovedNames *
ful_removed_names_new_of_texts (GPtrArray *texts)
{
  FulRemovedNames *self = create ();

  for (guint i = 0; i < texts->len; i++)
    {
      const char *text = g_ptr_array_index (texts, i);

      while (*text && !is_word (*text))
        text++;
      insert (self, text, strlen (text));
    }

  return self;
}

/**
 * ful_removed_names_new:
 * @profile: the profile before anything is removed
 * @removals: what is
 *
 * O(bytes of texts).
 */
FulRemovedNames *
ful_removed_names_new (FulProfile  *profile,
                       FulRemovals  removals)
{
  FulRemovedNames *self = create ();

  if (profile->meta_json)
    add_meta (self, removals, profile->meta_json);
  if (!(removals & (FUL_REMOVE_URLS | FUL_REMOVE_PATHS)))
    return self;
  if (profile->rest_json)
    add_text (self, removals, profile->rest_json, strlen (profile->rest_json));
  add_strings (self, removals, profile->strings, profile->n_strings);
  for (guint i = 0; i < profile->libs->len; i++)
    {
      const FulLib *lib = g_ptr_array_index (profile->libs, i);

      add_text (self, removals, lib->path, strlen (lib->path));
      add_text (self, removals, lib->debug_path, strlen (lib->debug_path));
    }
  for (guint i = 0; i < profile->threads->len; i++)
    {
      FulThread *thread = ful_profile_get_thread (profile, i);

      for (guint marker = 0; marker < thread->markers->table.n_rows; marker++)
        {
          gsize length;
          const char *payload = ful_thread_get_payload (thread, marker, &length);

          if (payload)
            add_text (self, removals, payload, length);
        }
    }

  return self;
}

void
ful_removed_names_free (FulRemovedNames *self)
{
  g_hash_table_unref (self->by_first);
  g_free (self);
}

guint
ful_removed_names_get_n (const FulRemovedNames *self)
{
  return self->n;
}

/* Returns: the length of the name at @p, whose first word has @n bytes; 0 if there is none */
static gsize
match_at (const FulRemovedNames *self,
          const char            *p,
          gsize                  n,
          const char            *end)
{
  g_autofree char *word = g_ascii_strdown (p, (gssize) n);
  const GPtrArray *names = g_hash_table_lookup (self->by_first, word);

  for (guint i = 0; names && i < names->len; i++)
    {
      const char *name = g_ptr_array_index (names, i);
      gsize n_name = strlen (name);

      if ((gsize) (end - p) >= n_name && g_ascii_strncasecmp (p, name, n_name) == 0 && (p + n_name == end || !is_word (p[n_name])))
        return n_name;
    }

  return 0;
}

/**
 * ful_removed_names_search:
 * @text: (array length=length): a text
 * @func: called for each name that is in it, of whole words
 */
void
ful_removed_names_search (const FulRemovedNames *self,
                          const char            *text,
                          gsize                  length,
                          FulClueFunc           func,
                          gpointer               user_data)
{
  const char *end = text + length;

  for (const char *p = text; self->n > 0 && p < end; )
    {
      gsize n = count_word (p, end);
      gsize n_name = n > 0 && n <= MAX_NAME_BYTES ? match_at (self, p, n, end) : 0;

      if (n_name > 0)
        func (FUL_CLUE_NAME, p, n_name, user_data);
      p += MAX (MAX (n, n_name), 1);
    }
}

typedef struct
{
  FulBytes    to;
  const char *copied;   /* up to where the text is in @to */
} Replacing;

static void
replace_cb (FulClueKind  kind,
            const char  *begin,
            gsize        n,
            gpointer     user_data)
{
  Replacing *self = user_data;

  ful_bytes_append (&self->to, self->copied, (gsize) (begin - self->copied));
  ful_bytes_append_s (&self->to, "<removed>");
  self->copied = begin + n;
}

/**
 * ful_removed_names_replace:
 *
 * Returns: (transfer full) (nullable): @text with `<removed>` instead of each of the names; %NULL if there is none
 */
char *
ful_removed_names_replace (const FulRemovedNames *self,
                           const char            *text)
{
  Replacing replacing = { { NULL }, text };

  ful_removed_names_search (self, text, strlen (text), replace_cb, &replacing);
  if (replacing.copied == text)
    return NULL;
  ful_bytes_append (&replacing.to, replacing.copied, strlen (replacing.copied) + 1);

  return replacing.to.data;
}
