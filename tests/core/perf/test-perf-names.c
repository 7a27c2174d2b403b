/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of generated code in a file that grows. */

#include "perf/ful-perf-names.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <unistd.h>

typedef struct
{
  char         *folder;
  char         *path;
  FulPerfNames *names;
} Fixture;

static void
set_up (Fixture *self)
{
  g_autoptr(GError) error = NULL;

  self->folder = g_dir_make_tmp ("perf-names-XXXXXX", &error);
  g_assert_no_error (error);
  self->path = g_build_filename (self->folder, "perf-1.map", NULL);
  self->names = ful_perf_names_new (self->path);
}

static void
tear_down (Fixture *self)
{
  ful_perf_names_free (self->names);
  g_remove (self->path);
  g_assert_cmpint (g_rmdir (self->folder), ==, 0);
  g_free (self->folder);
  g_free (self->path);
}

static void
append (Fixture    *self,
        const char *text)
{
  FILE *file = fopen (self->path, "a");

  g_assert_nonnull (file);
  g_assert_cmpint (fputs (text, file), >=, 0);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
replace (Fixture    *self,
         const char *text)
{
  g_autoptr(GError) error = NULL;

  g_file_set_contents (self->path, text, -1, &error);
  g_assert_no_error (error);
}

/* A line is read when it is whole. */
static void
test_grows (void)
{
  Fixture self;

  set_up (&self);
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 0);   /* no file yet */
  append (&self, "1000 100 first\n2000 100 sec");
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 1);
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 0);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x10ff), ==, "first");
  g_assert_null (ful_perf_names_find (self.names, 0x2000));
  append (&self, "ond\n");
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 1);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x2000), ==, "second");
  append (&self, "3000 10 last");
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 0);
  g_assert_cmpuint (ful_perf_names_read (self.names, TRUE, NULL), ==, 1);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x3000), ==, "last");
  tear_down (&self);
}

/* Memory is used for other code: what is left of the old one keeps its name. */
static void
test_later (void)
{
  Fixture self;
  const char *name;

  set_up (&self);
  append (&self, "1000 100 old\n");
  ful_perf_names_read (self.names, FALSE, NULL);
  name = ful_perf_names_find (self.names, 0x1000);
  append (&self, "1040 40 new\n");
  ful_perf_names_read (self.names, FALSE, NULL);
  g_assert_true (ful_perf_names_find (self.names, 0x103f) == name);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x1040), ==, "new");
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x107f), ==, "new");
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x1080), ==, "old");
  append (&self, "1000 100 all\n");
  ful_perf_names_read (self.names, FALSE, NULL);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x1050), ==, "all");
  g_assert_cmpstr (name, ==, "old");
  tear_down (&self);
}

/* Names stay when the file is gone; another one is read from its begin. */
static void
test_replaced (void)
{
  Fixture self;

  set_up (&self);
  append (&self, "1000 100 first\n2000 100 second\n");
  ful_perf_names_read (self.names, FALSE, NULL);
  g_assert_cmpint (g_remove (self.path), ==, 0);
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 0);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x1000), ==, "first");
  replace (&self, "1000 100 other\n");
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 1);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x1000), ==, "other");
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x2000), ==, "second");

  /* Emptied, and written once more. */
  g_assert_cmpint (truncate (self.path, 0), ==, 0);
  append (&self, "1 1 a\n");
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 1);
  tear_down (&self);
}

/* Damage costs its line, and nothing without end is kept in mind. */
static void
test_damage (void)
{
  g_autofree char *line = g_strnfill (100000, 'x');
  Fixture self;

  set_up (&self);
  append (&self, "\n \n1000\n1000 \n1000 10\n1000 10 \nx y z\nffffffffffffffff 2 beyond\n2000 0 empty\n3000 10 good\n");
  ful_perf_names_read (self.names, FALSE, NULL);
  g_assert_null (ful_perf_names_find (self.names, 0x1000));
  g_assert_null (ful_perf_names_find (self.names, G_MAXUINT64));
  g_assert_null (ful_perf_names_find (self.names, 0x2000));
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x300f), ==, "good");
  append (&self, line);
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 0);
  append (&self, "\n4000 10 after\n");
  g_assert_cmpuint (ful_perf_names_read (self.names, FALSE, NULL), ==, 1);
  g_assert_cmpstr (ful_perf_names_find (self.names, 0x4000), ==, "after");
  tear_down (&self);
}

/* Read in any parts, the names are those of one reading. */
static void
test_parts (void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed (5);
  g_autoptr(GString) text = g_string_new (NULL);
  Fixture self, whole;

  for (guint i = 0; i < 500; i++)
    g_string_append_printf (text, "%x %x name %u\n", (guint) g_rand_int_range (rand, 0, 2000), (guint) g_rand_int_range (rand, 0, 60), i);
  set_up (&self);
  set_up (&whole);
  append (&whole, text->str);
  ful_perf_names_read (whole.names, TRUE, NULL);
  for (gsize at = 0; at < text->len; )
    {
      gsize n = MIN ((gsize) g_rand_int_range (rand, 1, 100), text->len - at);
      g_autofree char *part = g_strndup (text->str + at, n);

      append (&self, part);
      ful_perf_names_read (self.names, FALSE, NULL);
      at += n;
    }
  for (guint64 address = 0; address < 2100; address++)
    g_assert_cmpstr (ful_perf_names_find (self.names, address), ==, ful_perf_names_find (whole.names, address));
  tear_down (&whole);
  tear_down (&self);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-names/grows", test_grows);
  g_test_add_func ("/perf-names/later", test_later);
  g_test_add_func ("/perf-names/replaced", test_replaced);
  g_test_add_func ("/perf-names/damage", test_damage);
  g_test_add_func ("/perf-names/parts", test_parts);

  return g_test_run ();
}
