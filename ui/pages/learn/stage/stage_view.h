// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "charts/picture_file.h"
#include "common/theme.h"
#include "pages/learn/stage/stage_scene.h"
#include "pages/learn/stage/stage_text.h"

#include <QWidget>

#include <functional>

class QVBoxLayout;

namespace gatelab {

class LessonSession;
class RunController;
class StageCanvas;
class StageFilm;
class StageInside;
struct StageInsidePlace;
class StageNetworks;

/// Explains a word of the glossary there.
using ShowTerm = std::function<void(const QString& key, const QPoint& at)>;

/// A lesson: its picture with the film below on the left, text and the hand's buttons on the right, all on
/// one screen. Nothing of the answer is drawn before the learner has drawn and had it trained. Enter goes on; Space
/// plays the film; Escape brings the picture back. Large, before a class, no letter is below 24 px. GUI thread.
class StageView : public QWidget {
    Q_OBJECT
public:
    StageView(Theme& theme, RunController& runs, LessonSession& session, const QString& language, bool isLarge,
              ShowTerm showTerm, QWidget* parent = nullptr);
    [[nodiscard]] StageCanvas& canvas() { return *canvas_; }
    [[nodiscard]] StageFilm& film() { return *film_; }
    [[nodiscard]] StageText& text() { return *text_; }
    [[nodiscard]] StageNetworks& networks() { return *networks_; }
    /// Where the drawing stands with what came of it; nothing: there is no gap to tell yet.
    [[nodiscard]] std::optional<MeasuredGap> gap() const { return scene_.gap(); }
    void advance();  ///< what the filled button does
    void retreat();
    void refreshPicture();
    /// In the place of the picture what is inside of its networks, at the ringed row, once they may be seen. `step`:
    /// from 1; 0: where the row tells most.
    void unfold(std::int64_t step = 0);
    void fold();  ///< the picture again
    [[nodiscard]] bool isUnfolded() const;
    [[nodiscard]] StageInside* inside() const { return inside_; }  ///< null: it was never looked into
    /// Where the picture comes from, for a file: lesson, scene's step, losses, seed; data and size.
    [[nodiscard]] QStringList caption() const;
    [[nodiscard]] QString shownTitle() const;
    /// The picture before any answer, to be drawn on by hand.
    [[nodiscard]] Picture worksheetPage() const;
    /// Stands in the place of the text; null: the text does. Taken over.
    void showBeside(QWidget* panel);
    /// Whether what was drawn by hand stands in the picture; it does from the start.
    void setDrawingShown(bool on) { scene_.setDrawingShown(on); }
    /// What the hands of a class said, told in the gap where nothing was drawn.
    void setHands(const QString& said) { hands_ = said; }

Q_SIGNALS:
    void done(const QString& text);
    void problem(const QString& message);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void scheduleRefresh();
    void refresh();
    void refreshFilm();
    void refreshText();
    [[nodiscard]] QStringList foldedNames() const;
    void focusNext();
    void prepareNext();
    void trained();
    void tryOut(int change);
    [[nodiscard]] std::vector<StageScore> scores() const;
    [[nodiscard]] bool mustAnswer() const;  ///< the question that is shown, before it goes on
    /// What was trained is being read; before it is, nothing is told of it.
    [[nodiscard]] bool isWaiting() const;
    void goTo(LessonCard::Kind kind);
    /// Nothing: it may not be seen now.
    [[nodiscard]] std::optional<StageInsidePlace> insidePlace(std::int64_t step) const;

    Theme& theme_;
    RunController& runs_;
    LessonSession& session_;
    QString language_;
    ShowTerm showTerm_;
    double scale_;
    StageNetworks* networks_;
    StageCanvas* canvas_;
    StageFilm* film_;
    StageText* text_;
    StageScene scene_;
    StageInside* inside_ = nullptr;
    QVBoxLayout* left_;
    QString hands_;
    QWidget *side_, *beside_ = nullptr;
    bool isAsked_ = false, wasTraining_ = false, isFirst_ = true, isOtherCard_ = false, isOtherFilm_ = false;
};

}  // namespace gatelab
