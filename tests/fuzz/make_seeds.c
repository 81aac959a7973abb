/* Writes the seeds of the fuzzers of binary formats: make_seeds FOLDER
 *
 * The seeds of each fuzzer are in a folder with its name. Where the fuzzer adds sizes, checksums
 * and trailing zeros, the seeds do not have them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "chess/fen.h"
#include "chess/movegen.h"
#include "fuzz.h"
#include "game_file.h"
#include "game_walk.h"
#include "net_file_internal.h"
#include "random_net.h"
#include "train_checkpoint.h"

enum { SEED_MAX = 1 << 16 };

typedef struct seed {
    uint8_t bytes[SEED_MAX];
    size_t size;
} seed;

static const char *folder; /* of all seeds */
static seed made;          /* the seed that is being made */

static _Noreturn void give_up(const char *what)
{
    fprintf(stderr, "make_seeds: %s: %s\n", what, strerror(errno));
    exit(EXIT_FAILURE);
}

static void put(const void *bytes, size_t size)
{
    fuzz_expect(made.size + size <= SEED_MAX, "a seed is small");
    memcpy(made.bytes + made.size, bytes, size);
    made.size += size;
}

/* Writes the seed to FOLDER/FUZZER/NAME and begins another. */
static void plant(const char *fuzzer, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, fuzzer);
    if ((mkdir(folder, 0777) != 0 && errno != EEXIST) ||
        (mkdir(path, 0777) != 0 && errno != EEXIST)) {
        give_up(path);
    }
    snprintf(path, sizeof path, "%s/%s/%s", folder, fuzzer, name);
    FILE *file = fopen(path, "wb");
    if (!file || fwrite(made.bytes, 1, made.size, file) != made.size || fclose(file) != 0) {
        give_up(path);
    }
    made.size = 0;
}

/* Replaces the seed by a gzip file of it. */
static void pack(void)
{
    size_t size;
    uint8_t *packed = fuzz_pack(made.bytes, made.size, &size);
    made.size = 0;
    put(packed, size);
    free(packed);
}

/* ---- Net files ---- */

static uint64_t bytes_of(const tensor *t)
{
    return net_file_tensor_bytes(t->type, t->rows, t->columns);
}

static int compare_tensors(const void *left, const void *right)
{
    const uint64_t a = bytes_of(left), b = bytes_of(right);
    return (a > b) - (a < b);
}

/* The content of a net file. Small tensors come first; the large ones are left out, and so zero. */
static void put_net(tensor tensors[], int count)
{
    enum { SMALL = 64 };
    net_file_header header = {.version = NET_FILE_VERSION, .tensors = (uint32_t)count};
    memcpy(header.magic, NET_FILE_MAGIC, sizeof header.magic);
    put(&header, sizeof header);
    qsort(tensors, (size_t)count, sizeof *tensors, compare_tensors);
    for (int i = 0; i < count; i++) {
        net_file_entry e = {.type = tensors[i].type,
                            .rows = tensors[i].rows,
                            .columns = tensors[i].columns,
                            .scale = tensors[i].scale};
        memcpy(e.name, tensors[i].name, sizeof e.name);
        put(&e, sizeof e);
    }
    for (int i = 0; i < count && bytes_of(&tensors[i]) <= SMALL; i++) {
        static const uint8_t zeros[SMALL];
        put(tensors[i].data, (size_t)bytes_of(&tensors[i]));
        put(zeros, (size_t)(net_file_align(bytes_of(&tensors[i])) - bytes_of(&tensors[i])));
    }
}

static void make_nets(void)
{
    random_net_shape shape = random_net_small;
    static const char *const names[] = {"two_nets", "three_nets", "dense_nets"};
    for (int kind = 0; kind < 3; kind++) {
        shape.negamax_sums = kind == 2 ? 128 : kind == 1 ? 64 : 0;
        shape.negamax_paired = kind == 2;
        shape.buckets = kind == 2 ? 8 : 1;
        random_net *net = random_net_make(&shape);
        put("3", 1); /* both bits: mend sizes and checksum */
        put_net(net->tensors, net->count);
        plant("net_file", names[kind]);
        random_net_free(net);
    }
    static const float real = 1.5f;
    tensor tensors[] = {
        {.name = "a.text", .type = TENSOR_TEXT, .rows = 1, .columns = 2, .scale = 1, .data = "hi"},
        {.name = "b", .type = TENSOR_F32, .rows = 1, .columns = 1, .scale = 1, .data = &real},
    };
    put("2", 1); /* mend the checksum only; all sizes are 0 */
    put_net(tensors, 2);
    plant("net_file", "wrong_sizes");
    put("3", 1);
    put_net(tensors, 2);
    plant("net_file", "two_tensors");
    put_net(tensors, 2);
    pack();
    plant("net_file", "packed");
}

