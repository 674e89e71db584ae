// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pages/page.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QScrollArea;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace gatelab {

class DeviceWatch;
class ExperimentModel;
class LogBook;
class NoticeArea;
class NoticeBook;
class Page;
class Preferences;
class QueueController;
class RunController;
class StatusLine;
class TabStrip;
class Theme;
class WindowActions;

/// The right column: the shown page's answer to "so what?", under its title, in a scroll area.
class InspectorColumn : public QWidget {
    Q_OBJECT
public:
    explicit InspectorColumn(Theme& theme, QWidget* parent = nullptr);
    /// The page's inspector stays the page's; it is only shown here. Null or a page without one: empty.
    void setPage(Page* page);

private:
    QPointer<Page> page_;
    QWidget* head_;
    QLabel* title_;
    QScrollArea* area_;
};

/// Everything under the menu, put together: tabs with undo and pane buttons, pages, inspector column, log,
/// status line. Knows places, not meanings: the window connects them. Deleted and built again when looks change.
class WindowShell : public QWidget {
    Q_OBJECT
public:
    struct Parts {
        Theme& theme;
        ExperimentModel& experiment;
        RunController& runs;
        QueueController& queue;
        DeviceWatch& device;
        LogBook& log;
        NoticeBook& notices;
        WindowActions& actions;
        Preferences& preferences;
    };
    WindowShell(const Parts& parts, QWidget* parent);

    [[nodiscard]] TabStrip* tabs() const { return tabs_; }
    [[nodiscard]] InspectorColumn* inspector() const { return inspector_; }
    [[nodiscard]] StatusLine* status() const { return status_; }
    [[nodiscard]] NoticeArea* noticeArea() const { return noticeArea_; }
    [[nodiscard]] QWidget* pages() const;  ///< parent of the pages
    void addPage(Page* page);
    void showPage(Page* page);
    /// Which panes are seen, the inspector as wide as a person left it and only when the shown page has one.
    void setPanes(bool right, bool log, bool compact);
    /// The keyboard goes on to the next of page, inspector, log, header and messages, by 1 or -1; those that take no
    /// key are passed over, and messages that only tell something.
    void focusNextArea(int by);

private:
    QWidget* makeHeader(const Parts& parts);
    /// The bar of the page, over all columns; that of the page before is given back.
    void showBar(Page* page);
    Preferences* preferences_;
    QWidget* header_;
    TabStrip* tabs_;
    QStackedWidget* stack_;
    InspectorColumn* inspector_;
    QWidget* log_;
    StatusLine* status_;
    NoticeArea *noticeArea_, *pageNotices_;
    QSplitter *columns_, *rows_;
    QPointer<Page> barOf_;
    QPointer<QWidget> bar_;
    double scale_ = 1;
};

}  // namespace gatelab
