// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/score_model.h"

#include "common/texts.h"
#include "models/run_figures.h"
#include "run/heldout_scores.h"

#include <QFont>

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
    beginResetModel();
    scores_ = scores;
    rebuild();
    endResetModel();
}

void ScoreModel::setScale(const std::string& scale) {
    beginResetModel();
    scale_ = scale;
    rebuild();
    endResetModel();
}

void ScoreModel::rebuild() {
    methods_.clear();
    metrics_.clear();
    for (const Score& row : gatelab::scores())
        if (std::any_of(scores_.begin(), scores_.end(),
                        [&](const TestScore& score) { return score.scale == scale_ && score.metric == row.key; }))
            metrics_.push_back(row.key);
    for (const TestScore& score : scores_)
        if (score.scale == scale_ && std::find(methods_.begin(), methods_.end(), score.method) == methods_.end())
            methods_.push_back(score.method);
    const std::string first = metrics_.empty() ? std::string() : metrics_.front();
    std::stable_sort(methods_.begin(), methods_.end(), [&](const std::string& a, const std::string& b) {
        if ((a == "model") != (b == "model")) return a == "model";
        return better(value(a, first), value(b, first), first);
    });
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
    for (const std::string& method : methods_)
        if (method != "model" && isDecisive(scores_, method) &&
            (best.empty() || better(value(method, metric), value(best, metric), metric)))
            best = method;
    return best;
}

int ScoreModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(methods_.size());
}

int ScoreModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(metrics_.size()) + 1;
}

QVariant ScoreModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const std::string& method = methods_[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (index.column() > 0 ? Qt::AlignRight : Qt::AlignLeft));
    if (index.column() == 0)
        return role == Qt::DisplayRole   ? QVariant(label(method))
               : role == Qt::ToolTipRole ? QVariant(translated(itemsNote(scores_, method)))
                                         : QVariant();
    const std::string& metric = metrics_[static_cast<std::size_t>(index.column()) - 1];
    const double shown = value(method, metric);
    if (role == Qt::DisplayRole) return formatNumber(shown);
    if (role == Qt::ToolTipRole && !std::isfinite(shown)) return reason(method, metric);
    const bool best =
        std::any_of(methods_.begin(), methods_.end(),
                    [&](const std::string& other) {
                        return !std::isnan(value(other, metric)) && better(shown, value(other, metric), metric);
                    }) &&
        std::none_of(methods_.begin(), methods_.end(),
                     [&](const std::string& other) { return better(value(other, metric), shown, metric); });
    if (role == Qt::FontRole && best) {
        QFont bold;
        bold.setWeight(QFont::DemiBold);
        return bold;
    }
    if (role == Qt::ToolTipRole && best) return tr("Best of this column");
    return {};
}

QVariant ScoreModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant(Qt::AlignVCenter | (section > 0 ? Qt::AlignRight : Qt::AlignLeft));
    if (role != Qt::DisplayRole) return {};
    if (section == 0) return tr("Method");
    const Score* row = findScore(metrics_[static_cast<std::size_t>(section) - 1]);
    return translated(Text{"Scores", row->name});
}

}  // namespace gatelab
