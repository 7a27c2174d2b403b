/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Title and subtitle of the window: the recording, and the visible part of it. A
 * file may lack any of the parts. */

#include "config.h"

#include "ful-document-title.h"

#include "base/ful-format.h"
#include "markers/list/ful-payload-reader.h"
#include "model/ful-thread-names.h"

#include <glib/gi18n.h>
#include <string.h>

#define SEPARATOR " · "

static void
append_part (GString    *text,
             const char *part)
{
  if (part && *part)
    g_string_append_printf (text, "%s%s", text->len > 0 ? SEPARATOR : "", part);
}

static char *
get_text (const FulPayloadReader *reader,
          guint                   key)
{
  const FulPayloadValue *value = ful_payload_reader_get (reader, key);

  return value && !ful_payload_value_is_null (value) ? ful_payload_value_dup_text (value) : NULL;
}

/**
 * ful_document_title_new:
 * @name: name of the file
 * @profile: its profile
 *
 * Returns: (transfer full): @name, with product, version and platform
 */
char *
ful_document_title_new (const char *name,
                        FulProfile *profile)
{
  static const char *const members[] = { "misc", "oscpu" };
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (members, G_N_ELEMENTS (members));
  g_autoptr(GString) what = g_string_new (profile->product);
  g_autofree char *version = NULL;
  g_autofree char *platform = NULL;

  if (profile->meta_json)
    ful_payload_reader_read (reader, profile->meta_json, strlen (profile->meta_json));
  version = get_text (reader, 0);
  platform = get_text (reader, 1);

  /* "rv:153.0" */
  if (what->len > 0 && version && g_str_has_prefix (version, "rv:"))
    g_string_append_printf (what, " %s", version + strlen ("rv:"));
  append_part (what, platform);

  return what->len > 0 ? g_strdup_printf ("%s — %s", name, what->str) : g_strdup (name);
}

static void
append_threads (GString              *text,
                FulProfile           *profile,
                const FulViewOptions *options)
{
  if (options->n_threads == 1 && options->threads[0] < profile->threads->len)
    {
      g_auto(GStrv) names = ful_thread_names_new (profile->threads);

      append_part (text, names[options->threads[0]]);
    }
  else if (options->n_threads > 1)
    {
      g_autofree char *count = g_strdup_printf (ngettext ("%u thread", "%u threads", options->n_threads),
                                                options->n_threads);

      append_part (text, count);
    }
}

/**
 * ful_document_subtitle_new:
 *
 * Returns: (transfer full): the threads that were selected, the date, and the length if there are times
 */
char *
ful_document_subtitle_new (FulDocument *document)
{
  FulProfile *profile = ful_document_get_profile (document);
  FulTimeRange range = ful_document_get_root_range (document);
  g_autofree char *length = ful_format_duration (range.end - range.start);
  GString *text = g_string_new (NULL);

  append_threads (text, profile, ful_document_get_options (document));
  if (profile->start_time > 0)
    {
      g_autofree char *date = ful_format_date (profile->start_time, _("%-d %B %Y"));

      append_part (text, date);
    }
  if (profile->has_times)
    append_part (text, length);

  return g_string_free (text, FALSE);
}
