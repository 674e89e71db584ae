// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/learn/class/teacher_window.h"

#include "common/texts.h"
#include "pages/learn/class/hands_panel.h"
#include "pages/learn/class/notes_window.h"
#include "pages/learn/lessons/glossary_card.h"
#include "pages/learn/lessons/lesson_session.h"
#include "pages/learn/stage/stage_canvas.h"
#include "pages/learn/stage/stage_film.h"
#include "pages/learn/stage/stage_view.h"
#include "widgets/card.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScreen>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace gatelab {

namespace {
constexpr int kSmallest = 24;  ///< letters, px
}

TeacherWindow::TeacherWindow(Theme& theme, RunController& runs, LessonSession& session, const QString& language,
                             QWidget* parent)
    : QWidget(parent, Qt::Window),
      theme_(theme),
      session_(session),
      language_(language),
      head_(makeLabel({}, "title")),
      keys_(makeLabel({}, "note")),
      hands_(new HandsPanel(theme, language)) {
    picture_ = new StageView(theme, runs, session, language, true,
                             [this, &theme, &session, language](const QString& key, const QPoint& at) {
                                 (new GlossaryCard(theme, session.glossary(), language, key, true, this))->openAt(at);
                             });
    picture_->showBeside(hands_);
    picture_->showBeside(nullptr);
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(QStringLiteral("teacher"));
    setWindowTitle(tr("Teacher's mode"));
    setAutoFillBackground(true);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 10, 16, 10);
    column->setSpacing(8);
    for (QLabel* label : {head_, keys_}) {
        label->setTextFormat(Qt::PlainText);
        label->setStyleSheet(QStringLiteral("font-size: %1px;").arg(kSmallest));
    }
    column->addWidget(head_);
    column->addWidget(picture_, 1);
    column->addWidget(keys_);
    for (const auto changed : {&LessonSession::lessonChanged, &LessonSession::cardChanged})
        connect(&session_, changed, this, &TeacherWindow::showHead);
    connect(&session_, &LessonSession::lessonChanged, this, &TeacherWindow::showLesson);
    connect(&session_, &LessonSession::cardChanged, this, &TeacherWindow::askBeforeDrawing);
    connect(hands_, &HandsPanel::changed, this, &TeacherWindow::showHead);
    showLesson();
    qApp->installEventFilter(this);
}

TeacherWindow::~TeacherWindow() { delete notes_; }

void TeacherWindow::begin() {
    showFullScreen();
    const auto screens = QGuiApplication::screens();
    const auto other = std::ranges::find_if(screens, [this](const QScreen* one) { return one != screen(); });
    if (other == screens.end()) return;
    NotesWindow* notes = showNotes();
    notes->setGeometry((*other)->availableGeometry());
    activateWindow();
}

NotesWindow* TeacherWindow::showNotes() {
    if (!notes_) notes_ = new NotesWindow(theme_, *this, language_);
    notes_->open(QGuiApplication::screens().size() < 2);
    return notes_;
}

void TeacherWindow::showLesson() {
    ask(false);
    wasAsked_ = false;
    if (session_.lesson()) hands_->setQuestion(session_.lesson()->hands);
    picture_->setHands({});  // those were of another question
    showHead();
}

/// Number and name of the lesson left; what the keys do below.
void TeacherWindow::showHead() {
    if (session_.lesson() == nullptr) return;
    const auto& all = session_.shelf().lessons;
    const auto own = std::ranges::find(all, session_.lesson()->key, &Lesson::key);
    const QString number = own == all.end() ? QString() : QString::number(own - all.begin() + 1) + QStringLiteral("  ");
    head_->setText(number + fromUtf8(session_.lesson()->title.in(language_.toStdString())));
    head_->setVisible(isAsking_);
    keys_->setText(isAsking_
                       ? tr("PageDown: on, PageUp: back · 1 to 4: a hand, with Shift one less · →: reveal · N: notes")
                   : session_.shownCard().kind == LessonCard::Kind::Draw
                       ? tr("arrows or mouse: draw · PageDown: on · PageUp: back · N: notes · Esc: leave")
                   : session_.lesson()->ownRun.empty()
                       ? tr("→, PageDown or Space: on · ← or PageUp: back · I: inside · N: notes · Esc: leave")
                       : tr("→, PageDown: on · ←, PageUp: back · I: inside · S: my series · N: notes · Esc: leave"));
}

void TeacherWindow::ask(bool on) {
    isAsking_ = on;
    picture_->setHands(handsWords());
    picture_->showBeside(on ? hands_ : nullptr);
    showHead();
}

