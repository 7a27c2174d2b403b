/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulQueryJson:
 *
 * Writes JSON to standard output, one array element at a time. Numbers are rounded to 6 decimals, halves
 * away from zero. With @text, they are kept there instead.
 */
typedef struct
{
  GString *buffer;
  gboolean comma;
  char   **text;   /* (nullable) */
} FulQueryJson;

void ful_query_json_init         (FulQueryJson *self,
                                  char        **text);
void ful_query_json_finish       (FulQueryJson *self);
void ful_query_json_begin_object (FulQueryJson *self);
void ful_query_json_end_object   (FulQueryJson *self);
void ful_query_json_begin_array  (FulQueryJson *self);
void ful_query_json_end_array    (FulQueryJson *self);
void ful_query_json_key          (FulQueryJson *self,
                                  const char   *name);
void ful_query_json_string       (FulQueryJson *self,
                                  const char   *text);
void ful_query_json_number       (FulQueryJson *self,
                                  double        value);
void ful_query_json_rounded      (FulQueryJson *self,
                                  double        value,
                                  int           decimals);
void ful_query_json_boolean      (FulQueryJson *self,
                                  gboolean      value);
void ful_query_json_null         (FulQueryJson *self);
void ful_query_json_raw          (FulQueryJson *self,
                                  const char   *json);

/* Members of an object: the key and its value, or the beginning of it. */
void ful_query_json_begin_object_member (FulQueryJson *self,
                                         const char   *name);
void ful_query_json_begin_array_member  (FulQueryJson *self,
                                         const char   *name);
void ful_query_json_string_member  (FulQueryJson *self,
                                    const char   *name,
                                    const char   *text);
void ful_query_json_number_member  (FulQueryJson *self,
                                    const char   *name,
                                    double        value);
void ful_query_json_boolean_member (FulQueryJson *self,
                                    const char   *name,
                                    gboolean      value);

G_END_DECLS
