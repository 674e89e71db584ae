// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_identity.h"

#include "config/config_difference.h"
#include "io/hash.h"

#include <algorithm>
#include <array>
#include <functional>
#include <string_view>

namespace gatelab {
namespace {

bool isOneOf(const Field& field, std::initializer_list<std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), field.key) != keys.end();
}

/// Where the data come from has an identity of its own: that of the data.
bool isPlaceOfData(const Field& field) {
    return isOneOf(field, {"data", "test_data", "builtin", "builtin_length", "builtin_seed"});
}

bool isRecipe(const Field& field) {
    constexpr std::array kGroups = {FieldGroup::Source, FieldGroup::Import, FieldGroup::Columns,
                                    FieldGroup::Preparation, FieldGroup::Windows};
    return std::find(kGroups.begin(), kGroups.end(), field.group) != kGroups.end() && !isPlaceOfData(field);
}

/// `kind` says what is hashed and by which rules, so that unlike things never share a hash.
std::string identityOf(const char* kind, const ExperimentConfig& config,
                       const std::function<bool(const Field&)>& counts) {
    std::string text = std::string(kind) + "\n";
    for (const Field& field : fields())
        if (counts(field)) text += std::string(field.key) + "=" + formatFieldValue(fieldValue(config, field)) + "\n";
    return sha256(text);
}

}  // namespace

std::string recipeIdentity(const ExperimentConfig& config) { return identityOf("recipe v1", config, isRecipe); }

std::string settingsIdentity(const ExperimentConfig& config) {
    return identityOf("settings v1", config,
                      [](const Field& field) { return !isCosmetic(field) && !isPlaceOfData(field); });
}

std::string builtinIdentity(const ExperimentConfig& config) {
    return sha256("builtin " + config.builtin + " " + std::to_string(config.builtinLength) + " " +
                  std::to_string(config.builtinSeed));
}

std::string shortIdentity(const std::string& sha256) { return sha256.substr(0, 12); }

}  // namespace gatelab
