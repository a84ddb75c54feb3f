/* version.h - what the program calls itself, in every protocol and on the command line. */
#pragma once

#define HANXIN_NAME    "Hanxin"
#define HANXIN_VERSION "1.0"
#define HANXIN_AUTHOR  "the Hanxin authors"
