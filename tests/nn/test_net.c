/* Tests what is loaded from a net file, and that a file whose tensors do not make its nets is
 * refused with the names of file and tensor. */
#include <criterion/criterion.h>
#include <string.h>

#include "random_net.h"

/* A value and a policy net, and two with a net for negamax search besides. */
enum { SMALL, SQUARED, PAIRED, SHAPES };
static random_net_shape shapes[SHAPES];

static void begin(void)
{
    shapes[SMALL] = shapes[SQUARED] = shapes[PAIRED] = random_net_small;
    shapes[SQUARED].negamax_sums = 64;
    shapes[PAIRED].negamax_sums = 128;
    shapes[PAIRED].negamax_paired = true;
}

TestSuite(net, .init = begin);

static nets *load(const random_net *net)
{
    failure why;
    nets *n = random_net_load_tensors(net, &why);
    cr_assert_not_null(n, "%s", why.text);
    return n;
}

Test(net, loads_what_the_file_says)
{
    random_net *net = random_net_make(&random_net_small);
    nets *n = load(net);
    const value_net *v = &n->value;
    cr_expect_str_eq(v->arch, "768x128p-4-8-3");
    cr_expect(v->inputs == 768 && v->sums == 128 && v->dense.l1 == 4 && v->dense.l2 == 8);
    cr_expect(v->dense.l1_scale == 1.0f / 256 / 128 && v->centipawns == 145);
    cr_expect(n->policy.rows == POLICY_ROWS && n->policy.out_scale == 1.0f / 128 / 128);
    cr_expect_arr_eq(n->policy.out, random_net_data(net, "policy.out"), POLICY_ROWS * 64);
    cr_expect_arr_eq(v->dense.l3_bias, random_net_data(net, "value.l3b"), 12);
    cr_expect(!n->has_negamax && !n->negamax.input);
    nets_free(n);
    random_net_free(net);
    nets_free(NULL);
}

Test(net, the_checksum_tells_nets_apart)
{
    random_net *net = random_net_make(&random_net_small);
    uint32_t sums[4];
    for (int i = 0; i < 4; i++) {
        /* The same file twice, another weight, another scale. */
        *(int8_t *)random_net_data(net, "policy.out") ^= i == 2;
        net->tensors[random_net_index(net, "policy.out")].scale *= i == 3 ? 2.0f : 1.0f;
        nets *n = load(net);
        sums[i] = nets_checksum(n);
        nets_free(n);
    }
    cr_expect(sums[0] == sums[1] && sums[1] != sums[2] && sums[2] != sums[3]);
    random_net_free(net);
}

/* ---- Faults ---- */

/* A fault of a tensor. */
typedef enum {
    OTHER_NAME,
    OTHER_SHAPE,
    OTHER_TYPE,
    OTHER_SCALE, /* `number` */
    OTHER_TEXT,  /* `text` */
    LAST_NUMBER, /* its last number is `number` */
    HEAVY_ROW    /* half a row of large numbers */
} fault_kind;

typedef struct fault {
    int shape;
    const char *tensor; /* NULL: see `at` */
    fault_kind kind;
    float number;
    const char *text, *reason;
    int at; /* index of the tensor */
} fault;

static void change_shape(tensor *t)
{
    static const float two[] = {1, 1};
    if (t->rows * t->columns == 1) {
        t->columns = 2;
        t->data = two;
    } else if (t->columns > 1) {
        t->columns--;
    } else {
        t->rows--;
    }
}

static void spoil(tensor *t, void *data, const fault *f)
{
    const size_t last = (size_t)t->rows * t->columns - 1;
    int16_t *words = data;
    switch (f->kind) {
    case OTHER_NAME:
        memcpy(t->name, "other", 6);
        break;
    case OTHER_SHAPE:
        change_shape(t);
        break;
    case OTHER_TYPE:
        t->type = t->type == TENSOR_I8 ? TENSOR_TEXT : TENSOR_I8;
        t->rows = 1;
        t->columns = 4;
        t->scale = 1;
        t->data = "text";
        break;
    case OTHER_SCALE:
        t->scale = f->number;
        break;
    case OTHER_TEXT:
        t->data = f->text;
        t->columns = (uint32_t)strlen(f->text);
        break;
    case LAST_NUMBER:
        if (t->type == TENSOR_F32) {
            ((float *)data)[last] = f->number;
        } else {
            words[last] = (int16_t)f->number;
        }
        break;
    case HEAVY_ROW:
        for (uint32_t i = t->columns / 2; i < t->columns; i++) {
            words[(t->rows - 1) * t->columns + i] = i % 2 ? 1033 : -1033;
        }
        break;
    }
}

