/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Captures in the tabs of a window. */

#include "config.h"

#include "ful-window-private.h"

#include "live/ful-attach-dialog.h"
#include "live/ful-live-dialog.h"
#include "live/ful-live-kind.h"
#include "live/ful-record-dialog.h"
#include "live/record/ful-live-record-start.h"
#include "widgets/toast/ful-toast.h"

#include <glib/gi18n.h>

static void open_session (FulWindow      *self,
                          FulLiveSession *session);

/* What came before stays in the tab of @session. */
static void
open_other_capture (FulWindow      *self,
                    FulLiveSession *session)
{
  g_autoptr(FulLiveSession) again = ful_live_session_new_again (session, FALSE);

  open_session (self, again);
}

static void
record_again (FulWindow      *self,
              FulLiveSession *session)
{
  g_autoptr(FulLiveSession) again = ful_live_session_new_again (session, TRUE);

  open_session (self, again);
}

static void
open_session (FulWindow      *self,
              FulLiveSession *session)
{
  g_signal_connect_object (session, "other-capture", G_CALLBACK (open_other_capture), self, G_CONNECT_SWAPPED);
  ful_window_add_tab (self, ful_document_page_new_live (session, self->settings));
}

static void
live_reconnect_action (GtkWidget  *widget,
                       const char *action,
                       GVariant   *parameter)
{
  FulWindow *self = FUL_WINDOW (widget);
  FulLiveSession *session = ful_window_get_live (self);

  if (session && ful_live_session_can_record_again (session))
    record_again (self, session);
  else if (session)
    ful_live_session_reconnect (session);
}

static void
live_action (GtkWidget  *widget,
             const char *action,
             GVariant   *parameter)
{
  ful_live_dialog_present (GTK_WINDOW (widget));
}

static void
record_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  ful_record_dialog_present (GTK_WINDOW (widget), FUL_WINDOW (widget)->settings);
}

static void
attach_action (GtkWidget  *widget,
               const char *action,
               GVariant   *parameter)
{
  ful_attach_dialog_present (GTK_WINDOW (widget));
}

static void
open_live_action (GtkWidget  *widget,
                  const char *action,
                  GVariant   *parameter)
{
  const char *address, *token, *start;
  g_autoptr(GError) error = NULL;

  g_variant_get (parameter, "(&s&s&s)", &address, &token, &start);
  if (!ful_window_open_live (FUL_WINDOW (widget), address, *token ? token : NULL, *start ? start : NULL, &error))
    ful_window_show_toast (FUL_WINDOW (widget), error->message);
}

void
ful_window_class_add_live_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.live", NULL, live_action);
  gtk_widget_class_install_action (widget_class, "win.record", NULL, record_action);
  gtk_widget_class_install_action (widget_class, "win.attach", NULL, attach_action);
  gtk_widget_class_install_action (widget_class, "win.open-live", "(sss)", open_live_action);
  gtk_widget_class_install_action (widget_class, "win.live-reconnect", NULL, live_reconnect_action);
}

/**
 * ful_window_update_record_actions:
 *
 * Without a recorder on this machine they are not offered.
 */
void
ful_window_update_record_actions (FulWindow *self)
{
  g_autofree char *recorder = ful_live_record_find_program ();

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.record", recorder != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.attach", recorder != NULL);
}

/**
 * ful_window_open_live:
 * @address: see ful_live_source_new()
 * @token: (nullable): what the peer expects
 * @start: (nullable): options of the capture to start, see #FulLiveOptions
 * @error: %FUL_ERROR_ARGUMENT: not an address
 *
 * Follows a running capture in a new tab. What fails then shows there.
 */
gboolean
ful_window_open_live (FulWindow   *self,
                      const char  *address,
                      const char  *token,
                      const char  *start,
                      GError     **error)
{
  /* Nobody would save what a picture is drawn of. */
  gboolean is_kept = !(g_application_get_flags (g_application_get_default ()) & G_APPLICATION_NON_UNIQUE);
  FulLiveOptions options = { .token = token, .start = start, .snapshot_interval_ms = 100, .has_spool = is_kept };
  g_autoptr(FulLiveSession) session = ful_live_session_new (address, &options, error);

  if (session)
    open_session (self, session);

  return session != NULL;
}

/**
 * ful_window_get_live:
 *
 * Returns: (transfer none) (nullable): the capture of the page on screen
 */
FulLiveSession *
ful_window_get_live (FulWindow *self)
{
  return self->current ? ful_document_page_get_live (self->current) : NULL;
}

/**
 * ful_window_offer_left:
 *
 * Says so if there are captures that were not saved.
 */
void
ful_window_offer_left (FulWindow *self)
{
  AdwToast *toast;

  if (!ful_live_dialog_has_left ())
    return;

  toast = adw_toast_new (_("A capture was not saved"));
  adw_toast_set_button_label (toast, _("_Show…"));
  adw_toast_set_action_name (toast, "win.live");
  adw_toast_set_timeout (toast, 0);
  ful_toast_add (self->toasts, toast);
}
