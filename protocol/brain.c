#include "protocol/brain.h"

#include <stdarg.h>
#include <stdio.h>

#include "engine/base/platform.h"

__attribute__((format(printf, 2, 3))) static void tell(Brain *brain, const char *format, ...)
{
    char text[500];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    brain->tell(brain->self, text);
}

bool brain_init(Brain *brain, void (*tell_user)(void *self, const char *text), void *self)
{
    *brain = (Brain){.tell = tell_user, .self = self, .rng = {(uint64_t)clock_us()}};
    return options_init(&brain->options);
}

void brain_clear(Brain *brain)
{
    if (brain->searcher)
        searcher_free(brain->searcher);
    network_free(brain->net);
    library_clear(&brain->library);
    options_clear(&brain->options);
}

/* 0 from the GUI means: choose yourself. */
static int hash_mib(const Options *options)
{
    enum { AUTOMATIC_MIB = 128 };
    return options->number[OPT_HASH] ? options->number[OPT_HASH] : AUTOMATIC_MIB;
}

static int thread_count(const Options *options)
{
    int threads = options->number[OPT_THREADS] ? options->number[OPT_THREADS] : processor_count();
    return threads < MAX_THREADS ? threads : MAX_THREADS;
}

/* More than this would not be memory but swapping, or the end of the process. */
static bool hash_is_sane(int mib)
{
    int64_t have = memory_mib();
    return have == 0 || mib <= have / 4 * 3;
}

static void apply_hash(Brain *brain)
{
    int mib = hash_mib(&brain->options);
    if (!hash_is_sane(mib) || !searcher_set_hash(brain->searcher, mib))
        tell(brain, "no memory for %d MB of hash; keeping the old table", mib);
}

static void apply_threads(Brain *brain)
{
    int threads = thread_count(&brain->options);
    if (!searcher_set_threads(brain->searcher, threads))
        tell(brain, "cannot have %d threads; keeping the old number", threads);
}

/* The combo's vars stand in the order of RuleSet, but for the last, which is called off: some clients
 * look for the word draw anywhere in what we print (ucci.md 5.3). */
static void apply_rules(Brain *brain)
{
    const int *number = brain->options.number;
    searcher_set_rules(brain->searcher, (RuleSet)number[OPT_REPETITION], number[OPT_RULE60] ? number[OPT_RULE60_PLIES] : 0);
}

/* Without a net, or if it is not wanted, the handcrafted evaluation plays. */
static void apply_net(Brain *brain)
{
    if (brain->searcher)
        searcher_set_net(brain->searcher, brain->options.number[OPT_USENNUE] ? brain->net : NULL);
}

/* The net of the file that is named. NULL without one, or when it cannot be used, which is said. */
static Network *net_of_file(Brain *brain, const char *path)
{
    char error[NETWORK_ERROR_SIZE];
    Network *net = *path ? network_load(path, error) : NULL;
    if (net)
        tell(brain, "evaluating by %.200s, checksum %08x", path, net->checksum);
    else if (*path)
        tell(brain, "%s; keeping the %s", error, brain->net ? "old net" : network_is_built_in() ? "built-in net" : "built-in evaluation");
    return net;
}

/* The net inside the program. NULL if there is none, or, which is said, no memory for it. */
static Network *net_of_program(Brain *brain)
{
    char error[NETWORK_ERROR_SIZE];
    Network *net = network_is_built_in() ? network_default(error) : NULL;
    if (!net && network_is_built_in())
        tell(brain, "the built-in net: %s; keeping the %s", error, brain->net ? "old net" : "built-in evaluation");
    return net;
}

/* Another net, or the built-in one if no file is named. A file that cannot be used leaves the old in place. */
static void load_net(Brain *brain)
{
    const char *path = brain->options.text[OPT_EVALFILE];
    Network *net = net_of_file(brain, path), *old = brain->net;
    if (!net && (!*path || !old))
        net = net_of_program(brain);
    if (!net)
        return;
    brain->net = net;
    apply_net(brain);
    network_free(old);
}

static void complain_of_book(void *self, const char *path, const char *reason) { tell(self, "opening book %.200s: %s", path, reason); }

bool brain_wake(Brain *brain)
{
    if (brain->searcher)
        return true;
    SearchOptions wish = {
        .hash_mib = hash_mib(&brain->options), .threads = thread_count(&brain->options), .multipv = brain->options.number[OPT_MULTIPV]};
    if (hash_is_sane(wish.hash_mib))
        brain->searcher = searcher_new(&wish);
    if (!brain->searcher) {
        tell(brain, "no memory for %d MB of hash and %d threads; using the least", wish.hash_mib, wish.threads);
        brain->searcher = searcher_new(&(SearchOptions){.hash_mib = 1, .threads = 1, .multipv = wish.multipv});
    }
    if (!brain->searcher) {
        tell(brain, "no memory to think with");
        return false;
    }
    apply_rules(brain);
    if (!brain->net)
        load_net(brain);
    apply_net(brain);
    return true;
}

void brain_apply(Brain *brain, OptionId changed)
{
    if (changed == OPT_BOOKFILES)
        library_load(&brain->library, brain->options.text[OPT_BOOKFILES], complain_of_book, brain);
    if (changed == OPT_EVALFILE)
        load_net(brain);
    if (!brain->searcher)
        return;
    switch (changed) {
    case OPT_HASH: apply_hash(brain); break;
    case OPT_THREADS: apply_threads(brain); break;
    case OPT_MULTIPV: searcher_set_multipv(brain->searcher, brain->options.number[OPT_MULTIPV]); break;
    case OPT_REPETITION:
    case OPT_RULE60:
    case OPT_RULE60_PLIES: apply_rules(brain); break;
    case OPT_USENNUE: apply_net(brain); break;
    default: break; /* read when needed */
    }
}

void brain_new_game(Brain *brain)
{
    if (brain->searcher)
        searcher_new_game(brain->searcher);
}
