/* Tests that a well-formed net file whose tensors do not make a net is refused with the names of
 * file and tensor. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nn/features.h"
#include "nn/net.h"
#include "random_net.h"

static void temporary_path(char path[32])
{
    strcpy(path, "/tmp/morpho-test-XXXXXX");
    const int fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    close(fd);
}

static void check_refused(const random_net *net, const char *tensor_name, const char *reason)
{
    failure why = {{0}};
    cr_assert_null(random_net_load_tensors(net, &why), "accepted: %s", reason);
    cr_assert_not_null(strstr(why.text, tensor_name), "no %s in: %s", tensor_name, why.text);
    cr_assert_not_null(strstr(why.text, reason), "no \"%s\" in: %s", reason, why.text);
}

Test(net, loads_what_the_file_says)
{
    random_net *net = random_net_make(&random_net_small);
    failure why;
    nets *n = random_net_load_tensors(net, &why);
    cr_assert_not_null(n, "%s", why.text);
    cr_assert_str_eq(n->value.arch, "768x128p-4-8-3");
    cr_assert_eq(n->value.inputs, 768);
    cr_assert_eq(n->value.sums, 128);
    cr_assert_eq(n->value.dense.l1, 4);
    cr_assert_eq(n->value.dense.l2, 8);
    cr_assert_eq(n->value.dense.l1_scale, 1.0f / 256 / 128);
    cr_assert_eq(n->value.centipawns, 145);
    cr_assert_eq(n->policy.rows, POLICY_ROWS);
    cr_assert_eq(n->policy.out_scale, 1.0f / 128 / 128);
    cr_assert_arr_eq(n->policy.out, net->data[random_net_index(net, "policy.out")],
                     POLICY_ROWS * 64);
    cr_assert_arr_eq(n->value.dense.l3_bias, net->data[random_net_index(net, "value.l3b")], 12);
    nets_free(n);
    random_net_free(net);
    nets_free(NULL);
}

Test(net, the_checksum_tells_nets_apart)
{
    random_net *net = random_net_make(&random_net_small);
    failure why;
    uint32_t sums[4];
    int8_t *weight = net->data[random_net_index(net, "policy.out")];
    for (int i = 0; i < 4; i++) {
        /* The same file twice, another weight, another scale. */
        *weight = (int8_t)(*weight + (i == 2));
        net->tensors[random_net_index(net, "policy.out")].scale *= i == 3 ? 2.0f : 1.0f;
        nets *n = random_net_load_tensors(net, &why);
        cr_assert_not_null(n, "%s", why.text);
        sums[i] = nets_checksum(n);
        nets_free(n);
    }
    cr_expect_eq(sums[0], sums[1]);
    cr_expect_neq(sums[1], sums[2]);
    cr_expect_neq(sums[2], sums[3]);
    random_net_free(net);
}

/* The mark of the inputs is the only difference. */
Test(net, inputs_know_pins_if_the_file_says_so)
{
    random_net_shape shape = random_net_small;
    shape.inputs = 3072;
    for (int pins = 0; pins < 2; pins++) {
        shape.pins = pins;
        nets *n = random_net_load(&shape);
        cr_expect(n->value.pins == shape.pins && n->policy.pins == shape.pins);
        cr_expect_str_eq(n->value.arch, pins ? "3072hpx128p-4-8-3" : "3072hx128p-4-8-3");
        cr_expect_str_eq(n->policy.arch, pins ? "3072hpx128p-3876" : "3072hx128p-3876");
        nets_free(n);
    }
}

Test(net, loads_from_memory)
{
    char path[32];
    temporary_path(path);
    failure why;
    cr_assert(random_net_write(path, &random_net_small, &why), "%s", why.text);
    FILE *stream = fopen(path, "rb");
    cr_assert_not_null(stream);
    static unsigned char bytes[1 << 20];
    const size_t size = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    unlink(path);
    nets *n = nets_load_bytes(bytes, size, "inside", &why);
    cr_assert_not_null(n, "%s", why.text);
    nets_free(n);
    cr_assert_null(nets_load_bytes(bytes, size - 1, "inside", &why));
    cr_assert_not_null(strstr(why.text, "inside"));
    cr_assert_null(nets_load(path, &why));
    cr_assert_not_null(strstr(why.text, path));
}

Test(net, every_tensor_is_needed_in_its_type_and_shape)
{
    for (int i = 0; i < RANDOM_NET_TENSORS; i++) {
        random_net *net = random_net_make(&random_net_small);
        cr_assert_eq(net->count, RANDOM_NET_TENSORS);
        tensor *t = &net->tensors[i];
        const tensor original = *t;

        snprintf(t->name, sizeof t->name, "other");
        check_refused(net, original.name, "missing");
        *t = original;

        if (t->type != TENSOR_TEXT) {
            t->columns = original.columns - 1 ? original.columns - 1 : 2;
            t->data = original.columns - 1 ? original.data : (const float[2]){1, 1};
            check_refused(net, original.name, "instead of");
            *t = original;
        }

        /* Bytes of another type; a shape that keeps within the data. */
        t->type = t->type == TENSOR_I8 ? TENSOR_TEXT : TENSOR_I8;
        if (t->type == TENSOR_TEXT) {
            t->rows = 1;
            t->columns = 4;
            t->scale = 1;
            t->data = "text";
        }
        check_refused(net, original.name, "instead of");
        random_net_free(net);
    }
}

