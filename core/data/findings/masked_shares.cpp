// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/findings/masked_shares.h"

#include "base/number_text.h"
#include "data/rows_ahead.h"
#include "data/split.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace gatelab {

std::vector<RowRange> placesOf(std::span<const DataFinding> findings) {
    std::vector<RowRange> all, rows;
    for (const DataFinding& finding : findings) all.insert(all.end(), finding.places.begin(), finding.places.end());
    std::ranges::sort(all, {}, &RowRange::begin);
    for (const RowRange& one : all)
        if (!rows.empty() && one.begin <= rows.back().end)
            rows.back().end = std::max(rows.back().end, one.end);
        else
            rows.push_back(one);
    return rows;
}

MaskedShares maskedShares(std::span<const DataFinding> findings, const Series& series, const ExperimentConfig& config) {
    MaskedShares shares;
    const std::vector<RowRange> rows = placesOf(findings);
    for (const RowRange& one : rows) shares.rows += one.size();
    const auto split = splitRows(observedSplit(series, config), series.rows(), config.splitGap);
    if (!split.ok()) return shares;
    const auto shareOf = [&rows](const RowRange& part) {
        std::int64_t masked = 0;
        for (const RowRange& one : rows)
            masked += RowRange{std::max(one.begin, part.begin), std::min(one.end, part.end)}.size();
        return part.size() > 0 ? static_cast<double>(masked) / static_cast<double>(part.size()) : 0;
    };
    shares.train = shareOf(split->train), shares.validation = shareOf(split->validation);
    shares.test = shareOf(split->test);
    return shares;
}

Phrase describeMask(const MaskedShares& shares) {
    Phrase parts;
    const auto add = [&parts](double share, const Text& words) {
        if (!(share > 0)) return;
        Phrase one{words, {numberPhrase(percentText(share))}};
        parts = parts.empty() ? std::move(one) : Phrase(GATELAB_TEXT("Doctor", "%1, %2"), {parts, std::move(one)});
    };
    add(shares.train, GATELAB_TEXT("Doctor", "%1 % of the training part"));
    add(shares.validation, GATELAB_TEXT("Doctor", "%1 % of the validation part"));
    add(shares.test, GATELAB_TEXT("Doctor", "%1 % of the test part"));
    const Phrase rows =
        counted(shares.rows, GATELAB_TEXT("Doctor", "Mask: 1 row becomes missing, neither trained on nor scored"),
                GATELAB_TEXT("Doctor", "Mask: %1 rows become missing, neither trained on nor scored"));
    return parts.empty() ? Phrase(GATELAB_TEXT("Doctor", "%1."), {rows})
                         : Phrase(GATELAB_TEXT("Doctor", "%1: %2."), {rows, parts});
}

}  // namespace gatelab
