/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How comparisons get into a window: of files that are named, and of the document on screen with others. */

#include "config.h"

#include "ful-window-private.h"

#include "compare/document/ful-compare-document.h"
#include "compare/document/ful-compared-part.h"
#include "open/ful-open-dialog.h"
#include "widgets/ful-toast.h"

#include <glib/gi18n.h>

static GPtrArray *
new_parts (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
}

static void
add_comparison (FulWindow *self,
                GPtrArray *const parts[FUL_N_SIDES])
{
  g_autoptr(FulCompareDocument) comparison = ful_compare_document_new (parts);

  ful_window_add_tab (self, ful_document_page_new_compare (comparison));
}

/**
 * ful_window_compare:
 * @before: (array zero-terminated=1): URIs of files, at least one
 * @after: (array zero-terminated=1): likewise
 *
 * Compares files in a new tab.
 */
void
ful_window_compare (FulWindow         *self,
                    const char *const *before,
                    const char *const *after)
{
  const char *const *uris[] = { before, after };
  g_autoptr(GPtrArray) runs_before = new_parts ();
  g_autoptr(GPtrArray) runs_after = new_parts ();
  GPtrArray *parts[] = { runs_before, runs_after };

  g_return_if_fail (FUL_IS_WINDOW (self));

  for (guint side = 0; side < FUL_N_SIDES; side++)
    for (guint i = 0; uris[side][i]; i++)
      {
        g_autoptr(GFile) file = g_file_new_for_uri (uris[side][i]);

        g_ptr_array_add (parts[side], ful_compared_part_new_file (file));
      }
  if (runs_before->len > 0 && runs_after->len > 0)
    add_comparison (self, parts);
}

static void
compare_files_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  g_autofree const char **before = NULL;
  g_autofree const char **after = NULL;

  g_variant_get (parameter, "(^a&s^a&s)", &before, &after);
  ful_window_compare (FUL_WINDOW (widget), before, after);
}

static void
chooser_response_cb (FulWindow *self,
                     int        response)
{
  g_autoptr(GtkFileChooserNative) chooser = g_steal_pointer (&self->chooser);
  g_autoptr(FulComparedPart) before = g_object_steal_data (G_OBJECT (chooser), "before");
  g_autoptr(GListModel) files = NULL;
  g_autoptr(GPtrArray) runs_before = new_parts ();
  g_autoptr(GPtrArray) runs_after = new_parts ();
  GPtrArray *parts[] = { runs_before, runs_after };

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  g_ptr_array_add (runs_before, ful_compared_part_ref (before));
  files = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr(GFile) file = g_list_model_get_item (files, i);

      g_ptr_array_add (runs_after, ful_compared_part_new_file (file));
    }
  if (runs_after->len > 0)
    add_comparison (self, parts);
}

static void
compare_with_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  g_autoptr(FulComparedPart) before = self->current ? ful_document_page_dup_part (self->current) : NULL;

  if (self->chooser)
    return;
  if (before == NULL)
    {
      ful_window_show_toast (self, _("Open the recording from before first"));
      return;
    }

  self->chooser = ful_open_dialog_new (GTK_WINDOW (self));
  gtk_native_dialog_set_title (GTK_NATIVE_DIALOG (self->chooser), _("Compare With"));
  gtk_file_chooser_native_set_accept_label (self->chooser, _("_Compare"));
  g_object_set_data_full (G_OBJECT (self->chooser), "before", g_steal_pointer (&before), (GDestroyNotify) ful_compared_part_unref);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

/**
 * ful_window_offer_compare:
 * @files: (element-type GFile): that were opened together
 *
 * Offers to compare them, if they are two.
 */
void
ful_window_offer_compare (FulWindow *self,
                          GPtrArray *files)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  AdwToast *toast;

  if (files->len != FUL_N_SIDES)
    return;

  before = g_file_get_uri (files->pdata[FUL_BEFORE]);
  after = g_file_get_uri (files->pdata[FUL_AFTER]);
  toast = adw_toast_new (_("Two profiles were opened"));
  adw_toast_set_button_label (toast, _("_Compare"));
  adw_toast_set_action_name (toast, "win.compare-files");
  adw_toast_set_action_target (toast, "(^as^as)", (const char *[]) { before, NULL }, (const char *[]) { after, NULL });
  ful_toast_add (self->toasts, toast);
}

void
ful_window_class_add_compare_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.compare-with", NULL, compare_with_action);
  gtk_widget_class_install_action (widget_class, "win.compare-files", "(asas)", compare_files_action);
}
