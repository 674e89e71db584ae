// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/score_model.h"

#include "common/texts.h"
#include "models/run_figures.h"
#include "run/heldout_scores.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace gatelab {

namespace {

bool better(double a, double b, const std::string& metric) {
    const Score* row = findScore(metric);
    return row && row->isBetter(a, b);
}

}  // namespace

void ScoreModel::setScores(const std::vector<TestScore>& scores) {
    scores_ = scores;
    rebuild();
}

void ScoreModel::setScale(const std::string& scale) {
    scale_ = scale;
    rebuild();
}

void ScoreModel::rebuild() {
    std::vector<std::string> methods;
    metrics_.clear();
    for (const Score& row : gatelab::scores())
        if (std::any_of(scores_.begin(), scores_.end(),
                        [&](const TestScore& score) { return score.scale == scale_ && score.metric == row.key; }))
            metrics_.push_back(row.key);
    for (const TestScore& score : scores_)
        if (score.scale == scale_ && std::find(methods.begin(), methods.end(), score.method) == methods.end())
            methods.push_back(score.method);
    const std::string first = metrics_.empty() ? std::string() : metrics_.front();
    std::stable_sort(methods.begin(), methods.end(), [&](const std::string& a, const std::string& b) {
        if ((a == "model") != (b == "model")) return a == "model";
        return better(value(a, first), value(b, first), first);
    });
    setRows(std::move(methods));
}

double ScoreModel::value(const std::string& method, const std::string& metric) const {
    for (const TestScore& score : scores_)
        if (score.method == method && score.metric == metric && score.scale == scale_) return score.value;
    return std::numeric_limits<double>::quiet_NaN();
}

QString ScoreModel::reason(const std::string& method, const std::string& metric) const {
    for (const TestScore& score : scores_)
        if (score.method == method && score.metric == metric && score.scale == scale_)
            return translated(whyUnformed(scores_, score));
    return translated(itemsNote(scores_, method));
}

QString ScoreModel::label(const std::string& method) const { return methodLabel(method, scores_); }

std::string ScoreModel::bestBaseline(const std::string& metric) const {
    std::string best;
    for (const std::string& method : rows())
        if (method != "model" && isDecisive(scores_, method) &&
            (best.empty() || better(value(method, metric), value(best, metric), metric)))
            best = method;
    return best;
}

ScoreModel::TableColumns ScoreModel::columns() const {
    TableColumns columns{
        {tr("Method"), [this](const std::string& method) { return label(method); }, {}, Qt::AlignLeft}};
    for (const std::string& metric : metrics_)
        columns.push_back({translated(Text{"Scores", findScore(metric)->name}),
                           [this, metric](const std::string& method) { return formatNumber(value(method, metric)); }});
    return columns;
}

bool ScoreModel::isBest(const std::string& method, const std::string& metric) const {
    const double shown = value(method, metric);
    const auto anyOther = [&](auto holds) {
        return std::ranges::any_of(rows(), [&](const std::string& other) { return holds(value(other, metric)); });
    };
    return anyOther([&](double other) { return !std::isnan(other) && better(shown, other, metric); }) &&
           !anyOther([&](double other) { return better(other, shown, metric); });
}

QVariant ScoreModel::cell(const std::string& method, int column, int role) const {
    if (role != Qt::ToolTipRole && (role != Qt::FontRole || column == 0))
        return ColumnTable::cell(method, column, role);
    if (column == 0) return translated(itemsNote(scores_, method));
    const std::string& metric = metrics_[static_cast<std::size_t>(column) - 1];
    if (role == Qt::ToolTipRole && !std::isfinite(value(method, metric))) return reason(method, metric);
    if (!isBest(method, metric)) return {};
    return role == Qt::FontRole ? heavier() : tr("Best of this column");
}

}  // namespace gatelab
