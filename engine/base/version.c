/* SPDX-License-Identifier: GPL-3.0-only */
#include "engine/base/version.h"

const char build_commit[] = BUILD_COMMIT;

#ifdef __clang__
const char build_compiler[] = "clang " __clang_version__;
#else
const char build_compiler[] = "gcc " __VERSION__;
#endif
