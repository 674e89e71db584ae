// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/segments.h"

#include "common/theme.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QToolButton>

#include <algorithm>

namespace gatelab {

namespace {
constexpr const char* kTip = "usualTip";  ///< of a segment that can be chosen
}

Segments::Segments(const QStringList& texts, QWidget* parent)
    : QWidget(parent), group_(new QButtonGroup(this)), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(0);
    grid_->setVerticalSpacing(4);
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

void Segments::setFolding() {
    folding_ = true;
    updateGeometry();
}

int Segments::widthOf(int columns) const {
    int width = 0;
    for (int column = 0; column < columns; ++column) {
        int widest = 0;
        for (int i = column; i < count(); i += columns)
            widest = std::max(widest, group_->button(i)->sizeHint().width());
        width += widest;
    }
    return width;
}

QSize Segments::minimumSizeHint() const {
    const QSize least = QWidget::minimumSizeHint();
    return folding_ ? QSize(widthOf((count() + 1) / 2), least.height()) : least;
}

QSize Segments::sizeHint() const {
    const QSize usual = QWidget::sizeHint();
    return folding_ ? QSize(widthOf(count()), usual.height()) : usual;
}

void Segments::fold() {
    const int columns = !folding_ || widthOf(count()) <= width() ? count() : (count() + 1) / 2;
    if (columns == columns_) return;
    columns_ = columns;
    for (int i = 0; i < count(); ++i) {
        grid_->removeWidget(group_->button(i));
        grid_->addWidget(group_->button(i), i / columns, i % columns);
    }
    shape();
}

void Segments::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    if (folding_) fold();
}

bool Segments::event(QEvent* event) {
    if (folding_ && event->type() == QEvent::LayoutRequest) fold();  // other words, or letters of another size
    return QWidget::event(event);
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
    grid_->addWidget(button, 0, count() - 1);
    columns_ = 0;
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

void Segments::setTip(int index, const QString& toolTip) {
    auto* button = group_->button(index);
    button->setProperty(kTip, toolTip);
    if (button->isEnabled()) button->setToolTip(toolTip);
}

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
    const int columns = columns_ > 0 ? columns_ : count();
    for (int i = 0; i < count(); ++i) {
        QWidget* button = group_->button(i);
        const bool isFirst = i % columns == 0, isLast = (i + 1) % columns == 0 || i + 1 == count();
        button->setFixedHeight(compact_ ? 24 : 28);
        setStyleProperty(button, "segment",
                         isFirst && isLast ? "only"
                         : isFirst         ? "first"
                         : isLast          ? "last"
                                           : "middle");
        setStyleProperty(button, "compact", compact_);
    }
}

}  // namespace gatelab
