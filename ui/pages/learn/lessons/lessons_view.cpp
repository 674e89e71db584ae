// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/lessons/lessons_view.h"

#include "common/language.h"
#include "common/preferences.h"
#include "common/texts.h"
#include "config/field.h"
#include "pages/learn/lessons/glossary_card.h"
#include "pages/learn/lessons/lesson_plot.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/lessons/lesson_stage.h"
#include "pages/learn/lessons/lesson_words.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/list_box.h"

#include <QApplication>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace gatelab {

LessonsView::LessonsView(Theme& theme, RunController& runs, ExperimentModel& experiment, Preferences& preferences,
                         Language& language, QWidget* parent)
    : LearnView(parent),
      theme_(theme),
      experiment_(experiment),
      preferences_(preferences),
      language_(language.code()),
      session_(new LessonSession(runs, preferences, this)),
      stage_(new LessonStage(theme, *session_, language_, false,
                             {.openPlace = [this] { openPlace(); },
                              .takeOwn = [this] { takeOwn(); },
                              .showTerm = [this](const QString& key, const QPoint& at) { showTerm(key, at); }})),
      column_(new QWidget),
      list_(new QListWidget),
      choice_(new ListBox),
      progress_(makeLabel({}, "note")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(12);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    choice_->setAccessibleName(tr("Lesson"));
    choice_->setToolTip(tr("Which lesson is open"));
    choice_->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    bar->addWidget(choice_);
    const auto button = [this, bar](const QString& icon, const QString& text, const QString& tip, auto act) {
        auto* one = makeButton(theme_.icon(icon), text, this, act);
        one->setToolTip(tip);
        bar->addWidget(one);
        return one;
    };
    button(QStringLiteral("reset"), tr("Begin again"),
           tr("Forgets the prediction, the answers and the trainings of this lesson; its runs stay in the workspace"),
           [this] { session_->beginAgain(); });
    bar->addStretch(1);
    button(QStringLiteral("open"), tr("Open a lesson..."), tr("A lesson of your own, from a file"),
           &LessonsView::askFile);
    button(QStringLiteral("book"), tr("Glossary..."), tr("All words that are explained"), [this] { showGlossary({}); });
    button(QStringLiteral("full"), tr("Teacher's mode"),
           tr("Large letters, one card a screen, answers hidden, for a projector and its remote"),
           [this] { teach()->showFullScreen(); })
        ->setObjectName(QStringLiteral("teach"));
    column->addLayout(bar);
    column->addWidget(stage_, 1);

    auto* side = new QVBoxLayout(column_);
    side->setContentsMargins(12, 4, 8, 8);
    side->setSpacing(8);
    side->addWidget(progress_);
    list_->setFrameShape(QFrame::NoFrame);
    list_->setIconSize({16, 16});
    list_->setAccessibleName(tr("Lessons"));
    list_->setWordWrap(true);
    list_->setStyleSheet(QStringLiteral("QListView::item { padding: 2px 4px; min-height: 22px; }"));
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    side->addWidget(list_, 1);
    for (const Error& error : session_->shelf().problems) {
        auto* label = makeLabel(translated(error), "error");
        label->setWordWrap(true);
        side->addWidget(label);
    }
    for (const auto chosen : {&QListWidget::itemClicked, &QListWidget::itemActivated})
        connect(list_, chosen, this,
                [this](const QListWidgetItem* item) { session_->open(item->data(Qt::UserRole).toString()); });
    connect(choice_, &QComboBox::activated, this,
            [this](int index) { session_->open(choice_->itemData(index).toString()); });
    for (const auto changed : {&LessonSession::lessonChanged, &LessonSession::cardChanged})
        connect(session_, changed, this, &LessonsView::fillLists);
    connect(session_, &LessonSession::problem, this, &LessonsView::problem);
    fillLists();
}

LessonsView::~LessonsView() { delete teacher_; }

bool LessonsView::openLesson(const QString& name) {
    if (session_->open(name)) return true;
    if (!QFileInfo::exists(name))
        Q_EMIT problem(
            tr("There is no lesson \"%1\". Choose one of the list; a lesson of your own is opened from its file.")
                .arg(name));
    return false;
}

