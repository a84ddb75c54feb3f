/* SPDX-License-Identifier: GPL-3.0-only */
/* fuzz.h - the entry point that libFuzzer calls, and that replay.c calls on files. */
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
