/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ful-note.h"

#include <gio/gio.h>

G_BEGIN_DECLS

void       ful_notes_store_find (GFile            *profile,
                                 GFile           **out_beside,
                                 GFile           **out_fallback);
GPtrArray *ful_notes_store_load (GFile            *beside,
                                 GFile            *fallback,
                                 GError          **error);
GPtrArray *ful_notes_store_save (GFile            *beside,
                                 GFile            *fallback,
                                 const GPtrArray  *base,
                                 const GPtrArray  *notes,
                                 GError          **error);

G_END_DECLS
