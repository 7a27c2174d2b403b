/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-details-profile.h"
#include "ful-details-rows.h"

#include "base/ful-format.h"
#include "markers/list/ful-payload-reader.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

/* Rows for the members of `meta` of interest; files may lack any of them. */
static void
add_meta (GtkWidget  *list,
          FulProfile *profile)
{
  static const char *const members[] = { "oscpu", "CPUName", "logicalCPUs", "abi", "misc", "appBuildID" };
  static const char *const names[] = {
    N_("Platform"), N_("CPU"), N_("Logical CPUs"), N_("ABI"), N_("Version"), N_("Build"),
  };
  g_autoptr(FulPayloadReader) reader = ful_payload_reader_new (members, G_N_ELEMENTS (members));

  if (profile->meta_json)
    ful_payload_reader_read (reader, profile->meta_json, strlen (profile->meta_json));
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      const FulPayloadValue *value = ful_payload_reader_get (reader, i);
      double number = ful_payload_value_get_number (value);

      if (!isnan (number))
        ful_details_take_fact (list, _(names[i]), ful_format_number (number, 3, 0));
      else if (value && !ful_payload_value_is_null (value))
        ful_details_take_fact (list, _(names[i]), ful_payload_value_dup_text (value));
    }
}

/**
 * ful_details_fill_recording:
 * @box: gets the rows
 * @n_markers: number of markers, or -1: none is shown, as rows of the file are not markers, of which some have two
 *
 * Shows the facts of the recording.
 */
void
ful_details_fill_recording (GtkWidget   *box,
                            FulDocument *document,
                            gint64       n_markers)
{
  FulProfile *profile = ful_document_get_profile (document);
  FulTimeRange range = ful_document_get_root_range (document);
  GtkWidget *list;
  double n_samples = 0;

  for (guint i = 0; i < profile->threads->len; i++)
    n_samples += ful_profile_get_thread (profile, i)->samples->table.n_rows;

  list = ful_details_add_group (box, _("Recording"));
  if (profile->start_time > 0)
    ful_details_take_fact (list, _("Started"), ful_format_date (profile->start_time, _("%-d %B %Y, %H:%M:%S")));
  if (profile->has_times)
    {
      ful_details_take_fact (list, _("Length"), ful_format_duration (range.end - range.start));
      if (profile->has_interval)
        ful_details_take_fact (list, _("Interval"), ful_format_duration (profile->interval));
    }
  add_meta (list, profile);
  if (profile->format)
    ful_details_take_fact (list, _("Format"), ful_profile_dup_format (profile));
  if (profile->writer)
    ful_details_take_fact (list, _("Written By"), g_strdup (profile->writer));

  list = ful_details_add_group (box, _("Content"));
  ful_details_take_fact (list, _("Threads"), ful_format_number (profile->threads->len, 3, 0));
  ful_details_take_fact (list, _("Samples"), ful_format_number (n_samples, 3, 0));
  if (n_markers >= 0)
    ful_details_take_fact (list, _("Markers"), ful_format_number ((double) n_markers, 3, 0));
  ful_details_take_fact (list, _("Counters"), ful_format_number (profile->counters->len, 3, 0));
  ful_details_take_fact (list, _("Functions"), ful_format_number (profile->n_recorded_funcs, 3, 0));
  ful_details_take_fact (list, _("Libraries"), ful_format_number (profile->libs->len, 3, 0));
}

/**
 * ful_details_fill_profile:
 * @box: gets the rows
 * @hint: hint on selecting
 *
 * Shows the same below the name of the product.
 */
void
ful_details_fill_profile (GtkWidget   *box,
                          FulDocument *document,
                          const char  *hint)
{
  FulProfile *profile = ful_document_get_profile (document);

  ful_details_add_label (box, profile->product && *profile->product ? profile->product : _("Profile"), "title-4");
  ful_details_add_label (box, hint, "dim-label");
  ful_details_fill_recording (box, document, -1);
}
