// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/persistent_splitter.h"

#include "common/preferences.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace gatelab {

namespace {

constexpr int kGap = 12, kDot = 3, kApart = 6;

class GripHandle : public QSplitterHandle {
public:
    using QSplitterHandle::QSplitterHandle;

protected:
    void paintEvent(QPaintEvent* event) override {
        QSplitterHandle::paintEvent(event);
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(palette().color(QPalette::Dark));
        const QPointF middle = QRectF(rect()).center();
        for (const int at : {-kApart, 0, kApart})
            painter.drawEllipse(middle + (orientation() == Qt::Vertical ? QPointF(at, 0) : QPointF(0, at)), kDot / 2.0,
                                kDot / 2.0);
    }
    /// It gives the sizes back once the button is let go: the pointer may tremble until then.
    void mouseDoubleClickEvent(QMouseEvent* event) override {
        isDouble_ = event->button() == Qt::LeftButton;
        if (!isDouble_) QSplitterHandle::mouseDoubleClickEvent(event);
    }
    void mouseMoveEvent(QMouseEvent* event) override {
        if (!isDouble_) QSplitterHandle::mouseMoveEvent(event);
    }
    void mouseReleaseEvent(QMouseEvent* event) override {
        QSplitterHandle::mouseReleaseEvent(event);
        if (!std::exchange(isDouble_, false)) return;
        if (auto* parts = dynamic_cast<PersistentSplitter*>(splitter())) parts->giveBack();
    }

private:
    bool isDouble_ = false;
};

}  // namespace

GripSplitter::GripSplitter(Qt::Orientation orientation, QWidget* parent) : QSplitter(orientation, parent) {
    setHandleWidth(kGap);
}

QSplitterHandle* GripSplitter::createHandle() { return new GripHandle(orientation(), this); }

PersistentSplitter::PersistentSplitter(Qt::Orientation orientation, Preferences& preferences, const QString& key,
                                       QWidget* parent)
    : GripSplitter(orientation, parent), preferences_(&preferences), key_(key) {
    setChildrenCollapsible(false);
    connect(this, &QSplitter::splitterMoved, this, [this] {
        isKept_ = true;
        QVariantList kept;
        for (const int size : sizes()) kept << size;
        preferences_->setWindow(key_, kept);
    });
}

void PersistentSplitter::restore(const QList<int>& shares) {
    QList<int> wanted;
    for (const QVariant& size : preferences_->window(key_).toList()) wanted << size.toInt();
    shares_ = shares;
    isKept_ = wanted.size() == count();
    setSizes(isKept_ ? wanted : shares);
}

void PersistentSplitter::giveBack() {
    isKept_ = false;
    preferences_->setWindow(key_, {});
    setSizes(shares_);
    share();
}

void PersistentSplitter::setLeast(int part, int size) {
    least_ = {part, size};
    share();
}

void PersistentSplitter::resizeEvent(QResizeEvent* event) {
    GripSplitter::resizeEvent(event);
    share();
}

/// A part that has come to need more or less moved the others.
bool PersistentSplitter::event(QEvent* event) {
    const bool isDone = GripSplitter::event(event);
    if (event->type() == QEvent::LayoutRequest) share();
    return isDone;
}

void PersistentSplitter::share() {
    const int part = least_.first;
    if (isKept_ || part < 0) return;
    // A part of one size takes that; the others share the rest.
    const auto isFixed = [this](int i) {
        return (orientation() == Qt::Vertical ? widget(i)->sizePolicy().verticalPolicy()
                                              : widget(i)->sizePolicy().horizontalPolicy()) == QSizePolicy::Fixed;
    };
    int room = along(size()) - (count() - 1) * handleWidth(), others = 0, sum = 0;
    QList<int> sizes = shares_;
    for (int i = 0; i < count(); ++i) {
        if (isFixed(i))
            room -= sizes[i] = along(widget(i)->sizeHint());
        else
            sum += sizes[i], others += i == part ? 0 : along(widget(i)->minimumSizeHint());
    }
    if (room <= 0 || sum <= 0 || isFixed(part)) return;
    const int wanted = std::max(room * shares_[part] / sum, std::min(least_.second, room - others));
    for (int i = 0; i < count(); ++i)
        if (!isFixed(i))
            sizes[i] = i == part ? wanted : (room - wanted) * shares_[i] / std::max(1, sum - shares_[part]);
    setSizes(sizes);
}

}  // namespace gatelab
