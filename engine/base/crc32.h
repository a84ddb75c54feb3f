/* SPDX-License-Identifier: GPL-3.0-only */
/* crc32.h - the common CRC-32 (IEEE 802.3, as in zip and PNG), for net files and game records. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* Continues a checksum; start with 0. */
uint32_t crc32_update(uint32_t crc, const void *bytes, size_t size);
