/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * FulError:
 * @FUL_ERROR_FORMAT: the bytes are not what their format promises
 * @FUL_ERROR_VERSION: a format version that is too old
 * @FUL_ERROR_NEWER_VERSION: a format version newer than those known; see %FUL_LOAD_ACCEPT_NEWER
 * @FUL_ERROR_UNKNOWN_FORMAT: no importer recognises the bytes
 * @FUL_ERROR_EMPTY: well formed, but without content
 * @FUL_ERROR_TOO_LARGE: more than the tables can hold or memory allows
 * @FUL_ERROR_TRUNCATED: the file ends too early; see %FUL_LOAD_PARTIAL
 * @FUL_ERROR_ARGUMENT: an invalid option or view
 * @FUL_ERROR_UNKNOWN_NAME: likewise; no function has the name, which it may get with symbols
 * @FUL_ERROR_NOT_ALLOWED: a file that the user did not agree to
 * @FUL_ERROR_SEVERAL: an archive with more than one profile
 *
 * Errors of the core. Messages say what was expected, what was found and where
 * (byte offset, table, row).
 */
typedef enum
{
  FUL_ERROR_FORMAT,
  FUL_ERROR_VERSION,
  FUL_ERROR_NEWER_VERSION,
  FUL_ERROR_UNKNOWN_FORMAT,
  FUL_ERROR_EMPTY,
  FUL_ERROR_TOO_LARGE,
  FUL_ERROR_TRUNCATED,
  FUL_ERROR_ARGUMENT,
  FUL_ERROR_UNKNOWN_NAME,
  FUL_ERROR_NOT_ALLOWED,
  FUL_ERROR_SEVERAL,
} FulError;

#define FUL_ERROR (ful_error_quark ())

GQuark ful_error_quark (void);

G_END_DECLS
