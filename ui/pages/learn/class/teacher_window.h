// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QPointer>
#include <QWidget>

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
/// 4 count a hand (Shift: one less), Space starts the talk, 1 to 4 count again, right reveals; PageDown alone goes
/// through all of that, and PageUp back. N shows and hides the notes, where all keys work too: on a second screen, or,
/// with one, as a sheet over the wall. I looks into the networks of the picture, and comes
/// back; S puts the lesson on the series that is open on Data, and back. Deletes itself.
class TeacherWindow : public QWidget {
    Q_OBJECT
public:
    TeacherWindow(Theme& theme, RunController& runs, LessonSession& session, const QString& language, QWidget* parent);
    ~TeacherWindow() override;
    /// Fills the screen; with a second one the notes stand there.
    void begin();
    [[nodiscard]] StageView& picture() { return *picture_; }
    [[nodiscard]] HandsPanel& hands() { return *hands_; }
    [[nodiscard]] LessonSession& session() { return session_; }
    [[nodiscard]] bool isAsking() const { return isAsking_; }
    NotesWindow* showNotes();

Q_SIGNALS:
    void seriesAsked();  ///< the lesson on the series that is open on Data, or on its own again

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showLesson();
    void showHead();
    void ask(bool on);
    void askBeforeDrawing();
    /// Their last count, against the right answer; empty: no hand was counted.
    [[nodiscard]] QString handsWords() const;
    /// By a remote: of the question step by step, else to its answer.
    void advance(bool isRemote);
    void retreat();
    /// The keys of the question for hands.
    bool takeHands(int key, Qt::KeyboardModifiers modifiers);

    Theme& theme_;
    LessonSession& session_;
    QString language_;
    QLabel *head_, *keys_;
    StageView* picture_;
    HandsPanel* hands_;
    QPointer<NotesWindow> notes_;
    bool isAsking_ = false, wasAsked_ = false;
};

}  // namespace gatelab
