# SPDX-License-Identifier: GPL-3.0-only
# near.awk - reads one name per line and prints on one line those similar to `wanted`.
function least(a, b) { return a < b ? a : b }

# Returns the number of letters to insert, delete, replace or swap with their neighbour.
function distance(a, b,    i, j, d, same)
{
    for (i = 0; i <= length(a); i++)
        for (j = 0; j <= length(b); j++) {
            same = i && j && substr(a, i, 1) == substr(b, j, 1)
            d[i, j] = !i ? j : !j ? i : least(d[i - 1, j - 1] + !same, least(d[i - 1, j], d[i, j - 1]) + 1)
            if (i > 1 && j > 1 && substr(a, i - 1, 2) == substr(b, j, 1) substr(b, j - 1, 1))
                d[i, j] = least(d[i, j], d[i - 2, j - 2] + 1)
        }
    return d[length(a), length(b)]
}

index($0, wanted) || index(wanted, $0) || distance($0, wanted) <= 1 + (length(wanted) > 4) { printf "%s%s", sep, $0; sep = ", " }
