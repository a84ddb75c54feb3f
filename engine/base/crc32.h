/* crc32.h - the usual CRC-32 (IEEE 802.3, as in zip and PNG), for net files and game records. */
#ifndef HANXIN_ENGINE_BASE_CRC32_H
#define HANXIN_ENGINE_BASE_CRC32_H

#include <stddef.h>
#include <stdint.h>

/* Continues a checksum; start with 0. */
uint32_t crc32_update(uint32_t crc, const void *bytes, size_t size);

#endif
