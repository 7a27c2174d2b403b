/* SPDX-License-Identifier: MIT */

/* Copyright (c) 2026 The Fulgens authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
 * documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
 * rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
 * persons to whom the Software is furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
 * Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
 * WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
 * COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
 * OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */

/* Markers of a program in the profile that fulgens-record makes of it.
 *
 * This header and fulgens-marker.c are all that is needed: link the library (pkg-config fulgens-marker), or copy the two
 * files. C99 or C++. Without a recorder, and on other systems than Linux, each call returns at once.
 *
 * Any thread may call any function at any time, after the first call of the process also handlers of signals. Nothing
 * waits: what the recorder has no room for is left out and counted. Texts are UTF-8 and are copied; of one longer than 4096
 * bytes the beginning is kept. A marker has at most 32 fields and 16 KiB. */

#ifndef FULGENS_MARKER_H
#define FULGENS_MARKER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum
{
  FULGENS_TEXT,
  FULGENS_INT,
  FULGENS_NUMBER,
  FULGENS_BYTES,
  FULGENS_DURATION,   /* ms */
  FULGENS_PERCENT,    /* 0 to 1 */
  FULGENS_URL
} FulgensKind;

/* A field of a marker; `value` is what `kind` says: a text (TEXT, URL), an integer (INT, BYTES), a number (others). */
typedef struct
{
  const char  *key;
  FulgensKind  kind;
  union
  {
    const char *text;
    int64_t     integer;
    double      number;
  } value;
} FulgensField;

static inline FulgensField
fulgens_make_text (const char *key, FulgensKind kind, const char *text)
{
  FulgensField field;

  field.key = key;
  field.kind = kind;
  field.value.text = text;

  return field;
}

static inline FulgensField
fulgens_make_integer (const char *key, FulgensKind kind, int64_t integer)
{
  FulgensField field;

  field.key = key;
  field.kind = kind;
  field.value.integer = integer;

  return field;
}

static inline FulgensField
fulgens_make_number (const char *key, FulgensKind kind, double number)
{
  FulgensField field;

  field.key = key;
  field.kind = kind;
  field.value.number = number;

  return field;
}

static inline FulgensField fulgens_text (const char *key, const char *value) { return fulgens_make_text (key, FULGENS_TEXT, value); }
static inline FulgensField fulgens_int (const char *key, int64_t value) { return fulgens_make_integer (key, FULGENS_INT, value); }
static inline FulgensField fulgens_number (const char *key, double value) { return fulgens_make_number (key, FULGENS_NUMBER, value); }
static inline FulgensField fulgens_bytes (const char *key, int64_t value) { return fulgens_make_integer (key, FULGENS_BYTES, value); }
static inline FulgensField fulgens_duration (const char *key, double ms) { return fulgens_make_number (key, FULGENS_DURATION, ms); }
static inline FulgensField fulgens_percent (const char *key, double value) { return fulgens_make_number (key, FULGENS_PERCENT, value); }
static inline FulgensField fulgens_url (const char *key, const char *value) { return fulgens_make_text (key, FULGENS_URL, value); }

/* Whether markers are recorded now: for work that is done for them alone. */
int fulgens_marker_active (void);

/* CLOCK_MONOTONIC in ns: the times of intervals. */
uint64_t fulgens_marker_now (void);

/* A moment, and a time, of the calling thread. `category` may be NULL, `text` too. */
void fulgens_marker_instant (const char *category, const char *name, const char *text);
void fulgens_marker_interval (const char *category, const char *name, uint64_t start, uint64_t end, const char *text);

/* The same with n fields; the columns of markers of this name. */
void fulgens_marker_instant_fields (const char *category, const char *name, const FulgensField *fields, size_t n);
void fulgens_marker_interval_fields (const char *category, const char *name, uint64_t start, uint64_t end,
                                     const FulgensField *fields, size_t n);

/* A value of the process from now on, shown as a graph. `unit`: "bytes", "percent", …; may be NULL. */
void fulgens_marker_counter (const char *category, const char *name, const char *unit, double value);

/* What the calling thread is called in the profile. */
void fulgens_marker_thread_name (const char *name);

#ifdef __cplusplus
}
#endif

#endif
