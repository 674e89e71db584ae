// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sequence_model.h"

#include "charts/data/moments.h"
#include "common/texts.h"
#include "common/theme.h"
#include "data/sequences/sequence_sizes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace gatelab {

namespace {

/// Of one channel of one sequence; NaN: there are no values for it.
struct ChannelFigures {
    double mean = std::numeric_limits<double>::quiet_NaN(), deviation = mean, least = mean, greatest = mean;
};

ChannelFigures figuresOf(const SequenceSet& set, std::size_t item, std::size_t channel) {
    const SequenceSet::Item& sequence = set.items[item];
    const std::size_t channels = std::max<std::size_t>(1, set.channelNames.size());
    Moments moments;
    ChannelFigures figures;
    for (std::int64_t step = 0; step < sequence.steps; ++step) {
        const double value = sequence.values[static_cast<std::size_t>(step) * channels + channel];
        if (!std::isfinite(value)) continue;
        moments.add(value);
        figures.least = std::fmin(figures.least, value);
        figures.greatest = std::fmax(figures.greatest, value);
    }
    if (moments.count > 0) figures.mean = moments.mean;
    if (moments.count > 1) figures.deviation = std::sqrt(moments.squares / (moments.count - 1));
    return figures;
}

}  // namespace

QString className(const SequenceSet& set, std::int32_t label) {
    return label >= 0 && static_cast<std::size_t>(label) < set.classNames.size()
               ? fromUtf8(set.classNames[static_cast<std::size_t>(label)])
               : SequenceClassModel::tr("no class");
}

QString partName(const SequenceSet& set, std::size_t item) {
    if (item >= set.parts.size() || set.parts[item] == SequenceSet::Part::Unassigned) return {};
    if (set.parts[item] == kGivenValidation) return SequenceClassModel::tr("validation");
    return set.parts[item] == SequenceSet::Part::Train ? SequenceClassModel::tr("training")
                                                       : SequenceClassModel::tr("test");
}

void SequenceClassModel::setClasses(SequenceSetPtr set, std::vector<SequenceClass> classes) {
    set_ = std::move(set);
    setRows(std::move(classes));
}

SequenceClassModel::TableColumns SequenceClassModel::columns() const {
    if (!set_) return {};
    double all = 0;
    bool hasParts = false;
    for (const SequenceClass& row : rows()) {
        all += static_cast<double>(row.count());
        hasParts = hasParts || row.train + row.test > 0;
    }
    TableColumns columns{
        {tr("Class"), [this](const SequenceClass& row) { return className(*set_, row.label); }, {}, Qt::AlignLeft},
        {tr("Sequences"), [](const SequenceClass& row) { return formatCount(row.count()); }},
        {tr("Share"), [all](const SequenceClass& row) {
             return tr("%1 %").arg(
                 QString::number(100.0 * static_cast<double>(row.count()) / std::max(1.0, all), 'f', 1));
         }}};
    if (hasParts) {  // only where a file names them
        columns.push_back({tr("Training file"), [](const SequenceClass& row) { return formatCount(row.train); }});
        columns.push_back({tr("Test file"), [](const SequenceClass& row) { return formatCount(row.test); }});
    }
    columns.push_back({tr("Steps"), [](const SequenceClass& row) {
                           return row.shortest == row.longest
                                      ? formatCount(row.longest)
                                      : tr("%1 to %2").arg(formatCount(row.shortest), formatCount(row.longest));
                       }});
    columns.push_back({tr("Missing values"), [](const SequenceClass& row) { return formatCount(row.missing); }});
    return columns;
}

void SequenceItemModel::setSequences(SequenceSetPtr set) {
    set_ = std::move(set);
    channel_ = 0;
    setRows(rowNumbers(set_ ? set_->items.size() : 0));
}

void SequenceItemModel::setChannel(std::size_t channel) {
    channel_ = channel;
    refresh(Mean, Greatest);
}

SequenceItemModel::TableColumns SequenceItemModel::columns() const {
    const auto figure = [this](double ChannelFigures::*which) {
        return [this, which](std::size_t item) { return formatNumber(figuresOf(*set_, item, channel_).*which); };
    };
    return {{tr("Class"),
             [this](std::size_t item) { return className(*set_, set_->items[item].label); },
             {},
             Qt::AlignLeft},
            {tr("Part"), [this](std::size_t item) { return partName(*set_, item); }, {}, Qt::AlignLeft},
            {tr("Steps"), [this](std::size_t item) { return formatCount(set_->items[item].steps); }},
            {tr("Missing values"), [this](std::size_t item) { return formatCount(missingValues(set_->items[item])); }},
            {tr("Mean"), figure(&ChannelFigures::mean)},
            {tr("SD"), figure(&ChannelFigures::deviation)},
            {tr("Least"), figure(&ChannelFigures::least)},
            {tr("Greatest"), figure(&ChannelFigures::greatest)}};
}

QVariant SequenceItemModel::rowHead(const std::size_t& item, int role) const {
    return role == Qt::DisplayRole ? QVariant(formatCount(static_cast<qint64>(item) + 1)) : QVariant();
}

}  // namespace gatelab
