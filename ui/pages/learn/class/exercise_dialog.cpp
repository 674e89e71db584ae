// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/class/exercise_dialog.h"

#include "app/class/exercise_runs.h"
#include "charts/picture_file.h"
#include "common/background_job.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/field.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "store/record/run_files.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/list_box.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <cmath>

namespace gatelab {

namespace {

constexpr int kWidth = 620, kSentenceHeight = 72;

/// Names of settings as the window has them.
QString shownSettings(const std::vector<std::string>& keys) {
    QStringList names;
    for (const std::string& key : keys)
        if (const Field* field = findField(key)) names << translated(field->label);
    return names.join(QStringLiteral(", "));
}

}  // namespace

ExerciseDialog::ExerciseDialog(Theme& theme, RunController& runs, ExperimentModel& experiment, const QString& language,
                               Exercise exercise, QWidget* parent)
    : QDialog(parent),
      theme_(theme),
      runs_(runs),
      experiment_(experiment),
      language_(language.toStdString()),
      exercise_(std::move(exercise)),
      job_(new BackgroundJob(this)) {
    setObjectName(QStringLiteral("exercise"));
    setWindowTitle(tr("Exercise: %1").arg(fromUtf8(exercise_.lesson.title.in(language_))));
    resize(qRound(kWidth * theme.textScale()), sizeHint().height());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 16, 20, 16);
    column->setSpacing(10);
    addText(column, fromUtf8(exercise_.lesson.title.in(language_)), "title");
    addText(column, fromUtf8(exercise_.lesson.question.in(language_)));
    if (!exercise_.changes.empty())
        addText(column, tr("You may change: %1").arg(shownSettings(exercise_.changes)), "note");
    for (const LessonRun& run : exercise_.lesson.runs) addRun(column, run);
    if (!exercise_.lesson.claim.empty())
        addText(column, tr("It is to show: %1").arg(fromUtf8(exercise_.lesson.claimText.in(language_))), "note");
    addQuestions(column);
    state_ = addText(column, QString(), "muted");
    state_->hide();
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(makeButton({}, tr("Close"), this, &QDialog::close));
    hand_ = makeButton(theme.icon(QStringLiteral("done")), tr("Save the answer..."), this, &ExerciseDialog::askWhere);
    hand_->setObjectName(QStringLiteral("hand-in"));
    hand_->setProperty("primary", true);
    hand_->setAutoDefault(false);
    buttons->addWidget(hand_);
    column->addLayout(buttons);
    connect(&runs_, &RunController::runsChanged, this, &ExerciseDialog::fillChoices);
    fillChoices();
}

bool ExerciseDialog::isBusy() const { return job_->running(); }

QLabel* ExerciseDialog::addText(QVBoxLayout* column, const QString& text, const char* style) {
    auto* label = makeLabel(text, style);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);  // of a file of somebody else
    column->addWidget(label);
    return label;
}

void ExerciseDialog::addRun(QVBoxLayout* column, const LessonRun& run) {
    auto* row = new QHBoxLayout;
    const QString name = fromUtf8(run.label.in(language_));
    auto* label = makeLabel(name, "");
    label->setTextFormat(Qt::PlainText);
    row->addWidget(label);
    auto* box = new ListBox;
    box->setAccessibleName(tr("Run that answers: %1").arg(name));
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    row->addWidget(box, 1);
    auto* take = makeButton({}, tr("Set up"), this, [this, key = run.key] { takeSettings(key); });
    take->setToolTip(tr("Takes the settings of this run; change what is yours to change, then train it"));
    take->setAutoDefault(false);
    row->addWidget(take);
    column->addLayout(row);
    choices_[run.key] = box;
}

