// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QWidget>

class QPlainTextEdit;

namespace gatelab {

/// What happened, line by line with the time of day; outlives the widgets that show it.
class LogBook : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    void add(const QString& line);
    [[nodiscard]] const QStringList& lines() const { return lines_; }
    [[nodiscard]] int unread() const { return unread_; }
    void markRead();

Q_SIGNALS:
    void added(const QString& line);
    void unreadChanged(int count);

private:
    QStringList lines_;
    int unread_ = 0;
};

/// The log at the bottom of the window, closed by default.
class LogPane : public QWidget {
    Q_OBJECT
public:
    explicit LogPane(LogBook& book, QWidget* parent = nullptr);

private:
    QPlainTextEdit* text_;
};

}  // namespace gatelab
