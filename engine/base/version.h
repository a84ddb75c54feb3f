/* version.h - what the program calls itself, in every protocol and on the command line. */
#ifndef HANXIN_ENGINE_BASE_VERSION_H
#define HANXIN_ENGINE_BASE_VERSION_H

#define HANXIN_NAME    "Hanxin"
#define HANXIN_VERSION "1.0"
#define HANXIN_AUTHOR  "the Hanxin authors"

#endif
