// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/confusion_model.h"

#include "common/texts.h"

namespace gatelab {

namespace {

enum Column { kOccurs, kPrecision, kRecall, kF1, kFirstAnswer };
constexpr double kStrongest = 0.55;  // of the tint; the number must stay readable

}  // namespace

void ConfusionModel::setMatrix(const ConfusionMatrix& matrix) {
    beginResetModel();
    matrix_ = matrix;
    scores_ = classScores(matrix_);
    endResetModel();
}

int ConfusionModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(matrix_.size());
}

int ConfusionModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || matrix_.empty() ? 0 : kFirstAnswer + static_cast<int>(matrix_.size());
}

QVariant ConfusionModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto truth = static_cast<std::size_t>(index.row());
    const ClassScore& score = scores_[truth];
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | Qt::AlignRight);
    if (index.column() < kFirstAnswer) {
        if (role != Qt::DisplayRole) return {};
        switch (index.column()) {
            case kOccurs:
                return formatCount(score.occurs);
            case kPrecision:
                return formatNumber(score.precision, 3);
            case kRecall:
                return formatNumber(score.recall, 3);
            default:
                return formatNumber(score.f1, 3);
        }
    }
    const auto answer = static_cast<std::size_t>(index.column() - kFirstAnswer);
    const std::int64_t count = matrix_.at(truth, answer);
    if (role == Qt::DisplayRole) return formatCount(count);
    if (role == Qt::ToolTipRole)
        return truth == answer
                   ? tr("%1 of %2 of class %3 were recognised")
                         .arg(formatCount(count), formatCount(score.occurs), fromUtf8(matrix_.classes[truth]))
                   : tr("%1 of %2 of class %3 were taken for %4")
                         .arg(formatCount(count), formatCount(score.occurs), fromUtf8(matrix_.classes[truth]),
                              fromUtf8(matrix_.classes[answer]));
    if (role != Qt::BackgroundRole || count == 0) return {};
    QColor tint = truth == answer ? theme_->palette().success : theme_->palette().error;
    tint.setAlphaF(static_cast<float>(kStrongest * static_cast<double>(count) / static_cast<double>(score.occurs)));
    return tint;
}

QVariant ConfusionModel::headerData(int section, Qt::Orientation orientation, int role) const {
    const bool rows = orientation == Qt::Vertical;
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (rows ? Qt::AlignLeft : Qt::AlignRight));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
    if (rows || section >= kFirstAnswer) {
        const QString name =
            fromUtf8(matrix_.classes[static_cast<std::size_t>(rows ? section : section - kFirstAnswer)]);
        if (role == Qt::ToolTipRole) return rows ? tr("True class: %1").arg(name) : tr("Taken for class: %1").arg(name);
        return name;
    }
    if (role == Qt::ToolTipRole) return {};
    switch (section) {
        case kOccurs:
            return tr("Occurs");
        case kPrecision:
            return tr("Precision of answers");
        case kRecall:
            return tr("Recall");
        default:
            return tr("F1");
    }
}

}  // namespace gatelab
