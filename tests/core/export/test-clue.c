/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-test-profile.h"

#include "export/sanitize/ful-clue.h"
#include "export/report/ful-leftovers.h"
#include "export/sanitize/ful-removed-names.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

static void
found_cb (FulClueKind  kind,
          const char  *begin,
          gsize        n,
          gpointer     user_data)
{
  g_string_append_printf (user_data, "%s %.*s; ", ful_clue_get_name (kind), (int) n, begin);
}

static void
assert_found (const char  *text,
              FulRemovals  removals,
              const char  *expected)
{
  g_autofree char *copy = g_memdup2 (text, strlen (text));   /* nothing behind it may be read */
  g_autoptr(GString) found = g_string_new (NULL);

  ful_clue_search (copy, strlen (text), removals, found_cb, found);
  g_assert_cmpstr (found->str, ==, expected);
}

static void
test_addresses (void)
{
  assert_found ("see https://a.example/x?y (https://b)", FUL_REMOVE_ALL, "address https://a.example/x?y; address https://b; ");
  assert_found ("https:\\/\\/a x-y+z://b ws%3a%2F%2Fc https%253A%252F%252Fd blob&#58;//e", FUL_REMOVE_ALL,
                "address https:\\/\\/a; address x-y+z://b; address ws%3a%2F%2Fc; address https%253A%252F%252Fd; address blob&#58;//e; ");
  assert_found ("ftp\\u003a\\u002f\\u002fa ftp\\x3a\\x2f\\x2fb ftp&#x3A;&#x2F;&#x2F;c ftp&colon;&sol;&sol;d", FUL_REMOVE_ALL,
                "address ftp\\u003a\\u002f\\u002fa; address ftp\\x3a\\x2f\\x2fb; address ftp&#x3A;&#x2F;&#x2F;c; address ftp&colon;&sol;&sol;d; ");
  assert_found ("ftp&#58;&#47;&#47;<URL> ftp\\x3a\\x2f\\x2f<URL>", FUL_REMOVE_ALL, "");
  assert_found ("https://<URL> chrome://x resource://y moz-src:///z ://n 7://n a::b std::c://", FUL_REMOVE_ALL, "");
  assert_found ("https://a.example", FUL_REMOVE_ALL & ~(guint) FUL_REMOVE_URLS, "");
  assert_found ("", FUL_REMOVE_ALL, "");
  assert_found ("a:", FUL_REMOVE_ALL, "");
}

static void
test_homes (void)
{
  assert_found ("/home/ann/x c:\\Users\\Bob\\y %2Fhome%2Fcarl%2F \\\\Users\\\\dan", FUL_REMOVE_ALL,
                "home /home/ann; home \\Users\\Bob; home %2Fhome%2Fcarl; home \\\\Users\\\\dan; ");
  assert_found ("~/x /home /home/ /homes/x athome/x C:\\Users\\", FUL_REMOVE_ALL, "");
  assert_found ("/home/ann", FUL_REMOVE_ALL & ~(guint) FUL_REMOVE_PATHS, "");
}

static void
test_mail (void)
{
  assert_found ("by ann.b+c@mail.example.org. {x@y.net}", FUL_REMOVE_ALL, "mail ann.b+c@mail.example.org; mail x@y.net; ");
  assert_found ("memcpy@GLIBC_2.14 icon@2x.png a@b @c.de left-pad@1.3.0 add-on@mozilla.org", FUL_REMOVE_ALL, "");
  assert_found ("ann@mail.org", FUL_REMOVE_SCREENSHOTS, "");
}

static FulRemovedNames *
create_names (void)
{
  FulTestProfile *test = ful_test_profile_new ();
  FulThreadBuilder *thread = ful_test_profile_add (test, "");
  g_autoptr(FulProfile) profile = NULL;

  ful_test_profile_mark (test, thread, "M", FUL_MARKER_PHASE_INSTANT, 1, NAN,
                         "{\"type\":\"Text\",\"name\":\"https://www.secret.example/x /home/anneliese/y https://127.0.0.1/\"}");
  profile = ful_test_profile_seal (test);

  return ful_removed_names_new (profile, FUL_REMOVE_ALL);
}

