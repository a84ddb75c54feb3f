/* fuzz.h - the entry point that libFuzzer calls, and that replay.c calls on files. */
#ifndef HANXIN_TESTS_FUZZ_FUZZ_H
#define HANXIN_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
