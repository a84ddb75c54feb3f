#include <stdio.h>
#include <stdlib.h>
#include "engine/perft.h"
int main(int argc, char **argv)
{
    Position pos;
    PerftResult r;
    PerftOptions o = {argc > 1 ? atoi(argv[1]) : 5, argc > 2 ? atoi(argv[2]) : 1, argc > 3 ? atoi(argv[3]) : 0};
    position_start(&pos);
    if (!perft(&pos, &o, &r))
        return 1;
    printf("%llu\n", (unsigned long long)r.nodes);
    return 0;
}
