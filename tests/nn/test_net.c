/* Tests what is loaded from a net file, and that a file whose tensors do not make its nets is
 * refused with the names of file and tensor. */
#include <criterion/criterion.h>
#include <string.h>

#include "chess_walk.h"
#include "nn/policy_net.h"
#include "nn/value_net.h"
#include "random_net.h"

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
    cr_expect_str_eq(v->arch, "768x128dp-4-8-1");
    cr_expect(v->sums == 128 && !v->places && v->dense.l1 == 4 && v->dense.l2 == 8);
    cr_expect(v->dense.inputs == 128 && v->dense.buckets == 1);
    cr_expect(v->dense.l1_scale == 1.0f / 256 / 128 && v->centipawns == 145);
    cr_expect(n->policy.rows == POLICY_ROWS && n->policy.out_scale == 1.0f / 128 / 128);
    cr_expect_arr_eq(n->policy.out, random_net_data(net, "policy.out"), POLICY_ROWS * 64);
    cr_expect_arr_eq(v->dense.l3_bias, random_net_data(net, "value.l3b"), 4);
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
    LAST_NUMBER  /* its last number is `number` */
} fault_kind;

typedef struct fault {
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
    }
}

/* Spoils a tensor of a new net, which must then be refused by the tensor's name and the reason. */
static void expect_refused(const fault *f)
{
    random_net *net = random_net_make(&random_net_small);
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
    random_net *net = random_net_make(&random_net_small);
    for (int at = 0; at < net->count; at++) {
        const tensor_type type = net->tensors[at].type;
        expect_refused(&(fault){NULL, OTHER_NAME, 0, NULL, "missing", at});
        expect_refused(&(fault){NULL, OTHER_TYPE, 0, NULL, "instead of", at});
        if (type != TENSOR_TEXT) {
            expect_refused(&(fault){NULL, OTHER_SHAPE, 0, NULL, "instead of", at});
        }
        if (type == TENSOR_F32) {
            expect_refused(&(fault){NULL, LAST_NUMBER, -2e6f, NULL, "beyond +-1e+06", at});
        }
    }
    random_net_free(net);
}

Test(net, faulty_tensors_are_refused)
{
    const float near = 1.0f / 127;
    const fault faults[] = {
        {"value.input", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {"value.bias", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {"policy.input", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {"policy.bias", OTHER_SCALE, near, NULL, "instead of 1/128", 0},
        {"policy.out", OTHER_SCALE, 1e20f, NULL, "beyond 1e+06", 0},
        {"value.l1", OTHER_SCALE, 1e20f, NULL, "beyond 1e+06", 0},
        {"policy.bias", LAST_NUMBER, 16385, NULL, "beyond +-16384", 0},
        {"policy.bias", LAST_NUMBER, -16385, NULL, "beyond +-16384", 0},
        {"value.bias", LAST_NUMBER, 16385, NULL, "beyond +-16384", 0},
        {"value.scale", LAST_NUMBER, 0, NULL, "must be positive", 0},
        {"value.arch", OTHER_TEXT, 0, "768x128p-3876", "768x128p-3876 is a policy net", 0},
        {"value.arch", OTHER_TEXT, 0, "3072hpx1024p-16-32-3b8", "3072hpx1024p-16-32-3b8", 0},
        {"value.arch", OTHER_TEXT, 0,
         "an architecture of more characters than any architecture can have", "at most 63", 0},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        expect_refused(&faults[i]);
    }
}

Test(net, architectures)
{
    static const char *const good[] = {
        "768x128dp-4-8-1",  "3072kx4096dp-32-64-1b8", "768x128dp-16-32-1b8", "3072kx512dp-16-32-1",
        "3072hx1024p-4956", "3072hpx128p-3876",       "768x128p-3876"};
    static const char *const bad[] = {
        /* value nets */
        "768x128dp-4-8-2", "768x128dp-4-8-3", "768x128dp-4-8-1 ", "768x128dp-4-8", "768x128d-4-8-1",
        "768x128dp-0-8-1", "768x128dp-33-8-1", "768x128dp-4-65-1", "768x0dp-4-8-1",
        "768x64dp-4-8-1", "768x129dp-4-8-1", "768x4224dp-4-8-1", "769x128dp-4-8-1",
        "0768x128dp-4-8-1", "768x128dp--4-8-1", "768x128dp-4-8-01", "4294968064x128dp-4-8-1",
        "768x128dp-4-8-1p", "768 x 128dp-4-8-1", "x", "768x65664dp-4-8-1", "768x128dp-4-8-1-1",
        "768kx128dp-4-8-1", "768dx128dp-4-8-1", "3072x128dp-4-8-1", "3072hx128dp-4-8-1",
        "3072hkx128dp-4-8-1", "3072khx128dp-4-8-1", "3072kpx128dp-4-8-1", "768x128dp-4-8-1b",
        "768x128dp-4-8-1b7", "768x128dp-4-8-1b1", "768x128dp-4-8-1b08", "768x128dp-4-8-1b8b8",
        "768x128pd-4-8-1", "768x128p-4-8-1", "768x128dp-8",
        "768x128dp-4-8-1                                                                  ",
        /* those of earlier versions */
        "3072hx512p-16-32-3", "3072hpx1024p-16-32-3b8", "768x256d-8", "3072kx256d-8",
        /* policy nets */
        "768x128p-3875", "768x128p-3877", "768x128p-3876-3", "768x128p", "768x96p-3876",
        "768x128p-0", "3072hx128-3876", "3072kx128p-3876", "p", "", "768"};
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

/* The largest weights that are accepted cannot make an evaluation infinite. */
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
    walk_start();
    const position pos = walk_fen("4r2k/8/8/b7/4B2q/2N3B1/8/4K1R1 w - - 0 1");
    const uint16_t rows[4] = {4, 100, 2900, 3071}, policy_row = 5;
    const float v = value_logit_of(&n->value, kernels_best(), &pos);
    cr_expect(v >= -1e15f && v <= 1e15f);
    float logit;
    policy_evaluate(&n->policy, kernels_best(), rows, 4, &policy_row, 1, &logit, NULL);
    cr_expect(logit >= -1e15f && logit <= 1e15f);
    nets_free(n);
    random_net_free(net);
}
