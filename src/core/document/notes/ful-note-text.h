/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *ful_note_text_to_markup   (const char *text,
                                 const char *code_tag);
char *ful_note_text_to_markdown (const char *text);

G_END_DECLS
