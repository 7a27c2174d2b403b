/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* The entry point of every fuzz target. Aborts if something is wrong. */
int LLVMFuzzerTestOneInput (const uint8_t *data,
                            size_t         size);