void LessonsView::fillLists() {
    const LessonWords words{theme_, session_->glossary(), language_, {}};
    const QSignalBlocker quiet(choice_), still(list_);
    list_->clear();
    choice_->clear();
    int finished = 0, number = 0;
    const auto add = [&](const Lesson& lesson, const QString& name, const QString& path) {
        const LessonProgress progress = session_->progressOf(lesson.key);
        finished += progress.isDone;
        const QString icon = progress.isDone     ? QStringLiteral("done")
                             : progress.card > 0 ? QStringLiteral("play")
                                                 : QStringLiteral("book");
        const QString state = progress.isDone     ? tr("finished")
                              : progress.card > 0 ? tr("card %1 of %2").arg(progress.card + 1).arg(lesson.cards.size())
                                                  : tr("not begun");
        auto* item = new QListWidgetItem(theme_.icon(icon, progress.isDone ? Ink::Success : Ink::Muted), name, list_);
        item->setData(Qt::UserRole, path);
        item->setToolTip(words.simple(lesson.question));
        item->setData(Qt::AccessibleTextRole, tr("%1, %2").arg(name, state));
        choice_->addItem(name, path);
        if (session_->lesson() && session_->lesson()->key == lesson.key)
            list_->setCurrentItem(item), choice_->setCurrentIndex(choice_->count() - 1);
    };
    for (const Lesson& lesson : session_->shelf().lessons)
        add(lesson, QStringLiteral("%1  %2").arg(++number).arg(words.simple(lesson.title)), fromUtf8(lesson.key));
    if (session_->lesson() && session_->shelf().find(session_->lesson()->key) == nullptr)
        add(*session_->lesson(), words.simple(session_->lesson()->title), fromPath(session_->lesson()->file));
    progress_->setText(tr("%1 of %2 lessons finished").arg(finished).arg(session_->shelf().lessons.size()));
}

void LessonsView::askFile() {
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Open a lesson"), preferences_.lastFolder(), tr("Lessons (*.json)"));
    if (path.isEmpty()) return;
    preferences_.setLastFolder(QFileInfo(path).absolutePath());
    session_->openFile(path);
}

void LessonsView::openPlace() {
    const Lesson* lesson = session_->lesson();
    if (lesson == nullptr) return;
    const LessonPlace& look = session_->shownCard().look;
    const auto run = session_->progress().runs.find(look.run);
    if (run == session_->progress().runs.end()) return;
    LearnPlace place;
    place.view = fromUtf8(look.view);
    place.run = run->second;
    const auto beside = session_->progress().runs.find(look.beside);
    if (beside != session_->progress().runs.end()) place.beside = beside->second;
    place.part = look.part == "train"  ? WindowPart::Train
                 : look.part == "test" ? WindowPart::Test
                                       : WindowPart::Validation;
    place.window = look.window - 1;
    place.layer = static_cast<int>(look.layer) - 1;
    place.isLarge = isTaught_ = teacher_ && teacher_->isVisible();
    if (teacher_) teacher_->hide();
    Q_EMIT learnPlaceAsked(place);
}

/// The settings of the lesson that count for any series, on the data that are open.
void LessonsView::takeOwn() {
    const Lesson* lesson = session_->lesson();
    if (lesson == nullptr) return;
    const ExperimentConfig& from = lesson->findRun(lesson->ownRun)->config;
    ExperimentConfig config = experiment_.config();
    for (const std::string& key : lesson->ownSettings) {
        const Field* field = findField(key);
        (void)setFieldValue(config, *field, fieldValue(from, *field)).ok();
    }
    config.linearPath = false;  // the network is to be the forecaster that is looked into
    const LessonWords words{theme_, session_->glossary(), language_, {}};
    experiment_.replace(config, tr("settings of the lesson %1").arg(words.simple(lesson->title)));
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
    if (!teacher_)
        teacher_ = new TeacherWindow(
            theme_, *session_, language_, [this] { openPlace(); }, window());
    return teacher_;
}

void LessonsView::comeBack() {
    if (!teacher_ || !isTaught_) return;
    teacher_->show();
    teacher_->activateWindow();
}

void LessonsView::showGlossary(const QString& key) {
    auto* dialog = new GlossaryDialog(theme_, session_->glossary(), language_, window());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (!key.isEmpty()) dialog->choose(key);
    dialog->open();
}

TeacherWindow::TeacherWindow(Theme& theme, LessonSession& session, const QString& language,
                             std::function<void()> openPlace, QWidget* parent)
    : QWidget(parent, Qt::Window),
      stage_(
          new LessonStage(theme, session, language, true,
                          {.openPlace = std::move(openPlace),
                           .takeOwn = [this] { close(); },
                           .showTerm =
                               [this, &theme, &session, language](const QString& key, const QPoint& at) {
                                   (new GlossaryCard(theme, session.glossary(), language, key, true, this))->openAt(at);
                               }})) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("teacher"));
    setWindowTitle(tr("Teacher's mode"));
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 16);
    column->addWidget(stage_, 1);
    auto* keys = makeLabel(tr("→, PageDown or Space: on · ← or PageUp: back · Esc: leave"), "note");
    keys->setStyleSheet(QStringLiteral("font-size: %1px;").arg(LessonStage::kLargeSmallest));
    column->addWidget(keys);
    qApp->installEventFilter(this);
}

/// Before any control: a remote has no focus to look after.
bool TeacherWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget->window() != this) return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool isPlot = qobject_cast<LessonPlot*>(widget) != nullptr;  // it is drawn on with the arrow keys
    switch (key) {
        case Qt::Key_Right:
            if (isPlot) break;
            [[fallthrough]];
        case Qt::Key_PageDown:
        case Qt::Key_Space:
            stage_->advance();
            return true;
        case Qt::Key_Left:
            if (isPlot) break;
            [[fallthrough]];
        case Qt::Key_PageUp:
            stage_->retreat();
            return true;
        case Qt::Key_Escape:
            close();
            return true;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace gatelab
