/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-box-chart.h"
#include "ful-chart-panel.h"

#include "base/ful-job.h"
#include "charts/ful-box-layout.h"
#include "document/analysis/ful-analysis.h"
#include "document/ful-document.h"
#include "document/view/ful-view-state.h"
#include "markers/layout/ful-marker-lanes.h"
#include "panels/ful-sample-page.h"
#include "tree/ful-call-tree.h"
#include "tree/ful-derived-thread.h"
#include "tree/samples/ful-sample-rows.h"

G_BEGIN_DECLS

struct _FulChartPanel
{
  GtkWidget         parent_instance;

  FulAnalysis      *analysis;
  FulDocument      *document;
  FulSamplePage    *page;          /* around the panel */
  gboolean          over_time;     /* a stack chart */
  gboolean          same_widths;
  gboolean          root_on_top;

  GtkWidget        *scrolled;
  FulBoxChart      *chart;
  GtkAdjustment    *vadjustment;
  double            from_root;     /* px between the root and the edge of the view */
  guint             place_id;

  FulBoxLayout     *layout;        /* (nullable): the layout on screen */
  FulDerivedThread *thread;        /* (nullable): its derived thread */
  FulSampleRows    *rows;          /* (nullable): of the layout */
  FulMarkerLanes   *timings;       /* (nullable): user timings above its rows */
  gboolean          laid_same_widths;
  FulViewState     *followed;      /* (nullable): whose selection the chart shows */
  FulCallTree      *chosen_tree;   /* (nullable): the last one in which the chart chose what is selected */
  FulJob           *job;           /* (nullable): while it runs */
  FulJob           *preview_job;   /* (nullable): while boxes that a transform would remove are found */
  FulJob           *hit_test;      /* (nullable): while the breakdown under the pointer is computed */
  FulCallNodeIndex  hit_test_node;
  double            hit_test_start;
};

/* Descriptions of boxes, in ful-chart-describe.c. */
void ful_chart_panel_describe_cursor (FulChartPanel *self);
void ful_chart_panel_show_hovered    (FulChartPanel *self);

/* In ful-chart-preview.c. */
void ful_chart_panel_update_preview  (FulChartPanel *self);

/* In ful-chart-export.c. */
void ful_chart_panel_export_picture  (FulChartPanel *self);

G_END_DECLS
