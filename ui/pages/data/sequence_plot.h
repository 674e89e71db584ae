// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "data/sequences/sequence_classes.h"
#include "data/series.h"

namespace gatelab {

/// The first sequence of each class in the colour of its class, or the first few where there are no classes; x counts
/// steps from 1.
std::vector<ChartLine> sequenceLines(const SequenceSet& set, std::size_t channel, const Palette& palette);
/// Of each class the mean by step with a band of one standard deviation to either side.
std::vector<ChartLine> classLines(const SequenceSet& set, const std::vector<SequenceClass>& classes,
                                  const Palette& palette);
/// One sequence with all its channels, of many the first twelve.
std::vector<ChartLine> itemLines(const SequenceSet& set, std::size_t item, const Palette& palette);

/// Sequences of a set, step by step; what of them is its owner's choice.
class SequencePlot : public LineChart {
    Q_OBJECT
public:
    explicit SequencePlot(Theme& theme, QWidget* parent = nullptr);
    void showFirst(const SequenceSetPtr& set, std::size_t channel);
    void showClasses(const SequenceSetPtr& set, const std::vector<SequenceClass>& classes, std::size_t channel);
    void showItem(const SequenceSetPtr& set, std::size_t item);

private:
    void nameSteps(const SequenceSet& set);
    Theme* theme_;
};

}  // namespace gatelab
