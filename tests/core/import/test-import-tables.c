/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "import/common/ful-import-tables.h"
#include "model/ful-shared-tables.h"

static FulFuncIndex
add_func (FulImportTables *tables,
          const char      *name,
          gint32           line)
{
  FulImportFunc func = FUL_IMPORT_FUNC (ful_import_tables_string (tables, name, -1));

  func.line = line;

  return ful_import_tables_func (tables, &func);
}

/* Equal rows are one, and each member makes a difference. */
static void
test_rows (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulImportTables tables;
  FulFuncIndex func;
  FulImportFrame frame;
  FulFrameIndex row;
  FulStackIndex root;

  ful_import_tables_init (&tables, builder);
  func = add_func (&tables, "f", 3);
  g_assert_cmpint (add_func (&tables, "f", 3), ==, func);
  g_assert_cmpint (add_func (&tables, "f", 4), !=, func);
  g_assert_cmpint (add_func (&tables, "g", 3), !=, func);
  g_assert_cmpuint (builder->funcs.n_rows, ==, 3);

  frame = FUL_IMPORT_FRAME (func, 1);
  row = ful_import_tables_frame (&tables, &frame);
  g_assert_cmpint (ful_import_tables_frame (&tables, &frame), ==, row);
  frame.address = G_GINT64_CONSTANT (0x100000000);
  g_assert_cmpint (ful_import_tables_frame (&tables, &frame), !=, row);
  frame.address = G_GINT64_CONSTANT (0x200000000);
  g_assert_cmpint (ful_import_tables_frame (&tables, &frame), ==, 2);
  frame.inline_depth = 1;
  g_assert_cmpint (ful_import_tables_frame (&tables, &frame), ==, 3);
  g_assert_cmpint (FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[2], ==, G_GINT64_CONSTANT (0x200000000));
  g_assert_cmpint (FUL_CELLS (&builder->frames, FUL_FRAME_ADDRESS, gint64)[0], ==, FUL_NONE);

  root = ful_import_tables_stack (&tables, FUL_NONE, row);
  g_assert_cmpint (ful_import_tables_stack (&tables, root, row), ==, root + 1);
  g_assert_cmpint (ful_import_tables_stack (&tables, FUL_NONE, row), ==, root);
  ful_import_tables_clear (&tables);
}

static void
test_resources (void)
{
  g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
  FulImportTables tables;
  FulResourceIndex host, lib;

  ful_import_tables_init (&tables, builder);
  host = ful_import_tables_url_resource (&tables, "https://a.example/1.js");
  g_assert_cmpint (ful_import_tables_url_resource (&tables, "HTTPS://me@A.example:443/2.js?x"), ==, host);
  g_assert_cmpint (ful_import_tables_url_resource (&tables, "https://a.example:8443/1.js"), !=, host);
  g_assert_cmpint (ful_import_tables_url_resource (&tables, "file:///1.js"), !=, ful_import_tables_url_resource (&tables, "file:///2.js"));
  lib = ful_import_tables_lib_resource (&tables, ful_import_tables_string (&tables, "libc.so", -1));
  g_assert_cmpint (ful_import_tables_lib_resource (&tables, ful_import_tables_string (&tables, "libc.so", -1)), ==, lib);
  g_assert_cmpint (FUL_CELLS (&builder->resources, FUL_RESOURCE_TYPE, gint32)[lib], ==, FUL_RESOURCE_TYPE_LIBRARY);
  g_assert_cmpint (FUL_CELLS (&builder->resources, FUL_RESOURCE_TYPE, gint32)[host], ==, FUL_RESOURCE_TYPE_WEBHOST);
  g_assert_cmpint (ful_import_tables_source (&tables, "a.c"), ==, ful_import_tables_source (&tables, "a.c"));
  g_assert_cmpuint (builder->sources.n_rows, ==, 1);
  ful_import_tables_clear (&tables);
}

/* What is written reads as the same address, or there is none. */
static void
test_addresses (void)
{
  g_assert_cmpint (ful_import_address (0), ==, 0);
  g_assert_cmpint (ful_import_address (0x7fffffffffff), ==, 0x7fffffffffff);
  g_assert_cmpfloat ((double) ful_import_address (G_GUINT64_CONSTANT (0x7ffffffffffffbff)), <, 0x1p63);
  g_assert_cmpint (ful_import_address (G_GUINT64_CONSTANT (0x7ffffffffffffe00)), ==, FUL_NONE);
  g_assert_cmpint (ful_import_address (G_MAXINT64), ==, FUL_NONE);
  g_assert_cmpint (ful_import_address (G_MAXUINT64), ==, FUL_NONE);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/import-tables/rows", test_rows);
  g_test_add_func ("/import-tables/resources", test_resources);
  g_test_add_func ("/import-tables/addresses", test_addresses);

  return g_test_run ();
}
