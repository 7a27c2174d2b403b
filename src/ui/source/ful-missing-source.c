/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-missing-source.h"

#include "base/ful-error.h"
#include "base/ful-format.h"
#include "source/ful-source-text.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-path-question.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>

/* A bar above the place of the lines. */
struct _FulMissingSource
{
  GtkWidget      parent_instance;

  GSettings     *settings;     /* (nullable) */
  GtkWidget     *scrolled;
  GtkWidget     *box;
  GtkLabel      *reason;
  GtkWidget     *agree;
  GtkWidget     *locate;
  char          *filename;     /* (nullable): as the profile has it */
  char          *folder;       /* (nullable): that may be agreed to */
};

G_DEFINE_FINAL_TYPE (FulMissingSource, ful_missing_source, GTK_TYPE_WIDGET)

static void
add_to_setting (GSettings  *settings,
                const char *key,
                const char *text)
{
  g_auto(GStrv) old = g_settings_get_strv (settings, key);
  g_autoptr(GPtrArray) all = g_ptr_array_new ();

  g_ptr_array_add (all, (gpointer) text);
  for (guint i = 0; old[i]; i++)
    if (!g_str_equal (old[i], text))
      g_ptr_array_add (all, old[i]);
  g_ptr_array_add (all, NULL);
  g_settings_set_strv (settings, key, (const char *const *) all->pdata);
}

static void
agree_clicked_cb (FulMissingSource *self)
{
  add_to_setting (self->settings, "source-folders", self->folder);
}

static void
located_cb (gpointer    owner,
            const char *path)
{
  FulMissingSource *self = owner;
  g_autofree char *folder = NULL, *map = NULL;

  /* It may be about another function by now. */
  if (self->filename == NULL)
    return;

  map = ful_source_map_new (self->filename, path, &folder);
  add_to_setting (self->settings, "source-maps", map);
  add_to_setting (self->settings, "source-folders", folder);
}

static void
locate_clicked_cb (FulMissingSource *self)
{
  g_autofree char *name = g_path_get_basename (self->filename);
  /* Translators: the name of a file */
  g_autofree char *title = g_strdup_printf (_("Locate “%s”"), name);

  ful_path_question_ask (self, GTK_FILE_CHOOSER_ACTION_OPEN, title, _("_Show"), located_cb);
}

static void
ful_missing_source_dispose (GObject *object)
{
  FulMissingSource *self = FUL_MISSING_SOURCE (object);

  g_clear_pointer (&self->scrolled, gtk_widget_unparent);
  g_clear_object (&self->settings);
  g_clear_pointer (&self->filename, g_free);
  g_clear_pointer (&self->folder, g_free);

  G_OBJECT_CLASS (ful_missing_source_parent_class)->dispose (object);
}

static void
ful_missing_source_class_init (FulMissingSourceClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_missing_source_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static GtkWidget *
create_button (FulMissingSource *self,
               GtkWidget        *box,
               GCallback         clicked_cb)
{
  GtkWidget *button = gtk_button_new ();
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_button_set_child (GTK_BUTTON (button), label);
  g_signal_connect_swapped (button, "clicked", clicked_cb, self);
  gtk_box_append (GTK_BOX (box), button);

  return button;
}

static GtkLabel *
append_label (GtkWidget  *box,
              const char *css_class)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (label, css_class);
  gtk_box_append (GTK_BOX (box), label);

  return GTK_LABEL (label);
}

static void
ful_missing_source_init (FulMissingSource *self)
{
  GtkWidget *buttons = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gtk_widget_add_css_class (self->box, "source-question");
  gtk_widget_set_valign (self->box, GTK_ALIGN_START);
  gtk_label_set_label (append_label (self->box, "heading"), _("Source Not Available"));
  self->reason = append_label (self->box, "dim-label");
  gtk_box_append (GTK_BOX (self->box), buttons);
  self->agree = create_button (self, buttons, G_CALLBACK (agree_clicked_cb));
  self->locate = create_button (self, buttons, G_CALLBACK (locate_clicked_cb));
  gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->locate))), _("Locate File…"));
  ful_control_set_name (self->locate, _("Locate File…"));
  /* Else wrapped lines ask for the height that they would have at their least width. */
  self->scrolled = gtk_scrolled_window_new ();
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (self->scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_focusable (self->scrolled, FALSE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (self->scrolled), self->box);
  gtk_widget_set_parent (self->scrolled, GTK_WIDGET (self));
}

/**
 * ful_missing_source_new:
 * @settings: (nullable): without them nothing can be agreed to
 *
 * Returns: (transfer floating): the page
 */
GtkWidget *
ful_missing_source_new (GSettings *settings)
{
  FulMissingSource *self = g_object_new (FUL_TYPE_MISSING_SOURCE, NULL);

  g_set_object (&self->settings, settings);

  return GTK_WIDGET (self);
}

/**
 * ful_missing_source_explain:
 * @filename: (nullable): the source as the profile has it; %NULL if it does not know
 * @path: (nullable): the file that was looked for
 * @error: (nullable): why it was not read
 */
void
ful_missing_source_explain (FulMissingSource *self,
                            const char       *filename,
                            const char       *path,
                            const GError     *error)
{
  gboolean is_refused = g_error_matches (error, FUL_ERROR, FUL_ERROR_NOT_ALLOWED);
  g_autofree char *text = NULL;

  g_free (self->filename);
  self->filename = g_strdup (filename);
  g_clear_pointer (&self->folder, g_free);
  if (filename == NULL)
    {
      text = g_strdup (_("The profile does not say which file the function is from"));
    }
  else if (is_refused && path)
    {
      self->folder = ful_source_find_root (path);
      g_autofree char *shown_path = ful_format_label (path, "");

      text = g_strdup_printf (_("“%s” is on this machine. A profile can name any file, so only those in folders that you "
                                "agree to are read."), shown_path);
    }
  else
    {
      text = ful_format_label (error ? error->message : "", "\n");
    }

  gtk_label_set_label (self->reason, text);
  if (self->folder)
    {
      /* Translators: a folder */
      g_autofree char *folder = ful_format_label (self->folder, "");
      g_autofree char *label = g_strdup_printf (_("Allow Reading from “%s”"), folder);

      gtk_label_set_label (GTK_LABEL (gtk_button_get_child (GTK_BUTTON (self->agree))), label);
      ful_control_set_name (self->agree, label);
      ful_tooltip_set_text (self->agree, label);
    }
  gtk_widget_set_visible (self->agree, self->folder && self->settings);
  gtk_widget_set_visible (self->locate, self->filename && self->settings);
}
