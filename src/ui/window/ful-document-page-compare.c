/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A page that shows a comparison, and what of a page can be compared. */

#include "config.h"

#include "ful-document-page-private.h"

#include "panels/ful-panel.h"
#include "profile/ful-panels.h"

#include <glib/gi18n.h>

static void
name_page (FulDocumentPage *self)
{
  g_autofree char *before = ful_compare_document_dup_name (self->comparison, FUL_BEFORE);
  g_autofree char *after = ful_compare_document_dup_name (self->comparison, FUL_AFTER);
  guint n_before = ful_compare_document_get_parts (self->comparison, FUL_BEFORE)->len;
  guint n_after = ful_compare_document_get_parts (self->comparison, FUL_AFTER)->len;
  g_autofree char *runs_before = g_strdup_printf (ngettext ("%u run before", "%u runs before", n_before), n_before);
  g_autofree char *runs_after = g_strdup_printf (ngettext ("%u run after", "%u runs after", n_after), n_after);

  g_free (self->name);
  g_free (self->subtitle);
  /* Translators: names of what is compared, before and after */
  self->name = g_strdup_printf (_("%s → %s"), before, after);
  /* Translators: "6 runs before", "6 runs after" */
  self->subtitle = g_strdup_printf (_("Comparison, %s, %s"), runs_before, runs_after);
}

static void
changed_cb (FulDocumentPage *self)
{
  name_page (self);
  g_object_notify (G_OBJECT (self), "title");
  ful_document_page_emit_changed (self);
}

/**
 * ful_document_page_new_compare:
 * @comparison: not read yet
 * @view: (nullable): text of the view of all runs
 * @settings: (nullable): settings of the window
 *
 * Begins to read the comparison.
 *
 * Returns: (transfer floating): the page
 */
FulDocumentPage *
ful_document_page_new_compare (FulCompareDocument *comparison,
                               const char         *view,
                               GSettings          *settings)
{
  FulDocumentPage *self = g_object_new (FUL_TYPE_DOCUMENT_PAGE, NULL);

  self->comparison = g_object_ref (comparison);
  name_page (self);
  self->compare_page = FUL_COMPARE_PAGE (ful_compare_page_new (comparison, settings));
  if (view)
    ful_compare_page_set_view (self->compare_page, view, NULL);
  adw_bin_set_child (self->profile_bin, GTK_WIDGET (self->compare_page));
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->profile_bin));
  g_signal_connect_object (comparison, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);

  return self;
}

gboolean
ful_document_page_is_comparison (FulDocumentPage *self)
{
  return self->compare_page != NULL;
}

/**
 * ful_document_page_get_panel_title:
 * @i: number of a panel
 *
 * Returns: (nullable): its title, translated; %NULL if there is none
 */
const char *
ful_document_page_get_panel_title (FulDocumentPage *self,
                                   guint            i)
{
  guint n;
  const FulPanel * const *panels = ful_panels_list (&n);

  if (self->compare_page)
    return ful_compare_page_get_panel_title (i);

  return i < n ? _(panels[i]->title) : NULL;
}

/**
 * ful_document_page_choose_range:
 * @self: the page of a comparison, on screen
 *
 * Asks for the range after.
 */
void
ful_document_page_choose_range (FulDocumentPage *self)
{
  g_return_if_fail (self->compare_page != NULL);

  ful_compare_page_choose_range (self->compare_page);
}

/* Of a comparison; see ful_document_page_is_settled() */
gboolean
ful_document_page_is_compared (FulDocumentPage  *self,
                               GError          **error)
{
  const GError *failure = ful_compare_document_get_error (self->comparison);

  if (failure)
    {
      g_propagate_error (error, g_error_copy (failure));
      return FALSE;
    }

  return ful_compare_page_is_settled (self->compare_page);
}

/**
 * ful_document_page_get_file:
 *
 * Returns: (transfer none) (nullable): what its profile was read from, if that is all of a file
 */
GFile *
ful_document_page_get_file (FulDocumentPage *self)
{
  return self->member == NULL ? self->file : NULL;
}

/**
 * ful_document_page_dup_part:
 *
 * Returns: (transfer full) (nullable): the recording of the page for a comparison: its file, which is read as the other side
 *   is, or else what is open; %NULL if the page has none
 */
FulComparedPart *
ful_document_page_dup_part (FulDocumentPage *self)
{
  FulDocument *document = ful_document_page_get_document (self);
  g_autoptr(FulViewOptions) all = NULL;

  if (document == NULL)
    return NULL;
  if (ful_document_page_get_file (self))
    return ful_compared_part_new_file (self->file);

  all = ful_view_options_new ();

  return ful_compared_part_new_view (NULL, self->name, ful_document_get_profile (document), all);
}
