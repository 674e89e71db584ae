// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/lessons_view.h"

#include "app/own_series.h"
#include "common/language.h"
#include "common/preferences.h"
#include "common/run_words.h"
#include "common/texts.h"
#include "config/field.h"
#include "config/setting_predicates.h"
#include "lesson/class/class_plan.h"
#include "pages/learn/class/exercise_dialog.h"
#include "pages/learn/class/stage_export.h"
#include "pages/learn/class/teacher_window.h"
#include "pages/learn/lessons/glossary_card.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lesson_words.h"
#include "pages/learn/lessons/own_series_bar.h"
#include "pages/learn/lessons/review_dialog.h"
#include "pages/learn/stage/lesson_numbers.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_networks.h"
#include "pages/learn/stage/stage_view.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/list_box.h"
#include "widgets/segments.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

LessonsView::LessonsView(Theme& theme, RunController& runs, ExperimentModel& experiment, Preferences& preferences,
                         Language& language, QWidget* parent)
    : LearnView(parent),
      theme_(theme),
      runs_(runs),
      experiment_(experiment),
      preferences_(preferences),
      language_(language.code()),
      session_(new LessonSession(runs, preferences, this)),
      picture_(new StageView(theme, runs, *session_, language_, false,
                             [this](const QString& key, const QPoint& at) { showTerm(key, at); })),
      numbers_(new LessonNumbers(theme)),
      own_(new OwnSeriesBar(theme, runs)),
      series_(new Segments({tr("Lesson's data"), tr("My series")})),
      choice_(new ListBox),
      seed_(makeLabel({}, "muted")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    series_->setObjectName(QStringLiteral("lesson-series"));
    column->addLayout(makeBar());
    for (const Error& error : session_->shelf().problems) {
        auto* label = makeLabel(translated(error), "error");
        label->setWordWrap(true);
        column->addWidget(label);
    }
    column->addWidget(own_);
    connect(own_, &OwnSeriesBar::trainAsked, this, [this] { Q_EMIT placeAsked({QStringLiteral("train")}); });
    connect(own_, &OwnSeriesBar::lookAsked, this, [this](const QString& run) {
        LearnPlace place;
        place.view = QStringLiteral("microscope");
        place.run = run;
        Q_EMIT learnPlaceAsked(place);
    });
    column->addWidget(picture_, 1);
    // Each lesson begins with its own data; the switch is of the one that is open.
    connect(numbers_, &LessonNumbers::chosen, session_, &LessonSession::open);
    connect(choice_, &QComboBox::activated, this,
            [this](int index) { session_->open(choice_->itemData(index).toString()); });
    connect(series_, &Segments::chosen, this, [this](int index) { showSeries(*session_, index == 1); });
    connect(&experiment_, &ExperimentModel::dataChanged, this, [this] {
        // Another series is another lesson; one that trains goes on.
        if (session_->isOwnSeries() && !session_->isTraining()) showSeries(*session_, whyNotOwn(*session_).isEmpty());
        fillLists();
    });
    for (const auto changed : {&LessonSession::lessonChanged, &LessonSession::cardChanged, &LessonSession::changed})
        connect(session_, changed, this, &LessonsView::fillLists);
    connect(session_, &LessonSession::problem, this, &LessonsView::problem);
    connect(picture_, &StageView::problem, this, &LessonsView::problem);
    connect(picture_, &StageView::done, this, &LessonsView::done);
    fillLists();
}