/* ---- Game files ---- */

/* Adds a game: moves in UCI notation from a FEN. In BEST/PLAYED another move than the best is
 * played, in BEST/!PLAYED at random. */
static void put_game(const char *fen, const char *words, unsigned flags)
{
    static uint8_t record[GAME_RECORD_MAX + 4];
    const bool chess960 = flags & GAME_CHESS960;
    char copy[256];
    position pos;
    failure why;
    game g = {.result = GAME_WHITE_WON, .flags = (uint8_t)flags};
    fuzz_expect(fen_parse(&pos, fen, NULL, &why), fen);
    snprintf(g.fen, sizeof g.fen, "%s", fen);
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        char *played = strchr(word, '/');
        if (played) {
            *played++ = '\0';
        }
        const bool random = played && *played == '!';
        if (random) {
            played++;
        }
        const move best = gen_from_uci(&pos, word), m = gen_from_uci(&pos, played ? played : word);
        fuzz_expect(best != MOVE_NONE && m != MOVE_NONE, word);
        game_ply *ply = game_add_ply(&g);
        *ply = (game_ply){.best = game_move_code(best, chess960),
                          .played = game_move_code(m, chess960),
                          .deviates = played != NULL,
                          .random = random,
                          .score = (int16_t)(31990 * (g.ply_count % 2)),
                          .visit_first = g.visit_count};
        if (flags & GAME_VISITS) {
            ply->visit_count = 1;
            *game_add_visit(&g) = (game_visit){ply->best, 65535};
        }
        pos_make(&pos, m);
    }
    const size_t size = game_encode(&g, record, &why);
    fuzz_expect(size > 0, "a small game fits a record");
    put(record, size);
    game_free(&g);
}

static void put_games(const char *fen, const char *words, unsigned flags)
{
    uint8_t header[GAME_HEADER_BYTES];
    game_header(header);
    put(header, sizeof header);
    put_game(fen, words, flags);
}

static void make_games(void)
{
    static const char castling[] = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    static const char shuffled[] = "1r2k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    static const char pawns[] = "8/PPPk4/8/8/8/8/4Kppp/8 b - - 0 1";
    put_games(FEN_START, "e2e4 e7e5/d7d5 e4d5", 0);
    plant("game_file", "deviation");
    put_games(castling, "e1g1 e8c8", GAME_VISITS);
    plant("game_file", "visits");
    put_games(shuffled, "e1g1 e8d8", GAME_CHESS960);
    put_game(shuffled, "e1b1", GAME_CHESS960 | GAME_VISITS);
    plant("game_file", "chess960");
    put_games(pawns, "f2f1n a7a8r", 0);
    put_games(pawns, "h2h1b", 0);
    plant("game_file", "joined");
    put_games(pawns, "f2f1q", 0);
    pack();
    plant("game_file", "packed");
    put_games(FEN_START, "e2e4 c7c5 e4e5 d7d5 e5d6 e7d6 g1f3 b8c6 f1b5 c8d7 e1g1 d8e7 f1e1", 0);
    plant("game_file", "opening");
    put_games("4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w G - 0 1", "g3h4 a5c3 e1f1 e8e4", GAME_CHESS960);
    plant("game_file", "pins");
    put_games(FEN_START, "e2e4/g1f3 d7d5/!a7a6 f3e5", GAME_RELABELLED | GAME_VISITS);
    plant("game_file", "relabelled");
}

/* ---- Checkpoints ---- */

static void make_checkpoints(void)
{
    static const char *const archs[][2] = {
        {"value", "768x128p-2-4-3"},     {"policy", "768x128p-3876"},
        {"negamax", "768x64d-8"},        {"states", "3072hx128p-1-1-3"},
        {"buckets", "768x128p-1-1-3b8"}, {"paired", "768x128dp-1-1-1b8"}};
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
        const uint32_t version = TRAIN_CHECKPOINT_VERSION, checksum = 0;
        train_state state = {.batch = 8, .epochs = 1, .rate = 0.1f, .scale = 145, .copies = 1};
        strcpy(state.arch, archs[i][1]);
        put("3MORPHOCK", 9); /* both bits: mend length and checksum */
        put(&version, sizeof version);
        put(&checksum, sizeof checksum);
        put(&state, sizeof state);
        plant("checkpoint", archs[i][0]);
    }
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: make_seeds FOLDER\n");
        return EXIT_FAILURE;
    }
    folder = argv[1];
    LLVMFuzzerInitialize(&argc, &argv);
    make_nets();
    make_games();
    make_checkpoints();
    return EXIT_SUCCESS;
}
