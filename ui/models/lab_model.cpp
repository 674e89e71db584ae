// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lab_model.h"

#include "common/texts.h"
#include "lab/lab_digits.h"

#include <QApplication>
#include <QPainter>
#include <QStyle>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace gatelab {

namespace {

constexpr int kPadding = 10, kBarHeight = 8, kBarNumber = 52, kBarRoom = 16, kBoxGap = 8;

QString percent(double share) {
    return std::isfinite(share) ? LabModel::tr("%1 %").arg(formatNumber(100 * share, lab_digits::kShare))
                                : QStringLiteral("-");
}

/// Empty where there is none.
QString range(double low, double high, int digits) {
    return std::isfinite(low) && std::isfinite(high)
               ? LabModel::tr("%1 to %2").arg(formatNumber(low, digits), formatNumber(high, digits))
               : QString();
}

QString range(const LabRatio& ratio) { return range(ratio.low, ratio.high, lab_digits::kRatio); }

/// Never without its interval, which the cell has besides.
QString ratio(const LabRatio& value) {
    switch (value.outcome()) {
        case LabOutcome::Faster:
        case LabOutcome::Slower:
            return LabModel::tr("%1 ×").arg(formatNumber(value.value, lab_digits::kRatio));
        case LabOutcome::Same:
            return LabModel::tr("no difference");
        case LabOutcome::Undecided:
            return LabModel::tr("not decided");
        case LabOutcome::Unknown:
            break;
    }
    return QStringLiteral("-");
}

}  // namespace

void LabModel::setReport(const LabReport& report) {
    report_ = report;
    report_.figures.resize(report_.plan.rungs.size());
    updateRows(rowNumbers(report_.plan.rungs.size()));
}

void LabModel::setOneLine(bool on) {
    if (std::exchange(oneLine_, on) != on) refresh(0, ColumnCount - 1);
}

void LabModel::setLocked(bool locked) {
    if (std::exchange(locked_, locked) != locked) refresh(Rung, Rung);
}

QString LabModel::title(const LabRung& rung) { return translated(rung.name()); }

QString LabModel::note(int row) const {
    const auto at = static_cast<std::size_t>(row);
    const LabRung& rung = report_.plan.rungs[at];
    return rung.supported() ? fromUtf8(report_.figures[at].problem) : translated(rung.reason);
}

QString LabModel::explanation(int row) const {
    const auto at = static_cast<std::size_t>(row);
    const QString does = translated(report_.plan.rungs[at].does), why = note(row),
                  more = why.isEmpty() ? disturbances(report_.figures[at]) : why;
    return more.isEmpty() ? does : tr("%1 %2").arg(does, more);
}

QString LabModel::disturbances(const LabFigures& f) const {
    QStringList sentences;
    if (!f.replaced.empty())
        sentences << tr("%n disturbed repeats were measured again.", nullptr, static_cast<int>(f.replaced.size()));
    if (f.leftOut() > 0)
        sentences << tr("%n repeats stayed disturbed and are left out.", nullptr, f.leftOut());
    else if (f.disturbed() > 0)
        sentences << tr("%n repeats are disturbed and count all the same.", nullptr, f.disturbed());
    if (sentences.isEmpty()) return {};
    const auto trained = [](const std::vector<LabRepeat>& repeats) {
        return std::ranges::find(repeats, LabDisturbance::Training, &LabRepeat::disturbance) != repeats.end();
    };
    sentences.prepend(trained(f.repeats) || trained(f.replaced) ? tr("This program trained meanwhile.")
                                                                : tr("Other programs kept the processor busy."));
    return std::accumulate(sentences.begin() + 1, sentences.end(), sentences.front(),
                           [](const QString& all, const QString& next) { return tr("%1 %2").arg(all, next); });
}

/// What stands behind a figure.
QString LabModel::tip(std::size_t row, int column) const {
    const LabFigures& f = report_.figures[row];
    if (column == Effect && row > 0 && f.measured() && !report_.isDecided(row))
        return tr("So far: nothing is claimed before all %1 repeats of both lines are measured.")
            .arg(report_.plan.repeats);
    if (column == Effect && row > 0 && f.effect.outcome() != LabOutcome::Unknown) {
        const QString ratio =
            tr("Against '%1': %2 × (%3, at 95 % for all rungs together), the geometric mean of %4 paired ratios.")
                .arg(title(report_.plan.rungs[report_.plan.rungs[row].against]),
                     formatNumber(f.effect.value, lab_digits::kRatio), range(f.effect))
                .arg(f.effect.pairs);
        if (f.effect.outcome() == LabOutcome::Undecided)
            return tr("%1 %2").arg(ratio, tr("More repeats would decide."));
        if (f.effect.outcome() == LabOutcome::Same)
            return tr("%1 %2").arg(ratio, tr("The whole interval lies within %1.").arg(range(kSameLow, kSameHigh, 2)));
        return ratio;
    }
    if (column == Milliseconds && std::isfinite(f.msLow))
        return tr("95 % interval %1, of %2 repeats").arg(interval(row, column)).arg(f.counted());
    return explanation(static_cast<int>(row));
}

