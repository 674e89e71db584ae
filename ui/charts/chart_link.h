// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace gatelab {

class LineChart;

/// Charts over the same quantity of x: cursor and second cursor of one are those of all and, while views are linked, so
/// is the range of x that is zoomed, panned and fitted, and where their plots begin; y stays each chart's own. A chart
/// that joins later shows what the others show. Charts leave it when they die. GUI thread.
class ChartLink : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    void add(LineChart* chart);
    /// Switched on, all charts show the range of the one that was zoomed or fitted last.
    void setViewsLinked(bool on);
    /// Another quantity of x: all charts follow their data, without second cursor.
    void reset();

private:
    void showView(LineChart* chart) const;
    void shareLeft() const;
    /// Does it for all charts but one, deaf to what they answer.
    template <class Action>
    void notify(const LineChart* from, const Action& action);
    std::vector<LineChart*> charts_;
    std::optional<std::pair<double, double>> view_;  ///< of the chart zoomed last; none: the data are followed
    double pin_ = std::numeric_limits<double>::quiet_NaN();
    bool viewsLinked_ = true, telling_ = false;
};

}  // namespace gatelab