QLayout* LessonsView::makeBar() {
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(numbers_);
    choice_->setAccessibleName(tr("Lesson"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    choice_->setMinimumContentsLength(14);  // the numbers beside it are not cut
    bar->addWidget(choice_);
    review_ = makeButton(theme_.icon(QStringLiteral("reset")), QString(), this, &LessonsView::showReview);
    review_->setObjectName(QStringLiteral("review"));
    review_->setProperty("compact", true);
    bar->addWidget(review_);
    bar->addStretch(1);
    bar->addWidget(seed_);
    bar->addWidget(series_);
    const auto button = [this, bar](const QString& icon, const QString& tip, auto act) {
        auto* one = makeIconButton(theme_.icon(icon), tip, this, act);
        bar->addWidget(one);
        return one;
    };
    button(QStringLiteral("reset"),
           tr("Begin again: forgets the prediction, the answers and the trainings of this lesson; its runs stay in the "
              "workspace"),
           [this] { session_->beginAgain(); })
        ->setObjectName(QStringLiteral("lesson-begin-again"));
    button(
        QStringLiteral("table"),
        tr("Keep as experiment: takes the settings of this lesson to the data that are open, to be trained on Train"),
        &LessonsView::takeOwn)
        ->setObjectName(QStringLiteral("lesson-own"));
    button(QStringLiteral("open"), tr("Open a lesson of your own, a class or an exercise, from a file..."),
           &LessonsView::askFile);
    save_ = button(
        QStringLiteral("export"),
        tr("Save what the stage shows: picture, film or worksheet, each with lesson, step, loss, seed and source"),
        [] {});
    save_->setObjectName(QStringLiteral("lesson-save"));
    save_->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(save_);
    for (const StageExport& one : stageExports())
        menu->addAction(one.text, this, [this, suffix = one.suffix] { askExport(suffix); });
    save_->setMenu(menu);
    button(QStringLiteral("book"), tr("Glossary: all words that are explained..."), [this] { showGlossary({}); });
    button(QStringLiteral("full"), tr("Teacher's mode: large letters, answers hidden, for a projector and its remote"),
           [this] { teach()->showFullScreen(); })
        ->setObjectName(QStringLiteral("teach"));
    return bar;
}

LessonsView::~LessonsView() { delete teacher_; }

bool LessonsView::openLesson(const QString& name) {
    if (session_->shelf().find(name.toStdString()) == nullptr && QFileInfo::exists(name)) return openFile(name);
    if (session_->open(name)) return true;
    if (!QFileInfo::exists(name))
        Q_EMIT problem(
            tr("There is no lesson \"%1\". Choose one of the list; a lesson of your own is opened from its file.")
                .arg(name));
    return false;
}

void LessonsView::fillLists() {
    const LessonWords words{theme_, session_->glossary(), language_, {}};
    const QSignalBlocker quiet(choice_);
    choice_->clear();
    std::vector<LessonNumbers::Entry> entries;
    int finished = 0, number = 0;
    const auto add = [&](const Lesson& lesson, const QString& name, const QString& path) {
        const LessonProgress progress = session_->progressOf(lesson.key);
        finished += progress.isDone;
        const QString icon = progress.isDone     ? QStringLiteral("done")
                             : progress.card > 0 ? QStringLiteral("play")
                                                 : QStringLiteral("book");
        choice_->addItem(theme_.icon(icon, progress.isDone ? Ink::Success : Ink::Muted), name, path);
        choice_->setItemData(choice_->count() - 1, words.simple(lesson.question), Qt::ToolTipRole);
        const bool isOpen = session_->lesson() && session_->lesson()->key == lesson.key;
        if (isOpen) choice_->setCurrentIndex(choice_->count() - 1);
        entries.push_back({path, words.simple(lesson.title), static_cast<int>(lesson.part), progress.isDone, isOpen});
    };
    for (const Lesson& lesson : session_->shelf().lessons)
        add(lesson, QStringLiteral("%1  %2").arg(++number).arg(words.simple(lesson.title)), fromUtf8(lesson.key));
    if (session_->lesson() && session_->shelf().find(session_->lesson()->key) == nullptr)
        add(*session_->lesson(), words.simple(session_->lesson()->title), fromPath(session_->lesson()->file));
    choice_->setToolTip(tr("%1 of %2 lessons finished").arg(finished).arg(session_->shelf().lessons.size()));
    numbers_->setLessons(entries);
    const auto questions = finishedQuestions(*session_);
    const std::size_t due = dueQuestions(questions, readReview(preferences_));
    review_->setVisible(!questions.empty());
    // As many as a round asks.
    review_->setText(due > 0 ? tr("Review: %1").arg(std::min(due, kReviewQuestions)) : tr("Review"));
    review_->setToolTip(due > 0 ? tr("Questions of the lessons you have finished, mixed; wrong ones come again. %n of "
                                     "them are due.",
                                     nullptr, static_cast<int>(due))
                                : tr("Nothing is due: every question was right, and comes again later."));
    series_->setText(1, experiment_.config().dataPath.empty() ? tr("My series") : shownDataName(experiment_.config()));
    series_->setToolTip(tr("My series: what is open on Data, %1").arg(shownDataName(experiment_.config())));
    series_->setCurrent(session_->isOwnSeries() ? 1 : 0);
    const QString whyNot = whyNotOwn(*session_);
    series_->setSegmentEnabled(1, whyNot.isEmpty(), whyNot);
    seed_->setText(tr("seed %1").arg(session_->progress().seed));
}

QString LessonsView::whyNotOwn(const LessonSession& session) const {
    const Lesson* lesson = session.lesson();
    if (lesson == nullptr) return tr("No lesson is open");
    if (lesson->ownRun.empty()) return LessonWords{theme_, session.glossary(), language_, {}}.simple(lesson->ownReason);
    if (session.isTraining()) return tr("It trains; let it end, or stop it");
    if (!experiment_.dataset() || !experiment_.dataset()->series) return tr("Open a series on Data first");
    return isForecast(experiment_.config()) ? QString() : tr("Lessons are played on a series that is forecast");
}

void LessonsView::showSeries(LessonSession& session, bool isOwn) {
    const Lesson* now = session.lesson();
    if (now == nullptr) return;
    const QString key = fromUtf8(now->key),
                  file = fromPath(now->ownSeries.empty() ? now->file : now->file.parent_path());
    if (session.isOwnSeries() && !session.open(key)) session.openFile(file);
    // Those of a class may be others; the scenes are always the program's.
    const Lesson* scenes = session_->shelf().find(kOwnScenes);
    const QString whyNot = whyNotOwn(session);
    if (isOwn && &session != session_ && !whyNot.isEmpty()) Q_EMIT problem(whyNot);
    if (!isOwn || scenes == nullptr || !whyNot.isEmpty()) return fillLists();
    auto own = ownSeriesLesson(*session.lesson(), *scenes, experiment_.config(), experiment_.dataset()->series->rows());
    if (own.ok()) return session.openOwn(std::move(*own));
    Q_EMIT problem(translated(own.error()));
    fillLists();
}

TeacherWindow* LessonsView::makeTeacher(LessonSession& session) {
    auto* teacher = new TeacherWindow(theme_, runs_, session, language_, window());
    connect(teacher, &TeacherWindow::seriesAsked, this,
            [this, &session] { showSeries(session, !session.isOwnSeries()); });
    return teacher;
}

void LessonsView::askFile() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a lesson, class or exercise"), preferences_.lastFolder(),
                                     tr("Lessons, classes, exercises (*.json *.class)"));
    if (path.isEmpty()) return;
    preferences_.setLastFolder(QFileInfo(path).absolutePath());
    openFile(path);
}

