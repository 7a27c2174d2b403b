/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-document-page.h"
#include "ful-window.h"

G_BEGIN_DECLS

struct _FulWindow
{
  AdwApplicationWindow  parent_instance;

  GSettings            *settings;   /* (nullable) */
  GtkFileChooserNative *chooser;    /* (nullable): while it is open */
  FulDocumentPage      *current;    /* (nullable): page whose title the window shows */
  GActionGroup         *view_actions;   /* (nullable): of its document */
  GQueue                waiting;    /* GFile: files to open, one in each iteration of the main loop */
  guint                 open_id;

  AdwToastOverlay      *toasts;
  AdwWindowTitle       *title;
  AdwSplitButton       *open_button;
  GtkWidget            *find_button;
  gboolean              has_room;      /* for all buttons of the header bar */
  GtkMenuButton        *menu_button;
  GtkWidget            *drop_frame;   /* shown while files are dragged over the window */
  GtkLabel             *drop_label;
  double                drop_x;       /* where the pointer is then */
  GMenu                *history_section;
  GMenu                *compare_tabs;
  GtkStack             *stack;
  GtkWidget            *start_page;
  AdwTabView           *tabs;
  GtkOverlay           *overlay;
  GtkWidget            *palette;      /* over all */
};

void ful_window_show_toast             (FulWindow       *self,
                                        const char      *text);
void ful_window_add_tab                (FulWindow       *self,
                                        FulDocumentPage *page);

/* ful-window-files.c */
void ful_window_class_add_file_actions (GtkWidgetClass  *widget_class);
void ful_window_accept_drops           (FulWindow       *self);

/* ful-window-compare.c */
void ful_window_class_add_compare_actions (GtkWidgetClass *widget_class);
void ful_window_update_compare_actions (FulWindow       *self);
void ful_window_list_compared (FulWindow       *self);
void ful_window_compare_view           (FulWindow       *self,
                                        const char      *text,
                                        GFile           *folder);
gboolean ful_window_open_comparison    (FulWindow       *self,
                                        GFile           *file);
gboolean ful_window_can_compare        (FulWindow       *self);
void ful_window_compare_with           (FulWindow       *self,
                                        GPtrArray       *files);
void ful_window_offer_compare          (FulWindow       *self,
                                        GPtrArray       *files);

/* ful-window-live.c */
void ful_window_class_add_live_actions (GtkWidgetClass  *widget_class);
void ful_window_update_record_actions  (FulWindow       *self);

/* ful-window-palette.c */
void ful_window_class_add_palette_actions (GtkWidgetClass *widget_class);

G_END_DECLS
