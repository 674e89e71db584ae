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

/// A sine that has the same number twice, once rising, once falling: a question without its answer.
class SineQuestion : public QWidget {
    Q_OBJECT
public:
    explicit SineQuestion(Theme& theme, QWidget* parent = nullptr) : QWidget(parent), theme_(theme) {}

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Theme& theme_;
};

/// The cards of the start page: lessons, own data, recent files and built-in series. GUI thread.
class StartCards : public QWidget {
    Q_OBJECT
public:
    StartCards(Theme& theme, ExperimentModel& experiment, Preferences& preferences, QWidget* parent = nullptr);
    void fillRecent();

private:
    Card* makeLessonCard();
    Card* makeDataCard();
    Card* makeRecentCard();
    QPushButton* makeEntry(const QString& icon, const QString& text, const QString& note, const QString& help,
                           const std::function<void()>& act);
    Theme& theme_;
    ExperimentModel& experiment_;
    Preferences& preferences_;
    QVBoxLayout* recent_;
};

/// Language and appearance of the window, and whether the page is shown at the start.
QWidget* makeStartLooks(Theme& theme, Language& language, Preferences& preferences);

}  // namespace gatelab
