// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/theme.h"

#include <QFrame>
#include <QWidget>
#include <functional>

class QPushButton;
class QVBoxLayout;

namespace gatelab {

class Card;
class ExperimentModel;
class Language;
class Preferences;
class RunController;
class Theme;

/// A dashed area that says a file can be dropped; the window itself takes the file. A click opens the dialog.
class DropZone : public QFrame {
    Q_OBJECT
public:
    DropZone(Theme& theme, const QString& clause, const QString& text, QWidget* parent = nullptr);

Q_SIGNALS:
    void clicked();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;

private:
    Theme& theme_;
};

/// The cards of the start page: the first lesson for who is new, own data, built-in series, recent files. GUI thread.
class StartCards : public QWidget {
    Q_OBJECT
public:
    StartCards(Theme& theme, ExperimentModel& experiment, RunController& runs, Preferences& preferences,
               QWidget* parent = nullptr);
    void fillRecent();

private:
    Card* makeLessonCard();
    Card* makeDataCard();
    Card* makeBuiltinCard();
    Card* makeRecentCard();
    QPushButton* makeEntry(const QString& icon, const QString& text, const QString& note, const QString& help,
                           const std::function<void()>& act);
    void showLessonCard();
    Theme& theme_;
    ExperimentModel& experiment_;
    RunController& runs_;
    Preferences& preferences_;
    QVBoxLayout* recent_;
    Card *lessonCard_, *recentCard_;
};

/// Language and appearance of the window, and whether the page is shown at the start.
QWidget* makeStartLooks(Theme& theme, Language& language, Preferences& preferences);

}  // namespace gatelab
