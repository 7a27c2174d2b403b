/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The user agreed, and @parent was not closed. */
typedef void (*FulServerConsentFunc) (GtkWindow *parent);

void ful_server_consent_ask (GtkWindow            *parent,
                             GSettings            *settings,
                             FulServerConsentFunc  agreed);

G_END_DECLS
