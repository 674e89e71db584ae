// SPDX-License-Identifier: GPL-3.0-or-later
#include "config/shapes/resample_rule.h"

#include "base/words/trimmed.h"

#include <algorithm>
#include <array>
#include <optional>

namespace gatelab {
namespace {

constexpr std::array kKeys = {"auto", "mean", "sum", "first", "last", "min", "max", "most"};  // as SpanRule

std::optional<SpanRule> ruleOf(std::string_view key) {
    const auto found = std::ranges::find(kKeys, key, [](const char* one) { return std::string_view(one); });
    if (found == kKeys.end()) return std::nullopt;
    return static_cast<SpanRule>(found - kKeys.begin());
}

std::string knownKeys() {
    std::string all;
    for (const char* key : kKeys) all += (all.empty() ? "" : ", ") + std::string(key);
    return all;
}

/// Cut at commas that stand outside of quotes.
std::vector<std::string_view> partsOf(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    bool isQuoted = false;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        if (at < text.size() && text[at] == '"') isQuoted = !isQuoted;
        if (at < text.size() && (isQuoted || text[at] != ',')) continue;
        if (const auto part = trimmed(text.substr(begin, at - begin)); !part.empty()) parts.push_back(part);
        begin = at + 1;
    }
    return parts;
}

std::string unquoted(std::string_view name) {
    if (name.size() < 2 || !name.starts_with('"') || !name.ends_with('"')) return std::string(name);
    std::string plain;
    for (std::size_t at = 1; at + 1 < name.size(); ++at) {
        plain += name[at];
        if (name[at] == '"' && name[at + 1] == '"' && at + 2 < name.size()) ++at;
    }
    return plain;
}

std::string quoted(const std::string& name) {
    const bool isPlain = !name.empty() && name.find_first_of(",\"") == std::string::npos && trimmed(name) == name;
    if (isPlain) return name;
    std::string text = "\"";
    for (const char c : name) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    return text + '"';
}

}  // namespace

SpanRule ResampleRule::of(std::string_view column) const {
    const auto own = std::ranges::find(columns, column, [](const auto& one) { return std::string_view(one.first); });
    return own == columns.end() ? common : own->second;
}

const char* keyOf(SpanRule rule) { return kKeys[static_cast<std::size_t>(rule)]; }

Result<ResampleRule> parseResampleRule(std::string_view text) {
    ResampleRule rule;
    bool hasCommon = false;
    for (const std::string_view part : partsOf(text)) {
        // The last one: a name may hold such signs.
        const std::size_t sign = part.rfind('=');
        const auto key = trimmed(sign == std::string_view::npos ? part : part.substr(sign + 1));
        const auto by = ruleOf(key);
        if (!by)
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Finding", "'%1' is not one of %2; write a rule, or COLUMN=RULE"),
                          {std::string(key), knownKeys()}}};
        if (sign == std::string_view::npos) {
            if (hasCommon)
                return Error{ErrorCode::InvalidInput,
                             {GATELAB_TEXT("Finding",
                                           "'%1' is a second rule for all columns; write COLUMN=%1 where "
                                           "it is meant for one"),
                              {std::string(key)}}};
            rule.common = *by, hasCommon = true;
            continue;
        }
        std::string name = unquoted(trimmed(part.substr(0, sign)));
        if (std::ranges::find(rule.columns, name, [](const auto& one) { return one.first; }) != rule.columns.end())
            return Error{ErrorCode::InvalidInput,
                         {GATELAB_TEXT("Finding", "the column '%1' has two rules; leave one of them"), {name}}};
        rule.columns.emplace_back(std::move(name), *by);
    }
    return rule;
}

std::string formatResampleRule(const ResampleRule& rule) {
    std::string text;
    if (rule.common != SpanRule::Auto || rule.columns.empty()) text = keyOf(rule.common);
    for (const auto& [name, by] : rule.columns) text += (text.empty() ? "" : ", ") + quoted(name) + "=" + keyOf(by);
    return text;
}

}  // namespace gatelab
