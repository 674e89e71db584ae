// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/bar_list.h"

#include <QStringList>
#include <QWidget>

class QLabel;

namespace gatelab {

class Theme;
class WrappedLabel;

/// The right column of the Compare page but for the board: what forecasts show, or what the memory study found: what
/// belongs to the view in front.
class CompareInspector : public QWidget {
    Q_OBJECT
public:
    explicit CompareInspector(Theme& theme, QWidget* parent = nullptr);
    /// Speaks about one run's forecasts.
    void showForecast(const QString& title, const QString& verdict, std::vector<BarList::Row> bars);
    /// Speaks about the memory study.
    void showMemory(const QStringList& findings);
    void showNothing();

private:
    QLabel* headline_;
    WrappedLabel* text_;
    BarList* bars_;
};

}  // namespace gatelab