void TeacherWindow::advance(bool isRemote) {
    if (picture_->isUnfolded()) return picture_->fold();
    if (!isAsking_) return picture_->advance();
    if (hands_->phase() == HandsPanel::Phase::Revealed) return ask(false);
    isRemote ? static_cast<void>(hands_->go(1)) : hands_->reveal();
}

QString TeacherWindow::handsWords() const {
    const auto total = [](const Hands& hands) { return std::accumulate(hands.begin(), hands.end(), 0); };
    const Hands& said = total(hands_->after()) > 0 ? hands_->after() : hands_->before();
    const ClassQuestion& question = hands_->question();
    const auto most = static_cast<std::size_t>(std::ranges::max_element(said) - said.begin());
    if (total(said) == 0 || most >= question.answers.size()) return {};
    const auto words = [this](const LessonText& text) { return fromUtf8(text.in(language_.toStdString())); };
    const QString counted =
        tr("Your hands: %1 of %2 for \"%3\"").arg(said[most]).arg(total(said)).arg(words(question.answers[most].text));
    return most == question.right ? tr("%1. So it is.").arg(counted)
                                  : tr("%1. It is \"%2\".").arg(counted, words(question.answers[question.right].text));
}

/// However the drawing was reached, by key or by mouse.
void TeacherWindow::askBeforeDrawing() {
    if (session_.shownCard().kind != LessonCard::Kind::Draw || wasAsked_ || !hands_->question().isThere()) return;
    wasAsked_ = true;
    ask(true);
}

void TeacherWindow::retreat() {
    if (picture_->isUnfolded()) return picture_->fold();
    if (isAsking_) {
        if (hands_->go(-1)) return;
        ask(false);
        wasAsked_ = false;  // on the way forward it comes again
    } else if (wasAsked_ && session_.shownCard().kind == LessonCard::Kind::Draw) {
        return ask(true);
    }
    picture_->retreat();
}

bool TeacherWindow::takeHands(int key, Qt::KeyboardModifiers modifiers) {
    // With Shift a key may come as the sign above its digit.
    constexpr std::array kSigns{Qt::Key_Exclam, Qt::Key_At, Qt::Key_NumberSign, Qt::Key_Dollar};
    const auto sign = std::ranges::find(kSigns, key);
    const int answer = sign != kSigns.end() ? static_cast<int>(sign - kSigns.begin()) : key - Qt::Key_1;
    if (answer >= 0 && answer < 4) {
        hands_->count(answer, sign != kSigns.end() || modifiers.testFlag(Qt::ShiftModifier) ? -1 : 1);
        return true;
    }
    if (key != Qt::Key_Space || hands_->phase() != HandsPanel::Phase::Before) return false;
    hands_->startTalk();
    return true;
}

/// Before any control: a remote has no focus to look after.
bool TeacherWindow::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
    auto* widget = qobject_cast<QWidget*>(watched);
    const bool isOfNotes = widget != nullptr && notes_ && widget->window() == notes_;
    if (widget == nullptr || (widget->window() != this && !isOfNotes)) return QWidget::eventFilter(watched, event);
    const auto* press = static_cast<QKeyEvent*>(event);
    const int key = press->key();
    const bool isRemote = key == Qt::Key_PageDown || key == Qt::Key_PageUp;
    if (qobject_cast<QPlainTextEdit*>(widget) != nullptr && key != Qt::Key_Escape && !isRemote)
        return QWidget::eventFilter(watched, event);
    if (isAsking_ && takeHands(key, press->modifiers())) return true;
    // What is drawn on has the keys itself, but for the two of a remote.
    const bool isPlot = !isAsking_ && !isRemote &&
                        (picture_->isUnfolded() || qobject_cast<StageFilm*>(widget) != nullptr ||
                         (qobject_cast<StageCanvas*>(widget) != nullptr && picture_->canvas().content().isDrawing));
    switch (key) {
        case Qt::Key_Right:
        case Qt::Key_PageDown:
        case Qt::Key_Space:
            if (isPlot) break;
            advance(isRemote);
            return true;
        case Qt::Key_Left:
        case Qt::Key_PageUp:
            if (isPlot) break;
            retreat();
            return true;
        case Qt::Key_I:
            picture_->isUnfolded() ? picture_->fold() : picture_->unfold();
            return true;
        case Qt::Key_S:
            if (!isAsking_) Q_EMIT seriesAsked();
            return true;
        case Qt::Key_N:
            if (notes_ && notes_->isVisible())
                notes_->hide();
            else
                showNotes();
            return true;
        case Qt::Key_Escape:
            if (isOfNotes)
                notes_->hide();
            else if (picture_->isUnfolded())
                picture_->fold();
            else
                close();
            return true;
        default:
            break;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace gatelab
