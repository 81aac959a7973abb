/* Features that are computed from the caller's attack maps, so that several of them can share the
 * maps. */
#ifndef NN_FEATURES_INTERNAL_H
#define NN_FEATURES_INTERNAL_H

#include "nn/features.h"

/* feature_rows() with given maps of pos_attack_maps(). */
int feature_rows_given(const position *pos, const attack_maps *maps, bool pins,
                       uint16_t rows[FEATURES_MAX]);

#endif
