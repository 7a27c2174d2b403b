/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The worker updates a shared progress; this page reads it once a frame while it is
 * on screen, so a load of any size costs the main thread the same. */

#include "config.h"

#include "ful-loading-page.h"

#include "base/ful-format.h"

#include "widgets/ful-control-name.h"

#include <glib/gi18n.h>

#define N_STAGES 3

/* Frames until all can be seen: one for each stage, one before and one after them. */
#define N_PREPARED (N_STAGES + 2)

/* Most loads are over before; a page that flashes only costs frames. */
#define DELAY_US (150 * G_TIME_SPAN_MILLISECOND)

struct _FulLoadingPage
{
  GtkWidget        parent_instance;

  FulLoadProgress *progress;
  guint            tick;
  gint64           first_frame;  /* its time in µs; 0 before it */
  int              shown_stage;
  int              n_prepared;   /* up to N_PREPARED */

  GtkWidget       *place;        /* has the focus until there is a button; passed on to the next page */
  GtkWidget       *content;      /* not shown before DELAY_US */
  GtkLabel        *name_label;
  AdwActionRow    *reading_row;
  AdwActionRow    *upgrading_row;
  AdwActionRow    *indexing_row;
  GtkImage        *reading_icon;
  GtkImage        *upgrading_icon;
  GtkImage        *indexing_icon;
  GtkProgressBar  *bar;
  GtkLabel        *bytes_label;
  GtkWidget       *cancel_button;
};

G_DEFINE_FINAL_TYPE (FulLoadingPage, ful_loading_page, GTK_TYPE_WIDGET)

static void
show_stage (FulLoadingPage *self,
            int             stage)
{
  AdwActionRow *rows[N_STAGES] = { self->reading_row, self->upgrading_row, self->indexing_row };
  GtkImage *icons[N_STAGES] = { self->reading_icon, self->upgrading_icon, self->indexing_icon };

  for (int i = 0; i < N_STAGES; i++)
    {
      gtk_image_set_from_icon_name (icons[i], i < stage ? "object-select-symbolic"
                                              : i == stage ? "go-next-symbolic"
                                              : "content-loading-symbolic");
      adw_action_row_set_subtitle (rows[i], i < stage ? _("Done") : i == stage ? _("In progress") : _("Waiting"));
      gtk_widget_set_sensitive (GTK_WIDGET (rows[i]), i <= stage);
    }

  self->shown_stage = stage;
}

/* One frame of invisible letters: laying out all of the page takes longer than a frame. */
static void
prepare (FulLoadingPage *self)
{
  AdwActionRow *rows[N_STAGES] = { self->reading_row, self->upgrading_row, self->indexing_row };

  if (self->n_prepared == 0)
    gtk_widget_show (self->content);
  else if (self->n_prepared <= N_STAGES)
    gtk_widget_show (GTK_WIDGET (rows[self->n_prepared - 1]));
  else
    gtk_widget_set_opacity (self->content, 1);

  self->n_prepared++;
  if (self->n_prepared == N_PREPARED && gtk_widget_is_focus (self->place))
    gtk_widget_grab_focus (self->cancel_button);
}

static gboolean
tick_cb (GtkWidget     *widget,
         GdkFrameClock *frame_clock,
         gpointer       user_data)
{
  FulLoadingPage *self = FUL_LOADING_PAGE (widget);
  FulLoadStage stage;
  gint64 now = gdk_frame_clock_get_frame_time (frame_clock);
  guint64 n_read, n_total;

  if (self->first_frame == 0)
    self->first_frame = now;
  if (now - self->first_frame < DELAY_US)
    return G_SOURCE_CONTINUE;

  if (self->n_prepared < N_PREPARED)
    prepare (self);
  ful_load_progress_get (self->progress, &stage, &n_read, &n_total);

  if ((int) stage != self->shown_stage)
    show_stage (self, stage);

  if (n_total > 0)
    {
      g_autofree char *read_text = ful_format_bytes ((double) n_read);
      g_autofree char *total_text = ful_format_bytes ((double) n_total);
      /* Translators: bytes read of bytes in all, as in “8.3 MB of 98.9 MB” */
      g_autofree char *text = g_strdup_printf (_("%s of %s"), read_text, total_text);

      gtk_progress_bar_set_fraction (self->bar, CLAMP ((double) n_read / n_total, 0, 1));
      if (g_strcmp0 (text, gtk_label_get_label (self->bytes_label)) != 0)
        gtk_label_set_label (self->bytes_label, text);
    }
  else
    {
      gtk_progress_bar_pulse (self->bar);
    }

  return G_SOURCE_CONTINUE;
}

static void
ful_loading_page_map (GtkWidget *widget)
{
  FulLoadingPage *self = FUL_LOADING_PAGE (widget);

  GTK_WIDGET_CLASS (ful_loading_page_parent_class)->map (widget);

  if (self->progress && !self->tick)
    self->tick = gtk_widget_add_tick_callback (widget, tick_cb, NULL, NULL);
  gtk_widget_grab_focus (self->place);
}

static void
ful_loading_page_unmap (GtkWidget *widget)
{
  FulLoadingPage *self = FUL_LOADING_PAGE (widget);

  if (self->tick)
    gtk_widget_remove_tick_callback (widget, self->tick);
  self->tick = 0;

  GTK_WIDGET_CLASS (ful_loading_page_parent_class)->unmap (widget);
}

static void
ful_loading_page_dispose (GObject *object)
{
  FulLoadingPage *self = FUL_LOADING_PAGE (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))))
    gtk_widget_unparent (child);
  g_clear_pointer (&self->progress, ful_load_progress_unref);

  G_OBJECT_CLASS (ful_loading_page_parent_class)->dispose (object);
}

static void
ful_loading_page_class_init (FulLoadingPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_loading_page_dispose;
  widget_class->map = ful_loading_page_map;
  widget_class->unmap = ful_loading_page_unmap;

  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/fulgens/Fulgens/ful-loading-page.ui");
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, place);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, content);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, name_label);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, reading_row);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, upgrading_row);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, indexing_row);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, reading_icon);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, upgrading_icon);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, indexing_icon);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, bar);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, bytes_label);
  gtk_widget_class_bind_template_child (widget_class, FulLoadingPage, cancel_button);
}

static void
ful_loading_page_init (FulLoadingPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ful_control_name_by_labels (GTK_WIDGET (self));
  show_stage (self, 0);
}

/**
 * ful_loading_page_set_load:
 * @self: a page that is not on screen yet
 * @name: name of the file
 * @progress: the progress of the load
 */
void
ful_loading_page_set_load (FulLoadingPage  *self,
                           const char      *name,
                           FulLoadProgress *progress)
{
  g_autofree char *shown = ful_format_label (name, "");

  g_return_if_fail (FUL_IS_LOADING_PAGE (self));

  g_clear_pointer (&self->progress, ful_load_progress_unref);
  self->progress = ful_load_progress_ref (progress);
  gtk_label_set_label (self->name_label, shown);
}