QString LabModel::effect(std::size_t row) const {
    const LabRatio& effect = report_.figures[row].effect;
    if (row == 0 || !std::isfinite(effect.value)) return QStringLiteral("-");
    return report_.isDecided(row) ? ratio(effect)
                                  : tr("%1 × so far").arg(formatNumber(effect.value, lab_digits::kRatio));
}

LabModel::TableColumns LabModel::columns() const {
    const auto figure = [this](double LabFigures::*which, int digits) {
        return [this, which, digits](std::size_t row) { return formatNumber(report_.figures[row].*which, digits); };
    };
    return {
        {tr("Rung"), [this](std::size_t row) { return title(report_.plan.rungs[row]); },
         tr("A switch; each builds on those above it, the last two groups stand on the last that keeps the numbers"),
         Qt::AlignLeft},
        {tr("This switch"), [this](std::size_t row) { return effect(row); },
         tr("How many times as fast as without it, with its interval, which holds at 95 % for all rungs together: the "
            "geometric mean of the paired ratios of the repeats; a number only where the interval leaves 1 out")},
        {tr("Samples/s"), figure(&LabFigures::samplesPerSecond, lab_digits::kRate),
         tr("Training windows per second, validation left out: the geometric mean of the repeats")},
        {tr("ms/step"), figure(&LabFigures::ms, lab_digits::kTime),
         tr("Geometric mean of the repeats, with its 95 % interval")},
        {tr("Peak MiB"), figure(&LabFigures::peakMiB, lab_digits::kMemory), tr("Largest use of memory")},
        {tr("Val. loss"), figure(&LabFigures::validationLoss, lab_digits::kLoss),
         tr("Validation loss after equal steps from the same seed")},
        {tr("Equal time"), figure(&LabFigures::validationEqualTime, lab_digits::kLoss),
         tr("Validation loss after as much time as the first line takes for these steps")},
        {tr("Diff."), figure(&LabFigures::outputDifference, lab_digits::kDifference),
         tr("Largest difference of any output from the first line, in parts of the largest output, after ten equal "
            "steps")},
        {tr("Of limit"), [this](std::size_t row) { return percent(report_.figures[row].shareOfLimit); },
         tr("Share of the least time that this machine could take with as many threads, measured in the same run")},
    };
}

/// Of the figure in this cell; empty: it has none.
QString LabModel::interval(std::size_t row, int column) const {
    const LabFigures& f = report_.figures[row];
    if (column == Milliseconds) return range(f.msLow, f.msHigh, lab_digits::kInterval);
    return column == Effect && row > 0 && report_.isDecided(row) ? range(f.effect) : QString();
}

QVariant LabModel::cell(const std::size_t& row, int column, int role) const {
    const LabRung& rung = report_.plan.rungs[row];
    const LabFigures& f = report_.figures[row];
    const QString why = note(static_cast<int>(row));
    const bool isRung = column == Rung;
    if (role == Qt::CheckStateRole)
        return isRung && report_.plan.mode != LabMode::Pair ? QVariant(rung.wanted() ? Qt::Checked : Qt::Unchecked)
                                                            : QVariant();
    // A line has room for one interval: that of the claim. The other one is told by the tip.
    const bool hasInterval = why.isEmpty() && !isRung && (column == Effect || !oneLine_);
    const QString behind = hasInterval ? interval(row, column) : QString();
    const bool isOneLine = behind.isEmpty() || oneLine_;
    if (role == Qt::DisplayRole) {
        if (!isRung && !why.isEmpty()) return {};
        const QString text = ColumnTable::cell(row, column, role).toString();
        if (isRung && isNumbered(report_.plan.mode)) return QStringLiteral("%1  %2").arg(row).arg(text);
        return behind.isEmpty() ? text : tr("%1 (%2)").arg(text, behind);
    }
    if (role == FirstLineRole) return isOneLine ? QVariant() : ColumnTable::cell(row, column, Qt::DisplayRole);
    if (role == SecondLineRole && isRung) return !why.isEmpty() ? why : oneLine_ ? QString() : translated(rung.does);
    if (role == SecondLineRole) return isOneLine ? QVariant() : behind;
    if (role == Qt::ForegroundRole && (!why.isEmpty() || rung.leftOut)) return theme_->palette().disabled;
    // What may still change steps back.
    if (role == Qt::ForegroundRole && !isRung && f.measured() && !report_.isDecided(row))
        return theme_->palette().muted;
    if (role == Qt::ToolTipRole) return tip(row, column);
    if (role == ShareRole && column == Samples) {
        double most = 0;
        for (const LabFigures& other : report_.figures)
            if (std::isfinite(other.samplesPerSecond)) most = std::max(most, other.samplesPerSecond);
        return most > 0 && std::isfinite(f.samplesPerSecond) ? QVariant(f.samplesPerSecond / most) : QVariant();
    }
    if (role == ShareRole && column == Limit && std::isfinite(f.shareOfLimit)) return std::min(1.0, f.shareOfLimit);
    if (role == BarColourRole) return column == Limit ? theme_->palette().axis : theme_->runColour(slot(rung.group));
    return ColumnTable::cell(row, column, role);
}

