/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <signal.h>

int fulgens_agent_signal      (void);
int fulgens_agent_take_signal (const struct sigaction *action);
