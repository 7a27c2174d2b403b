/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-import-packages.h"

#include "base/ful-hash.h"

#include <string.h>

/* Of the palette, those that differ most first; grey is what has no package, or a small one. */
static const char *const colors[] = { "blue", "yellow", "green", "purple", "orange", "lightblue", "magenta", "brown", "lightgreen" };

void
ful_import_packages_init (FulImportPackages *self)
{
  self->counts = g_hash_table_new_full (ful_hash_text, g_str_equal, g_free, NULL);
  self->categories = g_hash_table_new (ful_hash_text, g_str_equal);
  self->chosen = g_ptr_array_new ();
}

void
ful_import_packages_clear (FulImportPackages *self)
{
  g_ptr_array_unref (self->chosen);
  g_hash_table_unref (self->categories);
  g_hash_table_unref (self->counts);
}

/* "net/http" of "net/http.(*conn).serve", "std" of "std::sort<int*>".
 * Returns: (transfer full) (nullable) */
static char *
dup_package (const char *name)
{
  gsize n_path = strcspn (name, "(<[ ");
  const char *slash = g_strrstr_len (name, (gssize) n_path, "/");
  const char *last = slash ? slash + 1 : name;
  gsize n = strcspn (last, ".:(<[ ");

  if (n == 0 || (last[n] != '.' && strncmp (last + n, "::", 2) != 0))
    return NULL;

  return g_strndup (name, (gsize) (last - name) + n);
}

void
ful_import_packages_count (FulImportPackages *self,
                           const char        *name)
{
  char *package = dup_package (name);

  if (package)
    g_hash_table_insert (self->counts, package, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (self->counts, package)) + 1));
}

static int
compare (gconstpointer a,
         gconstpointer b,
         gpointer      counts)
{
  const char *x = *(const char *const *) a, *y = *(const char *const *) b;
  guint n_x = GPOINTER_TO_UINT (g_hash_table_lookup (counts, x));
  guint n_y = GPOINTER_TO_UINT (g_hash_table_lookup (counts, y));

  return n_x != n_y ? (n_x < n_y) - (n_x > n_y) : strcmp (x, y);
}

/* After all names were counted. */
void
ful_import_packages_choose (FulImportPackages *self)
{
  GHashTableIter iter;
  gpointer package;

  g_hash_table_iter_init (&iter, self->counts);
  while (g_hash_table_iter_next (&iter, &package, NULL))
    g_ptr_array_add (self->chosen, package);
  g_ptr_array_sort_with_data (self->chosen, compare, self->counts);
  g_ptr_array_set_size (self->chosen, (int) MIN (self->chosen->len, G_N_ELEMENTS (colors)));
  for (guint i = 0; i < self->chosen->len; i++)
    g_hash_table_insert (self->categories, self->chosen->pdata[i], GUINT_TO_POINTER (i + 1));
}

/* Returns: the category of a function; 0 is "Other" */
FulCategoryIndex
ful_import_packages_get_category (FulImportPackages *self,
                                  const char        *name)
{
  g_autofree char *package = dup_package (name);

  return package ? (FulCategoryIndex) GPOINTER_TO_UINT (g_hash_table_lookup (self->categories, package)) : 0;
}

/* Adds all categories. */
void
ful_import_packages_add_to (FulImportPackages *self,
                            FulImportMeta     *meta)
{
  ful_import_meta_add_category (meta, "Other", "grey");
  for (guint i = 0; i < self->chosen->len; i++)
    ful_import_meta_add_category (meta, self->chosen->pdata[i], colors[i]);
}
