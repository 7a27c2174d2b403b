/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Samples of threads, by a timer of the CPU time of each. */

void fulgens_agent_start      (void);
void fulgens_agent_restart    (void);
void fulgens_agent_begin      (int parent);
void fulgens_agent_end        (void);
void fulgens_agent_finish     (void);
int  fulgens_agent_is_running (void);
