// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "common/command.h"
#include "widgets/badge.h"

#include <QObject>
#include <QString>
#include <QWidget>
#include <map>
#include <optional>
#include <vector>

namespace gatelab {

class Banner;

/// What a message is about; it goes when that, or one of those before it, is over. Workspace: another one is opened.
/// Asked: of something that was asked of the runs, when the next is. Page: another one is shown.
enum class NoticeOf { Program, Workspace, Asked, Page };

/// A message that stays until it is solved or closed, with a button that helps.
struct Notice {
    Tone tone = Tone::Error;
    QString clause, text;  ///< the first clause is written bold
    QString button;        ///< empty: none
    Command command;       ///< of the button; without one: what tells this message from others
    int id = 0;
    /// Of a work that goes on: how much of it is done, negative when that is not known. Such a message stays the last
    /// one until the work has ended.
    std::optional<double> share = {};
    NoticeOf of = NoticeOf::Program;
    QString link = {};  ///< words behind the text that lead somewhere; the message stays
    Command linkCommand = {};
    QString page = {};  ///< shown only while this page is in front; empty: on all
};

/// The messages of the window; outlives the widgets that show them.
class NoticeBook : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;
    /// The same words twice are one message.
    int add(Notice notice);
    /// How far the work is.
    void setShare(int id, double share);
    /// What it says is another number by now.
    void setClause(int id, const QString& clause);
    /// An error as core writes it: "what; what is safe; what to try". The first clause becomes the bold one.
    void addError(const QString& message, const QString& button = {}, const Command& command = {},
                  NoticeOf of = NoticeOf::Program) {
        addMessage(Tone::Error, message, button, command, of);
    }
    void addWarning(const QString& message, NoticeOf of = NoticeOf::Program) {
        addMessage(Tone::Warning, message, {}, {}, of);
    }
    /// In place of what was said of this cause before. The cause is a command without a button; empty message: the
    /// cause is gone.
    void setMessage(Tone tone, const Command& cause, const QString& message, NoticeOf of = NoticeOf::Program);
    void close(int id);
    void closeCommand(const Command& command);  ///< solved
    void leave(NoticeOf what);                  ///< this is over, and what belongs to it
    void setPage(const QString& page);          ///< the one that is in front now
    [[nodiscard]] const QString& page() const { return page_; }
    [[nodiscard]] const std::vector<Notice>& notices() const { return notices_; }

Q_SIGNALS:
    void changed();
    void shareChanged(int id, double share);
    void added(const QString& line);

private:
    void addMessage(Tone tone, const QString& message, const QString& button, const Command& command, NoticeOf of);
    std::vector<Notice> notices_;
    int next_ = 1;
    QString page_;
};

/// The newest messages as banners below the page; those of the page in front, which pass, over its lower end, so that
/// nothing moves.
class NoticeArea : public QWidget {
    Q_OBJECT
public:
    /// `over`: the widget beside it over whose lower end the messages of a page lie; null: all others, in a layout.
    NoticeArea(Theme& theme, NoticeBook& book, QWidget* over, QWidget* parent = nullptr);
    /// The button or link of the newest message that has one; null: they only tell something.
    [[nodiscard]] QWidget* answer() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void place();
    Theme& theme_;
    NoticeBook& book_;
    QWidget* over_;
    std::map<int, Banner*> banners_;  ///< by id
};

}  // namespace gatelab
