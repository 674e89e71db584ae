// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "base/result.h"
#include "base/text.h"
#include "config/experiment_config.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gatelab {

/// Where a field stands in forms and in --help. Order = order on the screen.
enum class FieldGroup {
    Run,
    Source,
    Import,
    Columns,
    Preparation,
    Windows,
    Augmentation,
    Layers,
    Regularisation,
    StartValues,
    Task,
    Training,
    Schedule,
    Machine,
    Switches
};
enum class FieldLevel { Basic, Expert };
/// Yes: may change while the run goes on, from the next step.
enum class FieldLive { No, Yes };

/// A member of ExperimentConfig.
using FieldMember = std::variant<bool ExperimentConfig::*, std::int64_t ExperimentConfig::*, double ExperimentConfig::*,
                                 std::string ExperimentConfig::*, std::vector<std::string> ExperimentConfig::*>;
/// A value of any field.
using FieldValue = std::variant<bool, std::int64_t, double, std::string, std::vector<std::string>>;

/// One value of a field with fixed choices: what is stored, and what is shown.
struct Choice {
    const char* key;
    Text label;
    Text help;
};

/// Inclusive limits of a number.
struct FieldRange {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
};

/// One setting. From this row come the form widget, tooltip, range check, command-line flag, JSON member, runs-table
/// column and round-trip test.
struct Field {
    const char* key;  ///< JSON key, snake_case; the flag is --key with '-' for '_'
    FieldMember member;
    Text label;  ///< sentence case, no unit
    Text help;   ///< one or two sentences: what it does, when to change it
    Text unit;   ///< empty: none
    FieldRange range;
    FieldGroup group = FieldGroup::Run;
    FieldLevel level = FieldLevel::Basic;
    FieldLive live = FieldLive::No;
    std::span<const Choice> choices = {};  ///< fixed choices of a text field; empty: free text or number
};

/// All fields in the order of the screen. The table lives as long as the program.
std::span<const Field> fields();
/// Null when there is no such key.
const Field* findField(std::string_view key);
Text groupLabel(FieldGroup group);

FieldValue fieldValue(const ExperimentConfig& config, const Field& field);
/// Stores without looking at the range; fails when the type differs (an integer is taken for a real).
Result<void> setFieldValue(ExperimentConfig& config, const Field& field, const FieldValue& value);
/// From text as typed or given on the command line ("true", "1e-3", "a,b"); checks type, range and choices.
Result<FieldValue> parseFieldValue(const Field& field, std::string_view text);
/// Shortest text that parseFieldValue reads back to the same value.
std::string formatFieldValue(const FieldValue& value);
/// What is wrong with this value for this field; nothing when it is right.
std::optional<Error> checkFieldValue(const Field& field, const FieldValue& value);
/// "--learning-rate" of "learning_rate".
std::string fieldFlag(const Field& field);

}  // namespace gatelab
