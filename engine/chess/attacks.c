#include "chess/attacks.h"

#include <assert.h>
#include <stddef.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "position_internal.h"

/* Multipliers that map each occupancy of a square's mask to a collision-free index (found by random
 * trial, as Kannan 2007 describes); for CPUs without a fast PEXT. */
static const uint64_t bishop_magic[SQUARES] = {
    0x0588020088010100, 0x00100208010e2d58, 0x8008024042080000, 0x4011040080040005,
    0x1401104143009004, 0x0201014840108044, 0x0882010108400000, 0x2002024048245005,
    0x013040028441260a, 0x20101a0404099202, 0x0154411200810806, 0x0400041042001060,
    0x0a0a04030820240a, 0x6140010108400000, 0x2015084430041040, 0x4401050088040200,
    0x01100220600200a0, 0x882001052418a201, 0x02088a8404001200, 0x0020200202004001,
    0x0801050820080028, 0x0002001844500400, 0x0855202088080240, 0x0000800710413001,
    0x4010e40030202204, 0x0404208002020c00, 0x006111063000c201, 0x0002020818008008,
    0x0101009085014000, 0x0020a20041080208, 0x029400801c480440, 0x0000820100820080,
    0x0084104000080200, 0x6018080900543500, 0x24e2013200040802, 0x0404328080080200,
    0x0000440400084100, 0x9000a40100049000, 0x2004280044821120, 0x8120820e02288080,
    0x000e309014020800, 0x000444422080a800, 0x600200140400a210, 0x1036044202006020,
    0x03488c031c010e00, 0x0232200421000820, 0x2845842086000404, 0x0010008100462100,
    0x0009008820080000, 0x2084490401600100, 0x0000008400880000, 0x90002aa104880800,
    0x400888501050400c, 0x0002218410808008, 0x8041028811010440, 0x82500400a4004100,
    0x0002008880882001, 0x0200008088113023, 0x0000000110809004, 0x0458380a00840400,
    0x018c081040429200, 0x060000849002120c, 0x020072200800b082, 0x0882100408004040,
};

static const uint64_t rook_magic[SQUARES] = {
    0x2080041020400084, 0x0040200040001004, 0x2080100008802004, 0x4100040810010020,
    0x8180040008008102, 0x1080020001040080, 0x4080008001000200, 0x820000448c010822,
    0x0323002100800240, 0x8054804000200082, 0x0020801000802000, 0x4102808008001000,
    0x8404800400480080, 0x2000808002000400, 0x0204800200800900, 0x4003000882004100,
    0x2200808000400031, 0x9000808020004000, 0x01a5010010200040, 0x0388090010002100,
    0x8048004004020041, 0x0881010004000208, 0x1426440082500801, 0x11005200008e6401,
    0x0000400080008020, 0x101000524000200a, 0x3020001010020400, 0x0040080280100084,
    0x2005040080080280, 0xc900040080020080, 0x0000088400011002, 0x800080028001c500,
    0x8500c00084800320, 0x4010002000400042, 0x004080a002801000, 0x0000201001000900,
    0x0400040080800800, 0x4102000802000410, 0x0004500184000802, 0x0024305106000084,
    0x8008e14004808000, 0x0221002200820048, 0x6010002002828051, 0x0000082200120040,
    0x0008000400088080, 0x0924010002004040, 0x2001810002008080, 0x0211108100420014,
    0x4041023080084100, 0x4a80400080200880, 0x0880200010008080, 0x9002004060881600,
    0x0008004004020040, 0x0008040080020080, 0x0284410210080400, 0x0101090044840600,
    0x18004c1080002101, 0x2000308240050121, 0x0984084020001101, 0x0005610010000409,
    0x5945000410020801, 0x000a000490080102, 0x9808100208010084, 0x0402040900803442,
};

/* The subsets of all masks: 5,248 for bishops and 102,400 for rooks. */
enum { BISHOP_ENTRIES = 5248, ROOK_ENTRIES = 102400 };

attack_tables attack_table;
static bitboard slider_attacks[BISHOP_ENTRIES + ROOK_ENTRIES];

typedef struct step {
    int file, rank;
} step;

static const step rook_steps[4] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
static const step bishop_steps[4] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
static const step knight_steps[8] = {{1, 2},  {2, 1},  {2, -1},  {1, -2},
                                     {-1, 2}, {-2, 1}, {-2, -1}, {-1, -2}};

/* One step from a square, as a set; empty if it leaves the board. */
static bitboard step_from(square s, step d)
{
    int file = square_file(s) + d.file, rank = square_rank(s) + d.rank;
    return file < 0 || file > 7 || rank < 0 || rank > 7 ? 0 : bb_of(square_at(file, rank));
}