static void check_arch(const char *name, const char *arch)
{
    random_net *net = random_net_make(&random_net_small);
    tensor *t = &net->tensors[random_net_index(net, name)];
    t->data = arch;
    t->columns = (uint32_t)strlen(arch);
    check_refused(net, name, t->columns < NET_ARCH_MAX ? arch : "at most 63");
    random_net_free(net);
}

Test(net, unknown_architectures)
{
    static const char *const value[] = {
        "768x128p-4-8-2",
        "768x128p-4-8-4",
        "768x128p-4-8-3 ",
        "768x128p-4-8",
        "768x128-4-8-3",
        "768x128p-0-8-3",
        "768x128p-33-8-3",
        "768x128p-4-65-3",
        "768x0p-4-8-3",
        "768x64p-4-8-3",
        "768x129p-4-8-3",
        "768x4224p-4-8-3",
        "769x128p-4-8-3",
        "0768x128p-4-8-3",
        "768x128p--4-8-3",
        "768x128p-4-8-03",
        "4294968064x128p-4-8-3",
        "768x128p-4-8-3p",
        "768 x 128p-4-8-3",
        "x",
        "768x65664p-4-8-3",
        "768x128p-4-8-3-3",
        "768hx128p-4-8-3",
        "768px128p-4-8-3",
        "3072x128p-4-8-3",
        "3072px128p-4-8-3",
        "3072phx128p-4-8-3",
        "768x128p-3876",
        "768x128p-4-8-3b",
        "768x128p-4-8-3b7",
        "768x128p-4-8-3b1",
        "768x128p-4-8-3b08",
        "768x128p-4-8-3b8b8",
        "768x128p-4-8-3                                                                  "};
    static const char *const policy[] = {
        "768x128p-3875", "768x128p-3877", "768x128p-3876-3", "768x128p",
        "768x96p-3876",  "768x128p-0",    "3072hx128-3876",  "p"};
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        check_arch("value.arch", value[i]);
    }
    for (size_t i = 0; i < sizeof policy / sizeof *policy; i++) {
        check_arch("policy.arch", policy[i]);
    }
}

Test(net, architecture_that_the_tensors_do_not_have)
{
    random_net *net = random_net_make(&random_net_small);
    tensor *t = &net->tensors[random_net_index(net, "value.arch")];
    t->data = "3072hx128p-4-8-3";
    t->columns = 16;
    check_refused(net, "value.input", "is 768 x 128 instead of 3072 x 128");
    random_net_free(net);
}

Test(net, scales_that_the_arithmetic_does_not_have)
{
    static const char *const names[] = {"value.input", "value.bias", "policy.input", "policy.bias"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        random_net *net = random_net_make(&random_net_small);
        net->tensors[random_net_index(net, names[i])].scale = 1.0f / 127;
        check_refused(net, names[i], "instead of 1/128");
        random_net_free(net);
    }
    random_net *net = random_net_make(&random_net_small);
    net->tensors[random_net_index(net, "policy.out")].scale = 1e20f;
    check_refused(net, "policy.out", "beyond");
    random_net_free(net);
}

Test(net, values_out_of_range)
{
    static const char *const floats[] = {"value.l1b", "value.l2",    "value.l2b",  "value.l3",
                                         "value.l3b", "value.scale", "policy.outb"};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        random_net *net = random_net_make(&random_net_small);
        const int at = random_net_index(net, floats[i]);
        float *values = net->data[at];
        values[net->tensors[at].rows * net->tensors[at].columns - 1] = -2e6f;
        check_refused(net, floats[i], "beyond +-1e+06");
        random_net_free(net);
    }
    random_net *net = random_net_make(&random_net_small);
    *(float *)net->data[random_net_index(net, "value.scale")] = 0;
    check_refused(net, "value.scale", "must be positive");
    random_net_free(net);
    for (int sign = -1; sign <= 1; sign += 2) {
        net = random_net_make(&random_net_small);
        ((int16_t *)net->data[random_net_index(net, "policy.bias")])[127] = (int16_t)(16385 * sign);
        check_refused(net, "policy.bias", "beyond +-16384");
        random_net_free(net);
    }
}

/* The largest weights that are accepted cannot make an evaluation leave [0, 1]. */
Test(net, extreme_weights_give_finite_values)
{
    random_net *net = random_net_make(&random_net_small);
    static const char *const floats[] = {"value.l1b", "value.l2",  "value.l2b",
                                         "value.l3",  "value.l3b", "policy.outb"};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++) {
        const int at = random_net_index(net, floats[i]);
        const size_t count = (size_t)net->tensors[at].rows * net->tensors[at].columns;
        for (size_t j = 0; j < count; j++) {
            ((float *)net->data[at])[j] = j % 3 ? 1e6f : -1e6f;
        }
    }
    net->tensors[random_net_index(net, "value.l1")].scale = 1e6f;
    net->tensors[random_net_index(net, "policy.out")].scale = 1e6f;
    failure why;
    nets *n = random_net_load_tensors(net, &why);
    cr_assert_not_null(n, "%s", why.text);
    const uint16_t rows[4] = {4, 100, 2900, 3071}, policy_row = 5;
    const win_draw_loss v = value_evaluate(&n->value, kernels_best(), rows, 4);
    cr_assert(v.win >= 0 && v.win <= 1 && v.draw >= 0 && v.draw <= 1 && v.loss >= 0 && v.loss <= 1);
    float logit;
    policy_evaluate(&n->policy, kernels_best(), rows, 4, &policy_row, 1, &logit);
    cr_assert(logit >= -1e15f && logit <= 1e15f);
    nets_free(n);
    random_net_free(net);
}
