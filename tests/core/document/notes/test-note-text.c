/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "document/notes/ful-note-text.h"

#include <string.h>

static const struct { const char *text, *markup, *markdown; } rows[] = {
  { "", "", "" },
  { "plain", "plain", "plain" },
  { "the **loop** of `f<a>`", "the <b>loop</b> of <tt>f&lt;a&gt;</tt>", "the **loop** of `f<a>`" },
  { "**a****b**", "<b>a</b><b>b</b>", "**a****b**" },
  { "2 * 3 ** 4", "2 * 3 ** 4", "2 \\* 3 \\*\\* 4" },
  { "`a\nb` c", "`a\nb` c", "\\`a\nb\\` c" },
  { "**a\n**b**", "**a\n<b>b</b>", "\\*\\*a\n**b**" },
  { "`**`", "<tt>**</tt>", "`**`" },
  { "**`**", "<b>`</b>", "**\\`**" },
  { "****", "****", "\\*\\*\\*\\*" },
  { "``", "``", "\\`\\`" },
  { "# <script> [x](y) & _z_", "# &lt;script&gt; [x](y) &amp; _z_", "\\# \\<script\\> \\[x\\](y) & \\_z\\_" },
  { "see [the *end*](#12).", "see <a href=\"#12\">the *end*</a>.", "see the \\*end\\*." },
  { "[a & b](https://profiler.firefox.com/from-file/calltree/?range=1m2&x=\"y\")",
    "<a href=\"https://profiler.firefox.com/from-file/calltree/?range=1m2&amp;x=&quot;y&quot;\">a &amp; b</a>", "a & b" },
  { "[a](https://example.com/)", "[a](https://example.com/)", "\\[a\\](https://example.com/)" },
  { "[a](#)[b](#1x)[](#1)[c] (#1)[d](#1", "[a](#)[b](#1x)[](#1)[c] (#1)[d](#1", "\\[a\\](\\#)\\[b\\](\\#1x)\\[\\](\\#1)\\[c\\] (\\#1)\\[d\\](\\#1" },
  { "[[a](#1)", "[<a href=\"#1\">a</a>", "\\[a" },
  { "[a\n](#1)", "[a\n](#1)", "\\[a\n\\](\\#1)" },
  { "שלום **עולם**", "שלום <b>עולם</b>", "שלום **עולם**" },
};

static void
test_signs (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *markup = ful_note_text_to_markup (rows[i].text, FUL_NOTE_MARKUP_PANGO, 12);
      g_autofree char *markdown = ful_note_text_to_markdown (rows[i].text);

      g_assert_cmpstr (markup, ==, rows[i].markup);
      g_assert_cmpstr (markdown, ==, rows[i].markdown);
    }
}

/* A page leads to its own steps only. */
static void
test_page (void)
{
  g_autofree char *markup = ful_note_text_to_markup ("`a` [b](#2) [c](https://profiler.firefox.com/x) [d](#3) [e](#0) [f](#99999999999999999999)",
                                                         FUL_NOTE_MARKUP_HTML, 2);

  g_assert_cmpstr (markup, ==, "<code>a</code> <a href=\"#step-2\">b</a> c d e f");
}

/* A megabyte of signs costs no more than one of letters. */
static void
test_many_signs (void)
{
  static const char *const parts[] = { "**", "`", "** `", "*", "** x", "[", "[a](", "[a](#", "[a](#1", "[a](#1) " };

  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autoptr(GString) text = g_string_new (NULL);
      g_autofree char *markup = NULL;
      gint64 begin;

      while (text->len < 1000000)
        g_string_append (text, parts[i]);
      begin = g_get_monotonic_time ();
      markup = ful_note_text_to_markup (text->str, FUL_NOTE_MARKUP_PANGO, 12);
      g_assert_nonnull (markup);
      g_assert_cmpint (g_get_monotonic_time () - begin, <, 5 * G_USEC_PER_SEC);
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/note-text/signs", test_signs);
  g_test_add_func ("/note-text/page", test_page);
  g_test_add_func ("/note-text/many-signs", test_many_signs);

  return g_test_run ();
}
