/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "ful-live-bar.h"

#include "base/ful-format.h"
#include "document/ful-document-window.h"
#include "widgets/ful-control-name.h"
#include "widgets/ful-tooltip.h"

#include <glib/gi18n.h>
#include <math.h>

struct _FulLiveBar
{
  GtkWidget       parent_instance;

  FulLiveSession *session;
  FulDocument    *document;    /* (nullable): whose window is watched */

  GtkWidget      *box;
  GtkWidget      *dot;
  GtkLabel       *state;
  GtkLabel       *facts;
  GtkWidget      *pause;       /* of the view */
  GtkWidget      *hold;        /* the capture itself */
  GtkWidget      *jump;
  GtkWidget      *stop;
  GtkWidget      *finish;
  GtkWidget      *again;
  GtkWidget      *record;
  GtkWidget      *save;
};

G_DEFINE_FINAL_TYPE (FulLiveBar, ful_live_bar, GTK_TYPE_WIDGET)

/* Returns: (transfer full): one sentence */
static char *
describe_end (FulLiveSession *session)
{
  const FulLiveEnd *end = ful_live_session_get (session)->end;
  const GError *failure = ful_live_session_get (session)->failure;

  /* There was no connection. */
  if (!end->is_whole && failure && !ful_live_session_get (session)->server)
    return g_strdup (failure->message);
  if (!end->is_whole && failure)
    return g_strdup_printf (_("The connection was lost: %s"), failure->message);
  if (!end->is_whole)
    return g_strdup (_("The capture ended, but not all of it came"));

  return g_strdup (_("The capture has ended"));
}

static char *
describe_state (FulLiveSession *session)
{
  const FulLiveStatus *status = &ful_live_session_get (session)->status;

  if (ful_live_session_is_reconnecting (session))
    return g_strdup (_("Connecting…"));
  if (ful_live_session_is_catching_up (session))
    return g_strdup (_("Catching up…"));
  if (ful_live_session_get (session)->end)
    return describe_end (session);
  if (!ful_live_session_get (session)->server)
    return g_strdup (_("Connecting…"));
  if (status->is_stalled)
    return g_strdup (_("No data for 3 s"));

  switch (ful_live_session_get (session)->state)
    {
    case FUL_LIVE_RECORDING:
      return g_strdup (status->has_previews_ended ? _("The preview is paused, the recording continues") : _("Recording"));
    case FUL_LIVE_PAUSED:
      return g_strdup (_("The capture is paused"));
    case FUL_LIVE_FINISHED:
      return g_strdup (_("The capture has ended"));
    case FUL_LIVE_IDLE:
    default:
      return g_strdup (_("Nothing is being recorded"));
    }
}

static void
append (GString    *text,
        const char *part)
{
  if (text->len > 0)
    g_string_append (text, " · ");
  g_string_append (text, part);
}

/* Takes ownership of @part. */
static void
append_part (GString *text,
             char    *part)
{
  append (text, part);
  g_free (part);
}

static char *
describe_facts (FulLiveSession *session)
{
  const FulLiveStatus *status = &ful_live_session_get (session)->status;
  g_autofree char *elapsed = g_strdup_printf ("%u:%02u", (guint) status->elapsed / 60, (guint) status->elapsed % 60);
  g_autofree char *backlog = ful_format_bytes ((double) status->backlog_bytes);
  g_autofree char *rate = ful_format_number (round (ful_live_session_get (session)->rate), 3, 0);
  g_autofree char *samples = ful_format_number ((double) status->received.n_samples, 3, 0);
  g_autofree char *markers = ful_format_number ((double) status->received.n_markers, 3, 0);
  g_autofree char *lost = ful_format_number ((double) status->received.n_lost, 3, 0);
  GString *text = g_string_new (elapsed);

  if (!ful_live_session_get (session)->end)
    append_part (text, g_strdup_printf (_("%s samples/s"), rate));
  append_part (text, g_strdup_printf (ngettext ("%s sample", "%s samples", (gulong) status->received.n_samples), samples));
  append_part (text, g_strdup_printf (ngettext ("%s marker", "%s markers", (gulong) status->received.n_markers), markers));
  if (status->received.n_lost > 0)
    append_part (text, g_strdup_printf (_("%s lost"), lost));
  if (status->backlog_bytes > 0)
    append_part (text, g_strdup_printf (_("%s waiting"), backlog));
  if (ful_live_session_get (session)->is_paused)
    append (text, _("the view is paused"));

  return g_string_free (text, FALSE);
}

static void
set_text (GtkLabel *label,
          char     *text)
{
  g_autofree char *shown = ful_format_label (text, "");

  if (!g_str_equal (gtk_label_get_label (label), shown))
    gtk_label_set_label (label, shown);
  g_free (text);
}

