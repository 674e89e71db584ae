// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/confusion_model.h"

#include "common/texts.h"

namespace gatelab {

namespace {

constexpr int kFirstAnswer = 4;      // the columns before are scores
constexpr double kStrongest = 0.55;  // of the tint; the number must stay readable

}  // namespace

void ConfusionModel::setMatrix(const ConfusionMatrix& matrix) {
    matrix_ = matrix;
    scores_ = classScores(matrix_);
    setRows(rowNumbers(matrix_.size()));
}

ConfusionModel::TableColumns ConfusionModel::columns() const {
    if (matrix_.empty()) return {};
    const auto score = [this](double ClassScore::*which) {
        return [this, which](std::size_t truth) { return formatNumber(scores_[truth].*which, 3); };
    };
    TableColumns columns{{tr("Occurs"), [this](std::size_t truth) { return formatCount(scores_[truth].occurs); }},
                         {tr("Precision of answers"), score(&ClassScore::precision)},
                         {tr("Recall"), score(&ClassScore::recall)},
                         {tr("F1"), score(&ClassScore::f1)}};
    for (std::size_t answer = 0; answer < matrix_.size(); ++answer) {
        const QString name = fromUtf8(matrix_.classes[answer]);
        columns.push_back({name, [this, answer](std::size_t truth) { return formatCount(matrix_.at(truth, answer)); },
                           tr("Taken for class: %1").arg(name)});
    }
    return columns;
}

QVariant ConfusionModel::cell(const std::size_t& truth, int column, int role) const {
    if (column < kFirstAnswer || (role != Qt::ToolTipRole && role != Qt::BackgroundRole))
        return ColumnTable::cell(truth, column, role);
    const auto answer = static_cast<std::size_t>(column - kFirstAnswer);
    const std::int64_t count = matrix_.at(truth, answer), occurs = scores_[truth].occurs;
    if (role == Qt::ToolTipRole) {
        const QString taken = formatCount(count), of = formatCount(occurs), name = fromUtf8(matrix_.classes[truth]);
        return truth == answer ? tr("%1 of %2 of class %3 were recognised").arg(taken, of, name)
                               : tr("%1 of %2 of class %3 were taken for %4")
                                     .arg(taken, of, name, fromUtf8(matrix_.classes[answer]));
    }
    if (count == 0) return {};
    QColor tint = truth == answer ? theme_->palette().success : theme_->palette().error;
    tint.setAlphaF(static_cast<float>(kStrongest * static_cast<double>(count) / static_cast<double>(occurs)));
    return tint;
}

QVariant ConfusionModel::rowHead(const std::size_t& truth, int role) const {
    const QString name = fromUtf8(matrix_.classes[truth]);
    if (role == Qt::DisplayRole) return name;
    if (role == Qt::ToolTipRole) return tr("True class: %1").arg(name);
    return role == Qt::TextAlignmentRole ? QVariant(Qt::AlignVCenter | Qt::AlignLeft) : QVariant();
}

}  // namespace gatelab
