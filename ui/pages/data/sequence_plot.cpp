// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/data/sequence_plot.h"

#include "common/texts.h"

#include <QComboBox>
#include <QCoreApplication>
#include <algorithm>
#include <set>
#include <utility>

namespace gatelab {

namespace {

constexpr std::size_t kMostLines = 12, kWithoutClasses = 3;

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
    chosen.resize(std::min(chosen.size(), kMostLines));
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

SequencePlot::SequencePlot(Theme& theme, QWidget* parent)
    : LineChart(theme, {}, {}, parent), theme_(&theme), channel_(new QComboBox) {
    setXLabel(tr("step"));
    setXCounted(true);
    channel_->setAccessibleName(tr("Channel"));
    addHeaderWidget(channel_);
    connect(channel_, &QComboBox::activated, this, [this] {
        draw();
        fit();
    });
    connect(&theme, &Theme::changed, this, &SequencePlot::draw);
}

void SequencePlot::setSequences(SequenceSetPtr sequences) {
    if (sequences == sequences_) return;
    sequences_ = std::move(sequences);
    channel_->clear();
    if (sequences_)
        for (const std::string& name : sequences_->channelNames) channel_->addItem(fromUtf8(name));
    channel_->setVisible(channel_->count() > 1);
    draw();
    fit();
}

void SequencePlot::draw() {
    if (!sequences_) return setLines({});
    std::vector<QString> tokens;
    for (const std::string& name : sequences_->tokenNames) tokens.push_back(fromUtf8(name));
    setNames({}, std::move(tokens));
    std::vector<ChartLine> lines =
        sequenceLines(*sequences_, static_cast<std::size_t>(std::max(0, channel_->currentIndex())), theme_->palette());
    const auto shown = static_cast<qint64>(lines.size()), all = static_cast<qint64>(sequences_->classNames.size());
    setTitle(!hasClasses(*sequences_) ? tr("First sequences")
             : shown < all ? tr("First sequence of %1 of %2 classes").arg(formatCount(shown), formatCount(all))
                           : tr("First sequence of each class"),
             channel_->currentText());
    setLines(std::move(lines));
}

}  // namespace gatelab
