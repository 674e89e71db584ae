// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"
#include "lesson/class/exercise.h"

#include <QDialog>
#include <map>
#include <string>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QVBoxLayout;

namespace gatelab {

class BackgroundJob;
class ExperimentModel;
class RunController;

/// An exercise that is open: its task, its runs to be set up and chosen, the learner's prediction and sentence, and the
/// answer that is handed in. Does not hold up the window; GUI thread.
class ExerciseDialog : public QDialog {
    Q_OBJECT
public:
    ExerciseDialog(Theme& theme, RunController& runs, ExperimentModel& experiment, const QString& language,
                   Exercise exercise, QWidget* parent);

    /// Measures the runs and writes the answer and its runs; done() or what is missing follows.
    void handIn(const QString& path);
    [[nodiscard]] QComboBox* choice(const std::string& run) const { return choices_.at(run); }
    [[nodiscard]] bool isBusy() const;

Q_SIGNALS:
    /// The settings of a run are taken to the experiment; its page is wanted.
    void setUp();
    void handedIn(const QString& path);

private:
    QLabel* addText(QVBoxLayout* column, const QString& text, const char* style = "");
    void addRun(QVBoxLayout* column, const LessonRun& run);
    void addQuestions(QVBoxLayout* column);
    void takeSettings(const std::string& run);
    /// Only ended runs whose settings are the exercise's and the learner's.
    void fillChoices();
    void say(const QString& text, bool isProblem);
    void askWhere();

    Theme& theme_;
    RunController& runs_;
    ExperimentModel& experiment_;
    std::string language_;
    Exercise exercise_;
    std::map<std::string, QComboBox*> choices_;
    QLineEdit *student_ = nullptr, *predicted_ = nullptr;
    QPlainTextEdit* sentence_ = nullptr;
    QPushButton* hand_ = nullptr;
    QLabel* state_ = nullptr;
    BackgroundJob* job_;
};

}  // namespace gatelab
