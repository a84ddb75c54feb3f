/* SPDX-License-Identifier: GPL-3.0-only */
#include "tests/support/random_net.h"

#include <check.h>

#include "engine/base/rng.h"

static int between(Rng *rng, int least, int most) { return least + (int)rng_below(rng, (uint32_t)(most - least + 1)); }

Network *random_network(uint64_t seed)
{
    Rng rng = {seed};
    Network *net = network_new("random weights");
    ck_assert_ptr_nonnull(net);
    for (int row = 0; row < NET_ROWS; row++)
        for (int i = 0; i < NET_HIDDEN; i++)
            net->rows[row][i] = (int16_t)between(&rng, -60, 60);
    for (int phase = 0; phase < NET_PHASES; phase++)
        for (int i = 0; i < NET_HIDDEN; i++)
            net->bias[phase][i] = (int16_t)between(&rng, -100, 300);
    /* Returns the largest weights whose sums fit int32 with this number of columns. */
    int most = NET_HIDDEN <= 128 ? NET_WEIGHT_MAX : NET_WEIGHT_MAX * 128 / NET_HIDDEN;
    for (int b = 0; b < NET_OUTPUT_BUCKETS; b++) {
        for (int i = 0; i < 2 * NET_HIDDEN; i++)
            net->output[b][i] = (int16_t)between(&rng, -most, most);
        net->output_bias[b] = between(&rng, -30000, 30000);
    }
    const char *fault = network_verify(net);
    ck_assert_msg(!fault, "the random net itself is out of range: %s", fault);
    return net;
}