void ExerciseDialog::addQuestions(QVBoxLayout* column) {
    if (!exercise_.predict.empty()) {
        auto* asked = addText(column, fromUtf8(exercise_.predictText.in(language_)));
        predicted_ = new QLineEdit;
        predicted_->setPlaceholderText(tr("your prediction, a number"));
        asked->setBuddy(predicted_);
        column->addWidget(predicted_);
    }
    if (!exercise_.say.en.empty()) {
        auto* asked = addText(column, fromUtf8(exercise_.say.in(language_)));
        sentence_ = new QPlainTextEdit;
        sentence_->setFixedHeight(qRound(kSentenceHeight * theme_.textScale()));
        sentence_->setTabChangesFocus(true);
        asked->setBuddy(sentence_);
        column->addWidget(sentence_);
    }
    student_ = new QLineEdit;
    student_->setPlaceholderText(tr("your name"));
    student_->setAccessibleName(tr("Your name"));
    column->addWidget(student_);
}

void ExerciseDialog::takeSettings(const std::string& run) {
    const LessonRun& asked = *exercise_.lesson.findRun(run);
    experiment_.replace(asked.config,
                        tr("settings of the exercise %1").arg(fromUtf8(exercise_.lesson.title.in(language_))));
    say(tr("The settings are taken. Train, then choose the run here."), false);
    Q_EMIT setUp();
}

void ExerciseDialog::fillChoices() {
    for (const auto& [key, box] : choices_) {
        const QSignalBlocker quiet(box);
        const QString before = box->currentData().toString();
        box->clear();
        for (const RunSummary& run : runs_.runs())
            if (!run_files::isLive(run.state) && !run.isUnread && foreignSettings(exercise_, key, *run.config).empty())
                box->addItem(shownRunName(run), fromUtf8(run.id));
        if (box->count() == 0) box->addItem(tr("not trained yet"), QString());
        if (const int at = box->findData(before); at >= 0) box->setCurrentIndex(at);
    }
}

void ExerciseDialog::say(const QString& text, bool isProblem) {
    state_->setText(text);
    state_->setStyleSheet(isProblem ? QStringLiteral("color: %1;").arg(theme_.palette().error.name()) : QString());
    state_->show();
}

void ExerciseDialog::askWhere() {
    const QString name = plainFileName(student_->text().isEmpty() ? tr("my answer") : student_->text());
    askForFile(this, name, QStringLiteral("answer.json"), [this](const QString& path) { handIn(path); });
}

void ExerciseDialog::handIn(const QString& path) {
    if (job_->running()) return;
    if (!runs_.engine() || !runs_.workspace())
        return say(tr("The engine is not open yet; try again in a moment."), true);
    AnswerWords words;
    words.student = student_->text().trimmed().toStdString();
    if (predicted_) {
        bool isNumber = false;
        const double value =
            QLocale::c().toDouble(predicted_->text().trimmed().replace(QLatin1Char(','), QLatin1Char('.')), &isNumber);
        if (isNumber) words.predicted = value;
    }
    if (sentence_) words.sentence = sentence_->toPlainText().trimmed().toStdString();
    std::map<std::string, std::string> runs;
    for (const auto& [key, box] : choices_) runs[key] = box->currentData().toString().toStdString();
    hand_->setEnabled(false);
    say(tr("Measuring the runs ..."), false);
    job_->run<Result<>>(
        [engine = runs_.sharedEngine(), workspace = runs_.workspace(), exercise = exercise_, words, runs,
         file = toPath(path)](const Progress& progress) -> Result<> {
            const auto answer = makeAnswer(*engine, *workspace, exercise, words, runs, progress);
            if (!answer.ok()) return answer.error();
            return writeAnswer(*answer, file, workspace.get(), progress);
        },
        [this, path](Result<> written) {
            hand_->setEnabled(true);
            if (!written.ok()) return say(translated(written.error()), true);
            say(tr("Written: %1. Hand it in together with the folder %2.")
                    .arg(QFileInfo(path).fileName(), QFileInfo(fromPath(runsBeside(toPath(path)))).fileName()),
                false);
            Q_EMIT handedIn(path);
        });
}

}  // namespace gatelab
