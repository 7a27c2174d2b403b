/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"

G_BEGIN_DECLS

/**
 * FulInsightRequest:
 * @url: its address
 * @state: (nullable): "STATUS_STOP" and so on
 * @phase: (nullable): label of its longest phase
 * @status: code of the answer, NaN if it is not known
 * @size: bytes, NaN if it is not known
 * @start: absolute ms
 * @duration: ms
 * @phase_ms: length of the phase
 * @thread: number of the thread, and @marker its marker in the list of that
 *
 * A request; several threads may have recorded it.
 */
typedef struct
{
  char       *url;
  char       *state;
  const char *phase;
  double      status;
  double      size;
  double      start;
  double      duration;
  double      phase_ms;
  guint       thread;
  guint       marker;
} FulInsightRequest;

/**
 * FulInsightRequests:
 * @all: (element-type FulInsightRequest): each once, in the order of threads and times
 * @n_failed: those with an error, or cancelled
 * @n_failed_pages: those of them that a page would miss: no icons of it
 * @n_slow: those that took long
 */
typedef struct
{
  GArray     *all;
  guint       n_failed;
  guint       n_failed_pages;
  guint       n_slow;

  /*< private >*/
  GHashTable *places;
} FulInsightRequests;

gboolean            ful_insight_request_is_failed (const FulInsightRequest *request);
FulInsightRequests *ful_insight_requests_new    (void);
void                ful_insight_requests_free   (FulInsightRequests       *self);
void                ful_insight_requests_add    (FulInsightRequests       *self,
                                                 const FulMarkerList      *list,
                                                 const GArray             *markers);
void                ful_insight_requests_finish (FulInsightRequests       *self);
GArray             *ful_insight_requests_list_failed (const FulInsightRequests *self,
                                                 guint                     n_max);
GArray             *ful_insight_requests_list_slow (const FulInsightRequests *self,
                                                 guint                     n_max);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulInsightRequests, ful_insight_requests_free)

G_END_DECLS
