/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A window holds documents in tabs and shows the start page while it has none.
 * Files are opened from outside (ful_window_open) and by chooser, drop, clipboard
 * and recent files. Each file gets a tab at once; the tab loads it, so a load never
 * blocks another. */

#include "config.h"

#include "ful-window-private.h"

#include "ful-main-menu.h"
#include "ful-tab-closing.h"

#include "base/ful-format.h"
#include "base/ful-trace.h"
#include "document/ful-document-history.h"
#include "live/ful-live-actions.h"
#include "open/ful-recent.h"
#include "open/ful-start-page.h"
#include "palette/ful-palette.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-em.h"
#include "widgets/ful-file-chooser.h"
#include "widgets/ful-tooltip.h"
#include "widgets/toast/ful-toast.h"

#include <glib/gi18n.h>

/* em */
#define NARROW 36

G_DEFINE_FINAL_TYPE (FulWindow, ful_window, ADW_TYPE_APPLICATION_WINDOW)

void
ful_window_show_toast (FulWindow  *self,
                       const char *text)
{
  g_autofree char *shown = ful_format_label (text, "\n");
  g_autofree char *markup = g_markup_escape_text (shown, -1);

  ful_toast_add (self->toasts, adw_toast_new (markup));
}

static void
update_title (FulWindow *self)
{
  FulDocument *document = self->current ? ful_document_page_get_document (self->current) : NULL;
  gboolean has_panels = document != NULL;
  GActionGroup *actions;
  g_autofree char *title = ful_format_label (self->current ? ful_document_page_get_title (self->current) : _("Fulgens"), "");
  g_autofree char *subtitle = ful_format_label (self->current ? ful_document_page_get_subtitle (self->current) : "", "");

  adw_window_title_set_title (self->title, title);
  adw_window_title_set_subtitle (self->title, subtitle);
  gtk_window_set_title (GTK_WINDOW (self), adw_window_title_get_title (self->title));

  /* Its place is kept while a file is loaded. */
  gtk_widget_set_visible (self->find_button, self->has_room && self->current &&
                                             (has_panels || ful_document_page_expects_document (self->current)));
  ful_window_update_compare_actions (self);
  actions = self->current ? ful_document_page_get_actions (self->current) : NULL;
  if (g_set_object (&self->view_actions, actions))
    gtk_widget_insert_action_group (GTK_WIDGET (self), "view", self->view_actions);
}

static void
page_changed_cb (FulDocumentPage *page,
                 FulWindow       *self)
{
  update_title (self);
  ful_live_actions_update (G_ACTION_MAP (self), ful_window_get_live (self));
}

static void
selected_page_changed_cb (FulWindow *self)
{
  AdwTabPage *page;

  if (!self->stack)   /* the template is being built or disposed */
    return;

  page = adw_tab_view_get_selected_page (self->tabs);
  if (self->current)
    g_signal_handlers_disconnect_by_func (self->current, page_changed_cb, self);

  g_clear_object (&self->current);

  if (page)
    self->current = g_object_ref (FUL_DOCUMENT_PAGE (adw_tab_page_get_child (page)));
  if (self->current)
    g_signal_connect (self->current, "changed", G_CALLBACK (page_changed_cb), self);

  ful_palette_close (FUL_PALETTE (self->palette));
  gtk_stack_set_visible_child (self->stack, page ? GTK_WIDGET (self->tabs) : self->start_page);
  update_title (self);
  ful_live_actions_update (G_ACTION_MAP (self), ful_window_get_live (self));
}

static void
page_detached_cb (FulWindow *self)
{
  if (adw_tab_view_get_n_pages (self->tabs) == 0)
    selected_page_changed_cb (self);
}

static AdwTabView *
create_window_cb (FulWindow *self)
{
  FulWindow *window = ful_window_new (gtk_window_get_application (GTK_WINDOW (self)), self->settings);

  gtk_window_present (GTK_WINDOW (window));

  return window->tabs;
}

void
ful_window_add_tab (FulWindow       *self,
                    FulDocumentPage *page)
{
  AdwTabPage *tab = adw_tab_view_append (self->tabs, GTK_WIDGET (page));

  g_object_bind_property (page, "title", tab, "title", G_BINDING_SYNC_CREATE);
  g_object_bind_property (page, "loading", tab, "loading", G_BINDING_SYNC_CREATE);
  if (g_queue_is_empty (&self->waiting))
    adw_tab_view_set_selected_page (self->tabs, tab);
}

