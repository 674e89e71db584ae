// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/inspector_column.h"

#include "common/responder.h"
#include "common/theme.h"
#include "widgets/button.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace gatelab {

InspectorColumn::InspectorColumn(Theme& theme, QWidget* parent) : QWidget(parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(12, 4, 8, 4);
    title_ = new QLabel(this);
    title_->setProperty("role", "title");
    head->addWidget(title_);
    head->addStretch();
    auto* close = makeIconButton(
        theme.icon(QStringLiteral("close"), theme.palette().muted), tr("Close the inspector"), this,
        [this] { responderOf(*this).ask(QStringLiteral("right")); }, this);
    close->setProperty("compact", true);
    head->addWidget(close);
    layout->addLayout(head);
    area_ = new QScrollArea(this);
    area_->setFrameShape(QFrame::NoFrame);
    area_->setWidgetResizable(true);
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
        setWindowTitle(title_->text());  // for screen readers
    };
    showTitle();
    if (page) connect(page, &Page::inspectorTitleChanged, this, showTitle);
    if (!inspector) return;
    area_->setWidget(inspector);
    inspector->show();
}

}  // namespace gatelab
