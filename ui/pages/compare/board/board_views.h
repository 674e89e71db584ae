// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/run_columns.h"
#include "pages/compare/curves/compare_curves.h"

#include <QString>
#include <QStringList>
#include <QWidget>
#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QHBoxLayout;
class QStackedWidget;

namespace gatelab {

class Preferences;
class RunBoard;
class RunController;
class RunLoader;
class Segments;
class Theme;

/// What is drawn below the board: the curves of the chosen groups, a map of two settings, all groups as parallel lines
/// or as dots. One of them is in front, is made when it first is, and is kept over a restart; the others cost nothing.
/// Nothing is read or drawn while it is hidden. GUI thread.
class BoardViews : public QWidget {
    Q_OBJECT
public:
    /// `makeMap`: makes the map.
    BoardViews(Theme& theme, Preferences& preferences, RunBoard& board, RunController& runs,
               std::function<QWidget*()> makeMap, QWidget* parent = nullptr);
    void setShown(bool shown);
    /// One of viewNames() by its key; others change nothing.
    void showView(const QString& key);
    /// Key and name of each view, in their order.
    static std::vector<std::pair<QString, QString>> viewNames();
    /// The row under the pointer stands out among the others; empty: none.
    void setHighlight(const QString& rowKey);
    /// The view in front; null: it is the map.
    [[nodiscard]] CompareView* front() const;

Q_SIGNALS:
    void picked(const QString& runOrKey);
    void filterRequested(const QString& expression);

private:
    enum View { Curves, Map, Parallel, Scatter };
    [[nodiscard]] QWidget* makeView(View view);
    void bringForward(View view);
    void fill();
    void fillCurves(CompareCurves& curves);
    /// Of the chosen groups, in their order.
    [[nodiscard]] std::vector<ComparedRuns> compared() const;
    [[nodiscard]] std::vector<BaselineLevel> baselines() const;
    void refresh();
    Theme* theme_;
    Preferences* preferences_;
    RunBoard* board_;
    RunController* runs_;
    RunLoader* loader_;
    RunColumns columns_;
    std::function<QWidget*()> makeMap_;
    Segments* choice_;
    QHBoxLayout* row_;
    QStackedWidget* views_;
    std::array<QWidget*, 4> made_{};  ///< by View; null until first in front
    QString highlight_;
    std::optional<QStringList> wanted_;  ///< of the loader; nothing: to be asked for anew
    bool isShown_ = false;
};

}  // namespace gatelab
