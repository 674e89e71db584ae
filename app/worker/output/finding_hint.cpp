// SPDX-License-Identifier: GPL-3.0-or-later
#include "worker/output/finding_hint.h"

#include "config/config_difference.h"
#include "config/field.h"
#include "data/findings/finding_kinds.h"
#include "data/findings/masked_shares.h"
#include "data/findings/open_findings.h"
#include "data/findings/remedy.h"
#include "data/recipe/categories.h"
#include "data/recipe/recipe.h"
#include "worker/output/console_text.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace gatelab::worker {

namespace {

/// How readers call a setting that is to be chosen.
struct NamedSetting {
    const char *words, *key;
};
constexpr std::array kNamed{NamedSetting{"time column", "time_column"},
                            NamedSetting{"time format", "time_format"},
                            NamedSetting{"decimal mark", "csv_decimal"},
                            NamedSetting{"decimal and the thousands mark", "csv_decimal"},
                            NamedSetting{"thousands mark", "csv_thousands"},
                            NamedSetting{"another encoding", "csv_encoding"},
                            NamedSetting{"shape", "csv_shape"},
                            NamedSetting{"order of the dimensions", "csv_shape"},
                            NamedSetting{"as an input", "inputs"},
                            NamedSetting{"Sort the file", "sort_time"},
                            NamedSetting{"part of the file", "hdf5_datasets"},
                            NamedSetting{"parts of the file", "hdf5_datasets"}};

/// Of the choices of a setting the one that the text has in quotes, by its key or its label; " NAME" without one.
std::string quotedChoice(const std::string& text, const Field& field) {
    const auto has = [&](const std::string& word) { return text.find("'" + word + "'") != std::string::npos; };
    for (const Choice& choice : field.choices)
        if (has(choice.key) || has(choice.label.source)) return std::string(" ") + choice.key;
    return has("none") ? " none" : "";
}

/// Whether the text asks for a setting of the import by its name in the window: "choose it under 'Encoding'".
bool asksByName(const std::string& text, const Field& field) {
    const std::string quoted = " '" + std::string(field.label.source) + "'";
    return field.group == FieldGroup::Import &&
           (text.find("under" + quoted) != std::string::npos || text.find("hoose" + quoted) != std::string::npos);
}

/// Of the steps that a sentence about a column of words has behind what it says: ". To leave it out, add the recipe
/// step category(as=leave, column=kind)".
std::string stepsBehind(const Phrase& said) {
    std::size_t shown = 0;
    walkPattern<char>(
        said.source, [](std::string_view) {}, [&](std::size_t argument) { shown = std::max(shown, argument + 1); });
    std::string text;
    for (std::size_t i = shown; i < said.arguments.size(); ++i) {
        const std::string& written = said.arguments[i].source;
        const auto step = parseRecipeStep(written);
        if (!step.ok() || categoryColumns(*step).empty()) continue;
        const std::string use = categoryUse({written}, categoryColumns(*step).front());
        text += (said.source.ends_with('?') && text.empty() ? " " : ". ");
        text += use == kAsNothing     ? "To leave it out, add the recipe step "
                : use == kAsEmbedding ? "As an embedding: add the recipe step "
                                      : "As columns of 0 and 1: have the recipe step ";
        text += written;
    }
    return text;
}

}  // namespace

std::string saidWithFlags(const Phrase& said) { return withFlagsOf(plainText(said)) + stepsBehind(said); }

std::string withFlagsOf(std::string text) {
    // Core says what is done, and which commands do it is this program's.
    if (text.ends_with("A trained run answers it as another file to forecast"))
        return text + " (classify or forecast RUN --data FILE)";
    if (text.find("; fill the gaps, as by holding") != std::string::npos)
        return text + " (fill(method=hold) in --recipe)";
    const std::size_t asked = std::min(
        {text.find("hoose "), text.find("name it as"), text.find("name this one as"), text.find("Sort the file")});
    if (asked == std::string::npos) return text;
    std::string flags;
    const auto add = [&](const Field& field) {
        const std::string flag = fieldFlag(field);
        if (text.find(flag) == std::string::npos && flags.find(flag) == std::string::npos)
            flags += (flags.empty() ? "" : ", ") + flag + quotedChoice(text.substr(asked), field);
    };
    for (const NamedSetting& one : kNamed)
        if (text.find(one.words, asked) != std::string::npos) add(*findField(one.key));
    for (const Field& field : fields())
        if (asksByName(text, field)) add(field);
    return flags.empty() ? text : text + " (" + flags + ")";
}

std::string remedyHint(const ConfigFinding& finding, const Dataset& data, const ExperimentConfig& config) {
    const auto remedy = remedyOf(finding, data, config);
    return remedy ? " (" + changeFlags(configChanges(config, remedy->config)) + ")" : std::string();
}

std::string kindHint(std::span<const DataFinding> findings, const Series& series, const ExperimentConfig& config) {
    if (const auto remedy = remedyOf(findings, series, config))
        return " (" + changeFlags(configChanges(config, remedy->config)) + ")";
    const std::string mask = findings.front().recipe.empty() ? maskOf(findings, series.time) : std::string();
    if (mask.empty() || std::ranges::find(config.recipe, mask) != config.recipe.end() ||
        !canBeMasked(findings, series, config))
        return {};
    ExperimentConfig masked = config;
    masked.recipe = withStep(config.recipe, mask);
    return " (" + changeFlags(configChanges(config, masked)) + ")";
}

std::vector<ToldFinding> toldFindings(std::span<const DataFinding> findings, const Series& series,
                                      const ExperimentConfig& config) {
    std::vector<ToldFinding> told;
    const std::vector<DataFinding> open = openFindings(findings, series, config);
    for (const std::vector<DataFinding>& kind : findingKinds(open)) {
        const std::vector<DataFinding> mended = mendedWith(kind, open);
        told.push_back({kindMessage(kind), kindHint(mended, series, config)});
        // Half of a part or more: who has it masked should know before.
        const MaskedShares shares = maskedShares(mended, series, config);
        if (shares.blanksPart() && !told.back().hint.empty() && !remedyOf(mended, series, config))
            told.back().text = together(told.back().text, describeMask(shares));
    }
    return told;
}

std::string bareFlags(const std::string& hint) { return hint.size() > 3 ? hint.substr(2, hint.size() - 3) : hint; }

Error withWindowsHint(const Error& error, const Dataset& data, const ExperimentConfig& config) {
    const std::string hint = remedyHint({Severity::Error, "lookback", error.phrase}, data, config);
    return hint.empty() ? error : Error{error.code, consoleText(error) + hint}.ofField(error.field);
}

}  // namespace gatelab::worker