/* Names are found as whole words, wherever they are. */
static void
test_names (void)
{
  g_autoptr(FulRemovedNames) names = create_names ();
  g_autoptr(GString) found = g_string_new (NULL);
  const char *text = "Load x.Secret.Example: anneliese's; secrets secret.examples anneliese2 127.0.0.1";

  g_assert_cmpuint (ful_removed_names_get_n (names), ==, 2);
  ful_removed_names_search (names, text, strlen (text), found_cb, found);
  g_assert_cmpstr (found->str, ==, "name Secret.Example; name anneliese; ");
}

/* Texts that are chosen are replaced, and what looks alike stays. */
static void
test_replace (void)
{
  g_autoptr(GPtrArray) texts = g_ptr_array_new ();
  g_autoptr(FulRemovedNames) names = NULL;
  g_autofree char *text = NULL;

  g_ptr_array_add (texts, (gpointer) "/home/ann");
  g_ptr_array_add (texts, (gpointer) "blob&#58;//e");
  g_ptr_array_add (texts, (gpointer) "...");
  names = ful_removed_names_new_of_texts (texts);
  text = ful_removed_names_replace (names, "x /home/ann/y /home/anna BLOB&#58;//e");
  g_assert_cmpstr (text, ==, "x /<removed>/y /home/anna <removed>");
  g_assert_null (ful_removed_names_replace (names, "home ann"));
  g_assert_null (ful_removed_names_replace (names, ""));
}

/* What a file has, with places; equal ones count together. */
static void
test_file (void)
{
  static const char json[] = "{\"meta\":{\"sourceURL\":\"https://hg.mozilla.org/x\",\"a\":1.5},"
                             "\"list\":[null,{\"k\":[\"see secret.example\"]},\"f\\u0069le:///x\",\"file:///x\"],\"ann@mail.org\":true}";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "fulgens-clue-XXXXXX.json", NULL);
  g_autoptr(FulRemovedNames) names = create_names ();
  g_autoptr(GFile) file = NULL;
  g_autoptr(FulLeftovers) leftovers = NULL;
  g_autoptr(GString) found = g_string_new (NULL);
  g_autoptr(GError) error = NULL;

  close (g_mkstemp (path));
  g_file_set_contents (path, json, -1, &error);
  g_assert_no_error (error);
  file = g_file_new_for_path (path);
  leftovers = ful_leftovers_new (file, FUL_REMOVE_ALL, names, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < leftovers->clues->len; i++)
    {
      const FulLeftover *left = &g_array_index (leftovers->clues, FulLeftover, i);

      g_string_append_printf (found, "%s %s %u %s\n", ful_clue_get_name (left->kind), left->text, (guint) left->n, left->place);
    }
  g_assert_cmpstr (found->str, ==,
                   "name secret.example 1 list[].k[]\n"
                   "address file:///x 2 list[]\n"
                   "mail ann@mail.org 1 \n");
  g_assert_cmpuint (leftovers->n_all, ==, 4);
  g_assert_cmpuint (leftovers->n_bytes, ==, strlen (json));

  g_file_set_contents (path, json, 100, &error);
  g_assert_no_error (error);
  g_clear_pointer (&leftovers, ful_leftovers_free);
  leftovers = ful_leftovers_new (file, FUL_REMOVE_ALL, names, NULL, &error);
  g_assert_null (leftovers);
  g_assert_nonnull (error);
  g_file_delete (file, NULL, NULL);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clue/addresses", test_addresses);
  g_test_add_func ("/clue/homes", test_homes);
  g_test_add_func ("/clue/mail", test_mail);
  g_test_add_func ("/clue/names", test_names);
  g_test_add_func ("/clue/replace", test_replace);
  g_test_add_func ("/clue/file", test_file);

  return g_test_run ();
}
