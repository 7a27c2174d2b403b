/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "markers/list/ful-marker-list.h"
#include "markers/list/ful-payload-reader.h"

G_BEGIN_DECLS

/* The moments of a request, in order. */
typedef enum
{
  FUL_NETWORK_START,
  FUL_NETWORK_DNS_START,
  FUL_NETWORK_DNS_END,
  FUL_NETWORK_CONNECT_START,
  FUL_NETWORK_TCP_END,
  FUL_NETWORK_TLS_START,
  FUL_NETWORK_CONNECT_END,
  FUL_NETWORK_REQUEST_START,
  FUL_NETWORK_RESPONSE_START,
  FUL_NETWORK_RESPONSE_END,
  FUL_NETWORK_END,
  FUL_N_NETWORK_MOMENTS,
} FulNetworkMoment;

/**
 * FulNetworkPhase:
 * @moment: the moment it begins with; %FUL_NETWORK_RESPONSE_START also if no moment in between is
 *   known
 * @is_preconnect: whether it was before the request, which found the connection ready
 * @start: absolute ms
 * @end: absolute ms; the next known moment, less than @start only in a damaged payload
 */
typedef struct
{
  FulNetworkMoment moment;
  gboolean         is_preconnect;
  double           start;
  double           end;
} FulNetworkPhase;

/**
 * FulNetworkRequest:
 * @url: the URL; the name of the marker if the payload has none
 * @status: (nullable): "STATUS_START", "STATUS_STOP", "STATUS_REDIRECT" or "STATUS_CANCEL"
 * @method: (nullable): "GET" and so on
 * @mime_type: (nullable): type of the answer
 * @mime_type_is_guessed: whether it is by the extension of the URL
 * @http_version: (nullable): "1.0", "1.1", "2", "3"; other values unchanged
 * @cache: (nullable): "Hit" and so on
 * @response_status: code of the answer; NaN if it is not known
 * @size_bytes: size of the response; NaN if it is not known
 * @phases: (element-type FulNetworkPhase): those before the request, then those of it; none without
 *   a response
 *
 * A request (markers.md 8).
 */
typedef struct
{
  char     *url;
  char     *status;
  char     *method;
  char     *mime_type;
  gboolean  mime_type_is_guessed;
  char     *http_version;
  char     *cache;
  double    response_status;
  double    size_bytes;
  GArray   *phases;
} FulNetworkRequest;

FulPayloadReader  *ful_network_payload_reader_new  (void);
gboolean           ful_network_is_request          (const FulMarkerList *list,
                                                    guint                marker);
FulNetworkRequest *ful_network_request_new         (const FulMarkerList *list,
                                                    guint                marker,
                                                    FulPayloadReader    *reader);
void               ful_network_request_free        (FulNetworkRequest   *self);
const char        *ful_network_moment_get_key      (FulNetworkMoment     moment);
const char        *ful_network_moment_get_label    (FulNetworkMoment     moment);
const char        *ful_network_status_get_label    (const char          *status);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulNetworkRequest, ful_network_request_free)

G_END_DECLS
