/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "io/raw/ful-raw-tree.h"
#include "model/ful-import-log.h"

G_BEGIN_DECLS

/* A Gecko profile on its way to the newest version. */
typedef struct
{
  FulRawTree   *tree;
  GPtrArray    *processes;      /* FulRawNode: parent first */
  FulImportLog *log;
  guint         n_unknown;      /* processes without pid so far */
  guint         n_windows;      /* pages so far */
  guint         n_tabs;
} FulGeckoUpgrade;

typedef struct
{
  guint to;
  void (*run) (FulGeckoUpgrade *upgrade);
} FulGeckoUpgradeStep;

extern const FulGeckoUpgradeStep ful_gecko_upgrade_steps_4_21[];

void        ful_gecko_upgrade_each_thread (FulGeckoUpgrade *upgrade,
                                           void           (*func) (FulGeckoUpgrade *upgrade,
                                                                   FulRawNode      *process,
                                                                   FulRawNode      *thread));

G_END_DECLS
