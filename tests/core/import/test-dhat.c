/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heap profiles of DHAT, and flaws of such files. */

#include "base/ful-error.h"
#include "ful-test-files.h"
#include "model/ful-shared-tables.h"
#include "model/ful-thread-tables.h"

#include <string.h>

#define FILE_WITH(points, frames) \
  "{\"dhatFileVersion\":2,\"cmd\":\"./a\",\"pid\":7,\"pps\":[" points "],\"ftbl\":[" frames "]}"

/* "stack bytes" of each allocation, stacks from the root. */
static void
assert_allocations (FulProfile *profile,
                    guint       thread,
                    const char *expected)
{
  const FulAllocationTable *rows = ful_profile_get_thread (profile, thread)->native_allocations;
  g_autoptr(GString) text = g_string_new (NULL);

  for (guint i = 0; i < rows->table.n_rows; i++)
    {
      g_autoptr(GString) names = g_string_new (NULL);

      for (FulStackIndex stack = rows->stack[i]; stack != FUL_NONE; stack = profile->stacks->prefix[stack])
        {
          if (names->len > 0)
            g_string_prepend_c (names, ';');
          g_string_prepend (names, ful_profile_get_func_name (profile, profile->frames->func[profile->stacks->frame[stack]]));
        }
      g_assert_cmpfloat (rows->time[i], ==, 0);
      g_string_append_printf (text, "%s %g, ", names->str, rows->weight[i]);
    }
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_file (void)
{
  static const char *const names[] = { "Total Bytes", "Maximum Bytes", "Bytes at Global Max", "Bytes at End" };
  g_autofree char *text = NULL;
  g_autoptr(FulProfile) profile = NULL;

  g_assert_true (g_file_get_contents (FUL_FIXTURES "/dhat.ok.json", &text, NULL, NULL));
  profile = ful_test_load_text (text);

  g_assert_cmpuint (profile->threads->len, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      const FulThread *thread = ful_profile_get_thread (profile, i);
      char tid[] = { (char) ('0' + i), '\0' };

      g_assert_cmpstr (thread->name, ==, names[i]);
      g_assert_cmpstr (thread->pid, ==, "7");
      g_assert_cmpstr (thread->tid, ==, tid);
      g_assert_cmpuint (thread->samples->table.n_rows, ==, 0);
    }
  assert_allocations (profile, 0, "./a;main;build;malloc 72, ./a;main;build;malloc 10, ./a;[root] 5, ");
  assert_allocations (profile, 1, "./a;main;build;malloc 24, ./a;main;build;malloc 10, ./a;[root] 0, ");
  assert_allocations (profile, 2, "./a;main;build;malloc 20, ./a;main;build;malloc 0, ./a;[root] 0, ");
  assert_allocations (profile, 3, "./a;main;build;malloc 8, ./a;main;build;malloc 10, ./a;[root] 0, ");

  /* The two addresses in build are one node. */
  g_assert_cmpuint (profile->stacks->table.n_rows, ==, 5);
  g_assert_cmpstr (profile->product, ==, "./a (dhat)");
  g_assert_cmpuint (ful_import_log_get_n (profile->log), ==, 0);
}

/* Each form of a frame: name, file, address, line, column. */
static void
test_frames (void)
{
  static const struct { const char *text, *name, *file; gint64 address; gint32 line, column; } cases[] = {
    { "0x10: f (a.c:3:4)", "f", "a.c", 16, 3, 4 },
    { "0X1F: f (a.c:3)", "f", "a.c", 31, 3, FUL_NONE },
    { "0x1f: f (in /lib/x.so)", "f", "/lib/x.so", 31, FUL_NONE, FUL_NONE },
    { "0x1f: f(int) (x) (C:/a.c:7:1)", "f(int) (x)", "C:/a.c", 31, 7, 1 },
    { "0x1f: ??? (:3)", "???", ":3", 31, FUL_NONE, FUL_NONE },
    { "0x1f: f (a:1:2:3)", "f", "a:1", 31, 2, 3 },
    { "0x1f: f ()", "0x1f: f ()", "./a", FUL_NONE, FUL_NONE, FUL_NONE },
    { "0x1f:  (a.c:1)", "0x1f:  (a.c:1)", "./a", FUL_NONE, FUL_NONE, FUL_NONE },
    { "0x: f (a.c:1)", "0x: f (a.c:1)", "./a", FUL_NONE, FUL_NONE, FUL_NONE },
    { "0xffffffffffffffff: f (a.c:99999999999)", "f", "a.c", FUL_NONE, G_MAXINT32, FUL_NONE },
    { "", "", "./a", FUL_NONE, FUL_NONE, FUL_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf (FILE_WITH ("{\"tb\":1,\"fs\":[0]}", "\"%s\""), cases[i].text);
      g_autoptr(FulProfile) profile = ful_test_load_text (text);
      const FulFrameTable *frames = profile->frames;
      guint row = 1;   /* after the root */

      g_assert_cmpstr (ful_profile_get_func_name (profile, frames->func[row]), ==, cases[i].name);
      g_assert_cmpstr (ful_profile_get_string (profile, profile->sources->filename[profile->funcs->source[frames->func[row]]]),
                       ==, cases[i].file);
      g_assert_cmpint (frames->address[row], ==, cases[i].address);
      g_assert_cmpint (frames->line[row], ==, cases[i].line);
      g_assert_cmpint (frames->column[row], ==, cases[i].column);
    }
}

/* What is wrong costs itself. */
static void
test_flaws (void)
{
  g_autoptr(FulProfile) profile = ful_test_load_text (
    FILE_WITH ("{\"tb\":1,\"fs\":[0]},{\"tb\":2,\"fs\":[0,3]},{\"tb\":4,\"fs\":[-1]},{\"tb\":8},{\"tb\":null,\"fs\":[1]},7,"
               "{\"tb\":16,\"fs\":[2]}", "\"f\",9,\"g\""));

  assert_allocations (profile, 0, "./a;f 1, ./a 8, ./a;<unknown> 0, ./a 0, ./a;g 16, ");
  /* Two points and a frame. */
  g_assert_cmpuint (ful_import_log_get_n_records (profile->log), ==, 3);
}

static void
test_errors (void)
{
  static const struct { const char *text; int code; } cases[] = {
    { "{\"dhatFileVersion\":1,\"pps\":[],\"ftbl\":[]}", FUL_ERROR_FORMAT },
    { "{\"dhatFileVersion\":3,\"pps\":[],\"ftbl\":[]}", FUL_ERROR_NEWER_VERSION },
    { "{\"dhatFileVersion\":2}", FUL_ERROR_EMPTY },
    { FILE_WITH ("{\"tb\":1,\"fs\":[0]}", ""), FUL_ERROR_EMPTY },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    ful_test_assert_refused (cases[i].text, cases[i].code);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/dhat/file", test_file);
  g_test_add_func ("/dhat/frames", test_frames);
  g_test_add_func ("/dhat/flaws", test_flaws);
  g_test_add_func ("/dhat/errors", test_errors);

  return g_test_run ();
}
