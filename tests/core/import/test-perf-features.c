/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What recordings of perf say of files and of the machine. */

#include "import/perf/ful-perf-features.h"
#include "import/perf/ful-perf-libs.h"

#include <string.h>

#define HAS_LENGTH 0x8000   /* of a record with a build id */

/* Recordings say how long an id is since Linux 5.12; before it is 20 bytes, with zeros at the end. */
static void
test_build_ids (void)
{
  static const struct { guint16 misc; guint8 length; const char *expected; } cases[] = {
    { 0, 0, "0102030405060708090a0b0c0d0e0f1011121314" },
    { HAS_LENGTH, 20, "0102030405060708090a0b0c0d0e0f1011121314" },
    { HAS_LENGTH, 16, "0102030405060708090a0b0c0d0e0f10" },
    { HAS_LENGTH, 8, "0102030405060708" },
    { HAS_LENGTH, 255, "0102030405060708090a0b0c0d0e0f1011121314" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr(FulProfileBuilder) builder = ful_profile_builder_new ();
      guint8 record[8 + 4 + 24 + 16] = { 0 };
      FulPerfLibs libs;
      FulLibIndex lib;

      memcpy (record + 4, &cases[i].misc, sizeof cases[i].misc);
      for (guint k = 0; k < 20; k++)
        record[8 + 4 + k] = (guint8) (k + 1);
      record[8 + 4 + 20] = cases[i].length;
      memcpy (record + 8 + 4 + 24, "/nowhere/lib", 13);
      ful_perf_libs_init (&libs, builder);
      ful_perf_features_read_build_id ((FulCursor) { record, sizeof record }, &libs);
      lib = ful_perf_libs_get (&libs, "/nowhere/lib");
      g_assert_cmpstr (((FulLib *) builder->profile->libs->pdata[lib])->code_id, ==, cases[i].expected);
      ful_perf_libs_clear (&libs);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-features/build-ids", test_build_ids);

  return g_test_run ();
}
