/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How comparisons get into a window: of files that are named, of the document on screen with others, and of parts of it. */

#include "config.h"

#include "ful-window-private.h"

#include "base/ful-format.h"
#include "compare/change/ful-change.h"
#include "compare/document/ful-compare-document.h"
#include "compare/document/text/ful-compare-view-text.h"
#include "compare/document/ful-compared-part.h"
#include "compare/ful-comparison.h"
#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"
#include "model/ful-profile.h"
#include "open/ful-open-dialog.h"
#include "open/ful-recent.h"
#include "threads/ful-derive-cache.h"
#include "threads/ful-time-range.h"
#include "threads/ful-view-options.h"
#include "widgets/ful-file-chooser.h"
#include "widgets/toast/ful-toast.h"

#include <glib/gi18n.h>

/* Characters of the name of a tab in the menu. */
#define TAB_CHARS 40

static GPtrArray *
new_parts (void)
{
  return g_ptr_array_new_with_free_func ((GDestroyNotify) ful_compared_part_unref);
}

static void
add_comparison (FulWindow *self,
                GPtrArray *const parts[FUL_N_SIDES],
                FulPer           per)
{
  g_autoptr(FulCompareDocument) comparison = ful_compare_document_new (parts);

  ful_compare_document_set_per (comparison, per, NULL);
  ful_window_add_tab (self, ful_document_page_new_compare (comparison, NULL, self->settings));
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
    add_comparison (self, parts, FUL_PER_RUN);
}

/**
 * ful_window_compare_view:
 * @text: of ful_compare_view_to_text()
 * @folder: (nullable): where it is from
 *
 * Compares in a new tab what the text says, or says why that cannot be done.
 */
void
ful_window_compare_view (FulWindow  *self,
                         const char *text,
                         GFile      *folder)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(FulCompareDocument) comparison = ful_compare_view_open_text (text, folder, &error);

  if (comparison == NULL)
    ful_window_show_toast (self, error->message);
  else
    ful_window_add_tab (self, ful_document_page_new_compare (comparison, text, self->settings));
}

static void
view_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr(FulWindow) self = user_data;
  g_autoptr(GFile) folder = g_file_get_parent (G_FILE (source));
  g_autoptr(GError) error = NULL;
  g_autofree char *text = NULL;

  if (g_file_load_contents_finish (G_FILE (source), result, &text, NULL, NULL, &error))
    ful_window_compare_view (self, text, folder);
  else
    ful_window_show_toast (self, error->message);
}

/**
 * ful_window_open_comparison:
 * @file: any
 *
 * Returns: whether @file has the name of a comparison that was saved, which is then read and opened
 */
gboolean
ful_window_open_comparison (FulWindow *self,
                            GFile     *file)
{
  g_autofree char *base = g_file_get_basename (file);

  if (base == NULL || !g_str_has_suffix (base, FUL_COMPARE_VIEW_SUFFIX))
    return FALSE;

  g_file_load_contents_async (file, NULL, view_read_cb, g_object_ref (self));

  return TRUE;
}

/* Whether the document on screen can be compared with files. */
gboolean
ful_window_can_compare (FulWindow *self)
{
  return self->current && ful_document_page_get_document (self->current) != NULL;
}

static void
compare_part_with (FulWindow       *self,
                   FulComparedPart *before,
                   GPtrArray       *files)
{
  g_autoptr(GPtrArray) runs_before = new_parts ();
  g_autoptr(GPtrArray) runs_after = new_parts ();
  GPtrArray *parts[] = { runs_before, runs_after };

  g_ptr_array_add (runs_before, ful_compared_part_ref (before));
  for (guint i = 0; i < files->len; i++)
    g_ptr_array_add (runs_after, ful_compared_part_new_file (files->pdata[i]));
  if (runs_after->len > 0)
    add_comparison (self, parts, FUL_PER_RUN);
}

/**
 * ful_window_compare_with:
 * @files: (element-type GFile): runs after
 *
 * Compares the document on screen with files.
 */
void
ful_window_compare_with (FulWindow *self,
                         GPtrArray *files)
{
  g_autoptr(FulComparedPart) before = ful_document_page_dup_part (self->current);

  compare_part_with (self, before, files);
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
  g_autoptr(GListModel) chosen = NULL;
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  if (response != GTK_RESPONSE_ACCEPT)
    return;

  chosen = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (chooser));
  for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
    g_ptr_array_add (files, g_list_model_get_item (chosen, i));
  compare_part_with (self, before, files);
}

