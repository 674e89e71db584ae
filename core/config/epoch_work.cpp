// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/epoch_work.h"

#include "config/config_difference.h"

#include <algorithm>
#include <string_view>

namespace gatelab {
namespace {

bool costsNothing(const Field& field) {
    constexpr std::string_view kKeys[] = {"seed",
                                          "learning_rate",
                                          "beta1",
                                          "beta2",
                                          "epsilon",
                                          "weight_decay",
                                          "epochs",
                                          "max_steps",
                                          "early_stop",
                                          "teacher_forcing",
                                          "teacher_forcing_end"};
    return isCosmetic(field) || field.group == FieldGroup::Schedule || field.group == FieldGroup::StartValues ||
           std::ranges::find(kKeys, field.key) != std::end(kKeys);
}

}  // namespace

ExperimentConfig epochWork(ExperimentConfig config) {
    static const ExperimentConfig usual;
    for (const Field& field : fields())
        if (costsNothing(field)) (void)setFieldValue(config, field, fieldValue(usual, field)).ok();
    return config;
}

}  // namespace gatelab