bool LessonsView::openFile(const QString& path) {
    if (path.endsWith(QLatin1String(kClassEnding.data()))) return openClass(path) != nullptr;
    if (isExerciseFile(toPath(path))) return openExercise(path) != nullptr;
    return session_->openFile(path);
}

void LessonsView::askExport(const QString& suffix) {
    askForFile(this, picture_->shownTitle(), suffix, [this](const QString& path) {
        const QString wrong = exportStage(theme_, *picture_, path);
        if (wrong.isEmpty())
            Q_EMIT done(savedText(path));
        else
            Q_EMIT problem(wrong);
    });
}

TeacherWindow* LessonsView::openClass(const QString& path) {
    auto plan = readClass(toPath(QFileInfo(path).absoluteFilePath()), session_->shelf());
    if (!plan.ok()) {
        Q_EMIT problem(translated(plan.error()));
        return nullptr;
    }
    if (teacher_) delete teacher_;
    // Its own session: what the class does is nobody's progress.
    auto* session = new LessonSession(runs_, preferences_, std::move(*plan));
    teacher_ = makeTeacher(*session);
    session->setParent(teacher_);
    connect(session, &LessonSession::problem, this, &LessonsView::problem);
    teacher_->begin();
    return teacher_;
}

ExerciseDialog* LessonsView::openExercise(const QString& path) {
    auto exercise = readExercise(toPath(QFileInfo(path).absoluteFilePath()));
    if (!exercise.ok()) {
        Q_EMIT problem(translated(exercise.error()));
        return nullptr;
    }
    auto* dialog = new ExerciseDialog(theme_, runs_, experiment_, language_, std::move(*exercise), window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ExerciseDialog::setUp, this, [this] { Q_EMIT placeAsked({QStringLiteral("train")}); });
    dialog->show();
    return dialog;
}

/// The settings of the lesson that count for any series, on the data that are open.
void LessonsView::takeOwn() {
    const Lesson* lesson = session_->lesson();
    if (lesson == nullptr) return;
    if (lesson->ownRun.empty()) {
        Q_EMIT done(LessonWords{theme_, session_->glossary(), language_, {}}.simple(lesson->ownReason));
        return;
    }
    const ExperimentConfig& from = lesson->findRun(lesson->ownRun)->config;
    ExperimentConfig config = experiment_.config();
    if (session_->isOwnSeries()) {  // as it stands on the stage
        config = from;
        config.name.clear();
    }
    for (const std::string& key : lesson->ownSettings) {
        const Field* field = findField(key);
        (void)setFieldValue(config, *field, fieldValue(from, *field)).ok();
    }
    config.linearPath = false;  // the network is to be the forecaster that is looked into
    const LessonWords words{theme_, session_->glossary(), language_, {}};
    experiment_.replace(config, tr("settings of the lesson %1").arg(words.simple(lesson->title)));
    own_->begin(words.simple(lesson->title));
    Q_EMIT done(
        tr("The settings of this lesson are taken; choose your series here, then train. Edit, Undo brings the settings "
           "before back."));
    Q_EMIT placeAsked({QStringLiteral("data")});
}

void LessonsView::showTerm(const QString& key, const QPoint& at) {
    auto* card = new GlossaryCard(theme_, session_->glossary(), language_, key, false, this);
    connect(card, &GlossaryCard::allAsked, this, &LessonsView::showGlossary);
    card->openAt(at);
}

TeacherWindow* LessonsView::teach() {
    if (!teacher_) teacher_ = makeTeacher(*session_);
    return teacher_;
}

ReviewDialog* LessonsView::showReview() {
    auto* dialog = new ReviewDialog(theme_, *session_, preferences_, language_, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &ReviewDialog::answered, this, &LessonsView::fillLists);
    dialog->open();
    return dialog;
}

void LessonsView::showGlossary(const QString& key) {
    auto* dialog = new GlossaryDialog(theme_, session_->glossary(), language_, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!key.isEmpty()) dialog->choose(key);
    dialog->open();
}

}  // namespace gatelab
