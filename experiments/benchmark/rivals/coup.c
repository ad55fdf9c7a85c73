/* Bare coups of the fixed table in plain C: the floor for the engine's own coups.
 *
 * Six packs, shuffled forward as cards leave the shoe, from the same counted SplitMix64 numbers as
 * the engine's (chemmy_env/engine/random.py); twelve coups to a shuffle; results counted. With the
 * same key it plays the very same coups.
 */

#include <stdint.h>

#define CARDS 312
#define COUPS_A_SHOE 12
#define GOLDEN 0x9E3779B97F4A7C15ULL
#define SHOE 0x53484F45ULL
#define STOOD 10

/* Rows: two-card totals 0-9. Columns: the punter's third card 0-9, and stood. */
static const uint8_t BANK_DRAWS[10][11] = {
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1},
    {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1},
    {0, 0, 1, 1, 1, 1, 1, 1, 0, 0, 1}, {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 1},
    {0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
};
static const uint8_t PUNTER_DRAWS[10] = {1, 1, 1, 1, 1, 1, 0, 0, 0, 0};

static inline uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}

static inline uint64_t derive(uint64_t key, uint64_t purpose, uint64_t index) {
    return mix(mix(key ^ (purpose * GOLDEN)) + index * GOLDEN);
}

/* The value of the next card. */
static inline int deal(uint8_t *shoe, const uint8_t *values, uint64_t key, int *position) {
    int at = (*position)++;
    double unit = (double)(mix(key + (uint64_t)at * GOLDEN) >> 11) * (1.0 / 9007199254740992.0);
    int pick = at + (int)(unit * (CARDS - at));
    uint8_t card = shoe[pick];
    shoe[pick] = shoe[at];
    shoe[at] = card;
    return values[card];
}

static inline int last_digit(int total) { return total >= 10 ? total - 10 : total; }

void stack_packs(uint8_t *shoe) {
    for (int at = 0; at < CARDS; at++) shoe[at] = at % 52;
}

/* Play `count` coups with the shoes of `session_key` from number `first` on; add to the tally what
 * the bank won, the punter won, and nobody won. */
void play_coups(uint8_t *shoe, uint64_t session_key, int64_t first, int64_t count, int64_t *tally) {
    uint8_t values[52];
    for (int card = 0; card < 52; card++) values[card] = card % 13 < 9 ? card % 13 + 1 : 0;
    uint64_t key = 0;
    int position = 0;
    int64_t bank_won = 0, punter_won = 0;
    for (int64_t coup = 0; coup < count; coup++) {
        if (coup % COUPS_A_SHOE == 0) {
            key = derive(session_key, SHOE, (uint64_t)(first + coup / COUPS_A_SHOE));
            position = 0;
        }
        int punter = deal(shoe, values, key, &position);
        int bank = deal(shoe, values, key, &position);
        punter = last_digit(punter + deal(shoe, values, key, &position));
        bank = last_digit(bank + deal(shoe, values, key, &position));
        if (punter < 8 && bank < 8) {
            int third = STOOD;
            if (PUNTER_DRAWS[punter]) {
                third = deal(shoe, values, key, &position);
                punter = last_digit(punter + third);
            }
            if (BANK_DRAWS[bank][third])
                bank = last_digit(bank + deal(shoe, values, key, &position));
        }
        bank_won += bank > punter;
        punter_won += punter > bank;
    }
    tally[0] += bank_won;
    tally[1] += punter_won;
    tally[2] += count - bank_won - punter_won;
}
