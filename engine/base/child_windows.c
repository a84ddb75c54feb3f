/* SPDX-License-Identifier: GPL-3.0-only */
/* Windows can wait with a deadline only for pipes that have a name and were opened for overlapped operations. The child's ends of
 * the pipes are ordinary. */
#include "engine/base/child.h"

#include <windows.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/base/contract.h"
#include "engine/base/platform.h"
#include "engine/base/processor_groups.h"
#include "engine/base/text_windows.h"

enum { PIPE_SIZE = 64 << 10 };

/* Our end of a pipe, with at most one operation in progress. */
typedef struct PipeEnd {
    HANDLE pipe;       /* NULL if closed */
    OVERLAPPED work;   /* has an event */
    bool busy;         /* an operation is in progress */
    bool broken;       /* the other end is closed */
    DWORD start, used; /* output that was not fetched yet is in [start, used) */
    char bytes[PIPE_SIZE];
} PipeEnd;

struct Child {
    HANDLE process, job;
    DWORD number;
    PipeEnd to, from;
};

/* ---- pipes ---- */

static void child_close_handle(HANDLE *handle)
{
    if (*handle && *handle != INVALID_HANDLE_VALUE)
        CloseHandle(*handle);
    *handle = NULL;
}

/* Creates a pipe. Returns false with errno. */
static bool child_pipe(PipeEnd *ours, HANDLE *theirs, bool reading)
{
    static LONG count;
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    wchar_t name[80];
    swprintf(name, sizeof name / sizeof *name, L"\\\\.\\pipe\\hanxin-%lu-%ld", GetCurrentProcessId(), InterlockedIncrement(&count));
    ours->work.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    ours->pipe = CreateNamedPipeW(
        name, (reading ? PIPE_ACCESS_INBOUND : PIPE_ACCESS_OUTBOUND) | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
        PIPE_TYPE_BYTE | PIPE_READMODE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, PIPE_SIZE, PIPE_SIZE, 0, NULL);
    if (ours->pipe == INVALID_HANDLE_VALUE)
        ours->pipe = NULL;
    if (ours->pipe)
        *theirs = CreateFileW(name, reading ? GENERIC_WRITE : GENERIC_READ, 0, &inherited, OPEN_EXISTING, 0, NULL);
    bool made = ours->work.hEvent && ours->pipe && *theirs != INVALID_HANDLE_VALUE;
    if (!made)
        errno_from_windows();
    return made;
}

static void child_close_pipe(PipeEnd *end)
{
    DWORD count;
    if (end->pipe && end->busy) {
        CancelIo(end->pipe);
        GetOverlappedResult(end->pipe, &end->work, &count, TRUE); /* the system no longer uses `bytes` */
    }
    child_close_handle(&end->pipe);
    child_close_handle(&end->work.hEvent);
    end->busy = false;
}

/* Takes the result of the operation in progress. Returns false if it goes on. */
static bool child_finish(PipeEnd *end)
{
    DWORD count = 0;
    if (!end->busy)
        return true;
    if (!GetOverlappedResult(end->pipe, &end->work, &count, FALSE)) {
        if (GetLastError() == ERROR_IO_INCOMPLETE)
            return false;
        end->broken = true;
    }
    end->busy = false;
    end->start = 0;
    end->used = count;
    return true;
}

/* Notes what ReadFile() or WriteFile() has begun. */
static void child_note(PipeEnd *end, BOOL done)
{
    end->busy = done || GetLastError() == ERROR_IO_PENDING;
    end->broken = !end->busy;
}

static bool child_has_output(PipeEnd *from)
{
    if (from->pipe && !from->broken && !from->busy && from->start == from->used) {
        from->start = from->used = 0;
        child_note(from, ReadFile(from->pipe, from->bytes, PIPE_SIZE, NULL, &from->work));
    }
    return child_finish(from) && (from->broken || from->start < from->used);
}

ptrdiff_t child_read(Child *c, char *bytes, size_t room)
{
    PipeEnd *from = &c->from;
    if (!child_has_output(from))
        return 0;
    size_t count = from->used - from->start;
    if (count == 0)
        return -1;
    if (count > room)
        count = room;
    memcpy(bytes, from->bytes + from->start, count);
    from->start += (DWORD)count;
    return (ptrdiff_t)count;
}

ptrdiff_t child_write(Child *c, const char *bytes, size_t length)
{
    PipeEnd *to = &c->to;
    if (!child_finish(to))
        return 0;
    if (!to->pipe || to->broken)
        return -1;
    size_t count = length < PIPE_SIZE ? length : PIPE_SIZE;
    memcpy(to->bytes, bytes, count);
    child_note(to, WriteFile(to->pipe, to->bytes, (DWORD)count, NULL, &to->work));
    return to->broken ? -1 : (ptrdiff_t)count;
}