static void
update (FulLiveBar *self)
{
  gboolean has_ended = ful_live_session_get (self->session)->end != NULL;
  gboolean is_recording = !has_ended && ful_live_session_get (self->session)->state == FUL_LIVE_RECORDING &&
                          !ful_live_session_get (self->session)->status.is_stalled;
  gboolean has_data = ful_live_session_get (self->session)->profile != NULL;

  set_text (self->state, describe_state (self->session));
  set_text (self->facts, describe_facts (self->session));
  gtk_widget_set_visible (GTK_WIDGET (self->facts), has_data);
  if (is_recording)
    gtk_widget_add_css_class (self->dot, "recording");
  else
    gtk_widget_remove_css_class (self->dot, "recording");
  gtk_widget_set_visible (self->pause, ful_live_session_can_pause (self->session));
  gtk_widget_set_visible (self->jump, has_data && !has_ended && self->document &&
                          (ful_live_session_get (self->session)->is_paused || !ful_document_follows_now (self->document)));
  gtk_widget_set_visible (self->hold, !has_ended && ful_live_session_get (self->session)->can_pause);
  gtk_widget_set_visible (self->stop, !has_ended);
  gtk_widget_set_visible (self->finish, !has_ended && has_data);
  gtk_widget_set_visible (self->again, has_ended && !ful_live_session_get (self->session)->end->is_whole &&
                          !ful_live_session_is_reconnecting (self->session));
  gtk_widget_set_visible (self->record, ful_live_session_can_record_again (self->session));
  gtk_widget_set_visible (self->save, has_ended && has_data && ful_live_session_is_unsaved (self->session));
}

static void
watch_document (FulLiveBar *self)
{
  if (!g_set_object (&self->document, ful_live_session_get (self->session)->document))
    return;

  g_signal_connect_object (self->document, "notify::zoom", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->document, "notify::view-state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

static void
ful_live_bar_dispose (GObject *object)
{
  FulLiveBar *self = FUL_LIVE_BAR (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_object (&self->session);
  g_clear_object (&self->document);

  G_OBJECT_CLASS (ful_live_bar_parent_class)->dispose (object);
}

static void
ful_live_bar_class_init (FulLiveBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ful_live_bar_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "livebar");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static GtkWidget *
add_button (FulLiveBar *self,
            GtkWidget  *button,
            const char *label,
            const char *action,
            const char *tooltip)
{
  gtk_button_set_label (GTK_BUTTON (button), label);
  gtk_button_set_use_underline (GTK_BUTTON (button), TRUE);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  ful_tooltip_describe (button, tooltip);
  gtk_widget_set_visible (button, FALSE);
  gtk_box_append (GTK_BOX (self->box), button);

  return button;
}

static void
ful_live_bar_init (FulLiveBar *self)
{
  self->box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->dot = gtk_image_new_from_icon_name ("media-record-symbolic");
  gtk_widget_add_css_class (self->dot, "live-dot");
  self->state = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_ellipsize (self->state, PANGO_ELLIPSIZE_END);
  self->facts = GTK_LABEL (gtk_label_new (""));
  gtk_label_set_ellipsize (self->facts, PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (self->facts, 0);
  gtk_widget_set_hexpand (GTK_WIDGET (self->facts), TRUE);
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "dim-label");
  gtk_widget_add_css_class (GTK_WIDGET (self->facts), "numeric");
  gtk_box_append (GTK_BOX (self->box), self->dot);
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->state));
  gtk_box_append (GTK_BOX (self->box), GTK_WIDGET (self->facts));

  self->jump = add_button (self, gtk_button_new (), _("_Jump to Now"), "win.live-jump-to-now",
                           _("Follow the end of the capture again"));
  self->pause = add_button (self, gtk_toggle_button_new (), _("_Pause View"), "win.live-pause-view",
                            _("Keep the view as it is; the capture goes on"));
  self->hold = add_button (self, gtk_toggle_button_new (), _("Paus_e"), "win.live-pause",
                           _("Record nothing until you press it again"));
  self->stop = add_button (self, gtk_button_new (), _("_Stop"), "win.live-stop", _("End the capture"));
  self->finish = add_button (self, gtk_button_new (), _("Stop and Sa_ve…"), "win.live-stop-and-save",
                             _("End the capture, and save it as a profile"));
  self->again = add_button (self, gtk_button_new (), _("_Reconnect"), "win.live-reconnect",
                            _("Connect to the same address again"));
  self->record = add_button (self, gtk_button_new (), _("Record A_gain"), "win.live-reconnect",
                             _("Start another capture, in a new tab"));
  self->save = add_button (self, gtk_button_new (), _("_Save…"), "view.save", _("Save what was received"));
  ful_control_name_by_labels (self->box);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

/**
 * ful_live_bar_new:
 * @session: the capture
 *
 * Returns: (transfer floating): the bar
 */
GtkWidget *
ful_live_bar_new (FulLiveSession *session)
{
  FulLiveBar *self = g_object_new (FUL_TYPE_LIVE_BAR, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "document", G_CALLBACK (watch_document), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
