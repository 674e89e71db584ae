// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "run/timeline.h"

#include <QWidget>

#include <cstddef>
#include <vector>

namespace gatelab {

/// Some steps that follow each other, on one time axis: a lane for each part of a step that they have, in the order of
/// a step, and one for each other rank, whose parts have their colours. GUI thread.
class TimelineStrip : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kMostSteps = 5;

    explicit TimelineStrip(Theme& theme, QWidget* parent = nullptr);
    void setTimeline(const Timeline& timeline);
    /// The parts that have a lane, from above.
    [[nodiscard]] const std::vector<TimelinePart>& lanes() const { return lanes_; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }
    [[nodiscard]] std::size_t rankLanes() const { return ranks_.size(); }
    /// Colour of a part here and in its table.
    static QColor colourOf(const Palette& palette, TimelinePart part);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] double laneHeight() const;
    [[nodiscard]] double lanesHeight() const { return laneHeight() * double(lanes_.size() + ranks_.size()); }
    void paintLane(QPainter& painter, std::size_t lane, const QString& name,
                   const std::vector<TimelineSpan>& spans) const;
    /// What is drawn in this lane.
    [[nodiscard]] std::vector<TimelineSpan> spansOf(std::size_t lane) const;
    [[nodiscard]] double xOf(double seconds) const;
    void paintAxis(QPainter& painter) const;
    Theme& theme_;
    std::vector<TimelineSpan> spans_;  ///< of the steps that are drawn
    std::vector<TimelineStep> steps_;
    std::vector<TimelinePart> lanes_;
    std::vector<TimelineTrack> ranks_;
    double began_ = 0, seconds_ = 0;
};

}  // namespace gatelab
