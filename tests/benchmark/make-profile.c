/* SPDX-License-Identifier: GPL-3.0-or-later */

/* make-profile N_SAMPLES FILE: the profile of a million stacks as a file. */

#include "config.h"

#include "bench-profile.h"

#include "export/ful-processed-writer.h"

#include <stdlib.h>

int
main (int   argc,
      char *argv[])
{
  g_autoptr(FulProfile) profile = bench_profile_new ((guint) atoi (argv[1]), BENCH_N_STACKS);
  g_autoptr(GFile) file = g_file_new_for_commandline_arg (argv[2]);
  g_autoptr(GError) error = NULL;

  if (ful_processed_writer_save (profile, file, NULL, NULL, &error))
    return EXIT_SUCCESS;
  g_printerr ("%s\n", error->message);

  return EXIT_FAILURE;
}
