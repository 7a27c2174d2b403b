/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Small texts from elsewhere: views, notes, links. What is accepted is written and reads back. */

#include "ful-fuzz.h"
#include "ful-test-profile.h"

#include "document/notes/ful-note.h"
#include "document/view/ful-view-text.h"
#include "viewtext/ful-profiler-link.h"

#if FUL_FUZZ_KIND == 0
static void
read_text (const char *text,
           gsize       size,
           FulProfile *profile)
{
  g_autoptr(FulViewState) state = ful_view_state_new_from_text (text, profile, NULL);

  /* A link may have a path that is not there, which a view may not. */
  if (state && !ful_profiler_link_is_link (text))
    {
      g_auto(FulTransformReader) reader = { NULL };
      g_autofree char *written = NULL;
      g_autofree char *again = NULL;
      g_autoptr(FulViewState) other = NULL;

      ful_transform_reader_init (&reader, profile, NULL);
      written = ful_view_state_to_text (state, &reader);
      other = ful_view_state_new_from_text (written, profile, NULL);
      g_assert (other);
      again = ful_view_state_to_text (other, &reader);
      g_assert (g_str_equal (again, written));
    }
}
#elif FUL_FUZZ_KIND == 1
static void
read_text (const char *text,
           gsize       size,
           FulProfile *profile)
{
  guint n_bad;
  g_autoptr(GPtrArray) notes = ful_notes_read (text, size, &n_bad, NULL);

  if (notes)
    {
      g_autofree char *written = ful_notes_write (notes);
      g_autofree char *markdown = ful_notes_to_markdown (notes, "title", "{}");
      g_autoptr(GPtrArray) again = ful_notes_read (written, strlen (written), &n_bad, NULL);

      g_assert (n_bad == 0 && ful_notes_equal (again, notes));
    }
}
#else
static void
read_text (const char *text,
           gsize       size,
           FulProfile *profile)
{
  g_autofree char *link = ful_profiler_link_is_link (text) ? g_strdup (text)
                                                           : g_strconcat ("https://profiler.firefox.com/public/x/", text, NULL);
  g_autoptr(FulProfilerLink) parsed = ful_profiler_link_parse (link, profile, NULL);

  if (parsed)
    g_assert (parsed->options);
}
#endif

int
LLVMFuzzerTestOneInput (const uint8_t *data,
                        size_t         size)
{
  static FulProfile *profile;
  g_autofree char *text = g_malloc (size + 1);

  if (profile == NULL)
    profile = ful_test_profile_from_text ("A  A  A\n"
                                          "B  A  C\n"
                                          "   B   \n");
  if (size > 0)
    memcpy (text, data, size);
  text[size] = '\0';
  read_text (text, size, profile);

  return 0;
}
