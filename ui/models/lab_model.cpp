// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lab_model.h"

#include "texts.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gatelab {

namespace {

constexpr int kPadding = 10, kBarHeight = 8, kBarNumber = 52, kBarRoom = 24, kBoxGap = 8;

QString percent(double share) { return std::isfinite(share) ? LabModel::tr("%1 %").arg(formatNumber(100 * share, 2)) : QStringLiteral("-"); }

QString range(double low, double high, int digits) { return std::isfinite(low) && std::isfinite(high) ? LabModel::tr("%1 to %2").arg(formatNumber(low, digits), formatNumber(high, digits)) : QStringLiteral("-"); }

/// Never without its interval.
QString ratio(const LabRatio& value) {
    switch (value.outcome()) {
    case LabOutcome::Faster:
    case LabOutcome::Slower: return LabModel::tr("%1 × (%2)").arg(formatNumber(value.value, 3), range(value.low, value.high, 3));
    case LabOutcome::Same: return LabModel::tr("no difference");
    case LabOutcome::Undecided: return LabModel::tr("not decided");
    case LabOutcome::Unknown: break;
    }
    return QStringLiteral("-");
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

void LabModel::setOneLine(bool on) {
    if (std::exchange(oneLine_, on) != on && rowCount() > 0) Q_EMIT dataChanged(index(0, Rung), index(rowCount() - 1, Rung));
}

int LabModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(report_.plan.rungs.size()); }

int LabModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

void LabModel::setLocked(bool locked) {
    if (std::exchange(locked_, locked) != locked && rowCount() > 0) Q_EMIT dataChanged(index(0, Rung), index(rowCount() - 1, Rung));
}

QString LabModel::title(const LabRung& rung) { return *rung.title.source ? translated(rung.title) : fromUtf8(rung.key); }

QString LabModel::note(int row) const {
    const auto at = static_cast<std::size_t>(row);
    const LabRung& rung = report_.plan.rungs[at];
    return rung.supported() ? fromUtf8(report_.figures[at].problem) : translated(rung.reason);
}

QString LabModel::explanation(int row) const {
    const QString why = note(row), does = translated(report_.plan.rungs[static_cast<std::size_t>(row)].does);
    const LabFigures& f = report_.figures[static_cast<std::size_t>(row)];
    if (!why.isEmpty()) return tr("%1 %2").arg(does, why);
    QStringList told;
    if (!f.replaced.empty()) told << tr("%1 disturbed repeats were measured again.").arg(f.replaced.size());
    if (f.leftOut() > 0) told << tr("%1 of %2 repeats stayed disturbed and are left out.").arg(f.leftOut()).arg(f.repeats.size());
    else if (f.disturbed() > 0) told << tr("%1 of %2 repeats are disturbed and count all the same.").arg(f.disturbed()).arg(f.repeats.size());
    if (told.isEmpty()) return does;
    const auto trained = [](const std::vector<LabRepeat>& repeats) { return std::ranges::find(repeats, LabDisturbance::Training, &LabRepeat::disturbance) != repeats.end(); };
    told.prepend(trained(f.repeats) || trained(f.replaced) ? tr("This program trained meanwhile.") : tr("Other programs kept the processor busy."));
    return (told << does).join(QLatin1Char(' '));
}

/// What stands behind a figure.
QString LabModel::tip(std::size_t row, int column) const {
    const LabFigures& f = report_.figures[row];
    if (column == Effect && row > 0 && f.measured() && !report_.isDecided(row)) return tr("So far: nothing is claimed before all %1 repeats of both lines are measured.").arg(report_.plan.repeats);
    if (column == Effect && row > 0 && f.effect.outcome() != LabOutcome::Unknown) {
        const QString ratio = tr("Against '%1': %2 × (95 % interval %3), the geometric mean of %4 paired ratios.")
                                  .arg(text(report_.plan.rungs[row].against, Rung), formatNumber(f.effect.value, 3), range(f.effect.low, f.effect.high, 3)).arg(f.effect.pairs);
        if (f.effect.outcome() == LabOutcome::Undecided) return tr("%1 %2").arg(ratio, tr("More repeats would tell."));
        if (f.effect.outcome() == LabOutcome::Same) return tr("%1 %2").arg(ratio, tr("The whole interval lies within %1.").arg(range(kSameLow, kSameHigh, 3)));
        return ratio;
    }
    if (column == Milliseconds && std::isfinite(f.msLow)) return tr("95 % interval %1, of %2 repeats").arg(range(f.msLow, f.msHigh, 4)).arg(f.counted());
    return explanation(static_cast<int>(row));
}

QString LabModel::text(std::size_t row, int column) const {
    const LabRung& rung = report_.plan.rungs[row];
    const LabFigures& f = report_.figures[row];
    switch (column) {
    case Rung: return title(rung);
    case Samples: return formatNumber(f.samplesPerSecond, 4);
    case Milliseconds: return formatNumber(f.ms, 4);
    case Interval: return range(f.msLow, f.msHigh, 3);
    case Peak: return formatNumber(f.peakMiB, 4);
    case Validation: return formatNumber(f.validationLoss, 4);
    case EqualTime: return formatNumber(f.validationEqualTime, 4);
    case Difference: return formatNumber(f.outputDifference, 2);
    case Limit: return percent(f.shareOfLimit);
    case Effect:
        if (row == 0 || !std::isfinite(f.effect.value)) return QStringLiteral("-");
        return report_.isDecided(row) ? ratio(f.effect) : tr("%1 × so far").arg(formatNumber(f.effect.value, 3));
    default: return {};
    }
}

QVariant LabModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto row = static_cast<std::size_t>(index.row());
    const LabRung& rung = report_.plan.rungs[row];
    const LabFigures& f = report_.figures[row];
    const QString why = note(index.row());
    if (role == Qt::CheckStateRole) return index.column() == Rung && report_.plan.mode != LabMode::Pair ? QVariant(rung.wanted() ? Qt::Checked : Qt::Unchecked) : QVariant();
    if (role == Qt::DisplayRole) {
        if (index.column() == Rung && report_.plan.mode == LabMode::Ladder) return QStringLiteral("%1  %2").arg(row).arg(text(row, Rung));
        return index.column() == Rung || why.isEmpty() ? QVariant(text(row, index.column())) : QVariant();
    }
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (index.column() == Rung ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::ForegroundRole && (!why.isEmpty() || rung.leftOut)) return theme_->palette().disabled;
    // What may still change steps back.
    if (role == Qt::ForegroundRole && index.column() != Rung && f.measured() && !report_.isDecided(row)) return theme_->palette().muted;
    if (role == SecondLineRole && index.column() == Rung) return !why.isEmpty() ? why : oneLine_ ? QString() : explanation(index.row());
    if (role == Qt::ToolTipRole) return tip(row, index.column());
    if (role == ShareRole && index.column() == Samples) {
        double most = 0;
        for (const LabFigures& other : report_.figures)
            if (std::isfinite(other.samplesPerSecond)) most = std::max(most, other.samplesPerSecond);
        return most > 0 && std::isfinite(f.samplesPerSecond) ? QVariant(f.samplesPerSecond / most) : QVariant();
    }
    if (role == ShareRole && index.column() == Limit && std::isfinite(f.shareOfLimit)) return std::min(1.0, f.shareOfLimit);
    if (role == BarColourRole) return index.column() == Limit ? theme_->palette().axis : theme_->runColour(slot(rung.group));
    return {};
}