static void
toast_action (GtkWidget  *widget,
              const char *action,
              GVariant   *parameter)
{
  ful_window_show_toast (FUL_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

static void
close_tab_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  AdwTabPage *page = adw_tab_view_get_selected_page (self->tabs);

  if (page)
    adw_tab_view_close_page (self->tabs, page);
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
close_page_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);

  if (self->current)
    adw_tab_view_close_page (self->tabs, adw_tab_view_get_page (self->tabs, GTK_WIDGET (self->current)));
}

static void
fullscreen_action (GtkWidget  *widget,
                   const char *action,
                   GVariant   *parameter)
{
  if (gtk_window_is_fullscreen (GTK_WINDOW (widget)))
    gtk_window_unfullscreen (GTK_WINDOW (widget));
  else
    gtk_window_fullscreen (GTK_WINDOW (widget));
}

static void
menu_opens_cb (GtkMenuButton *button,
               gpointer       user_data)
{
  FulWindow *self = user_data;
  FulDocument *document = self->current ? ful_document_page_get_document (self->current) : NULL;

  ful_main_menu_set_history (self->history_section, document);
  ful_window_update_compare_actions (self);
  ful_window_list_compared (self);
}

static void
recent_changed_cb (FulWindow *self)
{
  g_autoptr(GMenuModel) menu = ful_recent_create_menu ("app.open-uri");

  adw_split_button_set_menu_model (self->open_button, menu);
}

static gboolean
ful_window_close_request (GtkWindow *window)
{
  FulWindow *self = FUL_WINDOW (window);

  if (ful_tab_closing_asks (self->tabs))
    return GDK_EVENT_STOP;

  if (self->settings)
    {
      int width, height;

      gtk_window_get_default_size (window, &width, &height);
      g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (window));
      if (width > 0 && height > 0 && !gtk_window_is_maximized (window))
        g_settings_set (self->settings, "window-size", "(ii)", width, height);
    }

  return GTK_WINDOW_CLASS (ful_window_parent_class)->close_request (window);
}

/* The part of a frame that is ours; GTK marks the others itself. */
static void
ful_window_snapshot (GtkWidget   *widget,
                     GtkSnapshot *snapshot)
{
  gint64 begin = ful_trace_begin ();

  GTK_WIDGET_CLASS (ful_window_parent_class)->snapshot (widget, snapshot);
  ful_trace_end (begin, "frame", NULL);
}

static void
ful_window_dispose (GObject *object)
{
  FulWindow *self = FUL_WINDOW (object);

  self->stack = NULL;
  g_clear_handle_id (&self->open_id, g_source_remove);
  g_queue_clear_full (&self->waiting, g_object_unref);
  if (self->current)
    g_signal_handlers_disconnect_by_func (self->current, page_changed_cb, self);
  g_clear_object (&self->current);
  g_clear_object (&self->view_actions);

  ful_file_chooser_drop (&self->chooser);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (ful_window_parent_class)->dispose (object);
}

static void
ful_window_class_init (FulWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = ful_window_close_request;
  widget_class->snapshot = ful_window_snapshot;

  g_type_ensure (FUL_TYPE_START_PAGE);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-window.ui");
  gtk_widget_class_bind_template_child (widget_class, FulWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, title);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, open_button);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, find_button);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, drop_frame);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, drop_label);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, compare_tabs);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, history_section);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, start_page);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, tabs);
  gtk_widget_class_bind_template_child (widget_class, FulWindow, overlay);
  gtk_widget_class_bind_template_callback (widget_class, selected_page_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, page_detached_cb);
  gtk_widget_class_bind_template_callback (widget_class, ful_tab_closing_close_page);
  gtk_widget_class_bind_template_callback (widget_class, create_window_cb);

  ful_window_class_add_file_actions (widget_class);
  ful_window_class_add_compare_actions (widget_class);
  ful_window_class_add_live_actions (widget_class);
  ful_window_class_add_palette_actions (widget_class);
  gtk_widget_class_install_action (widget_class, "win.toast", "s", toast_action);
  gtk_widget_class_install_action (widget_class, "win.close-tab", NULL, close_tab_action);
  gtk_widget_class_install_action (widget_class, "win.close-page", NULL, close_page_action);
  gtk_widget_class_install_action (widget_class, "win.fullscreen", NULL, fullscreen_action);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_v, GDK_CONTROL_MASK, "win.paste", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "view.pin-note", NULL);
  /* A comparison has more panels than a profile. */
  for (guint i = 0; i < 10; i++)
    gtk_widget_class_add_binding_action (widget_class, GDK_KEY_0 + i, GDK_ALT_MASK, "view.show-panel", "u", i);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, GDK_ALT_MASK, "view.back", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, GDK_ALT_MASK, "view.forward", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "view.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "view.redo", NULL);
}

