// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/score_model.h"

#include "common/texts.h"
#include "models/run_figures.h"
#include "run/heldout_scores.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>
#include <utility>

namespace gatelab {

namespace {

bool better(double a, double b, const std::string& metric) {
    const Score* row = findScore(metric);
    return row && row->isBetter(a, b);
}

bool beats(double a, double b, const std::string& metric) {
    const Score* row = findScore(metric);
    return row && row->beats(a, b);
}

/// Before the number of a run.
constexpr std::string_view kRun = "model";

bool isRun(const std::string& method) { return method.starts_with(kRun); }

}  // namespace

std::string ScoreModel::runMethod(std::size_t run) {
    return run == 0 ? std::string(kRun) : std::string(kRun) + std::to_string(run + 1);
}

void ScoreModel::setRuns(std::vector<ScoredRun> runs) {
    runs_ = std::move(runs);
    scores_.clear();
    const auto hasBaselines = [](const ScoredRun& run) {
        return std::ranges::any_of(run.scores, [](const TestScore& score) { return !isRun(score.method); });
    };
    const auto baselines = std::ranges::find_if(runs_, hasBaselines);
    for (auto run = runs_.begin(); run != runs_.end(); ++run)
        for (TestScore score : run->scores) {
            if (!isRun(score.method) && run != baselines) continue;
            if (isRun(score.method)) score.method = runMethod(static_cast<std::size_t>(run - runs_.begin()));
            scores_.push_back(std::move(score));
        }
    rebuild();
}

void ScoreModel::setResiduals(std::vector<MethodResiduals> residuals, double reach) {
    residuals_ = std::move(residuals);
    reach_ = reach;
    rebuild();
}

int ScoreModel::residualColumn() const { return residuals_.empty() ? -1 : columnCount() - 1; }

const ScoredRun* ScoreModel::runOf(const std::string& method) const {
    for (std::size_t run = 0; run < runs_.size(); ++run)
        if (method == runMethod(run)) return &runs_[run];
    return nullptr;
}

const MethodResiduals* ScoreModel::residualsOf(const std::string& method) const {
    const auto found = std::ranges::find(residuals_, method, &MethodResiduals::method);
    return found == residuals_.end() ? nullptr : &*found;
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
        if (isRun(a) || isRun(b)) return isRun(a) && !isRun(b);
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

QString ScoreModel::label(const std::string& method) const {
    const ScoredRun* run = runOf(method);
    return run && !run->name.isEmpty() ? run->name : methodLabel(method, scores_);
}

std::string ScoreModel::bestBaseline(const std::string& metric) const {
    std::string best;
    for (const std::string& method : rows())
        if (!isRun(method) && isDecisive(scores_, method) &&
            (best.empty() || better(value(method, metric), value(best, metric), metric)))
            best = method;
    return best;
}

ScoreModel::TableColumns ScoreModel::columns() const {
    TableColumns columns{
        {tr("Method"), [this](const std::string& method) { return label(method); }, {}, Qt::AlignLeft}};
    const bool isDriven = std::ranges::any_of(runs_, &ScoredRun::isDriven);
    for (const std::string& metric : metrics_)
        columns.push_back(
            {isDriven && metric == "r2" ? QStringLiteral("NSE") : translated(Text{"Scores", findScore(metric)->name}),
             [this, metric](const std::string& method) { return formatNumber(value(method, metric)); }});
    if (residuals_.empty()) return columns;
    const QString reach = formatNumber(reach_, 2);
    columns.push_back({tr("Bias"),
                       [this](const std::string& method) {
                           const MethodResiduals* residuals = residualsOf(method);
                           return formatNumber(residuals ? residuals->mean : NAN, 3);
                       },
                       tr("Mean of forecast minus truth, original scale")});
    columns.push_back({tr("Residuals, ±%1").arg(reach), [](const std::string&) { return QString(); },
                       tr("Forecast minus truth, original scale: from −%1 to %1, zero in the middle").arg(reach)});
    return columns;
}

bool ScoreModel::isBest(const std::string& method, const std::string& metric) const {
    const double shown = value(method, metric);
    const auto anyOther = [&](auto holds) {
        return std::ranges::any_of(rows(), [&](const std::string& other) { return holds(value(other, metric)); });
    };
    return anyOther([&](double other) { return !std::isnan(other) && beats(shown, other, metric); }) &&
           !anyOther([&](double other) { return beats(other, shown, metric); });
}

QVariant ScoreModel::cell(const std::string& method, int column, int role) const {
    if (column == 0 && role == Qt::DecorationRole) {
        const ScoredRun* run = runOf(method);
        return run && !run->marker.isNull() ? QVariant(run->marker) : QVariant();
    }
    if (column == 0 && role == Qt::ToolTipRole) return translated(itemsNote(scores_, method));
    const auto place = static_cast<std::size_t>(column) - 1;
    if (column > 0 && place >= metrics_.size()) {
        const MethodResiduals* residuals = column == residualColumn() ? residualsOf(method) : nullptr;
        if (residuals && role == CountsRole) return QVariantList(residuals->counts.begin(), residuals->counts.end());
        if (residuals && role == ColourRole) return residuals->colour;
        return ColumnTable::cell(method, column, role);
    }
    if (column == 0 || (role != Qt::ToolTipRole && role != Qt::FontRole))
        return ColumnTable::cell(method, column, role);
    const std::string& metric = metrics_[place];
    if (role == Qt::ToolTipRole && !std::isfinite(value(method, metric))) return reason(method, metric);
    if (!isBest(method, metric)) return {};
    return role == Qt::FontRole ? heavier() : tr("Best of this column");
}

}  // namespace gatelab
