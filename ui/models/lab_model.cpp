// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lab_model.h"

#include "texts.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>

namespace gatelab {

namespace {

constexpr int kPadding = 10, kBarHeight = 8, kBarNumber = 64;

QString percent(double share) { return std::isfinite(share) ? LabModel::tr("%1 %").arg(formatNumber(100 * share, 2)) : QStringLiteral("-"); }

/// Only a ratio whose interval leaves 1 out is a number.
QString ratio(const LabRatio& value) {
    if (!std::isfinite(value.value)) return QStringLiteral("-");
    return value.holds() ? LabModel::tr("%1 ×").arg(formatNumber(value.value, 3)) : LabModel::tr("about 1");
}

}  // namespace

LabModel::LabModel(Theme& theme, QObject* parent) : QAbstractTableModel(parent), theme_(&theme) {}

void LabModel::setReport(const LabReport& report) {
    const bool same = report.plan.rungs.size() == report_.plan.rungs.size() && !report_.plan.rungs.empty();
    if (!same) beginResetModel();
    report_ = report;
    report_.figures.resize(report_.plan.rungs.size());
    if (!same) endResetModel();
    else Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int LabModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(report_.plan.rungs.size()); }

int LabModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

/// Why there are no numbers; empty: there are, or will be.
QString LabModel::note(std::size_t row) const {
    const LabRung& rung = report_.plan.rungs[row];
    return rung.supported() ? fromUtf8(report_.figures[row].problem) : translated(rung.reason);
}

QString LabModel::text(std::size_t row, int column) const {
    const LabRung& rung = report_.plan.rungs[row];
    const LabFigures& f = report_.figures[row];
    switch (column) {
    case Rung: return rung.title.source && *rung.title.source ? translated(rung.title) : fromUtf8(rung.key);
    case Samples: return formatNumber(f.samplesPerSecond, 4);
    case Milliseconds: return formatNumber(f.ms, 4);
    case Interval: return formatNumber((f.msHigh - f.msLow) / 2, 2);
    case Peak: return formatNumber(f.peakMiB, 4);
    case Validation: return formatNumber(f.validationLoss, 4);
    case EqualTime: return formatNumber(f.validationEqualTime, 4);
    case Difference: return formatNumber(f.outputDifference, 2);
    case Limit: return percent(f.shareOfLimit);
    case Effect: return row == 0 ? QStringLiteral("-") : ratio(f.effect);
    default: return {};
    }
}

QVariant LabModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const LabRung& rung = report_.plan.rungs[row];
    const LabFigures& f = report_.figures[row];
    const QString why = note(row);
    if (role == Qt::DisplayRole) return index.column() == Rung || why.isEmpty() ? QVariant(text(row, index.column())) : QVariant();
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (index.column() == Rung ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ForegroundRole && !why.isEmpty()) return theme_->palette().disabled;
    if (role == SecondLineRole && index.column() == Rung) return why.isEmpty() ? translated(rung.does) : why;
    if (role == Qt::ToolTipRole) {
        if (index.column() == Effect && std::isfinite(f.effect.low))
            return tr("Against '%1': %2 × (%3 to %4, 95 %)").arg(text(rung.against, Rung), formatNumber(f.effect.value, 3), formatNumber(f.effect.low, 3), formatNumber(f.effect.high, 3));
        return why.isEmpty() ? translated(rung.does) : tr("%1 %2").arg(translated(rung.does), why);
    }
    if (role == ShareRole && index.column() == Samples) {
        double most = 0;
        for (const LabFigures& other : report_.figures)
            if (std::isfinite(other.samplesPerSecond)) most = std::max(most, other.samplesPerSecond);
        return most > 0 && std::isfinite(f.samplesPerSecond) ? QVariant(f.samplesPerSecond / most) : QVariant();
    }
    if (role == ShareRole && index.column() == Limit && std::isfinite(f.shareOfLimit)) return std::min(1.0, f.shareOfLimit);
    if (role == BarColourRole) return index.column() == Limit ? theme_->palette().axis : theme_->runColour(rung.group == LabGroup::SameNumbers ? 0 : rung.group == LabGroup::OtherNumbers ? 1 : 5);
    return {};
}

QVariant LabModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (section == Rung ? Qt::AlignLeft : Qt::AlignRight));
    static const std::pair<const char*, const char*> heads[] = {
        {QT_TR_NOOP("Rung"), QT_TR_NOOP("A switch; each builds on those above it, the last two groups stand on the last that keeps the numbers")},
        {QT_TR_NOOP("Samples/s"), QT_TR_NOOP("Training windows per second, validation left out")},
        {QT_TR_NOOP("ms/step"), QT_TR_NOOP("Median of the repeats")},
        {QT_TR_NOOP("± 95 %"), QT_TR_NOOP("Half the 95 % interval of the mean over the repeats")},
        {QT_TR_NOOP("Peak MiB"), QT_TR_NOOP("Largest use of memory")},
        {QT_TR_NOOP("Val. loss"), QT_TR_NOOP("Validation loss after equal steps from the same seed")},
        {QT_TR_NOOP("Equal time"), QT_TR_NOOP("Validation loss after as much time as the first line takes for these steps")},
        {QT_TR_NOOP("Largest diff."), QT_TR_NOOP("Largest difference of any output from the first line, in parts of the largest output, after ten equal steps")},
        {QT_TR_NOOP("Of the limit"), QT_TR_NOOP("Share of the least time that this machine could take, measured in the same run")},
        {QT_TR_NOOP("This switch"), QT_TR_NOOP("How many times as fast as without it; a number only where the 95 % interval leaves 1 out")},
    };
    static_assert(std::size(heads) == ColumnCount);
    if (role == Qt::DisplayRole) return tr(heads[section].first);
    if (role == Qt::ToolTipRole) return tr(heads[section].second);
    return {};
}

Qt::ItemFlags LabModel::flags(const QModelIndex& index) const { return index.isValid() ? Qt::ItemIsSelectable | Qt::ItemIsEnabled : Qt::NoItemFlags; }

void LabDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant second = index.data(LabModel::SecondLineRole), share = index.data(LabModel::ShareRole);
    if (!second.isValid() && !share.isValid()) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    item.text.clear();
    QApplication::style()->drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    painter->save();
    const Palette& palette = theme_->palette();
    const QRect inner = option.rect.adjusted(kPadding, 2, -kPadding, -2);
    const QColor ink = index.data(Qt::ForegroundRole).isValid() ? index.data(Qt::ForegroundRole).value<QColor>() : palette.text;
    if (second.isValid()) {
        const QRect top(inner.left(), inner.top(), inner.width(), inner.height() / 2), bottom(inner.left(), inner.center().y(), inner.width(), inner.height() / 2);
        painter->setFont(theme_->font(13, 500));
        painter->setPen(ink);
        painter->drawText(top, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, top.width()));
        painter->setFont(theme_->font(11));
        painter->setPen(palette.muted);
        painter->drawText(bottom, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(second.toString(), Qt::ElideRight, bottom.width()));
    } else {
        const int room = std::max(0, inner.width() - qRound(kBarNumber * theme_->textScale()));
        painter->fillRect(QRect(inner.left(), inner.center().y() - kBarHeight / 2, qRound(room * share.toDouble()), kBarHeight), index.data(LabModel::BarColourRole).value<QColor>());
        painter->setPen(ink);
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    }
    painter->restore();
}

}  // namespace gatelab
