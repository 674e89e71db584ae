// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/line_chart.h"
#include "data/series.h"

class QComboBox;

namespace gatelab {

/// The first sequence of each class in the colour of its class, or the first few where there are no classes; x counts
/// steps from 1.
std::vector<ChartLine> sequenceLines(const SequenceSet& set, std::size_t channel, const Palette& palette);

/// Some sequences of a set over one another, step by step (sequenceLines); one channel at a time.
class SequencePlot : public LineChart {
    Q_OBJECT
public:
    explicit SequencePlot(Theme& theme, QWidget* parent = nullptr);
    void setSequences(SequenceSetPtr sequences);

private:
    void draw();
    Theme* theme_;
    QComboBox* channel_;
    SequenceSetPtr sequences_;
};

}  // namespace gatelab
