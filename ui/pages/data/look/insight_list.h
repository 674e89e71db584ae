// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "data/look/insight.h"

#include <QWidget>

namespace gatelab {

/// What figures mean, a line each: mark, sentence, and where there is something to do a link that does it. GUI thread.
class InsightList : public QWidget {
    Q_OBJECT
public:
    explicit InsightList(Theme& theme, QWidget* parent = nullptr);
    void setInsights(Insights insights);
    [[nodiscard]] const Insights& insights() const { return insights_; }

Q_SIGNALS:
    void asked(const gatelab::Insight& insight);  ///< to be done

private:
    void fill();
    Theme& theme_;
    Insights insights_;
};

}  // namespace gatelab
