/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>
#include <string.h>

/* memmem(), which C libraries but that of Windows have; before this, a file defines _GNU_SOURCE. */
#ifdef G_OS_WIN32
void *memmem (const void *haystack,
              size_t      n_haystack,
              const void *needle,
              size_t      n_needle);
#endif
