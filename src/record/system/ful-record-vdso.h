/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/perf/ful-perf-libs.h"

G_BEGIN_DECLS

void ful_record_add_vdso (FulPerfLibs *libs);

G_END_DECLS