static bitboard slide(square s, const step steps[4], bitboard occupied)
{
    bitboard reached = 0;
    for (int i = 0; i < 4; i++) {
        bitboard next = step_from(s, steps[i]);
        while (next) {
            reached |= next;
            next = next & occupied ? 0 : step_from(bb_first(next), steps[i]);
        }
    }
    return reached;
}

/* The squares whose occupancy can change the attacks: the last square of each ray cannot. */
static bitboard relevant_mask(square s, const step steps[4])
{
    bitboard edges = ((BB_RANK_1 | bb_rank(7)) & ~bb_rank(square_rank(s))) |
                     ((BB_FILE_A | BB_FILE_H) & ~bb_file(square_file(s)));
    return slide(s, steps, 0) & ~edges;
}

/* Fills one square's slice and returns where the next one begins. */
static bitboard *fill_slider(slider *entry, square s, const step steps[4], uint64_t magic,
                             bitboard *slice)
{
    entry->mask = relevant_mask(s, steps);
    entry->magic = magic;
    entry->attacks = slice;
    entry->shift = 64 - (unsigned)bb_count(entry->mask);
    /* Counting through the subsets of the mask yields them in the order of PEXT. */
    bitboard subset = 0;
    size_t ordinal = 0;
    do {
        size_t index = attack_table.use_pext ? ordinal : subset * magic >> entry->shift;
        slice[index] = slide(s, steps, subset);
        ordinal++;
        subset = (subset - entry->mask) & entry->mask;
    } while (subset);
    return slice + ordinal;
}

/* AMD's CPUs before Zen 3 have PEXT only as microcode, which is slower than a multiplication. */
static bool cpu_has_fast_pext(void)
{
#if defined(__x86_64__)
    unsigned a, b, c, d;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_BMI2)) {
        return false;
    }
    unsigned vendor[3] = {0};
    __get_cpuid(0, &a, &vendor[0], &vendor[2], &vendor[1]);
    enum { HYGON = 0x6f677948 }; /* "Hygo": AMD's first Zen under licence */
    bool amd = vendor[0] == signature_AMD_ebx || vendor[0] == HYGON;
    __get_cpuid(1, &a, &b, &c, &d);
    unsigned family = (a >> 8 & 15) + (a >> 20 & 255);
    return !amd || family >= 0x19;
#else
    return false;
#endif
}

static void fill_leapers(void)
{
    for (square s = 0; s < SQUARES; s++) {
        attack_table.pawn[WHITE][s] = bb_pawn_attacks(bb_of(s), WHITE);
        attack_table.pawn[BLACK][s] = bb_pawn_attacks(bb_of(s), BLACK);
        attack_table.knight[s] = 0;
        attack_table.king[s] = 0;
        for (int i = 0; i < 8; i++) {
            attack_table.knight[s] |= step_from(s, knight_steps[i]);
        }
        for (int i = 0; i < 4; i++) {
            attack_table.king[s] |= step_from(s, rook_steps[i]) | step_from(s, bishop_steps[i]);
        }
    }
}

static void fill_lines(void)
{
    for (square a = 0; a < SQUARES; a++) {
        for (square b = 0; b < SQUARES; b++) {
            bitboard both = bb_of(a) | bb_of(b);
            attack_table.between[a][b] = 0;
            attack_table.line[a][b] = 0;
            if (a != b && attacks_rook(a, 0) & bb_of(b)) {
                attack_table.between[a][b] = attacks_rook(a, both) & attacks_rook(b, both);
                attack_table.line[a][b] = (attacks_rook(a, 0) & attacks_rook(b, 0)) | both;
            } else if (a != b && attacks_bishop(a, 0) & bb_of(b)) {
                attack_table.between[a][b] = attacks_bishop(a, both) & attacks_bishop(b, both);
                attack_table.line[a][b] = (attacks_bishop(a, 0) & attacks_bishop(b, 0)) | both;
            }
        }
    }
}

static void number_moves(void)
{
    unsigned count = 0;
    for (piece_type type = KNIGHT; type <= KING; type++) {
        for (square s = 0; s < SQUARES; s++) {
            attack_table.alone[type][s] = attacks_of(type, WHITE, s, 0);
            attack_table.alone_before[type][s] = (uint16_t)count;
            count += (unsigned)bb_count(attack_table.alone[type][s]);
        }
    }
    assert(count == ATTACKS_NUMBERS);
}

void attacks_init(bool allow_pext)
{
    attack_table.use_pext = allow_pext && cpu_has_fast_pext();
    pos_init_keys();
    fill_leapers();
    bitboard *slice = slider_attacks;
    for (square s = 0; s < SQUARES; s++) {
        slice = fill_slider(&attack_table.bishop[s], s, bishop_steps, bishop_magic[s], slice);
        slice = fill_slider(&attack_table.rook[s], s, rook_steps, rook_magic[s], slice);
    }
    fill_lines();
    number_moves();
}