/* Spoils a tensor of a new net, which must then be refused by the tensor's name and the reason. */
static void expect_refused(const fault *f)
{
    random_net *net = random_net_make(&shapes[f->shape]);
    const int at = f->tensor ? random_net_index(net, f->tensor) : f->at;
    char name[NET_FILE_NAME_MAX];
    failure why = {""};
    memcpy(name, net->tensors[at].name, sizeof name);
    spoil(&net->tensors[at], net->data[at], f);
    cr_assert_null(random_net_load_tensors(net, &why), "%s is accepted, but: %s", name, f->reason);
    cr_expect(strstr(why.text, name) && strstr(why.text, f->reason), "%s, %s: %s", name, f->reason,
              why.text);
    random_net_free(net);
}

Test(net, every_tensor_is_needed_in_its_type_and_shape)
{
    for (int shape = 0; shape < SHAPES; shape++) {
        random_net *net = random_net_make(&shapes[shape]);
        for (int at = shape == SMALL ? 0 : RANDOM_NET_TENSORS; at < net->count; at++) {
            const tensor_type type = net->tensors[at].type;
            expect_refused(&(fault){shape, NULL, OTHER_NAME, 0, NULL, "missing", at});
            expect_refused(&(fault){shape, NULL, OTHER_TYPE, 0, NULL, "instead of", at});
            if (type != TENSOR_TEXT) {
                expect_refused(&(fault){shape, NULL, OTHER_SHAPE, 0, NULL, "instead of", at});
            }
            if (type == TENSOR_F32) {
                expect_refused(
                    &(fault){shape, NULL, LAST_NUMBER, -2e6f, NULL, "beyond +-1e+06", at});
            }
        }
        random_net_free(net);
    }
}

