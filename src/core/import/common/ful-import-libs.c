/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Libraries and functions without names of formats that record addresses: what symbol sources look for. */

#include "config.h"

#include "ful-import-libs.h"

#include <stdint.h>

/* Bytes of a build id that the id of Breakpad has. */
#define GUID_BYTES 16

static void
take (char **place,
      char  *text)
{
  g_free (*place);
  *place = text;
}

/**
 * ful_import_lib_new:
 * @path: of the file, or what stands for one: [vdso]
 *
 * Returns: (transfer full): a library without a build id
 */
FulLib *
ful_import_lib_new (const char *path)
{
  FulLib *lib = ful_lib_new_unknown ();

  take (&lib->name, g_path_get_basename (*path ? path : "unknown"));
  take (&lib->debug_name, g_strdup (lib->name));
  take (&lib->path, g_strdup (path));
  take (&lib->debug_path, g_strdup (path));

  return lib;
}

/**
 * ful_import_lib_set_build_id:
 * @lib: a library
 * @id: its build id
 * @n: bytes of it
 *
 * The id of Breakpad is the first 16 bytes as a GUID, and 0.
 */
void
ful_import_lib_set_build_id (FulLib       *lib,
                             const guint8 *id,
                             gsize         n)
{
  static const guint8 order[GUID_BYTES] = { 3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15 };
  GString *code_id = g_string_new (NULL);
  GString *breakpad_id = g_string_new (NULL);

  for (gsize i = 0; i < n; i++)
    g_string_append_printf (code_id, "%02x", id[i]);
  for (guint i = 0; i < GUID_BYTES; i++)
    g_string_append_printf (breakpad_id, "%02X", order[i] < n ? id[order[i]] : 0);
  g_string_append_c (breakpad_id, '0');
  take (&lib->code_id, g_string_free (code_id, FALSE));
  take (&lib->breakpad_id, g_string_free (breakpad_id, FALSE));
}

/**
 * ful_import_lib_add_func:
 * @tables: tables of the profile
 * @lib: a library of it, or %FUL_NONE
 * @address: relative to @lib
 *
 * Returns: the function that stands for an address until its name is known
 */
FulFuncIndex
ful_import_lib_add_func (FulImportTables *tables,
                         FulLibIndex      lib,
                         guint64          address)
{
  char text[2 + 16 + 1];
  FulImportFunc func;

  g_snprintf (text, sizeof text, "0x%jx", (uintmax_t) address);
  func = FUL_IMPORT_FUNC (ful_import_tables_string (tables, text, -1));
  if (lib != FUL_NONE)
    {
      const FulLib *known = tables->builder->profile->libs->pdata[lib];

      func.resource = ful_import_tables_lib_resource (tables, ful_import_tables_string (tables, known->name, -1));
    }

  return ful_import_tables_func (tables, &func);
}
