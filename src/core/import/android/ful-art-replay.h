/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/ful-importer.h"

G_BEGIN_DECLS

typedef enum
{
  FUL_ART_ENTER,
  FUL_ART_EXIT,
  FUL_ART_UNROLL,     /* an exit by an exception */
  FUL_ART_UNKNOWN,
} FulArtAction;

/**
 * FulArtRecord:
 * @tid: the thread, or a number for it
 * @method: its id; the lowest 2 bits are 0
 * @time: wall time since the start, µs
 *
 * A method is entered or left.
 */
typedef struct
{
  guint16 tid;
  guint8  action;    /* FulArtAction */
  guint32 method;
  guint32 time;
} FulArtRecord;

/**
 * FulArtReplay:
 *
 * From entries and exits to samples of the stacks in between. Names may come before or after the records that need
 * them.
 */
typedef struct _FulArtReplay FulArtReplay;

FulArtReplay *ful_art_replay_new         (FulImport           *import);
void          ful_art_replay_free        (FulArtReplay        *self);
void          ful_art_replay_name_thread (FulArtReplay        *self,
                                          guint                tid,
                                          const char          *name,
                                          gsize                n);
void          ful_art_replay_name_method (FulArtReplay        *self,
                                          guint32              method,
                                          const char          *klass,
                                          gsize                n_klass,
                                          const char          *name,
                                          gsize                n_name);
void          ful_art_replay_add         (FulArtReplay        *self,
                                          const FulArtRecord  *record);
gboolean      ful_art_replay_finish      (FulArtReplay        *self,
                                          const char          *pid,
                                          GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (FulArtReplay, ful_art_replay_free)

G_END_DECLS
