// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/learn_view.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace gatelab {

class ExerciseDialog;
class ExperimentModel;
class Language;
class LessonSession;
class LessonNumbers;
class OwnSeriesBar;
class Preferences;
class ReviewDialog;
class RunController;
class Segments;
class StageView;
class TeacherWindow;

/// The lessons of the Learn page: one of them on the stage; above it all of its part as numbers. GUI thread.
class LessonsView : public LearnView {
    Q_OBJECT
public:
    LessonsView(Theme& theme, RunController& runs, ExperimentModel& experiment, Preferences& preferences,
                Language& language, QWidget* parent = nullptr);
    ~LessonsView() override;

    /// By its name, or the path of a file; false: there is none (problem() may say why).
    bool openLesson(const QString& name);
    [[nodiscard]] LessonSession& session() { return *session_; }
    [[nodiscard]] StageView& picture() { return *picture_; }
    [[nodiscard]] bool needsNetwork() const override { return false; }
    void showField(const QString& field) override { openLesson(field); }
    TeacherWindow* teach();
    /// A lesson, a class or an exercise, whichever the file is; false: none (problem() says why).
    bool openFile(const QString& path);
    /// Null: it cannot be used, and problem() says why.
    TeacherWindow* openClass(const QString& path);
    ExerciseDialog* openExercise(const QString& path);
    void showGlossary(const QString& key);
    ReviewDialog* showReview();  ///< questions of all lessons that are finished

private:
    QLayout* makeBar();
    void fillLists();
    void askFile();
    void askExport(const QString& suffix);
    void takeOwn();
    /// The lesson's data, or what is open on Data.
    void showSeries(LessonSession& session, bool isOwn);
    [[nodiscard]] QString whyNotOwn(const LessonSession& session) const;  ///< empty: it can be played there
    TeacherWindow* makeTeacher(LessonSession& session);
    void showTerm(const QString& key, const QPoint& at);

    Theme& theme_;
    RunController& runs_;
    ExperimentModel& experiment_;
    Preferences& preferences_;
    QString language_;
    LessonSession* session_;
    StageView* picture_;
    LessonNumbers* numbers_;
    OwnSeriesBar* own_;
    Segments* series_;
    QComboBox* choice_;
    QLabel* seed_;
    QPushButton* review_;  ///< once five lessons are finished
    QToolButton* save_;    ///< what the stage shows, as a file
    QPointer<TeacherWindow> teacher_;
};

}  // namespace gatelab
