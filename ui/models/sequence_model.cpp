// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sequence_model.h"

#include "charts/data/moments.h"
#include "common/texts.h"
#include "common/theme.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

QString className(const SequenceSet& set, std::int32_t label) {
    return label >= 0 && static_cast<std::size_t>(label) < set.classNames.size()
               ? fromUtf8(set.classNames[static_cast<std::size_t>(label)])
               : SequenceClassModel::tr("no class");
}

QString partName(const SequenceSet& set, std::size_t item) {
    if (item >= set.parts.size() || set.parts[item] == SequenceSet::Part::Unassigned) return {};
    return set.parts[item] == SequenceSet::Part::Train ? SequenceClassModel::tr("training")
                                                       : SequenceClassModel::tr("test");
}

void SequenceClassModel::setClasses(SequenceSetPtr set, std::vector<SequenceClass> classes) {
    beginResetModel();
    set_ = std::move(set);
    classes_ = std::move(classes);
    all_ = 0;
    hasParts_ = false;
    for (const SequenceClass& row : classes_) {
        all_ += row.count();
        hasParts_ = hasParts_ || row.train + row.test > 0;
    }
    endResetModel();
}

int SequenceClassModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(classes_.size());
}

int SequenceClassModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !set_ ? 0 : hasParts_ ? 7 : 5;
}

/// Parts only where a file names them.
SequenceClassModel::Column SequenceClassModel::columnAt(int section) const {
    return static_cast<Column>(!hasParts_ && section > Share ? section + (Length - Train) : section);
}

QVariant SequenceClassModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !set_) return {};
    const SequenceClass& row = classes_[static_cast<std::size_t>(index.row())];
    const Column column = columnAt(index.column());
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((column == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (column) {
        case Name:
            return className(*set_, row.label);
        case Count:
            return formatCount(row.count());
        case Share:
            return tr("%1 %").arg(QString::number(
                100.0 * static_cast<double>(row.count()) / static_cast<double>(std::max<std::int64_t>(1, all_)), 'f',
                1));
        case Train:
            return formatCount(row.train);
        case Test:
            return formatCount(row.test);
        case Length:
            return row.shortest == row.longest
                       ? formatCount(row.longest)
                       : tr("%1 to %2").arg(formatCount(row.shortest), formatCount(row.longest));
        case Missing:
            return formatCount(row.missing);
    }
    return {};
}

QVariant SequenceClassModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const Column column = columnAt(section);
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((column == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (column) {
        case Name:
            return tr("Class");
        case Count:
            return tr("Sequences");
        case Share:
            return tr("Share");
        case Train:
            return tr("Training file");
        case Test:
            return tr("Test file");
        case Length:
            return tr("Steps");
        case Missing:
            return tr("Missing values");
    }
    return {};
}

void SequenceItemModel::setSequences(SequenceSetPtr set) {
    beginResetModel();
    set_ = std::move(set);
    channel_ = 0;
    endResetModel();
}

void SequenceItemModel::setChannel(std::size_t channel) {
    channel_ = channel;
    if (rowCount() > 0) Q_EMIT dataChanged(index(0, Mean), index(rowCount() - 1, Greatest));
}

int SequenceItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !set_ ? 0 : static_cast<int>(set_->items.size());
}

int SequenceItemModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant SequenceItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || !set_) return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((index.column() <= Part ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    const auto number = static_cast<std::size_t>(index.row());
    const SequenceSet::Item& item = set_->items[number];
    switch (index.column()) {
        case Class:
            return className(*set_, item.label);
        case Part:
            return partName(*set_, number);
        case Steps:
            return formatCount(item.steps);
        case Missing:
            return formatCount(missingValues(item));
        default:
            break;
    }
    const std::size_t channels = std::max<std::size_t>(1, set_->channelNames.size());
    Moments moments;
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    for (std::int64_t step = 0; step < item.steps; ++step) {
        const double value = item.values[static_cast<std::size_t>(step) * channels + channel_];
        if (!std::isfinite(value)) continue;
        moments.add(value);
        least = std::min(least, value);
        greatest = std::max(greatest, value);
    }
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    const double shown = moments.count == 0           ? nothing
                         : index.column() == Mean     ? moments.mean
                         : index.column() == Least    ? least
                         : index.column() == Greatest ? greatest
                         : moments.count < 2          ? nothing
                                                      : std::sqrt(moments.squares / (moments.count - 1));
    return formatNumber(shown);
}

QVariant SequenceItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) return role == Qt::DisplayRole ? QVariant(formatCount(section + 1)) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section <= Part ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (section) {
        case Class:
            return tr("Class");
        case Part:
            return tr("Part");
        case Steps:
            return tr("Steps");
        case Missing:
            return tr("Missing values");
        case Mean:
            return tr("Mean");
        case Deviation:
            return tr("SD");
        case Least:
            return tr("Least");
        case Greatest:
            return tr("Greatest");
        default:
            return {};
    }
}

}  // namespace gatelab
