// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/lessons/lesson_card_view.h"
#include "pages/learn/lessons/lesson_plot.h"

#include <QMargins>
#include <QString>
#include <QWidget>
#include <vector>

class QLabel;
class QPushButton;
class QScrollArea;

namespace gatelab {

class LessonSession;

/// One card of the open lesson with its curves, and the buttons that lead on. In a class room (isLarge) letters are
/// large, one card fills the screen, and what is right in the quiz is hidden until reveal().
class LessonStage : public QWidget {
    Q_OBJECT
public:
    static constexpr int kLargeLetters = 28, kLargeSmallest = 24;

    LessonStage(Theme& theme, LessonSession& session, const QString& language, bool isLarge, LessonActions actions,
                QWidget* parent = nullptr);

    /// The next thing a remote does: shows what is hidden, trains, or goes on.
    void advance();
    void retreat();
    [[nodiscard]] bool isHidden(int question) const;
    [[nodiscard]] LessonPlot& plot() { return *plot_; }

private:
    QWidget* makeCard();
    QWidget* makeCurves();
    void rebuild();
    void goOn();  ///< to the next card, or lesson
    void refreshPlot();
    void addTries(const LessonChange& change, std::vector<LessonPlot::Line>& lines) const;
    [[nodiscard]] LessonWords words() const;
    [[nodiscard]] bool needsPlot(const LessonCard& card) const;
    void reveal(int question);
    void scheduleRebuild();
    [[nodiscard]] int letters(int small) const;
    [[nodiscard]] QString smallStyle() const;
    [[nodiscard]] static QString largeStyle();
    [[nodiscard]] QMargins edges() const;

    Theme& theme_;
    LessonSession& session_;
    QString language_;
    bool isLarge_, isAsked_ = false;
    LessonActions actions_;
    std::vector<bool> revealed_;
    LessonOutcomes shown_;
    QWidget *head_, *content_ = nullptr;
    QScrollArea* scroll_;
    QLabel *title_, *place_;
    std::vector<QWidget*> marks_;
    LessonPlot* plot_;
    QPushButton *back_, *next_;
};

}  // namespace gatelab