bool child_wait(Child *c, ChildPipe pipe, int64_t us)
{
    PipeEnd *end = pipe == CHILD_OUTPUT ? &c->from : &c->to;
    bool ready = pipe == CHILD_OUTPUT ? child_has_output(end) : child_finish(end);
    if (ready || us <= 0)
        return ready;
    const int64_t ms = (us + 999) / 1000;
    WaitForSingleObject(end->work.hEvent, ms < INT32_MAX ? (DWORD)ms : INT32_MAX);
    return pipe == CHILD_OUTPUT ? child_has_output(end) : child_finish(end);
}

void child_close_input(Child *c)
{
    enum { PATIENCE_MS = 2000 };
    if (c->to.busy) /* closing the pipe would cancel what is being written */
        WaitForSingleObject(c->to.work.hEvent, PATIENCE_MS);
    child_finish(&c->to);
    child_close_pipe(&c->to);
}

/* ---- start ---- */

/* Adds a word so that the program's C library finds it again as one argument: in quotes, in which a quote and the backslashes before it
 * have another backslash each. */
static void child_add_word(Text *line, const char *word)
{
    size_t slashes = 0;
    text_add(line, line->length > 0 ? " " : "");
    if (*word && !strpbrk(word, " \t\n\v\"")) {
        text_add(line, word);
        return;
    }
    text_add_char(line, '"');
    for (; *word; word++) {
        for (size_t i = 0; *word == '"' && i < slashes + 1; i++)
            text_add_char(line, '\\');
        slashes = *word == '\\' ? slashes + 1 : 0;
        text_add_char(line, *word);
    }
    for (size_t i = 0; i < slashes; i++)
        text_add_char(line, '\\');
    text_add_char(line, '"');
}

/* Returns the command line in UTF-16; NULL with errno. A relative path to the program starts in the child's directory, as on other systems. */
static wchar_t *child_command_line(const ChildSpec *spec)
{
    Text line = TEXT_INIT, program = TEXT_INIT;
    if (spec->directory && path_name(spec->words[0]) != spec->words[0] && !path_is_absolute(spec->words[0]))
        text_addf(&program, "%s\\", spec->directory);
    text_add(&program, spec->words[0]);
    for (char *c = program.data; c && *c; c++)
        if (*c == '/')
            *c = '\\';
    child_add_word(&line, program.data ? program.data : "");
    for (char *const *word = spec->words + 1; *word; word++)
        child_add_word(&line, *word);
    wchar_t *wide = line.failed || program.failed ? NULL : wide_text(line.data);
    text_free(&line);
    text_free(&program);
    if (!wide)
        errno = ENOMEM;
    return wide;
}

/* Opens the file for standard error. Returns NULL with errno. */
static HANDLE child_error_file(const ChildSpec *spec)
{
    SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
    Text path = TEXT_INIT;
    if (spec->directory && !path_is_absolute(spec->error_file) && strcmp(spec->error_file, "NUL") != 0)
        text_addf(&path, "%s\\", spec->directory);
    text_add(&path, spec->error_file);
    HANDLE file = CreateFileW(WIDE(path.failed ? "" : path.data), FILE_APPEND_DATA | SYNCHRONIZE,
                              FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, &inherited, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE)
        errno_from_windows();
    text_free(&path);
    return file == INVALID_HANDLE_VALUE ? NULL : file;
}

/* Returns a job whose processes end when its last handle is closed, which the system does when this process ends. */
static HANDLE child_job(void)
{
    HANDLE job = CreateJobObjectW(NULL, NULL);
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {.BasicLimitInformation.LimitFlags =
                                                       JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION};
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

#ifndef PROC_THREAD_ATTRIBUTE_JOB_LIST
#define PROC_THREAD_ATTRIBUTE_JOB_LIST 0x0002000D
#endif

/* Binds a process to some processors of the group in which it began. It has inherited only those of its parent process, not those of
 * the parent's thread. */
static void child_bind(HANDLE process, const GROUP_AFFINITY *processors)
{
    USHORT groups = 1, group;
    if (GetProcessGroupAffinity(process, &groups, &group) && group != processors->Group)
        return; /* it did not begin where child_list() asked for */
    SetProcessAffinityMask(process, processors->Mask);
}

/* Makes a list of the handles that a process inherits, of its job, in which it then begins, and of its processors if they are not NULL;
 * NULL with errno. Before Windows 10 the list is without the job. Free it with child_free_list(). */
static LPPROC_THREAD_ATTRIBUTE_LIST child_list(HANDLE *handles, int count, HANDLE *job, GROUP_AFFINITY *processors)
{
    enum { ENTRIES = 3 };
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(NULL, ENTRIES, 0, &size);
    LPPROC_THREAD_ATTRIBUTE_LIST list = malloc(size);
    if (list && InitializeProcThreadAttributeList(list, ENTRIES, 0, &size) &&
        UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles, (size_t)count * sizeof *handles, NULL, NULL)) {
        UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_JOB_LIST, job, sizeof *job, NULL, NULL);
        if (processors && GetActiveProcessorGroupCount() > 1)
            UpdateProcThreadAttribute(list, 0, PROC_THREAD_ATTRIBUTE_GROUP_AFFINITY, processors, sizeof *processors, NULL, NULL);
        return list;
    }
    errno_from_windows();
    free(list);
    return NULL;
}

