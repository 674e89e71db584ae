// SPDX-License-Identifier: GPL-3.0-or-later
#include "baselines/suggest/suggester.h"

#include "baselines/suggested_keys.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gatelab {

namespace {

/// All that may be suggested; the window lets these go with their data.
constexpr std::string_view kSuggested[] = {
    "task",           "loss",          "split",          "targets",     "inputs",      "recipe",
    "horizon",        "lookback",      "stride",         "anchor",      "linear_path", "cell",
    "layers",         "bidirectional", "embedding_size", "hidden_size", "pooling",     "learning_rate",
    "initialisation", "schedule",      "epochs",         "early_stop",  "batch_size"};

}  // namespace

bool isSuggested(std::string_view key) { return std::ranges::find(kSuggested, key) != std::end(kSuggested); }

void Suggester::suggest(const char* key, FieldValue value, Phrase reason) {
    const Field* field = findField(key);
    if (field == nullptr || !isSuggested(key) || isGiven(key) || !setFieldValue(config_, *field, value).ok()) return;
    const auto before = std::ranges::find(all_, field, &Suggestion::field);
    if (before != all_.end()) {
        reason = {GATELAB_TEXT("Suggestion", "%1; and %2"), {before->reason, std::move(reason)}};
        all_.erase(before);
    }
    all_.push_back({field, std::move(value), std::move(reason)});
}

void Suggester::insteadOf(const char* key, std::vector<std::pair<const char*, FieldValue>> other, double error,
                          double time) {
    if (all_.empty() || std::string_view(all_.back().field->key) != key) return;
    Suggestion& last = all_.back();
    for (auto& [name, value] : other) last.other.push_back({findField(name), std::move(value)});
    last.otherError = error, last.otherTime = time;
}

void Suggester::priceColumns(const SeriesFacts& facts) {
    if (all_.empty() || std::string_view(all_.back().field->key) != "inputs") return;
    for (const auto& [name, error] : facts.columnErrors) all_.back().columnErrors.emplace_back(name, error - 1);
}

void Suggester::leaveErrorsOut(const std::string& target) {
    for (Suggestion& one : all_) {
        one.otherError = kUnknown;
        one.columnErrors.clear();
        if (std::string_view(one.field->key) == "initialisation")
            one.reason = {GATELAB_TEXT("Suggestion",
                                       "%1; about '%2' nothing can be learned here: what one start or another errs "
                                       "on it is chance, and is not told"),
                          {one.reason, target}};
    }
}

}  // namespace gatelab
