/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* The ring of a process, in the folder of the recorder (record.md 8). All of it may be called in handlers of signals. */

enum
{
  FULGENS_RECORD_PADDING = 4,
  FULGENS_RECORD_SAMPLE = 16,   /* registers and stack of a thread */
  FULGENS_RECORD_BEGIN = 17,    /* of a thread */
  FULGENS_RECORD_END = 18,
  FULGENS_RECORD_CPU = 19,      /* its CPU time alone */
  FULGENS_RECORD_MAPS = 20,     /* lines of /proc/PID/maps */
};

#define FULGENS_RECORD_CONTINUES 1   /* flag: lines that follow those of the record before */

typedef struct
{
  uint32_t length;
  uint8_t  kind;
  uint8_t  flags;
  uint8_t  unused[2];
  int32_t  tid;
  int32_t  parent;        /* of a thread that begins */
  uint64_t time;          /* CLOCK_MONOTONIC, ns */
  uint64_t cpu_ns;        /* of the thread so far */
  uint32_t n_waits;       /* how often it gave up the CPU */
  uint32_t n_data;        /* bytes after the registers */
  char     name[16];
} FulgensRecord;

typedef struct
{
  char     magic[8];
  uint8_t  capture[16];
  uint32_t n_ring;
  uint32_t n_stack;
  uint64_t interval_ns;
} FulgensSettings;

typedef struct _FulgensRing FulgensRing;

FulgensRing   *fulgens_agent_ring_new    (FulgensSettings *out_settings);
int            fulgens_agent_ring_is_off (FulgensRing     *self);
int            fulgens_agent_ring_has_ended (FulgensRing  *self);
int            fulgens_agent_ring_is_left (FulgensRing    *self);
FulgensRecord *fulgens_agent_ring_take   (FulgensRing     *self,
                                          uint32_t         n);
void           fulgens_agent_ring_put    (FulgensRecord   *record,
                                          uint32_t         n);
uint64_t       fulgens_agent_now         (void);
uint64_t       fulgens_agent_clock       (clockid_t        clock);
