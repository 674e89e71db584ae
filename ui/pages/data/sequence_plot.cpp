// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/sequence_plot.h"

#include "common/list_text.h"
#include "common/texts.h"
#include "models/sequence_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMaxLines = 12, kWithoutClasses = 3;

bool hasClasses(const SequenceSet& set) {
    return std::ranges::any_of(set.items, [](const SequenceSet::Item& item) { return item.label >= 0; });
}

/// What is drawn: numbers of items, the first of each class in the order of the classes.
std::vector<std::size_t> chosenItems(const SequenceSet& set) {
    std::vector<std::size_t> chosen;
    std::set<std::int32_t> seen;
    const bool classes = hasClasses(set);
    for (std::size_t i = 0; i < set.items.size(); ++i) {
        const SequenceSet::Item& item = set.items[i];
        if (item.steps <= 0 || (classes && (item.label < 0 || !seen.insert(item.label).second))) continue;
        chosen.push_back(i);
        if (!classes && chosen.size() == kWithoutClasses) break;
    }
    if (classes) std::ranges::stable_sort(chosen, {}, [&set](std::size_t i) { return set.items[i].label; });
    chosen.resize(std::min(chosen.size(), kMaxLines));
    return chosen;
}

}  // namespace

std::vector<ChartLine> sequenceLines(const SequenceSet& set, std::size_t channel, const Palette& palette) {
    const std::size_t channels = std::max<std::size_t>(1, set.channelNames.size());
    std::vector<ChartLine> lines;
    for (const std::size_t number : chosenItems(set)) {
        const SequenceSet::Item& item = set.items[number];
        const bool named = item.label >= 0 && static_cast<std::size_t>(item.label) < set.classNames.size();
        ChartLine line;
        line.name = named ? fromUtf8(set.classNames[static_cast<std::size_t>(item.label)])
                          : QCoreApplication::translate("SequencePlot", "sequence %1")
                                .arg(formatCount(static_cast<qint64>(number) + 1));
        line.slot = item.label >= 0 ? item.label : static_cast<int>(lines.size());
        line.colour = runColour(palette, line.slot);
        line.key = line.name;
        for (std::int64_t step = 0; step < item.steps; ++step) {
            line.x.push_back(static_cast<double>(step + 1));
            line.y.push_back(item.values[static_cast<std::size_t>(step) * channels + channel]);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

std::vector<ChartLine> classLines(const SequenceSet& set, const std::vector<SequenceClass>& classes,
                                  const Palette& palette) {
    std::vector<ChartLine> bands, means;
    for (const SequenceClass& row : classes) {
        if (means.size() == kMaxLines) break;
        ChartLine band, mean;
        mean.name = className(set, row.label);
        mean.slot = row.label >= 0 ? row.label : static_cast<int>(means.size());
        mean.colour = band.colour = runColour(palette, mean.slot);
        mean.key = band.key = mean.name;
        mean.style = ChartLine::Style::Smooth;
        band.style = ChartLine::Style::Band;
        band.column = QCoreApplication::translate("SequencePlot", "%1, mean \u00b1 SD").arg(mean.name);
        for (std::size_t step = 0; step < row.mean.size(); ++step) {
            mean.x.push_back(static_cast<double>(step + 1));
            mean.y.push_back(row.mean[step]);
            band.y.push_back(row.mean[step] - row.deviation[step]);
            band.y2.push_back(row.mean[step] + row.deviation[step]);
        }
        band.x = mean.x;
        bands.push_back(std::move(band));
        means.push_back(std::move(mean));
    }
    std::ranges::move(means, std::back_inserter(bands));  // the lines above all bands
    return bands;
}

std::vector<ChartLine> itemLines(const SequenceSet& set, std::size_t number, const Palette& palette) {
    std::vector<ChartLine> lines;
    const std::size_t channels = std::max<std::size_t>(1, set.channelNames.size());
    const SequenceSet::Item& item = set.items[number];
    for (std::size_t channel = 0; channel < std::min(channels, kMaxLines); ++channel) {
        ChartLine line;
        line.name = channel < set.channelNames.size() ? fromUtf8(set.channelNames[channel]) : QString();
        line.slot = channels == 1 && item.label >= 0 ? item.label : static_cast<int>(channel);
        line.colour = runColour(palette, line.slot);
        line.key = line.name;
        line.isSampled = true;
        for (std::int64_t step = 0; step < item.steps; ++step) {
            line.x.push_back(static_cast<double>(step + 1));
            line.y.push_back(item.values[static_cast<std::size_t>(step) * channels + channel]);
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

SequencePlot::SequencePlot(Theme& theme, QWidget* parent) : LineChart(theme, {}, {}, parent), theme_(&theme) {
    setXLabel(tr("step"));
    setXCounted(true);
}

void SequencePlot::nameSteps(const SequenceSet& set) {
    std::vector<QString> tokens;
    for (const std::string& name : set.tokenNames) tokens.push_back(fromUtf8(name));
    setNames({}, std::move(tokens));
}

void SequencePlot::showFirst(const SequenceSetPtr& set, std::size_t channel) {
    nameSteps(*set);
    std::vector<ChartLine> lines = sequenceLines(*set, channel, theme_->palette());
    const auto shown = static_cast<qint64>(lines.size()), all = static_cast<qint64>(set->classNames.size());
    setTitle(!hasClasses(*set) ? tr("First sequences")
             : shown < all     ? tr("First sequence of %1 of %2 classes").arg(formatCount(shown), formatCount(all))
                               : tr("First sequence of each class"),
             channel < set->channelNames.size() ? fromUtf8(set->channelNames[channel]) : QString());
    setLines(std::move(lines));
}

void SequencePlot::showClasses(const SequenceSetPtr& set, const std::vector<SequenceClass>& classes,
                               std::size_t channel) {
    nameSteps(*set);
    const auto shown = static_cast<qint64>(std::min(classes.size(), kMaxLines)),
               all = static_cast<qint64>(classes.size());
    setTitle(shown < all ? tr("Mean and spread of %1 of %2 classes").arg(formatCount(shown), formatCount(all))
                         : tr("Mean and spread of each class"),
             channel < set->channelNames.size() ? tr("%1, \u00b1 1 SD").arg(fromUtf8(set->channelNames[channel]))
                                                : tr("\u00b1 1 SD"));
    setLines(classLines(*set, classes, theme_->palette()));
}

void SequencePlot::showItem(const SequenceSetPtr& set, std::size_t item) {
    nameSteps(*set);
    const SequenceSet::Item& one = set->items[item];
    const QString part = partName(*set, item), steps = tr("%1 steps").arg(formatCount(one.steps));
    QStringList parts;
    if (one.label >= 0) parts << tr("class %1").arg(className(*set, one.label));
    if (!part.isEmpty()) parts << part;
    parts << steps;
    const auto channels = static_cast<qint64>(set->channelNames.size()), most = static_cast<qint64>(kMaxLines);
    if (channels > most) parts << tr("%1 of %2 channels").arg(formatCount(most), formatCount(channels));
    setTitle(tr("Sequence %1").arg(formatCount(static_cast<qint64>(item) + 1)), listText(parts));
    setLines(itemLines(*set, item, theme_->palette()));
}

}  // namespace gatelab
