/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Types of records in perf.data: of the kernel, then of the tool. */
enum
{
  FUL_PERF_RECORD_MMAP = 1,
  FUL_PERF_RECORD_LOST = 2,
  FUL_PERF_RECORD_COMM = 3,
  FUL_PERF_RECORD_EXIT = 4,
  FUL_PERF_RECORD_FORK = 7,
  FUL_PERF_RECORD_SAMPLE = 9,
  FUL_PERF_RECORD_MMAP2 = 10,
  FUL_PERF_RECORD_LOST_SAMPLES = 13,
  FUL_PERF_RECORD_SWITCH = 14,
  FUL_PERF_RECORD_SWITCH_CPU_WIDE = 15,
  FUL_PERF_RECORD_FIRST_OF_TOOL = 64,
  FUL_PERF_RECORD_ATTR = 64,
  FUL_PERF_RECORD_TRACING_DATA = 66,
  FUL_PERF_RECORD_BUILD_ID = 67,
  FUL_PERF_RECORD_FINISHED_ROUND = 68,
  FUL_PERF_RECORD_AUXTRACE = 71,
  FUL_PERF_RECORD_FEATURE = 80,
  FUL_PERF_RECORD_COMPRESSED = 81,
  FUL_PERF_RECORD_COMPRESSED2 = 83,
};

/* Bits of `misc`. */
#define FUL_PERF_MISC_MODE 7
#define FUL_PERF_MODE_KERNEL 1
#define FUL_PERF_MODE_USER 2
#define FUL_PERF_MISC_EXEC 0x2000
#define FUL_PERF_MISC_SWITCH_OUT 0x2000
#define FUL_PERF_MISC_PREEMPTED 0x4000
#define FUL_PERF_MISC_BUILD_ID 0x4000

/* The header of each record: u32 type, u16 misc, u16 size. */
#define FUL_PERF_HEADER_BYTES 8

/* Bytes of the build id of a map. */
#define FUL_PERF_MAX_BUILD_ID 20

/* Begin of the names of maps of the kernel itself. */
#define FUL_PERF_KERNEL "[kernel.kallsyms]"
