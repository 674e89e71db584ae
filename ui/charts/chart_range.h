// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/chart_content.h"

#include <QVariantMap>
#include <vector>

namespace gatelab {

/// The ranges that a chart shows of its lines: each axis follows the data until a range of it is chosen. Writes them
/// and the lines into the content. GUI thread.
class ChartRange {
public:
    explicit ChartRange(ChartContent& content) : content_(content) {}
    ChartSource source;  ///< of the lines; empty: they are the fixed ones
    std::vector<ChartLine> fixed;
    bool fromZero = false, ignoreOutliers = false;  ///< where y follows
    double top = 0;                                 ///< where a y from zero ends; 0: with the data
    int pixels = 50;                                ///< about the plot's width: how many points are asked for

    /// Asks for the lines, and scales the axes that follow them.
    void update();
    void followX() { followX_ = exactX_ = true; }
    void followY() { autoY_ = freshY_ = true; }
    [[nodiscard]] bool followsX() const { return followX_; }
    [[nodiscard]] bool followsY() const { return autoY_; }
    void forgetX() { exactX_ = true; }  ///< other data: x begins and ends with them where it follows
    void forgetY() { freshY_ = true; }  ///< scales y anew instead of keeping a range that still holds the data
    /// A promised range of x; low > high: none.
    void setExtent(double low, double high) { extentLow_ = low, extentHigh_ = high, forgetX(); }
    void setLogX(bool on);  ///< x follows the data then
    void setLogY(bool on);  ///< a choice, which stays
    /// Logarithmic as long as all values are above 0; takes a choice back.
    void setUsuallyLogY(bool on);
    /// False, and nothing changes: there is no such range.
    bool setX(ChartScale x);
    void setY(const ChartScale& y);
    /// About a position, by a factor, not beyond all that there is.
    [[nodiscard]] ChartScale zoomedX(double about, double factor) const;
    [[nodiscard]] ChartScale movedX(double byShare) const;
    void zoomY(double about, double factor);
    void moveY(double byShare);
    /// LineChart::viewState
    [[nodiscard]] QVariantMap state() const;

private:
    [[nodiscard]] std::vector<ChartLine> ask(double low, double high) const;
    [[nodiscard]] std::vector<ChartLine> askLogX(double low, double high) const;
    void followData();
    /// x of these lines and the promised one; a single x has a little to both sides. Not valid: no data.
    [[nodiscard]] DataRange fullX(const ChartContent& shown) const;
    /// The views that show everything: what zoom and pan go by. `wanted` where there are no data.
    [[nodiscard]] ChartScale wholeX(const ChartScale& wanted) const;
    [[nodiscard]] ChartScale wholeY() const;
    [[nodiscard]] bool liesElsewhere() const;
    void makeLogY(bool on);
    void suitY();  ///< the usual axis, if it can show the data and nobody has chosen one
    void scaleY();

    ChartContent& content_;
    bool followX_ = true, autoY_ = true, exactX_ = true, freshY_ = true;
    bool usuallyLog_ = false, logChosen_ = false, allPositive_ = true;  ///< logChosen_: by a person, so it stays
    double extentLow_ = 1, extentHigh_ = 0;
    double dataLow_ = 1, dataHigh_ = 0;  ///< x of the data at the last follow
};

}  // namespace gatelab