QVariant LabModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == Qt::TextAlignmentRole) return QVariant(Qt::AlignVCenter | (section == Rung ? Qt::AlignLeft : Qt::AlignRight));
    static const std::pair<const char*, const char*> heads[] = {
        {QT_TR_NOOP("Rung"), QT_TR_NOOP("A switch; each builds on those above it, the last two groups stand on the last that keeps the numbers")},
        {QT_TR_NOOP("This switch"), QT_TR_NOOP("How many times as fast as without it, with its 95 % interval: the geometric mean of the paired ratios of the repeats; a number only where the interval leaves 1 out")},
        {QT_TR_NOOP("Samples/s"), QT_TR_NOOP("Training windows per second, validation left out: the geometric mean of the repeats")},
        {QT_TR_NOOP("ms/step"), QT_TR_NOOP("Geometric mean of the repeats")},
        {QT_TR_NOOP("95 % interval"), QT_TR_NOOP("Of the milliseconds per step, over the repeats")},
        {QT_TR_NOOP("Val. loss"), QT_TR_NOOP("Validation loss after equal steps from the same seed")},
        {QT_TR_NOOP("Equal time"), QT_TR_NOOP("Validation loss after as much time as the first line takes for these steps")},
        {QT_TR_NOOP("Peak MiB"), QT_TR_NOOP("Largest use of memory")},
        {QT_TR_NOOP("Diff."), QT_TR_NOOP("Largest difference of any output from the first line, in parts of the largest output, after ten equal steps")},
        {QT_TR_NOOP("Of limit"), QT_TR_NOOP("Share of the least time that this machine could take with as many threads, measured in the same run")},
    };
    static_assert(std::size(heads) == ColumnCount);
    if (role == Qt::DisplayRole) return tr(heads[section].first);
    if (role == Qt::ToolTipRole) return tr(heads[section].second);
    return {};
}