Test(net, faulty_tensors_are_refused)
{
    const float near = 1.0f / 127;
    const fault faults[] = {
        {SMALL, "value.input", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {SMALL, "value.bias", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {SMALL, "policy.input", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {SMALL, "policy.bias", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {PAIRED, "negamax.input", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {PAIRED, "negamax.bias", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {SQUARED, "negamax.input", OTHER_SCALE, near, NULL, "instead of 1/255", 0},
        {SQUARED, "negamax.bias", OTHER_SCALE, near, NULL, "instead of 1/255", 0},
        {SMALL, "policy.out", OTHER_SCALE, 1e20f, NULL, "beyond 1e+06", 0},
        {PAIRED, "negamax.l1", OTHER_SCALE, 1e20f, NULL, "beyond 1e+06", 0},
        {SQUARED, "negamax.out", OTHER_SCALE, 1e20f, NULL, "beyond 1e+06", 0},
        {SMALL, "policy.bias", LAST_NUMBER, 16385, NULL, "beyond +-16384", 0},
        {SMALL, "policy.bias", LAST_NUMBER, -16385, NULL, "beyond +-16384", 0},
        {PAIRED, "negamax.bias", LAST_NUMBER, 16385, NULL, "beyond +-16384", 0},
        {SQUARED, "negamax.bias", LAST_NUMBER, 16385, NULL, "beyond +-16384", 0},
        {SQUARED, "negamax.input", LAST_NUMBER, -512, NULL, "beyond +-511", 0},
        {SQUARED, "negamax.out", HEAVY_ROW, 0, NULL,
         "half 1 of row 7 of tensor negamax.out adds up to 66112 in size, beyond 66052", 0},
        {SMALL, "value.scale", LAST_NUMBER, 0, NULL, "must be positive", 0},
        {PAIRED, "negamax.scale", LAST_NUMBER, 0, NULL, "must be positive", 0},
        {SMALL, "value.arch", OTHER_TEXT, 0, "768x128p-3876", "768x128p-3876 is a policy net", 0},
        {SMALL, "value.arch", OTHER_TEXT, 0,
         "an architecture of more characters than any architecture can have", "at most 63", 0},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        expect_refused(&faults[i]);
    }
}

Test(net, architectures)
{
    static const char *const good[] = {
        "768x128p-4-8-3", "3072hpx4096p-32-64-3b8", "3072hx1024p-4956",    "768x128p-3876",
        "768x64d-8",      "3072kx128d-8",           "768x128dp-16-32-1b8", "3072kx512dp-16-32-1"};
    static const char *const bad[] = {
        /* value nets */
        "768x128p-4-8-2", "768x128p-4-8-4", "768x128p-4-8-3 ", "768x128p-4-8", "768x128-4-8-3",
        "768x128p-0-8-3", "768x128p-33-8-3", "768x128p-4-65-3", "768x0p-4-8-3", "768x64p-4-8-3",
        "768x129p-4-8-3", "768x4224p-4-8-3", "769x128p-4-8-3", "0768x128p-4-8-3", "768x128p--4-8-3",
        "768x128p-4-8-03", "4294968064x128p-4-8-3", "768x128p-4-8-3p", "768 x 128p-4-8-3", "x",
        "768x65664p-4-8-3", "768x128p-4-8-3-3", "768hx128p-4-8-3", "768px128p-4-8-3",
        "3072x128p-4-8-3", "3072px128p-4-8-3", "3072phx128p-4-8-3", "768x128p-4-8-3b",
        "768x128p-4-8-3b7", "768x128p-4-8-3b1", "768x128p-4-8-3b08", "768x128p-4-8-3b8b8",
        "768x128p-4-8-3                                                                  ",
        /* policy nets */
        "768x128p-3875", "768x128p-3877", "768x128p-3876-3", "768x128p", "768x96p-3876",
        "768x128p-0", "3072hx128-3876", "p",
        /* negamax nets */
        "", "768", "768x64-8", "768x64p-8", "3072hx64d-8", "768x300d-8", "768x0d-8", "768x64d-7",
        "768x64d-8-", "768x64d", "768x4160d-8", "768x064d-8", "768x128dp-8", "768x64dp-16-32-1b8",
        "768x128dp-16-32-3b8", "768x128d-16-32-1b8", "3072hx128dp-16-32-1b8", "3072hkx64d-8",
        "3072khx64d-8", "3072x64d-8", "768kx64d-8", "3072kx64d-7", "768x128dp-16-32-1b4",
        "768x128p-16-32-1b8", "768x128pd-16-32-1b8"};
    architecture a;
    failure why;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cr_expect(architecture_read(&a, good[i], &why), "%s", why.text);
        cr_expect_str_eq(a.text, good[i]);
    }
    const architecture before = a;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cr_expect_not(architecture_read(&a, bad[i], &why), "%s", bad[i]);
        cr_expect(strstr(why.text, bad[i]), "%s", why.text);
        cr_expect_arr_eq(&a, &before, sizeof a);
    }
}

/* The largest weights that are accepted cannot make an evaluation leave [0, 1]. */
Test(net, extreme_weights_give_finite_values)
{
    static const char *const floats[] = {"value.l1b", "value.l2",  "value.l2b",
                                         "value.l3",  "value.l3b", "policy.outb"};
    random_net *net = random_net_make(&random_net_small);
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        const tensor *t = &net->tensors[random_net_index(net, floats[i])];
        float *data = random_net_data(net, floats[i]);
        for (size_t j = 0; j < (size_t)t->rows * t->columns; j++) {
            data[j] = j % 3 ? 1e6f : -1e6f;
        }
    }
    net->tensors[random_net_index(net, "value.l1")].scale = 1e6f;
    net->tensors[random_net_index(net, "policy.out")].scale = 1e6f;
    nets *n = load(net);
    const uint16_t rows[4] = {4, 100, 2900, 3071}, policy_row = 5;
    const win_draw_loss v = value_evaluate(&n->value, kernels_best(), rows, 4, NULL);
    cr_expect(v.win >= 0 && v.win <= 1 && v.draw >= 0 && v.draw <= 1 && v.loss >= 0 && v.loss <= 1);
    float logit;
    policy_evaluate(&n->policy, kernels_best(), rows, 4, &policy_row, 1, &logit, NULL);
    cr_expect(logit >= -1e15f && logit <= 1e15f);
    nets_free(n);
    random_net_free(net);
}

Test(net, centipawns_of_an_expected_score)
{
    cr_expect_eq(value_centipawns(100, 0.5f), 0);
    cr_expect_eq(value_centipawns(100, 0.75f), 109);
    cr_expect_eq(value_centipawns(100, 0.25f), -109);
    cr_expect_eq(value_centipawns(100, 1.0f), 1151);
    cr_expect_eq(value_centipawns(10000, 0.0f), -NET_SCORE_MAX);
    cr_expect_eq(value_centipawns(10000, 1.0f), NET_SCORE_MAX);
}