/* Files, or a folder of them: a dialog has one or the other. */
static void
compare_with_action (GtkWidget  *widget,
                     const char *action,
                     GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  g_autoptr(FulComparedPart) before = self->current ? ful_document_page_dup_part (self->current) : NULL;

  if (self->chooser || before == NULL)
    return;

  if (g_str_equal (action, "win.compare-with-folder"))
    {
      self->chooser = ful_file_chooser_new (_("Compare With a Folder"), GTK_WINDOW (self), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
                                            _("_Compare"));
    }
  else
    {
      self->chooser = ful_open_dialog_new (GTK_WINDOW (self));
      gtk_native_dialog_set_title (GTK_NATIVE_DIALOG (self->chooser), _("Compare With"));
      gtk_file_chooser_native_set_accept_label (self->chooser, _("_Compare"));
    }
  g_object_set_data_full (G_OBJECT (self->chooser), "before", g_steal_pointer (&before), (GDestroyNotify) ful_compared_part_unref);
  g_signal_connect_swapped (self->chooser, "response", G_CALLBACK (chooser_response_cb), self);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
compare_uri_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  g_autoptr(GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  if (!ful_window_can_compare (self))
    return;

  g_ptr_array_add (files, g_file_new_for_uri (g_variant_get_string (parameter, NULL)));
  ful_window_compare_with (self, files);
}

static void
compare_tab_action (GtkWidget  *widget,
                    const char *action,
                    GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  guint number = g_variant_get_uint32 (parameter);
  g_autoptr(FulComparedPart) before = NULL;
  g_autoptr(FulComparedPart) after = NULL;
  g_autoptr(GPtrArray) runs_before = new_parts ();
  g_autoptr(GPtrArray) runs_after = new_parts ();
  GPtrArray *parts[] = { runs_before, runs_after };

  if (number >= (guint) adw_tab_view_get_n_pages (self->tabs) || self->current == NULL)
    return;

  before = ful_document_page_dup_part (self->current);
  after = ful_document_page_dup_part (FUL_DOCUMENT_PAGE (adw_tab_page_get_child (adw_tab_view_get_nth_page (self->tabs, (int) number))));
  if (before == NULL || after == NULL)
    return;

  g_ptr_array_add (runs_before, g_steal_pointer (&before));
  g_ptr_array_add (runs_after, g_steal_pointer (&after));
  add_comparison (self, parts, FUL_PER_RUN);
}

static FulDocument *
get_document (FulWindow *self)
{
  return self->current ? ful_document_page_get_document (self->current) : NULL;
}

/* Lists the other tabs with a document, if there are some, and recent files. */
void
ful_window_list_compared (FulWindow *self)
{
  g_autoptr(GMenu) others = g_menu_new ();
  g_autoptr(GMenuModel) recent = ful_recent_create_menu ("win.compare-uri");

  g_menu_remove_all (self->compare_tabs);
  for (int i = 0; i < adw_tab_view_get_n_pages (self->tabs); i++)
    {
      AdwTabPage *tab = adw_tab_view_get_nth_page (self->tabs, i);
      FulDocumentPage *page = FUL_DOCUMENT_PAGE (adw_tab_page_get_child (tab));
      g_autofree char *visible = NULL;
      g_auto(GStrv) parts = NULL;
      g_autofree char *label = NULL;
      g_autoptr(GMenuItem) item = NULL;

      if (page == self->current || ful_document_page_get_document (page) == NULL)
        continue;
      visible = ful_format_excerpt (adw_tab_page_get_title (tab), "", TAB_CHARS);
      /* An underscore is no mnemonic. */
      parts = g_strsplit (visible, "_", -1);
      label = g_strjoinv ("__", parts);
      item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "win.compare-tab", "u", (guint) i);
      g_menu_append_item (others, item);
    }
  if (get_document (self) && g_menu_model_get_n_items (G_MENU_MODEL (others)) > 0)
    g_menu_append_submenu (self->compare_tabs, _("Compare With Tab"), G_MENU_MODEL (others));
  if (get_document (self))
    g_menu_append_submenu (self->compare_tabs, _("Compare With Recent"), recent);
}

/* Adds the view of the document on screen, but of other threads or another range. */
static void
add_view (GPtrArray          *runs,
          FulWindow          *self,
          const char         *name,
          const guint        *thread,
          const FulTimeRange *range)
{
  FulDocument *document = get_document (self);
  g_autoptr(FulViewOptions) options = ful_view_options_copy (ful_document_get_options (document));

  ful_view_options_set_preview (options, NULL);
  if (thread)
    ful_view_options_set_threads (options, thread, 1);
  if (range)
    ful_view_options_set_range (options, range);
  g_ptr_array_add (runs, ful_compared_part_new_view (ful_document_page_get_file (self->current), name, ful_document_get_profile (document), options));
}

