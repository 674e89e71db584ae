// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/learn_view.h"

#include <QPointer>
#include <QWidget>
#include <functional>

class QComboBox;
class QLabel;
class QStackedWidget;
class QToolButton;

namespace gatelab {

class ExperimentModel;
class Language;
class LessonSession;
class LessonNumbers;
class LessonStage;
class Preferences;
class RunController;
class StageView;

/// The open lesson for a class room: one card fills the screen, no letter is smaller than 20 px, answers stay hidden
/// until they are asked for. A presenter's remote leads through it: right, PageDown or Space go on, left or PageUp go
/// back, Escape leaves. Deletes itself.
class TeacherWindow : public QWidget {
    Q_OBJECT
public:
    /// openPlace: LessonActions::openPlace
    TeacherWindow(Theme& theme, RunController& runs, LessonSession& session, const QString& language,
                  std::function<void()> openPlace, QWidget* parent);
    [[nodiscard]] LessonStage& stage() { return *stage_; }
    [[nodiscard]] StageView& picture() { return *picture_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool isStaged() const;
    LessonSession& session_;
    QStackedWidget* stack_;
    LessonStage* stage_;
    StageView* picture_;
};

/// The lessons of the Learn page: one of them on the stage, or, of format 1, as cards beside its curves; above it all
/// of its part as numbers. GUI thread.
class LessonsView : public LearnView {
    Q_OBJECT
public:
    LessonsView(Theme& theme, RunController& runs, ExperimentModel& experiment, Preferences& preferences,
                Language& language, QWidget* parent = nullptr);
    ~LessonsView() override;

    /// By its name, or the path of a file; false: there is none (problem() may say why).
    bool openLesson(const QString& name);
    [[nodiscard]] LessonSession& session() { return *session_; }
    [[nodiscard]] LessonStage& stage() { return *stage_; }
    [[nodiscard]] StageView& picture() { return *picture_; }
    [[nodiscard]] bool needsNetwork() const override { return false; }
    [[nodiscard]] QString wayBack() const override { return tr("Back to the lesson"); }
    void showField(const QString& field) override { openLesson(field); }
    TeacherWindow* teach();
    void comeBack() override;  ///< where a card of teacher's mode sent away, that goes on
    void showGlossary(const QString& key);

private:
    void fillLists();
    void askFile();
    void openPlace();
    void takeOwn();
    void showTerm(const QString& key, const QPoint& at);

    Theme& theme_;
    RunController& runs_;
    ExperimentModel& experiment_;
    Preferences& preferences_;
    QString language_;
    LessonSession* session_;
    LessonStage* stage_;
    StageView* picture_;
    QStackedWidget* stack_;
    LessonNumbers* numbers_;
    QComboBox* choice_;
    QLabel* seed_;
    QToolButton* inside_;  ///< to the views of these networks
    QPointer<TeacherWindow> teacher_;
    bool isTaught_ = false;  ///< teacher's mode sent to the place that was opened last
};

}  // namespace gatelab
