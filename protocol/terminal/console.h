/* console.h - a Windows console as an output for UTF-8.
 *
 * What becomes of UTF-8 there differs from version to version, the more so as stdio writes single bytes. So all that is
 * written to descriptors 1 and 2, as far as they are the console's, goes through a pipe to a thread, which hands whole
 * characters to the console as UTF-16. Escape sequences are left to the console, which knows them from Windows 10 on. */
#pragma once

/* To be called once, behind console_init(). Does nothing where neither stream is a Windows console. What is still
 * on its way when the program ends by exit() is shown first. */
void console_begin(void);

/* Flushes standard output and waits until all of it is on the screen: the console's own line editing begins where
 * the cursor stands. */
void console_wait(void);
