// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/lab_model.h"

#include "common/texts.h"
#include "common/theme.h"
#include "lab/lab_digits.h"
#include "lab/lab_report.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

namespace gatelab {

namespace {

constexpr double kLeast = 0.8, kMost = 2;       // of an axis, times as fast
constexpr double kBelow = 3, kAbove = 5;        // an interval reaches so many times beyond its figure, at most
constexpr double kRoom = 1.1, kTimeSpan = 200;  // 0.1 to 20 s
constexpr double kRounding = 1e-3;              // largest difference of the outputs that rounding explains
constexpr double kWhole = 1000;                 // rates from here on have no decimals

/// Sections of the table: the groups, what trains several models at once, and what computes elsewhere.
int sectionOf(const LabRung& rung) {
    if (!rung.isSetOfSwitches()) return rung.models > 1 ? 3 : 4;
    return static_cast<int>(rung.group);
}

}  // namespace

QString LabModel::title(const LabRung& rung) { return translated(rung.name()); }

QString LabModel::times(double value) {
    return std::isfinite(value) ? tr("%1 ×").arg(formatNumber(value, lab_digits::kRatio)) : QStringLiteral("-");
}

QString LabModel::range(const LabRatio& ratio) {
    if (!std::isfinite(ratio.low)) return {};
    return tr("%1 to %2")
        .arg(formatNumber(ratio.low, lab_digits::kRatio), formatNumber(ratio.high, lab_digits::kRatio));
}

void LabModel::setReport(const LabReport& report, const std::set<std::string>& leftOut) {
    report_ = report;
    report_.figures.resize(report_.plan.rungs.size());
    leftOut_ = leftOut;
    updateAxes();
    updateRows();
}

void LabModel::setLocked(bool locked) {
    if (std::exchange(locked_, locked) != locked) updateRows();
}

void LabModel::setOpen(bool open) {
    if (std::exchange(open_, open) != open) updateRows();
}

std::vector<LabModel::Row> LabModel::rows() const {
    std::vector<Row> rows;
    int section = -1;
    bool isAnyMissing = false;
    for (std::size_t i = 0; i < report_.plan.rungs.size(); ++i) {
        const LabRung& rung = report_.plan.rungs[i];
        isAnyMissing = isAnyMissing || !rung.supported();
        if (!rung.supported()) continue;
        if (std::exchange(section, sectionOf(rung)) != sectionOf(rung)) rows.push_back({Line::Group, i});
        rows.push_back({Line::Rung, i});
    }
    if (isAnyMissing) rows.push_back({Line::Fold, 0});
    for (std::size_t i = 0; open_ && i < report_.plan.rungs.size(); ++i)
        if (!report_.plan.rungs[i].supported()) rows.push_back({Line::Missing, i});
    return rows;
}

/// Selection and scroll position stay where the lines do.
void LabModel::updateRows() {
    auto now = rows();
    if (now == rows_) {
        if (!rows_.empty()) Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
        return;
    }
    beginResetModel();
    rows_ = std::move(now);
    endResetModel();
}

void LabModel::updateAxes() {
    axis_ = {kLeast, kMost, true};
    double end = 0, least = 0, most = 0;
    bool isFirst = true;
    for (const LabFigures& f : report_.figures) {
        if (std::isfinite(f.speedup.value)) {
            const LabRatio& all = f.speedup;
            const bool hasRange = std::isfinite(all.low);
            axis_.low = std::min(axis_.low, (hasRange ? std::max(all.low, all.value / kBelow) : all.value) / kRoom);
            axis_.high = std::max(axis_.high, (hasRange ? std::min(all.high, all.value * kAbove) : all.value) * kRoom);
        }
        for (const LabLoss& one : f.losses) {
            end = std::max(end, one.seconds);
            least = isFirst ? one.loss : std::min(least, one.loss);
            most = isFirst ? one.loss : std::max(most, one.loss);
            isFirst = false;
        }
    }
    time_ = end > 0 ? BoardAxis{end / kTimeSpan, end, true} : BoardAxis{0, 1, false};
    loss_ = {least, most > least ? most : least + 1, false};
}

int LabModel::rowOf(const std::string& key) const {
    const auto found = std::ranges::find_if(
        rows_, [&](const Row& row) { return row.line == Line::Rung && report_.plan.rungs[row.rung].key == key; });
    return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
}

QString LabModel::groupTitle(std::size_t first) const {
    switch (sectionOf(report_.plan.rungs[first])) {
        case 0:
            return tr("Same numbers");
        case 1:
            return tr("Other numbers");
        case 2:
            return tr("Less memory or same bits");
        case 3:
            return tr("Many models at once");
        default:
            return tr("Another device");
    }
}

QString LabModel::groupNote(std::size_t first) const {
    const LabRung& rung = report_.plan.rungs[first];
    const int against = report_.plan.numberOf(rung.against);
    if (report_.plan.mode == LabMode::OneOff) return tr("each line leaves one switch out");
    if (report_.plan.mode == LabMode::Pair) return tr("B against A");
    switch (sectionOf(rung)) {
        case 0:
            return tr("each rung adds one switch to those above");
        case 1:
            return tr("lower precision, set beside rung %1").arg(against);
        default:
            return tr("each set beside rung %1").arg(against);
    }
}

QString LabModel::axisTitle() const {
    return report_.plan.mode == LabMode::Pair     ? tr("times as fast as A")
           : report_.plan.mode == LabMode::OneOff ? tr("times as fast as with all switches")
                                                  : tr("times as fast as the plain loop");
}

QString LabModel::note(int row) const {
    const auto& [line, at] = rowAt(row);
    const LabRung& rung = report_.plan.rungs[at];
    switch (line) {
        case Line::Group:
            return groupNote(at);
        case Line::Missing:
            return translated(rung.reason);
        case Line::Fold:
            return {};
        case Line::Rung:
            break;
    }
    const QString problem = fromUtf8(report_.figures[at].problem);
    if (!problem.isEmpty()) return problem;
    const Phrase& told = report_.figures[at].note;
    return told.empty() ? translated(rung.brief) : translated(told);
}

LabModel::Mark LabModel::markAt(int row) const {
    const auto& [line, at] = rowAt(row);
    const LabFigures& f = report_.figures[at];
    if (line != Line::Rung || !f.measured()) return {};
    if (at == 0) return {1, kNotMeasured, kNotMeasured, kNotMeasured, false};
    const std::size_t against = report_.plan.rungs[at].against;
    Mark mark{f.speedup.value, f.speedup.low, f.speedup.high, kNotMeasured, f.effect.value < 1};
    mark.from = against == 0 ? 1 : report_.figures[against].speedup.value;
    return mark;
}

int LabModel::slotAt(int row) const {
    static constexpr int kSlots[] = {0, 1, 5, 3};
    return kSlots[sectionOf(report_.plan.rungs[rungAt(row)])];
}

bool LabModel::isStrong(int row, int column) const {
    const auto& [line, at] = rowAt(row);
    if (line != Line::Rung) return false;
    const LabFigures& f = report_.figures[at];
    const auto isFirst = [&](double LabFigures::*figure, auto isBetter) {
        if (!std::isfinite(f.*figure)) return false;
        return std::ranges::none_of(report_.figures, [&](const LabFigures& other) {
            return std::isfinite(other.*figure) && isBetter(other.*figure, f.*figure);
        });
    };
    switch (column) {
        case Effect:
            return at > 0 && f.effect.isBeyondChance();
        case AtEnd:
            return isFirst(&LabFigures::validationEqualTime, std::less());
        case Samples:
            return isFirst(&LabFigures::samplesPerSecond, std::greater());
        default:
            return false;
    }
}

bool LabModel::movesOutputs(int row) const {
    return lineAt(row) == Line::Rung && report_.figures[rungAt(row)].outputDifference > kRounding;
}

QString LabModel::figure(std::size_t rung, int column) const {
    const LabFigures& f = report_.figures[rung];
    using namespace lab_digits;
    switch (column) {
        case Axis:
            return rung == 0 && f.measured() ? times(1) : times(f.speedup.value);
        case Effect:
            return rung == 0 ? QStringLiteral("-") : times(f.effect.value);
        case Interval:
            if (rung > 0 && f.effect.pairs > 1 && !std::isfinite(f.effect.low))
                return tr("%n repeats", nullptr, f.effect.pairs);
            return rung == 0 ? QString() : range(f.effect);
        case AtEnd:
            return formatNumber(f.validationEqualTime, kInterval);
        case Samples:
            return formatNumber(f.samplesPerSecond, f.samplesPerSecond < kWhole ? kInterval : kRate);
        case Peak:
            return formatNumber(f.peakMiB, kMemory);
        case Difference:
            return formatNumber(f.outputDifference, kDifference);
        default:
            return {};
    }
}

/// What stands behind a figure, in one or two lines.
QString LabModel::tip(int row, int column) const {
    const auto& [line, at] = rowAt(row);
    if (line == Line::Missing) return translated(report_.plan.rungs[at].does);
    if (line != Line::Rung) return {};
    const LabRung& rung = report_.plan.rungs[at];
    const LabFigures& f = report_.figures[at];
    if (column == Rung || !f.measured()) return translated(rung.does);
    if (column == Losses || column == AtEnd)
        return tr("Training loss over time; the figure is the validation loss at the end.");
    if (column == Samples && std::isfinite(f.shareOfLimit))
        return tr("%1 % of what this machine could do at most")
            .arg(formatNumber(100 * f.shareOfLimit, lab_digits::kShare));
    if (column != Axis && column != Effect && column != Interval) return {};
    const LabRatio& ratio = column == Axis ? f.speedup : f.effect;
    const QString interval = range(ratio);
    QString text = at == 0              ? title(rung)
                   : interval.isEmpty() ? tr("%1: %2").arg(title(rung), times(ratio.value))
                                        : tr("%1: %2 (%3)").arg(title(rung), times(ratio.value), interval);
    QString more = tr("%n repeats", nullptr, static_cast<int>(f.repeats.size()));
    if (const int disturbed = f.disturbed() + static_cast<int>(f.replaced.size()); disturbed > 0)
        more = tr("%1, %2 disturbed").arg(more).arg(disturbed);
    if (at > 0 && std::isfinite(ratio.p)) more = tr("%1, p %2").arg(more, formatNumber(ratio.p, 2));
    if (f.isComputed) more = tr("%1, computed").arg(more);
    return text + QLatin1Char('\n') + more;
}

int LabModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int LabModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant LabModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
    const auto& [line, at] = rowAt(index.row());
    const bool isRung = line == Line::Rung, isFirst = index.column() == Rung;
    const LabRung& rung = report_.plan.rungs[at];
    switch (role) {
        case Qt::DisplayRole:
            if (line == Line::Fold) return isFirst ? QVariant(translated(labMissing(report_.plan))) : QVariant();
            if (line == Line::Group) return isFirst ? QVariant(groupTitle(at)) : QVariant();
            if (isFirst) return title(rung);
            return isRung ? QVariant(figure(at, index.column())) : QVariant();
        case Qt::AccessibleDescriptionRole:
            return isFirst ? QVariant(note(index.row())) : QVariant();
        case Qt::CheckStateRole:
            if (!isRung || !isFirst || report_.plan.mode == LabMode::Pair) return {};
            return leftOut_.contains(rung.key) ? Qt::Unchecked : Qt::Checked;
        case Qt::ToolTipRole:
            return tip(index.row(), index.column());
        case Qt::TextAlignmentRole:
            return static_cast<int>((isFirst || index.column() == Interval ? Qt::AlignLeft : Qt::AlignRight) |
                                    Qt::AlignVCenter);
        default:
            return {};
    }
}

