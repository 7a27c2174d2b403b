/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How long the search over all takes: a million names of functions, 22 bytes each as in captures. Prints a JSON line for each figure:
 * ms of CPU time, the best of several rounds, beside that of one memmem() over the folded names in the same rounds, which looks in vain
 * for a word of that length. */

#define _GNU_SOURCE   /* memmem() */
#include "config.h"

#include "bench-report.h"

#include "base/ful-memory.h"
#include "find/ful-find-search.h"

#include <math.h>
#include <string.h>

#define N_NAMES 1000000
#define N_ROUNDS 9
#define N_SHOWN 3

static const char *const words[] = {
  "Reflow", "Frame", "std", "vector", "push_back", "HTML", "Element", "Layout", "get", "set", "Paint", "Style", "Node", "js", "Interpret",
  "alloc", "free", "GC", "Minor", "IPC", "Message", "dispatch", "Task", "run", "Thread", "Mutex", "lock", "unlock", "Image", "Decode",
};
static const char *const joints[] = { "::", "_", ".", "" };

static GPtrArray *
make_texts (void)
{
  GPtrArray *texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr(GRand) rand = g_rand_new_with_seed (1);
  g_autoptr(GString) name = g_string_new (NULL);

  for (guint i = 0; i < N_NAMES; i++)
    {
      g_string_truncate (name, 0);
      for (guint k = 0; k < 3; k++)
        {
          g_string_append (name, words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
          g_string_append (name, joints[g_rand_int_range (rand, 0, G_N_ELEMENTS (joints))]);
        }
      g_string_append_printf (name, "%u", i % 100000);
      if (i % 1000 == 7)
        g_string_append (name, "usualWord");
      g_ptr_array_add (texts, g_strdup (name->str));
    }

  return texts;
}

static double
time_search (FulFindNames *const *names,
             const char          *text)
{
  g_autoptr(FulFindQuery) query = ful_find_query_new (text);
  double start = bench_cpu_ms ();
  g_autoptr(GArray) groups = ful_find_search (names, query, N_SHOWN, NULL, NULL);

  g_assert_nonnull (groups);

  return bench_cpu_ms () - start;
}

/* One pass: the word that is looked for is nowhere. */
static double
time_memmem (const FulFindNames *names,
             const char         *absent)
{
  double start = bench_cpu_ms ();

  g_assert_null (memmem (names->text.folded->str, names->text.folded->len, absent, strlen (absent)));

  return bench_cpu_ms () - start;
}

int
main (void)
{
  static const struct { const char *name, *text, *absent; } searches[] = {
    { "find a word", "usualword", "usualworz" }, { "find a word that a tenth of all names has", "reflow", "refloz" },
    { "find two words", "usualword reflow", "usualworz" }, { "find a letter", "e", "z" }, { "find letters in order", "usulwrd", "usulwrz" },
    { "find nothing", "usualworz", "usualworz" },
  };
  double best[G_N_ELEMENTS (searches)], memmem_ms[G_N_ELEMENTS (searches)], begin, made;
  FulFindNames *names[FUL_N_FIND_KINDS] = { NULL };
  g_autoptr(GPtrArray) texts = NULL;

  ful_memory_init ();
  texts = make_texts ();
  begin = bench_cpu_ms ();
  names[FUL_FIND_FUNCTIONS] = ful_find_names_new ();
  for (guint i = 0; i < texts->len; i++)
    ful_find_names_add (names[FUL_FIND_FUNCTIONS], g_ptr_array_index (texts, i), i, i % 1000);
  made = bench_cpu_ms () - begin;
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    best[i] = memmem_ms[i] = INFINITY;
  for (guint round = 0; round < N_ROUNDS; round++)
    for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
      {
        memmem_ms[i] = fmin (memmem_ms[i], time_memmem (names[FUL_FIND_FUNCTIONS], searches[i].absent));
        best[i] = fmin (best[i], time_search (names, searches[i].text));
      }
  bench_report ("fold a million names", made, "ms", "1000000 names", NAN);
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    bench_report (searches[i].name, best[i], "ms", "1000000 names", memmem_ms[i]);
  ful_find_names_unref (names[FUL_FIND_FUNCTIONS]);

  return 0;
}
