/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Opens profiles as tables, by the options that sql and rows share. */

#include "config.h"

#include "ful-query-tables.h"

#include "ful-query-open.h"
#include "ful-query-options.h"

#include "base/ful-error.h"
#include "model/ful-import-log.h"

#include <string.h>

/* Characters of a key that is a checksum. */
#define N_CHECKSUM 16

static void
close_run (gpointer data)
{
  FulQuery *run = data;

  ful_query_close (run);
  g_free (run->profile_path);
  g_free (run);
}

void
ful_query_tables_init (FulQueryTables *self)
{
  self->profiles = g_ptr_array_new_with_free_func ((GDestroyNotify) ful_sql_profile_free);
  self->runs = g_ptr_array_new_with_free_func (close_run);
}

void
ful_query_tables_clear (FulQueryTables *self)
{
  g_clear_pointer (&self->profiles, g_ptr_array_unref);
  g_clear_pointer (&self->runs, g_ptr_array_unref);
}

/* Returns: whether --key and --label can be followed */
gboolean
ful_query_tables_check (const FulQuery  *query,
                        GError         **error)
{
  const char *flaw = NULL;

  if (query->sql.key && !g_str_equal (query->sql.key, "path") && !g_str_equal (query->sql.key, "sha256"))
    flaw = "--key must be path or sha256";
  for (guint i = 0; query->sql.labels && query->sql.labels[i] && flaw == NULL; i++)
    if (strchr (query->sql.labels[i], '=') == NULL || *query->sql.labels[i] == '=')
      flaw = "--label must be KEY=VALUE";
  if (flaw)
    g_set_error_literal (error, FUL_ERROR, FUL_ERROR_ARGUMENT, flaw);

  return flaw == NULL;
}

/* Returns: (transfer full): what tells the file from others */
static char *
make_key (const FulQuery  *query,
          const char      *path,
          GError         **error)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autoptr(GChecksum) checksum = NULL;
  g_autoptr(GMappedFile) file = NULL;

  if (query->sql.key == NULL)
    return query->member ? g_strconcat (base, "/", query->member, NULL) : g_steal_pointer (&base);
  if (g_str_equal (query->sql.key, "path"))
    return query->member ? g_strconcat (path, "/", query->member, NULL) : g_strdup (path);

  file = g_mapped_file_new (path, FALSE, error);
  if (file == NULL)
    return NULL;
  checksum = g_checksum_new (G_CHECKSUM_SHA256);
  g_checksum_update (checksum, (const guchar *) g_mapped_file_get_contents (file), (gssize) g_mapped_file_get_length (file));

  return g_strndup (g_checksum_get_string (checksum), N_CHECKSUM);
}

static void
add_labels (FulSqlProfile *profile,
            char         **labels)
{
  for (guint i = 0; labels && labels[i]; i++)
    {
      const char *sign = strchr (labels[i], '=');
      FulSqlLabel label = { g_strndup (labels[i], (gsize) (sign - labels[i])), g_strdup (sign + 1) };

      g_array_append_val (profile->labels, label);
    }
}

/**
 * ful_query_tables_add:
 * @path: of a file
 * @out_status: (out): what the program ends with after an error
 *
 * Opens it.
 */
gboolean
ful_query_tables_add (FulQueryTables  *self,
                      const FulQuery  *query,
                      const char      *path,
                      FulExitStatus   *out_status,
                      GError         **error)
{
  FulQuery *run = g_new0 (FulQuery, 1);
  g_autofree char *key = NULL;
  FulSqlProfile *profile;

  run->command = query->command;
  run->member = query->member;
  run->symbols = query->symbols;
  run->profile_path = g_strdup (path);
  g_ptr_array_add (self->runs, run);
  *out_status = FUL_EXIT_UNREADABLE;
  key = make_key (query, path, error);
  if (key == NULL)
    return FALSE;
  if (!ful_query_open (run, query->options, path, out_status, error))
    {
      g_prefix_error (error, "%s: ", path);
      return FALSE;
    }
  for (guint i = 0; i < self->profiles->len; i++)
    if (g_str_equal (((FulSqlProfile *) self->profiles->pdata[i])->key, key))
      {
        *out_status = FUL_EXIT_USAGE;
        g_set_error (error, FUL_ERROR, FUL_ERROR_ARGUMENT, "Two profiles are called “%s”; --key path tells them apart", key);
        return FALSE;
      }
  profile = ful_sql_profile_new (run->profile, run->reader.cache, key, path, query->member);
  profile->view = run;
  self->has_lost |= ful_import_log_get_worst (run->profile->log) == FUL_SEVERITY_DATA_LOSS;
  add_labels (profile, query->sql.labels);
  g_ptr_array_add (self->profiles, profile);

  return TRUE;
}
