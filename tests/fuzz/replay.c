/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a fuzz target over files, for builds without libFuzzer: the seed corpus, and
 * inputs that once failed. */

#include "ful-fuzz.h"

#include <gio/gio.h>

static guint
replay (const char *path)
{
  g_autoptr(GDir) directory = g_dir_open (path, 0, NULL);
  g_autofree char *data = NULL;
  const char *name;
  gsize size;
  guint n = 0;

  if (directory == NULL)
    {
      g_autoptr(GError) error = NULL;

      if (!g_file_get_contents (path, &data, &size, &error))
        g_error ("%s", error->message);
      LLVMFuzzerTestOneInput ((const uint8_t *) data, size);
      return 1;
    }

  while ((name = g_dir_read_name (directory)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      n += replay (child);
    }

  return n;
}

int
main (int    argc,
      char **argv)
{
  guint n = 0;

  for (int i = 1; i < argc; i++)
    n += replay (argv[i]);
  g_print ("%u inputs\n", n);

  return n > 0 ? 0 : 1;
}
