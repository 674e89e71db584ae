// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QWidget>
#include <deque>

class QPlainTextEdit;

namespace gatelab {

/// What happened, line by line with the time of day; outlives the widgets that show it. Checkpoints, which a long run
/// keeps by the hundred, are among the lines only on request.
class LogBook : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    void add(const QString& line) { append({line, false}); }
    void addCheckpoint(const QString& line) { append({line, true}); }
    /// Those that are shown.
    [[nodiscard]] QStringList lines() const;
    [[nodiscard]] bool showsCheckpoints() const { return showsCheckpoints_; }
    void setCheckpointsShown(bool on);
    [[nodiscard]] int unread() const { return unread_; }
    void markRead();

Q_SIGNALS:
    void added(const QString& line);  ///< to those that are shown
    void checkpointsShownChanged(bool on);
    void unreadChanged(int count);

private:
    struct Entry {
        QString line;
        bool isCheckpoint;
    };
    void append(Entry entry);
    std::deque<Entry> entries_;
    bool showsCheckpoints_ = false;
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
