/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What symbol sources look for: ids of libraries, and functions that are addresses. */

#include "import/common/ful-import-libs.h"
#include "model/ful-profile-builder.h"
#include "model/ful-shared-tables.h"

static void
test_names (void)
{
  static const struct { const char *path, *name; } cases[] = {
    { "/usr/lib/libm.so.6", "libm.so.6" }, { "[vdso]", "[vdso]" }, { "", "unknown" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      FulLib *lib = ful_import_lib_new (cases[i].path);

      g_assert_cmpstr (lib->name, ==, cases[i].name);
      g_assert_cmpstr (lib->debug_name, ==, cases[i].name);
      g_assert_cmpstr (lib->path, ==, cases[i].path);
      g_assert_cmpstr (lib->breakpad_id, ==, "");
      g_assert_null (lib->code_id);
      ful_lib_free (lib);
    }
}

static void
test_build_ids (void)
{
  static const guint8 id[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 0xfe };
  FulLib *lib = ful_import_lib_new ("/x");

  ful_import_lib_set_build_id (lib, id, sizeof id);
  g_assert_cmpstr (lib->code_id, ==, "0102030405060708090a0b0c0d0e0f1011fe");
  g_assert_cmpstr (lib->breakpad_id, ==, "0403020106050807090A0B0C0D0E0F100");
  ful_import_lib_set_build_id (lib, id, 3);
  g_assert_cmpstr (lib->code_id, ==, "010203");
  g_assert_cmpstr (lib->breakpad_id, ==, "000302010000000000000000000000000");
  ful_lib_free (lib);
}

static void
test_funcs (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulImportTables tables;
  FulFuncIndex in_lib, alone;

  ful_import_tables_init (&tables, builder);
  g_ptr_array_add (builder->profile->libs, ful_import_lib_new ("/usr/lib/libm.so.6"));
  in_lib = ful_import_lib_add_func (&tables, 0, G_MAXUINT64);
  alone = ful_import_lib_add_func (&tables, FUL_NONE, G_MAXUINT64);
  g_assert_cmpint (in_lib, !=, alone);
  g_assert_cmpint (in_lib, ==, ful_import_lib_add_func (&tables, 0, G_MAXUINT64));
  g_assert_cmpstr (ful_string_table_get (builder->strings, FUL_CELLS (&builder->funcs, FUL_FUNC_NAME, gint32)[in_lib]), ==,
                   "0xffffffffffffffff");
  g_assert_cmpint (FUL_CELLS (&builder->funcs, FUL_FUNC_RESOURCE, gint32)[in_lib], ==, 0);
  g_assert_cmpint (FUL_CELLS (&builder->funcs, FUL_FUNC_RESOURCE, gint32)[alone], ==, FUL_NONE);
  ful_import_tables_clear (&tables);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/import-libs/names", test_names);
  g_test_add_func ("/import-libs/build-ids", test_build_ids);
  g_test_add_func ("/import-libs/funcs", test_funcs);

  return g_test_run ();
}
