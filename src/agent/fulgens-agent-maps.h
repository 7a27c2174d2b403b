/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "fulgens-agent-ring.h"

void fulgens_agent_write_maps (FulgensRing *ring);
