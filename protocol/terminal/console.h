/* console.h - a Windows console as an output: UTF-8 and the escape sequences this program uses.
 *
 * What Windows makes of UTF-8 and of escape sequences differs from version to version (before Windows 10 and
 * under wine: nothing good). So all that is written to descriptors 1 and 2, as far as they are the console's, goes
 * through a pipe to a thread, which hands it to the console as UTF-16 with attributes and cursor moves. */
#pragma once

/* To be called once, behind console_init(). Does nothing where neither stream is a Windows console. What is still
 * on its way when the program ends by exit() is shown first. */
void console_begin(void);

/* Flushes standard output and waits until all of it is on the screen: the console's own line editing begins where
 * the cursor stands. */
void console_wait(void);