static void child_free_list(LPPROC_THREAD_ATTRIBUTE_LIST list)
{
    if (list)
        DeleteProcThreadAttributeList(list);
    free(list);
}

/* Creates the process, which inherits only its standard files, puts it into its job, and lets it run. Returns false with errno. */
static bool child_create(Child *c, const ChildSpec *spec, HANDLE standard[3])
{
    wchar_t own[WIDE_MOST] = {0}, *line = child_command_line(spec), *folder = spec->directory ? wide_text(spec->directory) : NULL;
    PROCESS_INFORMATION made = {0};
    GROUP_AFFINITY processors;
    const bool bound = thread_is_bound() && GetThreadGroupAffinity(GetCurrentThread(), &processors);
    STARTUPINFOEXW start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = standard[0],
                                            .hStdOutput = standard[1],
                                            .hStdError = standard[2]},
                            .lpAttributeList = child_list(standard, standard[2] ? 3 : 2, &c->job, bound ? &processors : NULL)};
    bool run = line && start.lpAttributeList && (!spec->ourselves || GetModuleFileNameW(NULL, own, WIDE_MOST - 1) > 0);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); /* inherited: a crash opens no window that waits for a click */
    if (run) {
        run = CreateProcessW(spec->ourselves ? own : NULL, line, NULL, NULL, TRUE,
                             CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT, NULL, folder, &start.StartupInfo, &made);
        if (!run)
            errno_from_windows();
    }
    if (run) {
        BOOL inside = FALSE;
        if (!IsProcessInJob(made.hProcess, c->job, &inside) || !inside)
            AssignProcessToJobObject(c->job, made.hProcess);
        if (bound)
            child_bind(made.hProcess, &processors);
        ResumeThread(made.hThread);
        CloseHandle(made.hThread);
        c->process = made.hProcess;
        c->number = made.dwProcessId;
    }
    child_free_list(start.lpAttributeList);
    free(line);
    free(folder);
    return run;
}

static void child_free(Child *c)
{
    child_close_pipe(&c->to);
    child_close_pipe(&c->from);
    child_close_handle(&c->process);
    child_close_handle(&c->job);
    free(c);
}

/* Opens the pipes and files, and starts the program. Returns false with errno. */
static bool child_launch(Child *c, const ChildSpec *spec, HANDLE standard[3], ChildFault *fault)
{
    *fault = CHILD_FAULT_PIPE;
    if (!(c->job = child_job()) || !child_pipe(&c->to, &standard[0], false) || !child_pipe(&c->from, &standard[1], true))
        return false;
    *fault = CHILD_FAULT_ERROR_FILE;
    standard[2] = spec->error_file ? child_error_file(spec) : GetStdHandle(STD_ERROR_HANDLE);
    if (!spec->error_file)
        SetHandleInformation(standard[2], HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    else if (!standard[2])
        return false;
    *fault = CHILD_FAULT_PROGRAM;
    return child_create(c, spec, standard);
}

Child *child_start(const ChildSpec *spec, ChildFault *fault)
{
    assert(spec && spec->words && spec->words[0] && fault);
    HANDLE standard[3] = {NULL, NULL, NULL};
    Child *c = calloc(1, sizeof *c);
    *fault = CHILD_FAULT_PROGRAM;
    errno = ENOMEM;
    bool run = c && child_launch(c, spec, standard, fault);
    const int failed = errno;
    for (int i = 0; i < (spec->error_file ? 3 : 2); i++)
        child_close_handle(&standard[i]);
    if (run)
        return c;
    if (c)
        child_free(c);
    errno = failed;
    return NULL;
}

int child_number(const Child *c) { return c ? (int)c->number : 0; }

/* ---- end ---- */

bool child_has_ended(const Child *c) { return WaitForSingleObject(c->process, 0) == WAIT_OBJECT_0; }

void child_kill(const Child *c)
{
    TerminateJobObject(c->job, 1);
    TerminateProcess(c->process, 1); /* in case it could not be put into the job */
}

void child_end(Child *c, Text *how)
{
    DWORD status = 0;
    static const struct {
        DWORD code;
        const char *words;
    } crashes[] = {{EXCEPTION_ACCESS_VIOLATION, "access violation"},
                   {EXCEPTION_STACK_OVERFLOW, "stack overflow"},
                   {EXCEPTION_ILLEGAL_INSTRUCTION, "illegal instruction"},
                   {EXCEPTION_INT_DIVIDE_BY_ZERO, "division by zero"},
                   {STATUS_CONTROL_C_EXIT, "Ctrl-C"},
                   {0xC0000135, "a DLL is missing"}};
    WaitForSingleObject(c->process, INFINITE);
    GetExitCodeProcess(c->process, &status);
    const char *words = NULL;
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (crashes[i].code == status)
            words = crashes[i].words;
    if (how && status >= 0xC0000000)
        text_addf(how, "crashed with code %08lX%s%s%s", status, words ? " (" : "", words ? words : "", words ? ")" : "");
    else if (how)
        text_addf(how, "exited with status %lu", status);
    child_free(c);
}
