// SPDX-License-Identifier: GPL-3.0-or-later
#include "inspect/explanation.h"

#include "base/number_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gatelab {

namespace {

constexpr int kDigits = 3;
constexpr std::size_t kNamed = 8;  ///< columns that a sentence names

const Error kNoAnswer{ErrorCode::NotFound, GATELAB_TEXT("Inspect", "this engine explains no answer")};

Phrase shown(double value, int digits = kDigits) { return numberText(value, digits); }
Phrase withSign(double value) { return (value > 0 ? "+" : "") + numberText(value, kDigits); }

std::string listed(const std::vector<std::string>& names) {
    std::string all;
    for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i) all += (i > 0 ? ", " : "") + names[i];
    return names.size() > kNamed ? all + ", ..." : all;
}

}  // namespace

double Attribution::sum() const {
    double all = std::accumulate(values.begin(), values.end(), 0.0);
    for (const AttributionRest& one : rest) all += one.value;
    return all;
}

double Attribution::gap() const { return std::abs(sum() - change()) / std::max(1.0, std::abs(change())); }

std::vector<double> Attribution::byColumn() const {
    std::vector<double> sums(columns.size(), 0.0);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i % columns.size()] += values[i];
    return sums;
}

Phrase Attribution::proof() const {
    return {GATELAB_TEXT("Inspect",
                         "Change of the answer %1: from %2 for the mean of %3 training windows to %4. The shares add "
                         "up to %5, %6 beside it; all on the scale that the network learns on."),
            {withSign(change()), shown(baseline), training, shown(answer), withSign(sum()),
             Phrase(numberText(std::abs(sum() - change()), 2))}};
}

Phrase Attribution::soWhat() const {
    const std::vector<double> sums = byColumn();
    double size = 0;
    for (const double value : values) size += std::abs(value);
    for (const AttributionRest& one : rest) size += std::abs(one.value);
    if (!(size > 0)) return GATELAB_TEXT("Inspect", "Nothing that it reads moves this answer.");
    Phrase told;
    const auto largest = std::ranges::max_element(rest, {}, [](const auto& one) { return std::abs(one.value); });
    const auto column = std::ranges::max_element(sums, {}, [](double value) { return std::abs(value); }) - sums.begin();
    const double most = sums.empty() ? 0 : sums[static_cast<std::size_t>(column)];
    if (largest != rest.end() && std::abs(largest->value) > std::abs(most))
        told = {GATELAB_TEXT("Inspect", "%1 of it comes from the %2."), {withSign(largest->value), largest->what}};
    else
        told = {GATELAB_TEXT("Inspect", "%1 of it comes from %2."),
                {withSign(most), columns[static_cast<std::size_t>(column)]}};
    // From the end back: how many steps hold nine tenths of all that pulls, either way
    const auto width = static_cast<std::int64_t>(columns.size()),
               steps = static_cast<std::int64_t>(values.size()) / std::max<std::int64_t>(1, width);
    double all = 0, held = 0;
    for (const double value : values) all += std::abs(value);
    std::int64_t last = 0;
    while (last < steps && held < 0.9 * all) {
        for (std::int64_t c = 0; c < width; ++c)
            held += std::abs(values[static_cast<std::size_t>((steps - 1 - last) * width + c)]);
        ++last;
    }
    if (!(all > 0)) return told;
    if (last >= steps) return together(told, GATELAB_TEXT("Inspect", "The whole window counts, to its first step."));
    return together(
        told, {GATELAB_TEXT("Inspect", "The last %1 of %2 steps hold nine tenths of all that pulls."), {last, steps}});
}

std::vector<const ImportanceRow*> Importance::of(ImportanceRow::Kind kind) const {
    std::vector<const ImportanceRow*> some;
    for (const ImportanceRow& row : rows)
        if (row.kind == kind) some.push_back(&row);
    return some;
}

Phrase Importance::soWhat() const {
    const auto columns = of(ImportanceRow::Kind::Column), steps = of(ImportanceRow::Kind::Steps);
    const auto most = [](const std::vector<const ImportanceRow*>& some) -> const ImportanceRow* {
        const auto found = std::ranges::max_element(some, {}, &ImportanceRow::ratio);
        return found != some.end() && (*found)->matters() ? *found : nullptr;
    };
    const ImportanceRow *column = most(columns), *step = most(steps);
    if (column == nullptr && step == nullptr)
        return GATELAB_TEXT("Inspect",
                            "Nothing that it reads matters: the forecasts are no worse with windows of others.");
    Phrase told;
    if (column != nullptr)
        told = {GATELAB_TEXT("Inspect", "%1 times the error without %2, which matters most."),
                {shown(column->ratio), column->name}};
    if (step != nullptr)
        told = together(told, {GATELAB_TEXT("Inspect", "Of the steps %1 counts most: %2 times."),
                               {step->name, shown(step->ratio)}});
    std::vector<std::string> idle, misleading;
    for (const ImportanceRow* row : columns)
        if (row->misleads())
            misleading.push_back(row->name.english());
        else if (!row->matters())
            idle.push_back(row->name.english());
    if (columns.size() < 2) return told;
    if (!misleading.empty())
        told = together(
            told, {GATELAB_TEXT("Inspect", "The error falls without %1: leave that out first."), {listed(misleading)}});
    if (idle.empty()) return told;
    return together(told, {GATELAB_TEXT("Inspect", "No difference without %1: try leaving that out."), {listed(idle)}});
}

Result<Attribution> attribution(Inspector& inspector, const AttributionQuestion& question, const Progress& progress) {
    auto* explainer = dynamic_cast<Explainer*>(&inspector);
    if (explainer == nullptr) return kNoAnswer;
    return explainer->attribute(question, progress);
}

Result<Importance> importance(Inspector& inspector, const ImportanceQuestion& question, const Progress& progress) {
    auto* explainer = dynamic_cast<Explainer*>(&inspector);
    if (explainer == nullptr) return kNoAnswer;
    return explainer->importance(question, progress);
}

Result<WindowOfRow> windowOfRow(const InspectedRun& run, std::int64_t row) {
    std::int64_t least = 0, most = 0;
    for (const WindowPart part : {WindowPart::Test, WindowPart::Validation, WindowPart::Train}) {
        const std::vector<std::int64_t>& first = run.firstRows[static_cast<std::size_t>(part)];
        const auto found = std::ranges::find(first, row - 1 - run.config.lookback);
        if (found != first.end()) return WindowOfRow{part, found - first.begin()};
        if (first.empty()) continue;
        const auto [low, high] = std::ranges::minmax(first);
        least = least == 0 ? low + run.config.lookback + 1 : std::min(least, low + run.config.lookback + 1);
        most = std::max(most, high + run.config.lookback + 1);
    }
    if (most == 0)
        return Error{ErrorCode::InvalidInput,
                     GATELAB_TEXT("Inspect", "the data of this run have no rows; give a sequence by --window")};
    return Error{ErrorCode::NotFound,
                 {GATELAB_TEXT("Inspect", "no window forecasts from row %1 on; there are some from row %2 to row %3"),
                  {row, least, most}}};
}

}  // namespace gatelab
