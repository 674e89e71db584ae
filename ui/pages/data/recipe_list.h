// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QListView;
class QLabel;
class QVBoxLayout;

namespace gatelab {

class ExperimentModel;
class RecipeModel;
class Theme;

/// The recipe in the inspector: steps with ticks and a cross that removes them, dragged into order, with a menu; the
/// parameters of the chosen one below; a button with all steps there are.
class RecipeList : public QWidget {
    Q_OBJECT
public:
    RecipeList(Theme& theme, ExperimentModel& experiment, QWidget* parent = nullptr);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showParameters();
    void fitHeight();
    void showMenu(const QPoint& at);
    QWidget* makeHead();
    Theme& theme_;
    RecipeModel* model_;
    QListView* list_;
    QWidget* parameters_;
    int shownRow_ = -1;
    QString shownKey_;
};

}  // namespace gatelab