Qt::ItemFlags LabModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    // Everything is measured against the first line.
    const bool free = index.column() == Rung && index.row() > 0 && !locked_ && report_.plan.mode != LabMode::Pair &&
                      report_.plan.rungs[static_cast<std::size_t>(index.row())].supported();
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (free ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

bool LabModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
    Q_EMIT toggled(fromUtf8(report_.plan.rungs[static_cast<std::size_t>(index.row())].key),
                   value.toInt() == Qt::Checked);
    return true;
}

void LabDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
    QStyledItemDelegate::initStyleOption(option, index);
    if (const QVariant first = index.data(LabModel::FirstLineRole); first.isValid()) option->text = first.toString();
}

void LabDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QVariant second = index.data(LabModel::SecondLineRole), share = index.data(LabModel::ShareRole);
    if (!second.isValid() && !share.isValid()) return QStyledItemDelegate::paint(painter, option, index);
    QStyleOptionViewItem item(option);
    initStyleOption(&item, index);
    const QString first = std::exchange(item.text, QString());
    const QStyle& style = item.widget ? *item.widget->style() : *QApplication::style();
    const bool boxed = item.features & QStyleOptionViewItem::HasCheckIndicator;
    if (boxed && !(index.flags() & Qt::ItemIsUserCheckable)) item.state &= ~QStyle::State_Enabled;
    style.drawControl(QStyle::CE_ItemViewItem, &item, painter, item.widget);
    painter->save();
    const Palette& palette = theme_->palette();
    QRect inner = option.rect.adjusted(kPadding, 2, -kPadding, -2);
    if (boxed)
        inner.setLeft(style.subElementRect(QStyle::SE_ItemViewItemCheckIndicator, &item, item.widget).right() +
                      kBoxGap);
    const QColor ink =
        index.data(Qt::ForegroundRole).isValid() ? index.data(Qt::ForegroundRole).value<QColor>() : palette.text;
    if (second.isValid()) {
        const bool isRung = index.column() == LabModel::Rung;
        const QFont title = isRung ? theme_->font(13, 500) : item.font, note = theme_->font(11);
        const Qt::Alignment side = isRung ? Qt::AlignLeft : Qt::AlignRight;
        const bool isLow = inner.height() < QFontMetrics(title).height() + QFontMetrics(note).height();
        const int split = isLow ? std::min(inner.width(), QFontMetrics(title).horizontalAdvance(first) + kPadding) : 0;
        const QRect top(inner.left(), inner.top(), isLow ? split : inner.width(),
                        isLow ? inner.height() : inner.height() / 2);
        const QRect bottom = isLow ? inner.adjusted(split, 0, 0, 0)
                                   : QRect(inner.left(), inner.center().y(), inner.width(), inner.height() / 2);
        const auto write = [&](const QRect& place, const QFont& font, const QColor& colour, const QString& text) {
            painter->setFont(font);
            painter->setPen(colour);
            painter->drawText(place, side | Qt::AlignVCenter,
                              painter->fontMetrics().elidedText(text, Qt::ElideRight, place.width()));
        };
        write(top, title, ink, first);
        write(bottom, note, palette.muted, second.toString());
    } else {
        const int room = std::max(0, inner.width() - qRound(kBarNumber * theme_->textScale()));
        painter->fillRect(
            QRect(inner.left(), inner.center().y() - kBarHeight / 2, qRound(room * share.toDouble()), kBarHeight),
            index.data(LabModel::BarColourRole).value<QColor>());
        painter->setPen(ink);
        painter->drawText(inner, Qt::AlignRight | Qt::AlignVCenter, index.data().toString());
    }
    painter->restore();
}

QSize LabDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    if (index.data(LabModel::ShareRole).isValid()) return size + QSize(qRound(kBarRoom * theme_->textScale()), 0);
    const QVariant second = index.data(LabModel::SecondLineRole);
    if (!second.isValid()) return size;
    if (index.column() != LabModel::Rung)
        return size.expandedTo({QFontMetrics(theme_->font(11)).horizontalAdvance(second.toString()) + 2 * kPadding, 0});
    // A title is bolder than the font of the table.
    const QString title = index.data().toString();
    return size + QSize(QFontMetrics(theme_->font(13, 500)).horizontalAdvance(title) -
                            option.fontMetrics.horizontalAdvance(title) + kBoxGap,
                        0);
}

}  // namespace gatelab
