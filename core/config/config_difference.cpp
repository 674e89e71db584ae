// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/config_difference.h"

#include "base/code_point.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string_view>
#include <variant>
#include <vector>

namespace gatelab {
namespace {

std::string shown(const FieldValue& value) {
    const std::string text = formatFieldValue(value);
    return text.empty() ? "(empty)" : text;
}

/// Bytes of characters that must not reach a terminal as they are: control characters are orders to it, and marks that
/// turn the direction of writing show another text. Of C1 (U+0080 to U+009F) the lead byte tells.
std::vector<bool> hiddenBytes(const std::string& text) {
    std::vector<bool> isHidden(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if ((byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7F) isHidden[i] = true;
        const unsigned code = codePoint(text, i);
        const std::size_t length = byte == 0xC2 ? 2 : !isTurning(code) ? 0 : code > 0x7FF ? 3 : 2;
        for (std::size_t k = i; k < std::min(i + length, text.size()); ++k) isHidden[k] = true;
    }
    return isHidden;
}

}  // namespace

bool isSameValue(const Field& field, const ExperimentConfig& a, const ExperimentConfig& b) {
    return std::visit([&](auto member) { return a.*member == b.*member; }, field.member);
}

std::string shellQuoted(const std::string& text) {
    const auto plain = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) ||
               std::string_view("-_=./,:%+@").find(c) != std::string_view::npos;
    };
    if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
    const std::vector<bool> isHidden = hiddenBytes(text);
    if (std::ranges::find(isHidden, true) != isHidden.end()) {
        std::string quoted = "$'";
        for (std::size_t i = 0; i < text.size(); ++i) {
            char escaped[8];
            std::snprintf(escaped, sizeof escaped, "\\%03o", static_cast<unsigned char>(text[i]));
            quoted +=
                isHidden[i] || text[i] == '\'' || text[i] == '\\' ? std::string(escaped) : std::string(1, text[i]);
        }
        return quoted + "'";
    }
    std::string quoted = "'";
    for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

bool isCosmetic(const Field& field) {
    constexpr std::array<std::string_view, 7> kAside = {
        "name", "notes", "goal", "isolated", "memory_limit", "start_anyway", "checkpoint_seconds"};
    return std::find(kAside.begin(), kAside.end(), field.key) != kAside.end();
}

std::vector<ConfigChange> configChanges(const ExperimentConfig& parent, const ExperimentConfig& child) {
    std::vector<ConfigChange> changes;
    for (const Field& field : fields()) {
        FieldValue from = fieldValue(parent, field), to = fieldValue(child, field);
        if (from != to) changes.push_back({&field, std::move(from), std::move(to)});
    }
    return changes;
}

ExperimentConfig applyChanges(const ExperimentConfig& parent, std::span<const ConfigChange> changes) {
    ExperimentConfig child = parent;
    // The type is right: it came from this field
    for (const auto& change : changes) (void)setFieldValue(child, *change.field, change.to);
    return child;
}

std::string describeChanges(std::span<const ConfigChange> changes, std::size_t atMost) {
    std::vector<const ConfigChange*> ordered;  // what is no setting of the model, such as the seed, is told last
    for (const auto& change : changes) ordered.push_back(&change);
    std::stable_partition(ordered.begin(), ordered.end(),
                          [](const ConfigChange* change) { return change->field->group != FieldGroup::Run; });
    if (ordered.empty()) return "the same settings";
    std::string text;
    const std::size_t named = std::min(atMost, ordered.size());
    for (std::size_t i = 0; i < named; ++i)
        text += (i ? ", " : "") + std::string(ordered[i]->field->key) + " " + shown(ordered[i]->from) + " -> " +
                shown(ordered[i]->to);
    if (ordered.size() > named) text += " and " + std::to_string(ordered.size() - named) + " more";
    return text;
}

std::string changeFlags(std::span<const ConfigChange> changes) {
    std::string flags;
    for (const ConfigChange& change : changes)
        flags += (flags.empty() ? "" : " ") + fieldFlag(*change.field) + " " + shellQuoted(formatFieldValue(change.to));
    return flags;
}

std::string reproduceCommand(const ExperimentConfig& config) {
    // Of a file the built-in series says nothing.
    ExperimentConfig said = config;
    if (const ExperimentConfig plain; !said.dataPath.empty()) {
        said.builtin = plain.builtin;
        said.builtinLength = plain.builtinLength;
        said.builtinSeed = plain.builtinSeed;
    }
    const std::string flags = changeFlags(configChanges(ExperimentConfig{}, said));
    return flags.empty() ? "gatelab-worker train" : "gatelab-worker train " + flags;
}

}  // namespace gatelab
