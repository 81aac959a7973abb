/* Tests that the negamax net of a net file may be absent, and that a faulty one is refused with
 * the name of the tensor. */
#include <criterion/criterion.h>
#include <string.h>

#include "nn/net.h"
#include "random_net.h"

static random_net_shape plain, paired;

static void begin(void)
{
    plain = paired = random_net_small;
    plain.negamax_sums = 64;
    paired.negamax_sums = 128;
    paired.negamax_paired = true;
    paired.l1 = 16;
    paired.l2 = 32;
}

TestSuite(negamax_file, .init = begin);

Test(negamax_file, a_file_needs_none)
{
    random_net *net = random_net_make(&random_net_small);
    failure why;
    nets *n = random_net_load_tensors(net, &why);
    cr_assert_not_null(n, "%s", why.text);
    cr_expect(!n->has_negamax && !n->negamax.input);
    nets_free(n);
    random_net_free(net);
}

/* Makes one tensor of a random net faulty and expects a refusal that names it and says `reason`. */
static void check_shape_refused(const random_net_shape *shape, const char *name,
                                void (*spoil)(tensor *t, void *data), const char *reason)
{
    random_net *net = random_net_make(shape);
    const int at = random_net_index(net, name);
    cr_assert_geq(at, RANDOM_NET_TENSORS, "%s", name);
    spoil(&net->tensors[at], net->data[at]);
    failure why = {{0}};
    cr_assert_null(random_net_load_tensors(net, &why), "%s is accepted, but: %s", name, reason);
    cr_assert(strstr(why.text, name) && strstr(why.text, reason), "%s, %s: %s", name, reason,
              why.text);
    random_net_free(net);
}

static void check_refused(const char *name, void (*spoil)(tensor *t, void *data),
                          const char *reason)
{
    check_shape_refused(&plain, name, spoil, reason);
}

static void check_paired_refused(const char *name, void (*spoil)(tensor *t, void *data),
                                 const char *reason)
{
    check_shape_refused(&paired, name, spoil, reason);
}

static void rename_it(tensor *t, void *data)
{
    (void)data;
    memcpy(t->name, "other", 6);
}
static void lose_a_column(tensor *t, void *data)
{
    (void)data;
    t->columns--;
}
static void lose_a_row(tensor *t, void *data)
{
    (void)data;
    t->rows--;
}
static void change_scale(tensor *t, void *data)
{
    (void)data;
    t->scale = 1.0f / 256;
}
static void grow_scale(tensor *t, void *data)
{
    (void)data;
    t->scale = 1e20f;
}
static void set_word_512(tensor *t, void *data)
{
    ((int16_t *)data)[t->rows * t->columns - 1] = -512;
}
static void set_word_16385(tensor *t, void *data)
{
    ((int16_t *)data)[t->columns - 1] = 16385;
}
static void make_a_row_heavy(tensor *t, void *data)
{
    for (uint32_t i = t->columns / 2; i < t->columns; i++) {
        ((int16_t *)data)[3 * t->columns + i] = i % 2 ? 1033 : -1033;
    }
}
static void set_float_huge(tensor *t, void *data)
{
    ((float *)data)[t->columns - 1] = -2e6f;
}
static void set_float_zero(tensor *t, void *data)
{
    (void)t;
    *(float *)data = 0;
}

Test(negamax_file, faulty_tensors_are_refused)
{
    static const char *const names[] = {"negamax.input", "negamax.bias", "negamax.out",
                                        "negamax.outb", "negamax.scale"};
    check_refused("negamax.arch", rename_it, "is missing");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_refused(names[i], rename_it, "is missing");
        if (strcmp(names[i], "negamax.scale") != 0) {
            check_refused(names[i], lose_a_column, "instead of");
        }
    }
    check_refused("negamax.input", change_scale, "instead of 1/255");
    check_refused("negamax.bias", change_scale, "instead of 1/255");
    check_refused("negamax.out", grow_scale, "beyond 1e+06");
    check_refused("negamax.input", set_word_512, "beyond +-511");
    check_refused("negamax.bias", set_word_16385, "beyond +-16384");
    check_refused("negamax.out", make_a_row_heavy,
                  "half 1 of row 3 of tensor negamax.out adds up to 66112 in size, beyond 66052");
    check_refused("negamax.outb", set_float_huge, "beyond +-1e+06");
    check_refused("negamax.scale", set_float_huge, "beyond +-1e+06");
    check_refused("negamax.scale", set_float_zero, "must be positive");
}

Test(negamax_file, faulty_tensors_of_paired_nets_are_refused)
{
    static const char *const names[] = {"negamax.input", "negamax.bias", "negamax.l1",
                                        "negamax.l1b",   "negamax.l2",   "negamax.l2b",
                                        "negamax.l3",    "negamax.l3b",  "negamax.scale"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_paired_refused(names[i], rename_it, "is missing");
        if (strncmp(names[i], "negamax.l3", 10) != 0 && strcmp(names[i], "negamax.scale") != 0) {
            check_paired_refused(names[i], lose_a_column, "instead of");
        }
        if (i >= 3) {
            check_paired_refused(names[i], set_float_huge, "beyond +-1e+06");
        }
    }
    check_paired_refused("negamax.l3", lose_a_row, "is 255 x 1 instead of 256 x 1");
    check_paired_refused("negamax.input", change_scale, "instead of 1/128");
    check_paired_refused("negamax.bias", change_scale, "instead of 1/128");
    check_paired_refused("negamax.l1", grow_scale, "beyond 1e+06");
    check_paired_refused("negamax.bias", set_word_16385, "beyond +-16384");
    check_paired_refused("negamax.scale", set_float_zero, "must be positive");
}

Test(negamax_file, unknown_architectures_are_refused)
{
    static const char *const texts[] = {"",
                                        "768",
                                        "768x64-8",
                                        "768x64p-8",
                                        "3072hx64d-8",
                                        "768x300d-8",
                                        "768x0d-8",
                                        "768x64d-7",
                                        "768x64d-8-",
                                        "768x64d",
                                        "768x4160d-8",
                                        "768x064d-8",
                                        "768x128dp-8",
                                        "768x64dp-16-32-1b8",
                                        "768x128dp-16-32-3b8",
                                        "768x128d-16-32-1b8",
                                        "3072hx128dp-16-32-1b8",
                                        "3072hkx64d-8",
                                        "3072khx64d-8",
                                        "3072x64d-8",
                                        "768kx64d-8",
                                        "3072kx64d-7",
                                        "768x128dp-16-32-1b4",
                                        "768x128p-16-32-1b8",
                                        "768x128pd-16-32-1b8"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        random_net *net = random_net_make(&plain);
        tensor *t = &net->tensors[random_net_index(net, "negamax.arch")];
        const bool empty = !texts[i][0];
        t->data = empty ? " " : texts[i];
        t->columns = empty ? 1 : (uint32_t)strlen(texts[i]);
        failure why;
        cr_assert_null(random_net_load_tensors(net, &why), "%s", texts[i]);
        cr_assert_not_null(strstr(why.text, "negamax.arch"), "%s", why.text);
        random_net_free(net);
    }
}
