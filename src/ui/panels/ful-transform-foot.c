/* SPDX-License-Identifier: GPL-3.0-or-later */

/* GTK marks the entry under the pointer or with the focus as selected; buttons of menus have no other public name than
 * that of their style. The text has the height of three lines from the beginning, so that nothing moves. */

#include "config.h"

#include "ful-transform-foot.h"

#include "ful-transform-words.h"

#include "base/ful-format.h"

#include <glib/gi18n.h>

/* ms an entry has to be selected */
#define REST_MS 250

#define N_LINES 3
#define WIDTH 36   /* characters */

/* px: below the names of the entries. */
#define MARGIN_START 34
#define MARGIN_END 12

struct _FulTransformFoot
{
  GtkWidget            parent_instance;

  FulDocument         *document;
  FulTransformPreview *preview;
  GPtrArray           *transforms;   /* FulTransform, those of the first entries */
  GPtrArray           *buttons;      /* GtkWidget (unowned), the entries */
  int                  selected;     /* the one of them, or -1 */
  guint                rest_id;

  GtkWidget           *text;
};

G_DEFINE_FINAL_TYPE (FulTransformFoot, ful_transform_foot, GTK_TYPE_WIDGET)

static void
say (FulTransformFoot *self,
     const char       *text)
{
  gtk_label_set_label (GTK_LABEL (self->text), text);
  if (self->selected >= 0)
    gtk_accessible_update_property (GTK_ACCESSIBLE (g_ptr_array_index (self->buttons, (guint) self->selected)),
                                    GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

static void
effect_changed_cb (FulTransformFoot *self)
{
  FulTransformEffect *effect = ful_transform_preview_get_effect (self->preview);
  g_autofree char *words = NULL;

  if (!effect || self->selected < 0)
    return;

  words = ful_transform_words_new (ful_transform_preview_get_transform (self->preview), effect,
                                   ful_document_get_samples_as_times (self->document));
  say (self, words);
}

static gboolean
rested_cb (gpointer user_data)
{
  FulTransformFoot *self = user_data;

  self->rest_id = 0;
  ful_transform_preview_set_transform (self->preview, g_ptr_array_index (self->transforms, (guint) self->selected));

  return G_SOURCE_REMOVE;
}

static void
end_preview (FulTransformFoot *self)
{
  g_clear_handle_id (&self->rest_id, g_source_remove);
  ful_transform_preview_set_transform (self->preview, NULL);
}

static void
selection_changed_cb (FulTransformFoot *self)
{
  int selected = -1;

  for (guint i = 0; i < self->buttons->len; i++)
    if (gtk_widget_get_state_flags (g_ptr_array_index (self->buttons, i)) & GTK_STATE_FLAG_SELECTED)
      selected = (int) i;
  if (selected == self->selected)
    return;

  end_preview (self);
  self->selected = selected;
  gtk_label_set_label (GTK_LABEL (self->text), "");
  if (selected >= 0)
    self->rest_id = g_timeout_add (REST_MS, rested_cb, self);
}

static void
closed_cb (FulTransformFoot *self)
{
  self->selected = -1;
  end_preview (self);
}

/* In the order of the menu. */
static void
find_buttons (GtkWidget *widget,
              GPtrArray *buttons)
{
  if (g_str_equal (gtk_widget_get_css_name (widget), "modelbutton"))
    {
      g_ptr_array_add (buttons, widget);
      return;
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    find_buttons (child, buttons);
}

/* So that the text never changes the height of the menu. */
static void
reserve_lines (FulTransformFoot *self)
{
  int height;

  gtk_label_set_label (GTK_LABEL (self->text), "\n\n");
  gtk_widget_measure (self->text, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL, NULL);
  gtk_widget_set_size_request (self->text, -1, height);
  gtk_label_set_label (GTK_LABEL (self->text), "");
}

static void
ful_transform_foot_dispose (GObject *object)
{
  FulTransformFoot *self = FUL_TRANSFORM_FOOT (object);

  if (self->preview)
    end_preview (self);
  g_clear_object (&self->preview);
  g_clear_object (&self->document);
  g_clear_pointer (&self->transforms, g_ptr_array_unref);
  g_clear_pointer (&self->buttons, g_ptr_array_unref);
  g_clear_pointer (&self->text, gtk_widget_unparent);

  G_OBJECT_CLASS (ful_transform_foot_parent_class)->dispose (object);
}

static void
ful_transform_foot_class_init (FulTransformFootClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ful_transform_foot_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "transformfoot");
}

static void
ful_transform_foot_init (FulTransformFoot *self)
{
  self->selected = -1;
  self->buttons = g_ptr_array_new ();
  self->text = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->text), 0);
  gtk_label_set_yalign (GTK_LABEL (self->text), 0);
  gtk_label_set_wrap (GTK_LABEL (self->text), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->text), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_lines (GTK_LABEL (self->text), N_LINES);
  gtk_label_set_ellipsize (GTK_LABEL (self->text), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (self->text), WIDTH);
  gtk_label_set_max_width_chars (GTK_LABEL (self->text), WIDTH);
  gtk_widget_set_margin_start (self->text, MARGIN_START);
  gtk_widget_set_margin_end (self->text, MARGIN_END);
  gtk_widget_add_css_class (self->text, "dim-label");
  gtk_widget_add_css_class (self->text, "caption");
  gtk_widget_set_parent (self->text, GTK_WIDGET (self));
}

/**
 * ful_transform_foot_add:
 * @popover: a menu with an entry "custom" that is FUL_TRANSFORM_FOOT_ID
 * @transforms: (element-type FulTransform): what its first entries do
 * @preview: shows what one would do
 * @document: says how samples are shown
 *
 * Adds a foot to @popover, for as long as that exists.
 */
void
ful_transform_foot_add (GtkPopoverMenu      *popover,
                        GPtrArray           *transforms,
                        FulTransformPreview *preview,
                        FulDocument         *document)
{
  FulTransformFoot *self = g_object_new (FUL_TYPE_TRANSFORM_FOOT, NULL);

  self->document = g_object_ref (document);
  self->preview = g_object_ref (preview);
  self->transforms = g_ptr_array_ref (transforms);
  find_buttons (GTK_WIDGET (popover), self->buttons);
  g_ptr_array_set_size (self->buttons, (int) MIN (self->buttons->len, transforms->len));
  for (guint i = 0; i < self->buttons->len; i++)
    g_signal_connect_object (g_ptr_array_index (self->buttons, i), "state-flags-changed", G_CALLBACK (selection_changed_cb),
                             self, G_CONNECT_SWAPPED);
  g_signal_connect_object (preview, "changed", G_CALLBACK (effect_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (popover, "closed", G_CALLBACK (closed_cb), self, G_CONNECT_SWAPPED);
  gtk_popover_menu_add_child (popover, GTK_WIDGET (self), FUL_TRANSFORM_FOOT_ID);
  reserve_lines (self);
}
