// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/segments.h"

#include "common/theme.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

namespace gatelab {

namespace {
constexpr const char* kTip = "usualTip";  ///< of a segment that can be chosen
}

Segments::Segments(const QStringList& texts, QWidget* parent)
    : QWidget(parent), group_(new QButtonGroup(this)), row_(new QHBoxLayout(this)) {
    row_->setContentsMargins(0, 0, 0, 0);
    row_->setSpacing(0);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    for (const QString& text : texts) add(text);
    // Not idClicked: arrow keys check the neighbour without a click.
    connect(group_, &QButtonGroup::idToggled, this, [this](int id, bool on) {
        if (on) Q_EMIT chosen(id);
    });
}

void Segments::setCompact(bool on) {
    compact_ = on;
    shape();
}

void Segments::add(const QString& text, const QIcon& icon, const QString& toolTip) {
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setIcon(icon);
    button->setToolButtonStyle(icon.isNull()    ? Qt::ToolButtonTextOnly
                               : text.isEmpty() ? Qt::ToolButtonIconOnly
                                                : Qt::ToolButtonTextBesideIcon);
    button->setToolTip(toolTip);
    button->setProperty(kTip, toolTip);
    button->setAccessibleName(text.isEmpty() ? toolTip : text);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    group_->addButton(button, count());
    row_->addWidget(button);
    if (count() == 1) setCurrent(0);
    shape();
}

void Segments::clear() {
    for (QAbstractButton* button : group_->buttons()) {
        group_->removeButton(button);
        button->deleteLater();
        button->hide();
    }
}

int Segments::count() const { return static_cast<int>(group_->buttons().size()); }

int Segments::current() const { return group_->checkedId(); }

void Segments::setCurrent(int index) {
    const QSignalBlocker quiet(group_);
    group_->setExclusive(false);  // else one stays chosen
    if (auto* chosen = group_->checkedButton()) chosen->setChecked(false);
    group_->setExclusive(true);
    if (auto* button = group_->button(index)) button->setChecked(true);
}

void Segments::setText(int index, const QString& text) {
    if (auto* button = group_->button(index)) button->setText(text), button->setAccessibleName(text);
}

void Segments::setSegmentEnabled(int index, bool on, const QString& reason) {
    if (auto* button = group_->button(index))
        button->setEnabled(on), button->setToolTip(on ? button->property(kTip).toString() : reason);
}

void Segments::shape() {
    const int last = count() - 1;
    for (int i = 0; i <= last; ++i) {
        QWidget* button = group_->button(i);
        button->setFixedHeight(compact_ ? 24 : 28);
        setStyleProperty(button, "segment", last == 0 ? "only" : i == 0 ? "first" : i == last ? "last" : "middle");
        setStyleProperty(button, "compact", compact_);
    }
}

}  // namespace gatelab
