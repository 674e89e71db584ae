// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/window_shell.h"

#include "common/preferences.h"
#include "common/responder.h"
#include "common/theme.h"
#include "pages/page.h"
#include "runs/experiment_model.h"
#include "runs/run_controller.h"
#include "widgets/button.h"
#include "widgets/card.h"
#include "widgets/key_area.h"
#include "widgets/layouts.h"
#include "widgets/tab_strip.h"
#include "window/log_pane.h"
#include "window/notices.h"
#include "window/status_line.h"
#include "window/window_actions.h"

#include <QApplication>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>
#include <vector>

namespace gatelab {

namespace {
constexpr int kTabs = 40, kRight = 312, kRightCompact = 272, kLog = 160, kCentre = 560;
const QString kRightWidth = QStringLiteral("columns/right");

QToolButton* makeToolButton(QAction* action, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setAccessibleName(action->text().remove(QLatin1Char('&')));
    return button;
}
/// False: nothing in it takes keys now. An area that scrolls takes them, but shows no focus.
bool focusFirst(QWidget& area) {
    const bool takesKeys = area.isVisible() && area.isEnabled() && (area.focusPolicy() & Qt::TabFocus) != 0;
    if (takesKeys && area.property(kKeyArea).toBool()) {
        area.setFocus(Qt::TabFocusReason);
        return true;
    }
    for (QWidget* widget = area.nextInFocusChain(); widget != &area; widget = widget->nextInFocusChain()) {
        if (!area.isAncestorOf(widget) || !widget->isVisible() || !widget->isEnabled() ||
            (widget->focusPolicy() & Qt::TabFocus) == 0 || qobject_cast<QScrollArea*>(widget))
            continue;
        widget->setFocus(Qt::TabFocusReason);
        return true;
    }
    return false;
}

}  // namespace

WindowShell::WindowShell(const Parts& parts, QWidget* parent)
    : QWidget(parent), preferences_(&parts.preferences), scale_(parts.theme.textScale()) {
    auto* layout = makeColumn(this, {}, 0, {header_ = makeHeader(parts), makeLine(this)});

    auto* centre = new QWidget(this);
    auto* middle = makeColumn(centre, {}, 0);
    noticeArea_ = new NoticeArea(parts.theme, parts.notices, nullptr, centre);
    stack_ = new QStackedWidget(centre);
    pageNotices_ = new NoticeArea(parts.theme, parts.notices, stack_, centre);
    middle->addWidget(stack_, 1);
    middle->addWidget(noticeArea_);  // below: one that comes or goes moves no button from under the pointer
    log_ = new LogPane(parts.log, this);
    inspector_ = new InspectorColumn(parts.theme, this);
    inspector_->setMinimumWidth(qRound(kRightCompact * scale_));

    rows_ = new QSplitter(Qt::Vertical, this);
    rows_->addWidget(centre);
    rows_->addWidget(log_);
    rows_->setMinimumWidth(kCentre);  // a page that wants more is cut, not the columns
    columns_ = new QSplitter(Qt::Horizontal, this);
    columns_->addWidget(rows_);
    columns_->addWidget(inspector_);
    for (auto* splitter : {rows_, columns_}) {
        splitter->setChildrenCollapsible(false);
        splitter->setHandleWidth(1);
        splitter->setProperty("tight", true);
    }
    columns_->setStretchFactor(0, 1);
    connect(columns_, &QSplitter::splitterMoved, this,
            [this] { preferences_->setWindow(kRightWidth, columns_->sizes().value(1) / scale_); });
    rows_->setStretchFactor(0, 1);
    layout->addWidget(columns_, 1);
    layout->addWidget(makeLine(this));
    status_ = new StatusLine(parts.theme, parts.device, parts.runs, parts.queue, this);
    layout->addWidget(status_);
}

void WindowShell::focusNextArea(int by) {
    std::vector<QWidget*> areas = {stack_->currentWidget()};
    if (areas.front())
        for (QWidget* part : areas.front()->findChildren<QWidget*>())
            if (part->property(kKeyArea).toBool()) areas.push_back(part);
    areas.insert(areas.end(), {bar_, inspector_, log_, header_, noticeArea_, pageNotices_});
    const int count = static_cast<int>(areas.size());
    const QWidget* const focus = QApplication::focusWidget();
    int at = by > 0 ? -1 : count;
    for (int i = 0; i < count; ++i)  // a part of the page comes behind it
        if (const QWidget* area = areas[static_cast<std::size_t>(i)];
            area && (area == focus || area->isAncestorOf(focus)))
            at = i;
    for (int tried = 0; tried < count; ++tried) {
        at = (at + by + count) % count;
        QWidget* area = areas[static_cast<std::size_t>(at)];
        if (const auto* notices = qobject_cast<NoticeArea*>(area)) {
            if (QWidget* answer = notices->answer()) return answer->setFocus(Qt::TabFocusReason);
        } else if (area && focusFirst(*area)) {
            return;
        }
    }
}

QWidget* WindowShell::makeHeader(const Parts& parts) {
    auto* header = new QWidget(this);
    header->setFixedHeight(qRound(kTabs * scale_));
    auto* row = makeRow(header, {12, 0, 8, 0}, 2);
    tabs_ = new TabStrip(parts.theme, header);
    tabs_->setAccessibleName(tr("Pages"));
    row->addWidget(tabs_);
    row->addStretch();
    for (const char* key : {"undo", "redo"}) row->addWidget(makeToolButton(parts.actions[key], header));
    row->addSpacing(6);
    row->addWidget(makeVerticalLine(header));
    row->addSpacing(6);
    for (const char* key : {"log", "right"}) row->addWidget(makeToolButton(parts.actions[key], header));
    return header;
}

QWidget* WindowShell::pages() const { return stack_; }

void WindowShell::addPage(Page* page) { stack_->addWidget(page); }

void WindowShell::showPage(Page* page) {
    if (page) stack_->setCurrentWidget(page);
    inspector_->setPage(page);
    showBar(page);
}

void WindowShell::showBar(Page* page) {
    if (bar_) {
        bar_->hide();
        bar_->setParent(barOf_);
    }
    barOf_ = page;
    bar_ = page ? page->bar() : nullptr;
    if (!bar_) return;
    auto* column = static_cast<QVBoxLayout*>(layout());
    column->insertWidget(column->indexOf(columns_), bar_);
    bar_->show();
}

void WindowShell::setPanes(bool right, bool log, bool compact) {
    inspector_->setVisible(right);
    log_->setVisible(log);
    // What a person dragged it to, else the usual one; for any text size.
    const double kept = preferences_->window(kRightWidth, 0).toDouble();
    const int width = right ? qRound((kept > 0 ? kept : compact ? kRightCompact : kRight) * scale_) : 0;
    columns_->setSizes({columns_->width() - width - (right ? columns_->handleWidth() : 0), width});
    if (log && rows_->sizes().value(1) == 0) rows_->setSizes({rows_->height() - kLog, kLog});
}

InspectorColumn::InspectorColumn(Theme& theme, QWidget* parent) : QWidget(parent) {
    auto* layout = makeColumn(this, {}, 0);
    head_ = new QWidget(this);
    auto* head = makeRow(head_, {12, 4, 8, 4});
    title_ = new QLabel(this);
    title_->setProperty("role", "title");
    head->addWidget(title_);
    head->addStretch();
    auto* close = makeIconButton(
        theme.icon(QStringLiteral("close"), theme.palette().muted), tr("Close the inspector"), this,
        [this] { responderOf(*this).ask(QStringLiteral("right")); }, this);
    close->setProperty("compact", true);
    head->addWidget(close);
    layout->addWidget(head_);
    area_ = makeScrolled(nullptr, this);
    area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    layout->addWidget(area_, 1);
}

void InspectorColumn::setPage(Page* page) {
    // Given back, not deleted: a scroll area owns what it shows.
    if (QWidget* old = area_->takeWidget()) {
        old->hide();
        old->setParent(page_);
    }
    if (page_) page_->disconnect(this);
    page_ = page;
    QWidget* inspector = page ? page->inspector() : nullptr;
    const auto showTitle = [this] {
        title_->setText(page_ ? page_->inspectorTitle() : QString());
        head_->setVisible(!title_->text().isEmpty());  // one without a title has a head of its own
        setWindowTitle(title_->text());                // for screen readers
    };
    showTitle();
    if (page) connect(page, &Page::inspectorTitleChanged, this, showTitle);
    if (!inspector) return;
    area_->setWidget(inspector);
    inspector->show();
}

}  // namespace gatelab
