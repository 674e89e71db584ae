// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/lesson_figures.h"
#include "pages/learn/lesson_plot.h"

#include <QString>
#include <QWidget>
#include <vector>

class QBoxLayout;
class QLabel;
class QPushButton;
class QScrollArea;

namespace gatelab {

class LessonSession;
struct LessonWords;

/// One card of the open lesson with its curves, and the buttons that lead on. In a class room (isLarge) letters are
/// large, one card fills the screen, and what is right in the quiz is hidden until reveal().
class LessonStage : public QWidget {
    Q_OBJECT
public:
    static constexpr int kLargeLetters = 26, kLargeSmallest = 20;

    LessonStage(Theme& theme, LessonSession& session, const QString& language, bool isLarge, QWidget* parent = nullptr);

    /// The next thing a remote does: shows what is hidden, trains, or goes on.
    void advance();
    void retreat();
    [[nodiscard]] bool isHidden(int question) const;
    [[nodiscard]] LessonPlot& plot() { return *plot_; }

Q_SIGNALS:
    void placeAsked();  ///< of the card that is shown
    void ownAsked();    ///< the learner's own series
    void termAsked(const QString& key, const QPoint& at);

private:
    void rebuild();
    void refreshPlot();
    void addTries(const LessonChange& change, std::vector<LessonPlot::Line>& lines) const;
    void addText(const LessonText& text);
    void addPrediction(const LessonCard& card);
    void addRuns();
    void addResult();
    void addPlace(const LessonCard& card);
    void addChange(const LessonCard& card);
    void addTry(const LessonChange& change, int value);
    void addQuestion(const LessonCard& card);
    QLabel* addLabel(const QString& html, const char* role = nullptr);
    QPushButton* addChoice(const QString& text, bool isChosen);
    QPushButton* addButton(const QString& icon, const QString& text, bool isPrimary = false);
    [[nodiscard]] LessonWords words() const;
    [[nodiscard]] QString runLabel(const std::string& run) const;
    /// The changed setting with this value: "Cell GRU".
    [[nodiscard]] QString changeLabel(const LessonChange& change, int value) const;
    [[nodiscard]] bool needsPlot(const LessonCard& card) const;
    void scheduleRebuild();
    [[nodiscard]] int letters(int small) const;

    Theme& theme_;
    LessonSession& session_;
    QString language_;
    bool isLarge_, isAsked_ = false;
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