/* A narrow window has no such button, for the title. */
static void
width_changed_cb (FulWindow *self)
{
  int width;
  gboolean has_room;

  g_object_get (self, "default-width", &width, NULL);
  has_room = width <= 0 || width >= ful_em (GTK_WIDGET (self), NARROW);
  if (has_room == self->has_room)
    return;

  self->has_room = has_room;
  update_title (self);
}

/* libadwaita has no name for the menu of a split button. */
static void
name_dropdown (FulWindow *self)
{
  for (GtkWidget *part = gtk_widget_get_first_child (GTK_WIDGET (self->open_button)); part;
       part = gtk_widget_get_next_sibling (part))
    if (GTK_IS_MENU_BUTTON (part))
      {
        gtk_widget_set_tooltip_text (part, NULL);   /* libadwaita's covers the menu */
        ful_tooltip_set_text (part, _("Recent profiles"));
        ful_control_set_name (part, _("Recent profiles"));
      }
}

/* GTK names the buttons of its list of keys by their types. */
static void
name_shortcuts (GtkWidget *widget)
{
  if (GTK_IS_MENU_BUTTON (widget))
    ful_control_set_name (widget, _("Sections"));
  else if (GTK_IS_TOGGLE_BUTTON (widget))
    ful_control_set_name (widget, GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget)) ? _("Sections") : _("Search"));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    name_shortcuts (child);
}

static void
ful_window_init (FulWindow *self)
{
  self->has_room = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->palette = ful_palette_new ();
  gtk_overlay_add_overlay (self->overlay, self->palette);
  ful_control_name_by_labels (GTK_WIDGET (self));
  name_dropdown (self);
  ful_control_set_name (GTK_WIDGET (self->menu_button), _("Main menu"));
  ful_tooltip_set_text (GTK_WIDGET (self->menu_button), _("Main menu"));
  ful_tooltip_set_text (GTK_WIDGET (self->open_button), _("Open a profile"));
  ful_tooltip_set_text (self->find_button, _("Find in the panel (Ctrl+F)"));
  gtk_menu_button_set_create_popup_func (self->menu_button, menu_opens_cb, self, NULL);

  g_signal_connect (self, "notify::default-width", G_CALLBACK (width_changed_cb), NULL);

  ful_window_accept_drops (self);
  ful_live_actions_add (G_ACTION_MAP (self));
  ful_window_update_record_actions (self);
  g_signal_connect_object (gtk_recent_manager_get_default (), "changed",
                           G_CALLBACK (recent_changed_cb), self, G_CONNECT_SWAPPED);
  recent_changed_cb (self);
  update_title (self);
}

/**
 * ful_window_new:
 * @application: the application
 * @settings: (nullable): where sizes are remembered
 *
 * Returns: (transfer none): a window; the application owns it
 */
FulWindow *
ful_window_new (GtkApplication *application,
                GSettings      *settings)
{
  FulWindow *self = g_object_new (FUL_TYPE_WINDOW, "application", application, NULL);
  GtkShortcutsWindow *shortcuts = gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (self));

  if (shortcuts)
    name_shortcuts (GTK_WIDGET (shortcuts));
  if (g_set_object (&self->settings, settings))
    {
      int width, height;

      g_settings_get (settings, "window-size", "(ii)", &width, &height);
      gtk_window_set_default_size (GTK_WINDOW (self), MAX (width, 1), MAX (height, 1));
      if (g_settings_get_boolean (settings, "window-maximized"))
        gtk_window_maximize (GTK_WINDOW (self));
    }

  return self;
}

/**
 * ful_window_is_settled:
 * @self: a window
 * @error: error of the load of the shown document
 *
 * Returns: whether the shown document is loaded and has no pending jobs
 */
gboolean
ful_window_is_settled (FulWindow  *self,
                       GError    **error)
{
  g_return_val_if_fail (FUL_IS_WINDOW (self), FALSE);

  return self->current && ful_document_page_is_settled (self->current, error);
}