Qt::ItemFlags LabModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    // Everything is measured against the first line.
    const bool free = index.column() == Rung && index.row() > 0 && !locked_ && report_.plan.mode != LabMode::Pair && report_.plan.rungs[static_cast<std::size_t>(index.row())].supported();
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (free ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

bool LabModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
    Q_EMIT toggled(fromUtf8(report_.plan.rungs[static_cast<std::size_t>(index.row())].key), value.toInt() == Qt::Checked);
    return true;
}

void LabDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant second = index.data(LabModel::SecondLineRole), share = index.data(LabModel::ShareRole);
    if (!second.isValid() && !share.isValid()) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    item.text.clear();
    const QStyle& style = item.widget ? *item.widget->style() : *QApplication::style();
    const bool boxed = item.features & QStyleOptionViewItem::HasCheckIndicator;
    if (boxed && !(index.flags() & Qt::ItemIsUserCheckable)) item.state &= ~QStyle::State_Enabled;
    style.drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    painter->save();
    const Palette& palette = theme_->palette();
    QRect inner = option.rect.adjusted(kPadding, 2, -kPadding, -2);
    if (boxed) inner.setLeft(style.subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &item, item.widget).right() + kBoxGap);
    const QColor ink = index.data(Qt::ForegroundRole).isValid() ? index.data(Qt::ForegroundRole).value<QColor>() : palette.text;
    if (second.isValid()) {
        const QFont title = theme_->font(13, 500), note = theme_->font(11);
        const bool isLow = inner.height() < QFontMetrics(title).height() + QFontMetrics(note).height();
        const int split = isLow ? std::min(inner.width(), QFontMetrics(title).horizontalAdvance(index.data().toString()) + kPadding) : 0;
        const QRect top(inner.left(), inner.top(), isLow ? split : inner.width(), isLow ? inner.height() : inner.height() / 2);
        const QRect bottom = isLow ? inner.adjusted(split, 0, 0, 0) : QRect(inner.left(), inner.center().y(), inner.width(), inner.height() / 2);
        const auto write = [&](const QRect& place, const QFont& font, const QColor& colour, const QString& text) {
            painter->setFont(font);
            painter->setPen(colour);
            painter->drawText(place, Qt::AlignLeft | Qt::AlignVCenter, painter->fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
        };
        write(top, title, ink, index.data().toString());
        write(bottom, note, palette.muted, second.toString());
    } else {
        const int room = std::max(0, inner.width() - qRound(kBarNumber * theme_->textScale()));
        painter->fillRect(QRect(inner.left(), inner.center().y() - kBarHeight / 2, qRound(room * share.toDouble()), kBarHeight), index.data(LabModel::BarColourRole).value<QColor>());
        painter->setPen(ink);
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    }
    painter->restore();
}

QSize LabDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(LabModel::ShareRole).isValid()) return size + QSize(qRound(kBarRoom * theme_->textScale()), 0);
    if (!index.data(LabModel::SecondLineRole).isValid()) return size;
    // A title is bolder than the font of the table.
    const QString title = index.data().toString();
    return size + QSize(QFontMetrics(theme_->font(13, 500)).horizontalAdvance(title) - option.fontMetrics.horizontalAdvance(title) + kBoxGap, 0);
}

}  // namespace gatelab