QVariant LabModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount) return {};
    if (role == Qt::DisplayRole) switch (section) {
            case Rung:
                return tr("Rung");
            case Effect:
                return tr("This switch");
            case Interval:
                return tr("95 %");
            case Losses:
                return tr("Loss at equal time");
            case AtEnd:
                return hasCurves() ? tr("at %1 s").arg(formatNumber(time_.high, 2)) : tr("at the end");
            case Samples:
                return tr("Samples/s");
            case Peak:
                return tr("Peak MiB");
            case Difference:
                return tr("Outputs move");
            default:
                return axisTitle();
        }
    if (role != Qt::ToolTipRole) return {};
    switch (section) {
        case Axis:
            return tr("Dot and line: all switches up to here, with 95 %. Bar: this switch.");
        case Effect:
            return tr("Times as fast as without it; bold: beyond chance.");
        case Interval:
            return tr("Of repeats that belong together, on the logarithm (t).");
        case Difference:
            return tr("Largest difference of an output, in parts of the largest.");
        default:
            return {};
    }
}

Qt::ItemFlags LabModel::flags(const QModelIndex& index) const {
    if (!index.isValid()) return Qt::NoItemFlags;
    const auto& [line, at] = rowAt(index.row());
    if (line == Line::Group) return Qt::ItemIsEnabled;
    // Everything is measured against the first line.
    const bool isFree =
        line == Line::Rung && index.column() == Rung && at > 0 && !locked_ && report_.plan.mode != LabMode::Pair;
    return Qt::ItemIsSelectable | Qt::ItemIsEnabled | (isFree ? Qt::ItemIsUserCheckable : Qt::NoItemFlags);
}

bool LabModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !(flags(index) & Qt::ItemIsUserCheckable)) return false;
    Q_EMIT toggled(fromUtf8(report_.plan.rungs[rungAt(index.row())].key), value.toInt() == Qt::Checked);
    return true;
}

}  // namespace gatelab
