// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/picture_file.h"
#include "common/theme.h"
#include "lesson/lesson_gap.h"
#include "pages/learn/lessons/lesson_card_view.h"
#include "pages/learn/lessons/lesson_words.h"
#include "pages/learn/stage/stage_content.h"

#include <QWidget>

namespace gatelab {

class LessonSession;
class RunController;
class StageCanvas;
class StageFilm;
class StageNetworks;
class StageText;

/// Slot of the run colours: LSTM 0, RNN 1, GRU 2 in all lessons; a second one of a kind has another.
int stageSlot(const Lesson& lesson, const std::string& run);

/// A lesson of format 2: its picture with the film below on the left, text and the hand's buttons on the right, all on
/// one screen. Nothing of the answer is drawn before the learner has drawn and had it trained. Enter goes on; Space
/// plays the film. Large, before a class, no letter is below 24 px. GUI thread.
class StageView : public QWidget {
    Q_OBJECT
public:
    StageView(Theme& theme, RunController& runs, LessonSession& session, const QString& language, bool isLarge,
              LessonActions actions, QWidget* parent = nullptr);
    [[nodiscard]] StageCanvas& canvas() { return *canvas_; }
    [[nodiscard]] StageFilm& film() { return *film_; }
    [[nodiscard]] StageText& text() { return *text_; }
    [[nodiscard]] StageNetworks& networks() { return *networks_; }
    /// Where the drawing stands with what came of it; nothing: there is no gap to tell yet.
    [[nodiscard]] std::optional<MeasuredGap> gap() const;
    /// Ids of the runs that the picture shows, by their key; empty: only step 0 may be seen.
    [[nodiscard]] std::map<std::string, QString> shownRuns() const;
    void advance();  ///< what the filled button does
    void retreat();
    void refreshPicture();
    /// Where the picture comes from, for a file: lesson, scene's step, losses, seed; data and size.
    [[nodiscard]] QStringList caption() const;
    [[nodiscard]] QString shownTitle() const;
    /// The picture before any answer, to be drawn on by hand.
    [[nodiscard]] Picture worksheetPage() const;
    /// Stands in the place of the text; null: the text does. Taken over.
    void showBeside(QWidget* panel);
    /// Whether what was drawn by hand stands in the picture; it does from the start.
    void setDrawingShown(bool on) { isDrawingShown_ = on; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void scheduleRefresh();
    void refresh();
    void refreshFilm();
    void refreshText();
    void focusNext();
    [[nodiscard]] int frameOfScene() const;
    void trained();
    void tryOut(int change);
    [[nodiscard]] bool isTried() const;  ///< the change that is shown is trained
    [[nodiscard]] const LessonTry* shownTry(const std::string& run) const;
    [[nodiscard]] QString nameOf(const std::string& run) const;
    [[nodiscard]] bool mustAnswer() const;  ///< the question that is shown, before it goes on
    void goTo(LessonCard::Kind kind);
    /// The last gap card up to now, or that of the change.
    [[nodiscard]] const LessonGap* shownGap() const;
    [[nodiscard]] const LessonDraw* shownDraw() const;
    [[nodiscard]] const std::vector<QPointF>& points() const;
    [[nodiscard]] StageContent contentNow() const;
    [[nodiscard]] StageDrawing drawingNow() const;
    [[nodiscard]] std::vector<StageAxis> axesNow(bool isRevealed) const;
    [[nodiscard]] StageHalf halfOf(std::size_t twin) const;
    [[nodiscard]] LessonOutcomes outcomesNow() const;
    [[nodiscard]] FigureSource figuresNow(const LessonOutcomes& outcomes) const;
    [[nodiscard]] LessonWords words(const LessonOutcomes& outcomes) const;

    Theme& theme_;
    LessonSession& session_;
    QString language_;
    LessonActions actions_;
    double scale_;
    StageNetworks* networks_;
    StageCanvas* canvas_;
    StageFilm* film_;
    StageText* text_;
    QWidget *side_, *beside_ = nullptr;
    int tried_ = -1;
    bool isAsked_ = false, wasTraining_ = false, isFirst_ = true, isOtherCard_ = false, isOtherFilm_ = false;
    bool isDrawingShown_ = true;
};

}  // namespace gatelab
