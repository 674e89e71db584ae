// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPointer>
#include <QWidget>
#include <functional>

class QLabel;

namespace gatelab {

class HandsPanel;
class LessonSession;
class NotesWindow;
class RunController;
class StageView;

/// The open lesson for a class room: it fills the screen, no letter is smaller than 24 px, answers stay hidden until
/// they are asked for. A presenter's remote leads through it: PageDown goes on and PageUp back everywhere, right, Space
/// and left where nothing is drawn on; Escape leaves. A lesson's question for hands comes before its drawing: keys 1 to
/// 4 count a hand (Shift: one less), Space starts the talk, 1 to 4 count again, right reveals. N shows and hides the
/// notes, where all keys work too; I looks into the networks, and Escape there comes back. Deletes itself.
class TeacherWindow : public QWidget {
    Q_OBJECT
public:
    /// openPlace: shows the networks of the stage from inside; asked for by the key I, once they may be seen.
    TeacherWindow(Theme& theme, RunController& runs, LessonSession& session, const QString& language,
                  std::function<void()> openPlace, QWidget* parent);
    ~TeacherWindow() override;
    /// Fills the screen; with a second one the notes stand there.
    void begin();
    [[nodiscard]] StageView& picture() { return *picture_; }
    [[nodiscard]] HandsPanel& hands() { return *hands_; }
    [[nodiscard]] LessonSession& session() { return session_; }
    [[nodiscard]] bool isAsking() const { return isAsking_; }
    NotesWindow* showNotes();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showLesson();
    void showHead();
    void ask(bool on);
    void askBeforeDrawing();
    /// Their last count, against the right answer; empty: no hand was counted.
    [[nodiscard]] QString handsWords() const;
    void advance();
    void retreat();
    /// The keys of the question for hands.
    bool takeHands(int key, Qt::KeyboardModifiers modifiers);

    Theme& theme_;
    LessonSession& session_;
    std::function<void()> openPlace_;
    QString language_;
    QLabel *head_, *keys_;
    StageView* picture_;
    HandsPanel* hands_;
    QPointer<NotesWindow> notes_;
    bool isAsking_ = false, wasAsked_ = false;
};

}  // namespace gatelab
