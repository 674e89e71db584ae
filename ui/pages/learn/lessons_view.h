// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "pages/learn/learn_place.h"

#include <QPointer>
#include <QWidget>

class QComboBox;
class QLabel;
class QListWidget;

namespace gatelab {

class ExperimentModel;
class Language;
class LessonSession;
class LessonStage;
class Preferences;
class RunController;
class TeacherWindow;

/// The lessons of the Learn page: one of them as cards beside its curves, in the right column all of them with how far
/// each is. GUI thread.
class LessonsView : public QWidget {
    Q_OBJECT
public:
    LessonsView(Theme& theme, RunController& runs, ExperimentModel& experiment, Preferences& preferences,
                Language& language, QWidget* parent = nullptr);
    ~LessonsView() override;

    /// By its name, or the path of a file; false: there is none (problem() may say why).
    bool openLesson(const QString& name);
    [[nodiscard]] LessonSession& session() { return *session_; }
    [[nodiscard]] LessonStage& stage() { return *stage_; }
    [[nodiscard]] QWidget* list();  ///< for the right column
    TeacherWindow* teach();
    /// From the place a card sent to: where that was teacher's mode, it goes on.
    void comeBack();
    void showGlossary(const QString& key);

Q_SIGNALS:
    void placeAsked(const gatelab::LearnPlace& place);
    void pageAsked(const QString& page);
    void problem(const QString& message);
    void done(const QString& message);

private:
    void fillLists();
    void askFile();
    void openPlace();
    void takeOwn();

    Theme& theme_;
    ExperimentModel& experiment_;
    Preferences& preferences_;
    QString language_;
    LessonSession* session_;
    LessonStage* stage_;
    QWidget* column_;
    QListWidget* list_;
    QComboBox* choice_;
    QLabel* progress_;
    QPointer<TeacherWindow> teacher_;
    bool isTaught_ = false;  ///< teacher's mode sent to the place that was opened last
};

}  // namespace gatelab