/* The thread that was selected first is before. */
static void
compare_threads_action (GtkWidget  *widget,
                        const char *action,
                        GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  FulDocument *document = get_document (self);
  g_autoptr(GPtrArray) runs_before = new_parts ();
  g_autoptr(GPtrArray) runs_after = new_parts ();
  GPtrArray *parts[] = { runs_before, runs_after };

  for (guint side = 0; side < FUL_N_SIDES; side++)
    {
      const guint *thread = &ful_document_get_options (document)->threads[side];

      add_view (parts[side], self, ful_profile_get_thread (ful_document_get_profile (document), *thread)->name, thread, NULL);
    }
  add_comparison (self, parts, FUL_PER_RUN);
}

static void
add_range (GPtrArray *runs,
           FulWindow *self,
           double     start,
           double     end)
{
  g_autofree char *from = ful_format_duration (start);
  g_autofree char *to = ful_format_duration (end);
  /* Translators: two times since the beginning of a recording */
  g_autofree char *name = g_strdup_printf (_("%s to %s"), from, to);

  if (end > start)
    add_view (runs, self, name, NULL, &(FulTimeRange) { start, end });
}

/* The rest is what is before the range and what is after it, a run each; all by the second, as they last differently long. */
static void
compare_range_action (GtkWidget  *widget,
                      const char *action,
                      GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  FulDocument *document = get_document (self);
  FulTimeRange range = ful_document_get_options (document)->range;
  FulTimeRange root = ful_derive_cache_get_root_range (ful_analysis_get_cache (ful_document_page_get_analysis (self->current)));
  g_autoptr(GPtrArray) rest = new_parts ();
  g_autoptr(GPtrArray) shown = new_parts ();
  GPtrArray *parts[] = { rest, shown };

  add_range (rest, self, 0, range.start);
  add_range (rest, self, range.end, root.end - root.start);
  add_range (shown, self, range.start, range.end);
  if (rest->len > 0 && shown->len > 0)
    add_comparison (self, parts, FUL_PER_WALL);
}

/* The view as it is with itself, until the user says which other range is meant. */
static void
compare_another_range_action (GtkWidget  *widget,
                              const char *action,
                              GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  FulDocument *document = get_document (self);
  const FulViewOptions *options = ful_document_get_options (document);
  FulTimeRange range = ful_document_get_visible_range (document);
  g_autoptr(GPtrArray) before = new_parts ();
  g_autoptr(GPtrArray) after = new_parts ();
  GPtrArray *parts[] = { before, after };

  add_range (before, self, range.start, range.end);
  if (before->len == 0)
    return;
  add_view (after, self, adw_tab_page_get_title (adw_tab_view_get_selected_page (self->tabs)), NULL, options->has_range ? &range : NULL);
  add_comparison (self, parts, FUL_PER_WALL);
  ful_document_page_choose_range (self->current);
}

/* Of the menu of a range: with the rest, or with another one. */
static void
compare_of_range_action (GtkWidget  *widget,
                         const char *action,
                         GVariant   *parameter)
{
  if (g_variant_get_boolean (parameter))
    compare_range_action (widget, action, NULL);
  else
    compare_another_range_action (widget, action, NULL);
}

/* What of the document on screen can be compared. */
void
ful_window_update_compare_actions (FulWindow *self)
{
  FulDocument *document = get_document (self);
  const FulViewOptions *options = document ? ful_document_get_options (document) : NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare-with", document != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare-with-folder", document != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare-another-range", document && ful_document_get_profile (document)->has_times);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare-threads", options && options->n_threads == FUL_N_SIDES);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.compare-range", options && options->has_range);
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
  gtk_widget_class_install_action (widget_class, "win.compare-with-folder", NULL, compare_with_action);
  gtk_widget_class_install_action (widget_class, "win.compare-uri", "s", compare_uri_action);
  gtk_widget_class_install_action (widget_class, "win.compare-of-range", "b", compare_of_range_action);
  gtk_widget_class_install_action (widget_class, "win.compare-tab", "u", compare_tab_action);
  gtk_widget_class_install_action (widget_class, "win.compare-another-range", NULL, compare_another_range_action);
  gtk_widget_class_install_action (widget_class, "win.compare-files", "(asas)", compare_files_action);
  gtk_widget_class_install_action (widget_class, "win.compare-threads", NULL, compare_threads_action);
  gtk_widget_class_install_action (widget_class, "win.compare-range", NULL, compare_range_action);
}
