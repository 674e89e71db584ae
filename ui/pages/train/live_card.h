// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QFrame>
#include <QStringList>

class QBoxLayout;

namespace gatelab {

class ElidedLabel;
class LineChart;
class Segments;

/// What is seen of a run by default beside its loss: a row of tabs that changes the upper chart only, below a line
/// always the memory, both over one x. It never hides. The charts are RunCharts'. GUI thread.
class LiveCard : public QFrame {
    Q_OBJECT
public:
    explicit LiveCard(Theme& theme, QWidget* parent = nullptr);
    /// Keys of the chart table, in the order of the tabs.
    static QStringList keys();
    [[nodiscard]] QString current() const;
    /// Does not signal; false: there is no such tab.
    bool setCurrent(const QString& key);
    /// Both come here; what stood above goes.
    void setCharts(LineChart* upper, LineChart* memory);
    /// Behind the tabs.
    void addTool(QWidget* widget);

Q_SIGNALS:
    void chosen(const QString& key);  ///< by the user
    void fullSizeRequested();         ///< of the upper chart

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showUnit();
    Segments* tabs_;
    ElidedLabel* unit_;
    QWidget* line_;  ///< between the two
    QBoxLayout *head_, *column_;
};

}  // namespace gatelab
